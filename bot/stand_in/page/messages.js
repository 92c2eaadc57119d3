// The messages of the channel: built once, mended in place, the reader's place kept.

import { avatar, el, icon, spinner } from "./dom.js";
import { components, isV2 } from "./components.js";
import { attachments, embed } from "./embeds.js";
import { markdown, plain } from "./markdown.js";
import { failureOf, forget, justActed, localRows } from "./pending.js";
import { dayName, hour, sameDay, when } from "./times.js";
import { dismiss, here, me, on, ordered, person, tell, world } from "./world.js";
import { w } from "./words.js";
import { welcome } from "./welcome.js";

const TOGETHER = 7 * 60 * 1000; // ms between messages that share one head
const NEAR = 90; // px from the bottom that still count as being there

const scroller = document.getElementById("scroller");
const list = document.getElementById("messages");
const rowsBox = document.getElementById("local-rows");
const live = document.getElementById("live");
const jump = document.getElementById("jump");

const nodes = new Map(); // message id → its element
let stuck = true;

// --- one message -----------------------------------------------------------------------------

const authorOf = (message) => {
  const known = person(message.author.id);
  const name = message.author.global_name ?? message.author.username ?? known?.name ?? "?";
  return {
    ...known,
    id: message.author.id,
    bot: Boolean(message.author.bot),
    name: known?.name ?? name,
  };
};

const usedCommand = (message) => {
  const data = message.interaction_metadata ?? message.interaction;
  if (!data || message.type === 19) return null;
  const name = message.interaction?.name ?? data.name ?? data.command_name;
  return { user: data.user ?? message.interaction?.user, name, type: data.type };
};

function usedLine(message) {
  const used = usedCommand(message);
  if (used?.user && used.type === 2) {
    const user = person(used.user.id) ?? { name: used.user.global_name ?? used.user.username };
    return el(
      "div",
      { class: "above" },
      icon("reply", 16),
      avatar(user, "avatar-tiny"),
      el("strong", { text: user.name }),
      ` ${w("used")} `,
      used.name
        ? el("span", { class: "used", text: `/${used.name}` })
        : el("span", { class: "used", text: "/" }),
    );
  }
  const answered = message.referenced_message;
  if (!answered) return null;
  const author = authorOf(answered);
  return el(
    "div",
    { class: "above" },
    icon("reply", 16),
    avatar(author, "avatar-tiny"),
    el("strong", { text: author.name }),
    " ",
    el("span", { class: "cut", text: plain(answered.content ?? "") }),
  );
}

function head(message, author) {
  return el(
    "div",
    { class: "head" },
    el("span", { class: "author", text: author.name }),
    author.bot ? el("span", { class: "tag", text: w("bot") }) : null,
    el("time", {
      class: "muted stamp",
      datetime: message.timestamp,
      text: when(message.timestamp),
    }),
  );
}

/** Nothing but a few emojis is shown large. */
const onlyEmojis = (text) =>
  /^(?:\s*(?:<a?:\w+:\d+>|\p{Extended_Pictographic}\uFE0F?)){1,27}\s*$/u.test(text);

function content(message) {
  if (message.thinking)
    return el(
      "div",
      { class: "words muted thinking" },
      spinner(),
      w("thinking", authorOf(message).name),
    );
  if (message.type === 18)
    return el(
      "div",
      { class: "words muted" },
      `${w("started")} `,
      el("strong", { text: message.content }),
    );
  const words = isV2(message) ? "" : message.content;
  const node = el("div", { class: `words ${onlyEmojis(words ?? "") ? "jumbo" : ""}` });
  if (words) node.append(markdown(words));
  if (message.edited_timestamp && words) {
    const mark = el("span", {
      class: "edited",
      title: when(message.edited_timestamp),
      text: ` ${w("edited")}`,
    });
    (node.lastElementChild?.classList.contains("line") ? node.lastElementChild : node).append(mark);
  }
  return words ? node : null;
}

function threadLink(message) {
  if (!message.thread) return null;
  return el(
    "button",
    { class: "thread-link", type: "button", on: { click: () => tell("go", message.thread.id) } },
    icon("thread", 18),
    el("strong", { text: message.thread.name }),
  );
}

function foot(message) {
  if (!message.ephemeral) return null;
  return el(
    "div",
    { class: "whisper" },
    icon("eye", 16),
    `${w("onlyYou")} · `,
    el("button", {
      class: "plain-link",
      type: "button",
      text: w("dismiss"),
      on: { click: () => dismiss(message) },
    }),
  );
}

