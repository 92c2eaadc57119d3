// The message box: chat, and slash commands with completion, by keyboard or by thumb.

import { avatar, el, icon, spinner } from "./dom.js";
import { closedValues, finish, leaves, matching, named, readOptions, valueOf } from "./commands.js";
import { complete, run } from "./pending.js";
import { here, on, say, world } from "./world.js";
import { localised, w } from "./words.js";

const form = document.getElementById("composer");
const box = document.getElementById("box");
const panel = document.getElementById("suggest");
const slash = document.getElementById("slash");
const sendButton = document.getElementById("send");

const LIMIT = 25;
const PAUSE = 120; // ms of rest before the bot is asked for completions

let all = []; // the commands as leaves
let items = []; // what is offered now: {node, accept, exact}
let active = -1;
let open = false;
let fault = "";
let asking = null;
const picked = new Map(); // "option:name" → value, for names that the bot offered
let offered = { key: null, choices: null };

const people = () => ({
  users: [...world.users.values(), ...(world.bot ? [{ ...world.bot, bot: true }] : [])],
  channels: [...world.channels.values()],
});
const thumb = () => matchMedia("(pointer: coarse)").matches;

// --- reading the line --------------------------------------------------------------------------

function reading() {
  const text = box.value;
  if (!text.startsWith("/")) return { kind: "chat" };
  const found = named(all, text);
  if (!found) return { kind: "name", typed: text.slice(1) };
  const { leaf, end } = found;
  if (end === text.length) return { kind: "name", typed: text.slice(1), leaf, end };
  const read = readOptions(leaf, text, end, people());
  const caret = box.selectionStart ?? text.length;
  const value = read.given.find((one) => caret >= one.from && caret <= one.to) ?? null;
  return { kind: value ? "value" : "option", leaf, end, read, value };
}

// --- offers ------------------------------------------------------------------------------------

function offersFor(now) {
  if (now.kind === "name") return matching(all, now.typed).slice(0, LIMIT).map(commandOffer);
  if (now.kind === "value") return valueOffers(now);
  if (now.kind === "option") return optionOffers(now);
  return [];
}

function commandOffer(leaf) {
  const node = offerNode(el("span", { class: "offer-name", text: leaf.shown }), leaf.description);
  return { node, exact: false, accept: () => take(leaf) };
}

/** Write a command into the box, and open its first required option. */
function take(leaf) {
  const first = leaf.options.find((option) => option.required);
  write(`${leaf.shown} ${first ? `${localised(first, "name")}:` : ""}`);
}

function optionOffers({ leaf, read }) {
  const typed = read.stray.text.toLowerCase();
  const free = leaf.options.filter((option) => !read.given.some((one) => one.option === option));
  const fits = free.filter((option) =>
    [localised(option, "name"), option.name].some((name) => name.toLowerCase().startsWith(typed)),
  );
  return fits.map((option) => {
    const name = el(
      "span",
      { class: "offer-name" },
      localised(option, "name"),
      el("span", {
        class: option.required ? "needed" : "muted",
        text: ` ${option.required ? w("required") : w("optional")}`,
      }),
    );
    return {
      node: offerNode(name, localised(option, "description")),
      exact: false,
      accept: () => addOption(option, read.stray),
    };
  });
}

function addOption(option, stray) {
  const given = readOptions(
    named(all, box.value).leaf,
    box.value,
    named(all, box.value).end,
    people(),
  ).given.find((one) => one.option === option);
  if (given) return caretTo(given.to);
  const head = stray.text ? box.value.slice(0, stray.from) + box.value.slice(stray.to) : box.value;
  write(`${head.trimEnd()} ${localised(option, "name")}:`);
}

