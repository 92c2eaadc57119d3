// What this person knows of the world, and how it changes. Views listen; nobody else writes it.

import { compareIds } from "./dom.js";
import { Line, Refused, get, post } from "./api.js";
import { speak } from "./words.js";

/** Events: "person", "people", "channels", "commands", "bot", "channel" (all messages anew), "fresh" (one of them came while they were fetched), "message", "unread", "line", "interaction", "modal", "autocomplete", "refused", "stranger". */
export const news = new EventTarget();

export const world = {
  guild: null,
  bot: null,
  me: null,
  users: new Map(),
  channels: new Map(),
  commands: [],
  channel: null,
  messages: new Map(),
  loading: false,
  unread: new Map(),
  connected: false,
};

let line = null;
let visit = 0; // counts changes of person or channel, so that late answers are dropped
let held = null; // events that arrive while the messages are being fetched

export function tell(type, detail) {
  news.dispatchEvent(new CustomEvent(type, { detail }));
}

export function on(types, act) {
  for (const type of types.split(" ")) news.addEventListener(type, ({ detail }) => act(detail));
}

export function refuse(error) {
  if (!(error instanceof Refused) && !(error instanceof TypeError)) throw error;
  tell("refused", error instanceof Refused ? error.message : null);
}

export const me = () => world.users.get(world.me);
export const person = (id) =>
  id === world.bot?.id ? { ...world.bot, bot: true } : world.users.get(id);
export const here = () => world.channels.get(world.channel);

function take(state) {
  Object.assign(world, { guild: state.guild, bot: state.bot, commands: state.commands });
  world.users = byId(state.users);
  world.channels = byId(state.channels.map(named));
}

/** A conversation with the bot alone has no name: it is called after the bot. */
const named = (channel) => ({ ...channel, name: channel.name || world.bot.name });

const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

/** Become `user`: nothing of the person before stays on the page. */
export async function become(user, channel) {
  const turn = ++visit;
  line?.close();
  Object.assign(world, {
    me: user,
    channel: null,
    messages: new Map(),
    unread: new Map(),
    connected: false,
    loading: true,
  });
  tell("channel");
  const state = await get("/world/state", { user });
  if (turn !== visit) return;
  take(state);
  speak(me()?.locale ?? world.guild.locale);
  const known = world.channels.has(channel) ? channel : firstChannel();
  tell("person");
  line = new Line(user, { onOpen: () => reconnected().catch(refuse), onEvent: hear, onLost: lost });
  await visitChannel(known);
}

const firstChannel = () =>
  [...world.channels.values()].find((channel) => channel.type === 0)?.id ?? null;

export async function visitChannel(id) {
  const turn = ++visit;
  Object.assign(world, { channel: id, messages: new Map(), loading: true });
  held = [];
  tell("channel");
  await fetchMessages(turn);
}

async function fetchMessages(turn) {
  if (world.channel === null) return;
  held ??= [];
  const { messages } = await get("/world/messages", { user: world.me, channel: world.channel });
  if (turn !== visit) return;
  const known = new Set((world.loading ? messages : [...world.messages.values()]).map(idOf));
  world.messages = byId(messages);
  const late = held;
  held = null;
  for (const event of late) change(event);
  world.loading = false;
  read();
  tell("channel");
  for (const message of ordered()) if (!known.has(message.id)) tell("fresh", message);
}

const idOf = (message) => message.id;

async function reconnected() {
  world.connected = true;
  tell("line");
  const turn = visit;
  const state = await get("/world/state", { user: world.me });
  if (turn !== visit) return;
  take(state);
  if (world.channel !== null && !world.channels.has(world.channel))
    await visitChannel(firstChannel());
  else await fetchMessages(turn);
  tell("channels");
  tell("people");
  tell("commands");
  tell("bot");
  await countUnread(turn);
}