function build(message, together) {
  const author = authorOf(message);
  const failure = failureOf(message.id);
  const suppressed = ((message.flags ?? 0) & 4) !== 0;
  const above = usedLine(message);
  const classes = [
    "message",
    together ? "together" : "",
    message.mentions_me ? "mentioned" : "",
    message.ephemeral ? "ephemeral" : "",
  ];
  return el(
    "li",
    { class: classes.filter(Boolean).join(" "), "data-id": message.id },
    above,
    together
      ? el("span", {
          class: "side-time muted",
          "aria-hidden": "true",
          text: hour(message.timestamp),
        })
      : avatar(author),
    el(
      "div",
      { class: "main" },
      together
        ? el("span", { class: "sr", text: `${author.name}, ${when(message.timestamp)}` })
        : head(message, author),
      content(message),
      isV2(message) ? null : attachments(message),
      suppressed || isV2(message) ? null : (message.embeds ?? []).map((one) => embed(one, message)),
      message.thinking ? null : components(message),
      failure ? el("div", { class: "failure", role: "alert" }, icon("warn", 16), failure) : null,
      threadLink(message),
      foot(message),
    ),
  );
}

// --- the list --------------------------------------------------------------------------------

const joins = (message, before) =>
  Boolean(before) &&
  before.author.id === message.author.id &&
  Boolean(before.ephemeral) === Boolean(message.ephemeral) &&
  !usedLine(message) &&
  before.type !== 18 &&
  new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER &&
  sameDay(before.timestamp, message.timestamp);

function divider(message) {
  return el(
    "li",
    { class: "day", role: "separator", "data-day": message.timestamp },
    el("span", { text: dayName(message.timestamp) }),
  );
}

/** Everything anew: another channel, another person, or a line that was lost. */
function rebuild() {
  const all = ordered();
  keepPlace(() => {
    nodes.clear();
    const out = [];
    all.forEach((message, at) => {
      const before = all[at - 1];
      if (!before || !sameDay(before.timestamp, message.timestamp)) out.push(divider(message));
      const node = build(message, joins(message, before));
      nodes.set(message.id, node);
      out.push(node);
    });
    list.replaceChildren(...out);
    list.setAttribute("aria-label", w("message", here()?.name ?? ""));
    empty();
  });
}

function empty() {
  const old = document.getElementById("welcome");
  const blank =
    world.messages.size === 0 &&
    !world.loading &&
    world.channel !== null &&
    localRows(world.channel).length === 0;
  if (!blank) old?.remove();
  else if (old) old.replaceWith(welcome());
  else list.before(welcome());
  document.getElementById("loading").hidden = !world.loading;
}

function insert(message) {
  const all = ordered();
  const at = all.findIndex((one) => one.id === message.id);
  if (at !== all.length - 1) return rebuild();
  const before = all[at - 1];
  keepPlace(() => {
    if (!before || !sameDay(before.timestamp, message.timestamp)) list.append(divider(message));
    const node = build(message, joins(message, before));
    nodes.set(message.id, node);
    list.append(node);
    empty();
  });
}

