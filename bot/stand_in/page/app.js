// The page: who looks, at which channel, in which light.

import { el, icon } from "./dom.js";
import { get } from "./api.js";
import { address, askPerson } from "./sidebar.js";
import { showModal } from "./modal.js";
import { become, here, on, refuse, visitChannel, world } from "./world.js";
import { w } from "./words.js";
import "./composer.js";
import "./messages.js";

const at = (id) => document.getElementById(id);

// --- who and where -----------------------------------------------------------------------------

/** The person of the address, or of this name; else the first whom no other tab of this browser plays. */
async function whoLooks(name) {
  const wanted = new URLSearchParams(location.search).get("user");
  const { users } = await get("/world/state");
  const known =
    users.find((user) => user.id === wanted) ?? users.find((user) => user.name === name);
  if (known) return known.id;
  const taken = navigator.locks
    ? (await navigator.locks.query()).held.map((lock) => lock.name)
    : [];
  return (users.find((user) => !taken.includes(`person:${user.id}`)) ?? users[0]).id;
}

let letGo = () => {};

/** Other tabs of this browser see that this person is played here. */
function hold(user) {
  letGo();
  navigator.locks?.request(
    `person:${user}`,
    { mode: "shared" },
    () => new Promise((resolve) => (letGo = resolve)),
  );
}

let pushing = false; // whether the next address is a new step of the history

async function be(user, channel, { push = true } = {}) {
  hold(user);
  pushing = push;
  await become(user, channel);
}

function record(push) {
  const to = address(world.me, world.channel);
  if (to === location.pathname + location.search) return;
  history[push ? "pushState" : "replaceState"](null, "", to);
}

async function go(channel) {
  drawers("");
  if (channel === world.channel || !world.channels.has(channel)) return;
  const done = visitChannel(channel);
  record(true);
  await done;
}

on("go", (channel) => go(channel).catch(refuse));
on("become", (user) => {
  drawers("");
  if (user !== world.me) be(user, world.channel).catch(refuse);
});
addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  const user = query.get("user");
  if (user && user !== world.me) be(user, query.get("channel"), { push: false }).catch(refuse);
  else if (world.channels.has(query.get("channel")))
    visitChannel(query.get("channel")).catch(refuse);
});
on("channel", () => {
  if (world.loading || world.channel === null) return;
  record(pushing);
  pushing = false;
});

// --- the frame ---------------------------------------------------------------------------------

/** Which drawer is open on a phone: "channels", "people" or none. */
function drawers(name) {
  const before = document.body.dataset.drawer;
  if (before === name) return;
  document.body.dataset.drawer = name;
  document.querySelector("main").inert = name !== "";
  at("menu").setAttribute("aria-expanded", String(name === "channels"));
  at("self").setAttribute("aria-expanded", String(name === "people"));
  at("shade").hidden = name === "";
  if (name) at(name).querySelector("[aria-current]")?.focus();
  else at(before === "channels" ? "menu" : "self").focus();
}

const toggle = (name) => drawers(document.body.dataset.drawer === name ? "" : name);

at("menu").addEventListener("click", () => toggle("channels"));
at("self").addEventListener("click", () => toggle("people"));
at("shade").addEventListener("click", () => drawers(""));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") drawers("");
});
at("add-person").addEventListener("click", askPerson);

function light(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  const next = theme === "dark" ? "light" : "dark";
  at("theme").replaceChildren(icon(theme === "dark" ? "sun" : "moon"));
  at("theme").setAttribute("aria-label", w(next));
  at("theme").title = w(next);
  document.querySelector("meta[name=theme-color]").content =
    theme === "dark" ? "#2b2d31" : "#f2f3f5";
}

at("theme").addEventListener("click", () =>
  light(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
);

/** The words of the frame, in this person's language. */
function words() {
  at("guild-name").textContent = world.guild.name;
  at("channels-title").textContent = w("channels");
  at("people-title").textContent = w("people");
  at("people-hint").textContent = w("peopleHint");
  at("add-person").replaceChildren(icon("plus", 18), w("addPerson"));
  at("menu").setAttribute("aria-label", w("openChannels"));
  at("slash").setAttribute("aria-label", w("commands"));
  at("slash").title = w("commands");
  at("send").setAttribute("aria-label", w("send"));
  at("jump").replaceChildren(w("newMessages"), icon("down", 16));
  at("jump").setAttribute("aria-label", w("jump"));
  at("loading").textContent = w("loading");
  light(document.documentElement.dataset.theme);
}

on("person", words);
on("channel channels person", () => {
  const channel = here();
  const title = at("channel-title");
  title.replaceChildren(
    ...(channel
      ? [
          icon(channel.parent_id && channel.type !== 0 ? "thread" : "hash"),
          el("h1", { class: "cut", text: channel.name }),
        ]
      : []),
  );
  at("box").setAttribute("aria-label", channel ? w("message", channel.name) : "");
});
on("line", () => {
  at("lost").hidden = world.connected;
  at("lost").textContent = w("reconnecting");
});
on("modal", showModal);

/** A sentence at the foot of the page: what the server refused. */
on("refused", (sentence) => {
  const note = el("div", { class: "toast" }, sentence ?? w("outOfReach"));
  at("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
});

for (const [id, name] of [
  ["menu", "menu"],
  ["slash", "slash"],
  ["send", "send"],
])
  at(id).prepend(icon(name));
light(localStorage.getItem("theme") ?? "dark");

async function start(name) {
  try {
    const user = await whoLooks(name);
    await be(user, new URLSearchParams(location.search).get("channel"), { push: false });
  } catch (error) {
    refuse(error);
    setTimeout(() => start(name), 2000);
  }
}

on("stranger", start);
start();