/** A server that was started anew may know this person under another id, or not at all. */
function lost() {
  world.connected = false;
  tell("line");
  get("/world/state", { user: world.me }).catch((error) => {
    if (error instanceof Refused) tell("stranger", me()?.name);
  });
}

function hear(event) {
  const act = {
    message: heardMessage,
    channels: heardChannels,
    users: () => ((world.users = byId(event.users)), tell("people")),
    commands: () => ((world.commands = event.commands), tell("commands")),
    bot: () => ((world.bot = { ...world.bot, online: event.online }), tell("bot")),
    interaction: () => tell("interaction", event),
    modal: () => tell("modal", event),
    autocomplete: () => tell("autocomplete", event),
  }[event.t];
  if (act) act(event);
  else console.warn("an event this page does not know:", event.t);
}

function heardChannels({ channels }) {
  world.channels = byId(channels.map(named));
  tell("channels");
  if (world.channel !== null && !world.channels.has(world.channel))
    visitChannel(firstChannel()).catch(refuse);
}

function heardMessage(event) {
  if (event.channel_id !== world.channel) {
    if (event.op === "create") countOne(event.channel_id, event.message);
    return;
  }
  if (held) held.push(event);
  else tell("message", change(event));
}

/** Put one event into the messages here; answers {op, message, before}. */
function change({ op, message }) {
  const before = world.messages.get(message.id);
  if (op === "delete") world.messages.delete(message.id);
  else world.messages.set(message.id, message);
  if (op === "create") read();
  return { op: op === "update" && !before ? "create" : op, message, before };
}

export const ordered = () => [...world.messages.values()].sort((a, b) => compareIds(a.id, b.id));

// --- what was read -------------------------------------------------------------------------

const mark = (channel) => `read:${world.me}:${channel}`;

/** The newest message here is read when the page is in sight. */
export function read() {
  if (world.channel === null || document.hidden) return;
  const last = ordered().at(-1);
  localStorage.setItem(mark(world.channel), last?.id ?? "0");
  if (world.unread.delete(world.channel)) tell("unread");
}

function countOne(channel, message) {
  if (message.author?.id === world.me) return;
  const count = world.unread.get(channel) ?? { messages: 0, mentions: 0 };
  count.messages += 1;
  count.mentions += message.mentions_me ? 1 : 0;
  world.unread.set(channel, count);
  tell("unread");
}

/** Count anew what came while this page was away. A channel never opened counts from now on. */
async function countUnread(turn) {
  for (const channel of world.channels.keys()) {
    if (channel === world.channel || turn !== visit) continue;
    const { messages } = await get("/world/messages", { user: world.me, channel });
    if (turn !== visit) return;
    const seen = localStorage.getItem(mark(channel));
    if (seen === null) {
      const asked = messages.some((message) => message.mentions_me);
      localStorage.setItem(mark(channel), asked ? "0" : (messages.at(-1)?.id ?? "0"));
      if (!asked) continue;
    }
    world.unread.delete(channel);
    for (const message of messages) {
      if (compareIds(message.id, seen ?? "0") > 0) countOne(channel, message);
    }
  }
  tell("unread");
}

document.addEventListener("visibilitychange", read);

// --- what this person does -----------------------------------------------------------------

export function say(text) {
  return post("/world/say", { user: world.me, channel: world.channel, text }).catch(refuse);
}

export function dismiss(message) {
  world.messages.delete(message.id);
  tell("message", { op: "delete", message });
  return post("/world/dismiss", { user: world.me, message: message.id }).catch(refuse);
}

/** A new person; answers their id once the world knows them. */
export async function addPerson(name, locale) {
  const before = new Set(world.users.keys());
  const answer = await post("/world/users", { name, locale });
  const state = await get("/world/state", { user: world.me });
  world.users = byId(state.users);
  tell("people");
  const given = answer.user?.id ?? answer.id;
  return given ?? state.users.find((user) => !before.has(user.id))?.id;
}