/** Build one message again where it stands. A menu that is open there is let finish first. */
function mend(id) {
  const node = nodes.get(id);
  const message = world.messages.get(id);
  if (!node || !message) return;
  const menu = openMenu(node);
  if (menu && offers(message.components ?? [], menu.dataset.customId)) {
    menu.nextElementSibling.addEventListener("toggle", () => mend(id), { once: true });
    return;
  }
  keepPlace(() => {
    const held = node.contains(document.activeElement)
      ? document.activeElement.dataset.customId
      : null;
    const fresh = build(message, node.classList.contains("together"));
    keepSpoilers(node, fresh);
    node.replaceWith(fresh);
    nodes.set(id, fresh);
    if (held)
      fresh.querySelector(`[data-custom-id="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  });
}

const openMenu = (node) =>
  [...node.querySelectorAll(".select-holder")].find((holder) => holder.openNow())
    ?.firstElementChild;

/** Whether these components, or those in them, still hold that menu, not greyed. */
function offers(parts, customId) {
  return parts.some(
    (part) =>
      (part.custom_id === customId && !part.disabled) ||
      offers([...(part.components ?? []), ...(part.accessory ? [part.accessory] : [])], customId),
  );
}

function keepSpoilers(old, fresh) {
  const shown = [...old.querySelectorAll(".spoiler.shown")].map((one) => one.textContent);
  for (const one of fresh.querySelectorAll(".spoiler")) {
    if (shown.includes(one.textContent)) one.click();
  }
}

function remove(message) {
  const node = nodes.get(message.id);
  if (!node) return;
  const next = node.nextElementSibling;
  const day = node.previousElementSibling;
  keepPlace(() => {
    nodes.delete(message.id);
    node.remove();
    if (day?.classList.contains("day") && (!next || next.classList.contains("day"))) day.remove();
    if (next?.classList.contains("together")) regroup(next.dataset.id);
    empty();
  });
}

/** The message after one that went may need a head of its own. */
function regroup(id) {
  const all = ordered();
  const at = all.findIndex((one) => one.id === id);
  const fresh = build(all[at], joins(all[at], all[at - 1]));
  nodes.get(id).replaceWith(fresh);
  nodes.set(id, fresh);
}

// --- the reader's place ----------------------------------------------------------------------

/** Do `change` so that what is read stays where it is; at the bottom, stay at the bottom. */
function keepPlace(change) {
  const anchor = stuck ? null : firstVisible();
  const top = anchor?.getBoundingClientRect().top;
  change();
  if (stuck) toBottom();
  else if (anchor) {
    const now = nodes.get(anchor.dataset.id) ?? anchor;
    if (now.isConnected) scroller.scrollTop += now.getBoundingClientRect().top - top;
  }
}

function firstVisible() {
  const edge = scroller.getBoundingClientRect().top;
  for (const node of list.children) {
    if (node.dataset.id && node.getBoundingClientRect().bottom > edge + 8) return node;
  }
  return null;
}

function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
  stuck = true;
  jump.hidden = true;
}

scroller.addEventListener("scroll", () => {
  stuck = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
  if (stuck) jump.hidden = true;
});

// pictures that arrive, a keyboard that opens, a window that turns
new ResizeObserver(() => stuck && toBottom()).observe(document.getElementById("inner"));
new ResizeObserver(() => stuck && toBottom()).observe(scroller);

jump.addEventListener("click", toBottom);

// --- what happens ----------------------------------------------------------------------------

function announce(message) {
  const words = [
    message.content,
    ...(message.embeds ?? []).flatMap((one) => [one.title, one.description]),
  ]
    .filter(Boolean)
    .join(" ");
  live.textContent = `${authorOf(message).name}: ${plain(words).slice(0, 300)}`;
}

on("message", ({ op, message }) => {
  if (op === "create") {
    insert(message);
    const asked = message.interaction_metadata?.user?.id === world.me && justActed();
    if (message.author.id === world.me || asked) toBottom();
    else if (!stuck) jump.hidden = false;
    announce(message);
  } else if (op === "update") {
    mend(message.id);
    if (message.ephemeral) announce(message);
  } else {
    remove(message);
  }
});

on("fresh", announce);
on("pending", (id) => mend(id));
on("people person bot commands", rebuild);

on("channel", () => {
  if (world.loading) {
    stuck = true;
    jump.hidden = true;
    live.textContent = "";
  }
  rebuild();
  rows();
});

/** Commands on their way, or without an answer. */
function rows() {
  keepPlace(() => {
    rowsBox.replaceChildren(...localRows(world.channel).map(localRow));
    empty();
  });
}

function localRow(row) {
  return el(
    "li",
    { class: `message local ${row.failed ? "ephemeral" : ""}` },
    avatar(me()),
    el(
      "div",
      { class: "main" },
      el(
        "div",
        { class: "head" },
        el("span", { class: "author", text: me()?.name ?? "" }),
        el(
          "span",
          { class: "muted" },
          `${w("used")} `,
          el("span", { class: "used", text: row.command }),
        ),
      ),
      row.failed
        ? el("div", { class: "failure", role: "alert" }, icon("warn", 16), row.text)
        : el("div", { class: "muted thinking" }, spinner(), row.text),
      row.failed
        ? el(
            "div",
            { class: "whisper" },
            icon("eye", 16),
            `${w("onlyYou")} · `,
            el("button", {
              class: "plain-link",
              type: "button",
              text: w("dismiss"),
              on: { click: () => forget(row) },
            }),
          )
        : null,
    ),
  );
}

on("local", () => {
  rows();
  if (localRows(world.channel).some((row) => !row.failed)) toBottom();
});
