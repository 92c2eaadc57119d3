// Channels and threads on the left, people on the right; drawers on a phone.

import { avatar, el, icon } from "./dom.js";
import { addPerson, here, me, on, refuse, tell, world } from "./world.js";
import { Refused } from "./api.js";
import { tongue, w } from "./words.js";

const THREADS = [10, 11, 12];
const LOCALES = [
  ["en-US", "English"],
  ["fr", "Français"],
];

const channelBox = document.getElementById("channel-list");
const peopleBox = document.getElementById("people-list");

const isThread = (channel) => THREADS.includes(channel.type);

/** ?user=…&channel=… of this same page. */
export function address(user, channel) {
  const query = new URLSearchParams({ user });
  if (channel) query.set("channel", channel);
  return `${location.pathname}?${query}`;
}

export function paintChannels() {
  const channels = [...world.channels.values()];
  const rows = channels
    .filter((channel) => !isThread(channel))
    .flatMap((channel) => {
      const threads = channels.filter(
        (one) =>
          isThread(one) &&
          one.parent_id === channel.id &&
          (!one.archived || one.id === world.channel),
      );
      return [channelRow(channel), ...threads.map(channelRow)];
    });
  const held = channelBox.contains(document.activeElement)
    ? document.activeElement.dataset.channel
    : null;
  channelBox.replaceChildren(...rows);
  if (held) channelBox.querySelector(`[data-channel="${held}"]`)?.focus();
  badge();
}

function channelRow(channel) {
  const current = channel.id === world.channel;
  const count = world.unread.get(channel.id);
  const classes = [
    "channel",
    isThread(channel) ? "channel-thread" : "",
    current ? "channel-here" : "",
    count ? "channel-unread" : "",
    channel.archived ? "channel-old" : "",
  ];
  return el(
    "li",
    {},
    el(
      "button",
      {
        class: classes.filter(Boolean).join(" "),
        type: "button",
        "data-channel": channel.id,
        "aria-current": current ? "page" : null,
        on: { click: () => tell("go", channel.id) },
      },
      icon(isThread(channel) ? "thread" : "hash", 18),
      el("span", { class: "cut", text: channel.name }),
      channel.locked ? icon("lock", 14) : null,
      count ? el("span", { class: "sr", text: w("unread") }) : null,
      count?.mentions
        ? el(
            "span",
            { class: "badge" },
            el("span", { "aria-hidden": "true", text: count.mentions }),
            el("span", { class: "sr", text: w("mentions", count.mentions) }),
          )
        : null,
    ),
  );
}

/** Pings elsewhere, on the button that opens the drawer and in the tab's title. */
function badge() {
  const counts = [...world.unread.values()];
  const mentions = counts.reduce((sum, one) => sum + one.mentions, 0);
  const mark = document.getElementById("drawer-badge");
  mark.hidden = !counts.length;
  mark.textContent = mentions || "";
  mark.classList.toggle("badge-dot", mentions === 0);
  const name = here() ? `#${here().name}` : "";
  document.title = [
    mentions ? `(${mentions})` : "",
    name,
    me() ? `· ${me().name}` : "",
    world.guild ? `· ${world.guild.name}` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export function paintPeople() {
  const rows = [...world.users.values()].map(personRow);
  peopleBox.replaceChildren(...(world.bot ? [botRow()] : []), ...rows);
  const self = document.getElementById("self");
  self.replaceChildren(avatar(me()));
  self.setAttribute("aria-label", w("youAre", me()?.name ?? ""));
  const card = document.getElementById("me-card");
  card.replaceChildren(
    avatar(me()),
    el(
      "span",
      { class: "person-words" },
      el("strong", { class: "cut", text: me()?.name ?? "" }),
      el("span", { class: "muted", text: me() ? tongue(me().locale) : "" }),
    ),
  );
}

function botRow() {
  const { name, online } = world.bot;
  return el(
    "li",
    { class: `person person-bot ${online ? "" : "away"}` },
    el("span", { class: `presence ${online ? "on" : ""}` }, avatar({ ...world.bot, bot: true })),
    el(
      "span",
      { class: "person-words" },
      el(
        "span",
        { class: "person-name" },
        el("span", { class: "cut", text: name }),
        el("span", { class: "tag", text: w("bot") }),
      ),
      el("span", { class: "muted", text: online ? w("online") : w("offline") }),
    ),
  );
}

function personRow(user) {
  const self = user.id === world.me;
  const words = el(
    "span",
    { class: "person-words" },
    el(
      "span",
      { class: "person-name" },
      el("span", { class: "cut", text: user.name }),
      self ? el("span", { class: "you", text: w("you") }) : null,
    ),
    el("span", { class: "muted", text: tongue(user.locale) }),
  );
  const act = el(
    "button",
    {
      class: "person-act",
      type: "button",
      "aria-current": self ? "true" : null,
      "aria-label": self ? `${user.name} (${w("you")})` : w("switchTo", user.name),
      on: { click: () => tell("become", user.id) },
    },
    avatar(user),
    words,
  );
  const tab = el(
    "a",
    {
      class: "round",
      href: address(user.id, world.channel),
      target: "_blank",
      rel: "noopener",
      title: w("openTab", user.name),
      "aria-label": w("openTab", user.name),
    },
    icon("outside", 16),
  );
  return el("li", { class: `person ${self ? "person-me" : ""}` }, act, tab);
}

/** The form for somebody new. */
export function askPerson() {
  const name = el("input", {
    class: "input",
    id: "new-name",
    maxlength: 32,
    required: true,
    autocomplete: "off",
    autofocus: true,
  });
  const language = el(
    "select",
    { class: "input", id: "new-locale" },
    LOCALES.map(([value, text]) => el("option", { value, text })),
  );
  language.value = (me()?.locale ?? "en").startsWith("fr") ? "fr" : "en-US";
  const note = el("div", { class: "fault", role: "alert" });
  const form = el(
    "form",
    { method: "dialog" },
    el(
      "header",
      { class: "modal-head" },
      el("h2", { text: w("addPerson") }),
      el(
        "button",
        {
          class: "round",
          type: "button",
          "aria-label": w("close"),
          on: { click: () => dialog.close() },
        },
        icon("close"),
      ),
    ),
    el(
      "div",
      { class: "modal-body" },
      el("p", { class: "muted", text: w("addHint") }),
      el(
        "div",
        { class: "form-field" },
        el("label", { class: "field-label", for: "new-name", text: w("name") }),
        name,
      ),
      el(
        "div",
        { class: "form-field" },
        el("label", { class: "field-label", for: "new-locale", text: w("language") }),
        language,
      ),
      note,
    ),
    el(
      "footer",
      { class: "modal-foot" },
      el("button", {
        class: "btn btn-2",
        type: "button",
        text: w("cancel"),
        on: { click: () => dialog.close() },
      }),
      el("button", { class: "btn btn-1", type: "submit", text: w("add") }),
    ),
  );
  const dialog = el("dialog", { class: "modal", "aria-label": w("addPerson") }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const id = await addPerson(name.value.trim(), language.value);
      dialog.close();
      if (id) tell("become", id);
    } catch (error) {
      if (error instanceof Refused) note.textContent = error.message;
      else refuse(error);
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

on("channels channel unread person", paintChannels);
on("people person bot channel", paintPeople);