function valueOffers(now) {
  const { option, text } = now.value;
  const closed = closedValues(option, people());
  if (closed) {
    const typed = text.toLowerCase().replace(/^[@#]/, "");
    const fits = closed.filter((one) =>
      [one.name, one.other].some((name) => name.toLowerCase().replace(/^[@#]/, "").includes(typed)),
    );
    const whole = closed.find((one) => one.name.toLowerCase() === text.toLowerCase());
    return (whole ? [whole, ...closed.filter((one) => one !== whole)] : fits)
      .slice(0, LIMIT)
      .map((one) => valueOffer(now, one, one === whole));
  }
  if (!option.autocomplete || settled(now.value)) return [];
  const key = `${option.name}:${text}`;
  if (offered.key !== key) ask(now, key);
  return (offered.choices ?? [])
    .slice(0, LIMIT)
    .map((choice) =>
      valueOffer(now, { name: localised(choice, "name"), value: choice.value, learn: true }, false),
    );
}

function valueOffer(now, one, exact) {
  const { option } = now.value;
  const face = el(
    "span",
    { class: "offer-name" },
    one.user ? avatar(one.user, "avatar-small") : null,
    one.name,
  );
  const accept = () => {
    if (one.learn) picked.set(`${option.name}:${one.name}`, one.value);
    const { from, to } = now.value;
    const tail = box.value.slice(to).trimStart();
    const start = `${box.value.slice(0, from)}${one.name} `;
    write(start + tail, start.length);
    nextRequired();
  };
  return { node: offerNode(face, null), exact, accept };
}

/** After a value, the next required option opens by itself. */
function nextRequired() {
  const now = reading();
  if (!now.leaf || !now.read) return;
  const missing = now.leaf.options.find(
    (option) => option.required && !now.read.given.some((one) => one.option === option),
  );
  if (missing) addOption(missing, now.read.stray);
}

/** Whether a value is one that the bot offered. */
const settled = ({ option, text }) => picked.has(`${option.name}:${text}`);

function ask(now, key) {
  clearTimeout(asking);
  offered = { key, choices: offered.choices };
  const { leaf, read, value } = now;
  asking = setTimeout(() => {
    const options = {};
    for (const one of read.given) {
      const result =
        one === value ? { value: one.text } : valueOf(one.option, one.text, people(), picked);
      if (!result.fault) options[one.option.name] = result.value;
    }
    complete(leaf, options, value.option.name, (choices) => {
      if (offered.key !== key) return;
      offered = { key, choices };
      for (const choice of choices)
        picked.set(`${value.option.name}:${localised(choice, "name")}`, choice.value);
      paint();
    });
  }, PAUSE);
}

function offerNode(name, description) {
  return el(
    "div",
    { class: "offer", role: "option" },
    name,
    description ? el("span", { class: "muted offer-text", text: description }) : null,
  );
}

// --- showing -----------------------------------------------------------------------------------

function paint() {
  const now = reading();
  const line = now.kind !== "chat";
  form.classList.toggle("commanding", line && Boolean(now.leaf));
  items = open && line ? offersFor(now) : [];
  const first =
    (now.kind === "name" && !exactName(now)) ||
    (now.kind === "value" && items.length > 0) ||
    (now.kind === "option" && now.read.stray.text !== "");
  active = first && items.length ? 0 : -1;
  const heads = line ? [strip(now), faultLine(), list(now)].filter(Boolean) : [];
  panel.replaceChildren(...heads);
  panel.hidden = !open || !heads.length;
  box.placeholder = here() ? w("placeholder", here().name) : "";
  sendButton.disabled = box.value.trim() === "";
  slash.setAttribute("aria-pressed", String(open && line));
  mark(active);
  size();
}

const exactName = (now) =>
  now.leaf &&
  items.length > 0 &&
  now.leaf.spellings.some((spelling) => spelling.toLowerCase() === now.typed.toLowerCase());

function list(now) {
  if (!items.length) {
    if (now.kind === "name" && !world.commands.length)
      return el("div", { class: "offer muted", text: w("noCommands") });
    if (now.kind === "value" && now.value.option.autocomplete && !settled(now.value))
      return el(
        "div",
        { class: "offer muted" },
        offered.choices ? w("nothing") : [spinner(), w("search")],
      );
    return null;
  }
  const node = el(
    "div",
    { class: "offers", role: "listbox", id: "offers", "aria-label": w("commands") },
    items.map((item) => item.node),
  );
  items.forEach((item, at) => {
    item.node.id = `offer-${at}`;
    item.node.addEventListener("click", () => item.accept());
    item.node.addEventListener(
      "pointermove",
      (event) => event.pointerType === "mouse" && active !== at && mark(at),
    );
  });
  return node;
}

/** What command is being written, and its options as buttons to tap. */
function strip(now) {
  if (!now.leaf || !now.read) return null;
  const { given, stray } = now.read;
  const told = now.value ? localised(now.value.option, "description") : now.leaf.description;
  const chips = now.leaf.options.map((option) => {
    const one = given.find((held) => held.option === option);
    const well = one && !valueOf(option, one.text, people(), picked).fault && one.text !== "";
    const state =
      now.value?.option === option
        ? "chip-now"
        : well
          ? "chip-well"
          : option.required
            ? "chip-needed"
            : "";
    return el(
      "button",
      { class: `chip ${state}`, type: "button", on: { click: () => addOption(option, stray) } },
      well ? icon("check", 14) : one ? null : icon("plus", 14),
      localised(option, "name"),
      well ? el("span", { class: "chip-value", text: one.text }) : null,
    );
  });
  const ready = finish(now.leaf, now.read, people(), picked).values !== undefined;
  return el(
    "div",
    { class: "strip" },
    el(
      "div",
      { class: "strip-head" },
      el("strong", { text: now.leaf.shown }),
      el("span", { class: "muted", text: told ?? "" }),
    ),
    chips.length ? el("div", { class: "chips" }, chips) : null,
    ready && !now.value ? el("div", { class: "muted strip-ready", text: w("ready") }) : null,
  );
}

function faultLine() {
  return fault ? el("div", { class: "fault", role: "alert", text: fault }) : null;
}

function mark(at) {
  items[active]?.node.setAttribute("aria-selected", "false");
  active = at;
  const node = items[at]?.node;
  for (const item of items) item.node.classList.toggle("active", item.node === node);
  node?.setAttribute("aria-selected", "true");
  node?.scrollIntoView({ block: "nearest" });
  if (node) box.setAttribute("aria-activedescendant", node.id);
  else box.removeAttribute("aria-activedescendant");
}

function size() {
  box.style.height = "auto";
  box.style.height = `${Math.min(box.scrollHeight, 180)}px`;
}

// --- writing and sending -----------------------------------------------------------------------

/** Put `text` in the box. By thumb the keyboard stays as it is. */
export function write(text, caret = text.length) {
  box.value = text;
  caretTo(caret);
}

function caretTo(at) {
  if (!thumb()) box.focus();
  box.setSelectionRange(at, at);
  fault = "";
  open = true;
  paint();
}

function clear() {
  box.value = "";
  fault = "";
  open = false;
  offered = { key: null, choices: null };
  paint();
}

/** Run a command at once, as the buttons of an empty channel do. */
export function runNow(leaf, values, shown) {
  clear();
  run(leaf, values, shown);
}

export const commandLeaves = () => all;
export const fill = (leaf) => take(leaf);

function send() {
  const text = box.value.trim();
  if (!text) return;
  const now = reading();
  if (!now.leaf) {
    clear();
    say(withMentions(text));
    return;
  }
  const read = now.read ?? readOptions(now.leaf, box.value, now.end, people());
  const result = finish(now.leaf, read, people(), picked);
  if (result.fault) {
    const bare = result.option && !read.given.some((one) => one.option === result.option);
    if (bare) addOption(result.option, read.stray);
    fault = result.fault;
    open = true;
    paint();
    return;
  }
  clear();
  run(now.leaf, result.values, text);
}

/** "@Bo" becomes a mention, as the client sends it. */
function withMentions(text) {
  const users = people().users.sort((a, b) => b.name.length - a.name.length);
  return text.replace(/(^|\s)@([^\s].*)/g, (whole, before, rest) => {
    const user = users.find(
      (one) =>
        rest.toLowerCase().startsWith(one.name.toLowerCase()) &&
        !/\w/.test(rest[one.name.length] ?? ""),
    );
    return user ? `${before}<@${user.id}>${rest.slice(user.name.length)}` : whole;
  });
}

box.addEventListener("input", () => {
  fault = "";
  open = box.value.startsWith("/");
  paint();
});
for (const type of ["keyup", "click"]) {
  box.addEventListener(type, (event) => {
    if (type === "keyup" && !["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    if (box.value.startsWith("/")) open = true;
    paint();
  });
}

box.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && items.length) mark((active + step + items.length) % items.length);
  else if (event.key === "Tab" && !event.shiftKey && items.length)
    items[Math.max(active, 0)].accept();
  else if (event.key === "Enter" && !event.shiftKey) {
    if (items[active] && !(items[active].exact && isFinished())) items[active].accept();
    else send();
  } else if (event.key === "Escape" && open) {
    open = false;
    paint();
  } else return;
  event.preventDefault();
});

function isFinished() {
  const now = reading();
  return Boolean(now.leaf) && finish(now.leaf, now.read, people(), picked).values !== undefined;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
slash.addEventListener("click", () => {
  if (open && box.value.startsWith("/")) return clear();
  write("/");
});
// a press in the panel must not take the focus from the box, nor bring up a keyboard
for (const node of [panel, slash, sendButton])
  node.addEventListener("mousedown", (event) => event.preventDefault());
addEventListener("pointerdown", (event) => {
  if (!open || form.contains(event.target) || panel.contains(event.target)) return;
  open = false;
  paint();
});
addEventListener("keydown", (event) => {
  if (
    event.key !== "/" ||
    event.ctrlKey ||
    event.metaKey ||
    event.target.closest("input, textarea, select, dialog")
  )
    return;
  event.preventDefault();
  box.focus();
  write("/");
});

on("fill", (text) => write(text));
on("commands person", () => {
  all = leaves(world.commands);
  paint();
});
on("channel channels", () => {
  const channel = here();
  const shut = Boolean(channel?.locked);
  box.disabled = shut;
  slash.disabled = shut;
  document.getElementById("channel-note").textContent = shut
    ? w("locked")
    : channel?.archived
      ? w("archivedNote")
      : "";
  paint();
});
on("person", clear);
