// Interactions under way: which button turns, what failed, which answer belongs to which click.

import { nonce, post } from "./api.js";
import { news, on, refuse, tell, world } from "./world.js";
import { w } from "./words.js";

const PATIENCE = 20000; // ms; the server says sooner that nobody answered

const waiting = new Map(); // nonce → {message?, custom_id?, command?, done}
const READING = 5000; // ms that a failure stays although its message is edited meanwhile

const failures = new Map(); // message id → {text, at}
const local = new Map(); // nonce → {nonce, channel, text, failed}: commands on their way, or failed

export const pendingOn = (message) => [...waiting.values()].find((one) => one.message === message);
export const failureOf = (message) => failures.get(message)?.text;
export const localRows = (channel) => [...local.values()].filter((row) => row.channel === channel);

const ANSWER = 5000; // ms within which a new message may be the answer to what was just done

let acted = 0;

/** Whether this person did something a moment ago, so that a new message may answer it. */
export const justActed = () => Date.now() - acted < ANSWER;

function begin(about) {
  const id = nonce();
  acted = Date.now();
  const timer = setTimeout(() => settle(id, false, w("silentApp")), PATIENCE);
  waiting.set(id, { ...about, timer });
  return id;
}

function settle(id, well, text) {
  const one = waiting.get(id);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(id);
  if (one.message) {
    if (!well) failures.set(one.message, { text: text ?? w("failed"), at: Date.now() });
    tell("pending", one.message);
  }
  if (one.command) {
    if (well) local.delete(id);
    else Object.assign(local.get(id) ?? {}, { failed: true, text: text ?? w("silentApp") });
    tell("local");
  }
  one.done?.(well, text);
}

async function send(id, path, body) {
  try {
    await post(path, { user: world.me, nonce: id, ...body });
  } catch (error) {
    // A press is refused where the message was edited while the finger was on its way.
    const said = waiting.get(id)?.message ? w("changed") : error.message;
    settle(id, false, error.name === "TypeError" ? w("outOfReach") : said);
    if (error.name === "TypeError") refuse(error);
  }
}

/** Press a button or send a selection; nothing happens while another press here is on its way. */
export function press(message, custom_id, values) {
  if (pendingOn(message)) return;
  failures.delete(message);
  const id = begin({ message, custom_id, values });
  tell("pending", message);
  return send(id, "/world/component", { message, custom_id, ...(values ? { values } : {}) });
}

export function run(leaf, options, shown) {
  const id = begin({ command: shown });
  local.set(id, {
    nonce: id,
    channel: world.channel,
    command: shown,
    text: w("sending"),
    failed: false,
  });
  tell("local");
  return send(id, "/world/command", { channel: world.channel, path: leaf.path, options });
}

/** Send a modal's fields; `done(well, text)` when the bot has answered. */
export function submit(modal, interaction_id, fields, done) {
  const id = begin({ done });
  return send(id, "/world/modal", { interaction_id, custom_id: modal.custom_id, fields });
}

let asked = null; // only the newest question counts

export function complete(leaf, options, focused, answer) {
  const id = nonce();
  asked = { id, answer };
  post("/world/autocomplete", {
    user: world.me,
    channel: world.channel,
    nonce: id,
    path: leaf.path,
    options,
    focused,
  }).catch(refuse);
}

export function forget(row) {
  local.delete(row.nonce);
  tell("local");
}

on("interaction", ({ nonce: id, op, text }) => {
  settle(id, op === "acknowledged", text);
  if (op === "failed" && asked?.id === id) asked.answer([]);
});
on("modal", ({ nonce: id }) => settle(id, true));
on("autocomplete", ({ nonce: id, choices }) => {
  if (asked?.id === id) asked.answer(choices);
});
on("message", ({ message, op }) => {
  const fresh = Date.now() - (failures.get(message.id)?.at ?? 0) < READING;
  if (op === "delete" || !fresh) failures.delete(message.id);
});

/** Another person's spinners are not mine. */
news.addEventListener("person", () => {
  for (const one of waiting.values()) clearTimeout(one.timer);
  waiting.clear();
  failures.clear();
  local.clear();
});
