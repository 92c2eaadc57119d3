// Slash commands as a line of text: /atout play game:Biritch computers:True. Reading it, and
// what may come next. Knows nothing of the page.

import { localised, w } from "./words.js";

const SUB = 1;
const GROUP = 2;
export const KIND = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
};
const CHAT = 1;

/** Every command that can be sent: {path, shown, spellings, description, options}. */
export function leaves(commands) {
  return commands
    .filter((command) => (command.type ?? CHAT) === CHAT)
    .flatMap((command) => below(command, [], []));
}

function below(thing, path, shown) {
  const here = [...path, thing.name];
  const read = [...shown, localised(thing, "name")];
  const subs = (thing.options ?? []).filter(
    (option) => option.type === SUB || option.type === GROUP,
  );
  if (subs.length) return subs.flatMap((sub) => below(sub, here, read));
  const spellings = [...new Set([read.join(" "), here.join(" ")])];
  return [
    {
      path: here,
      shown: `/${read.join(" ")}`,
      spellings,
      description: localised(thing, "description") ?? "",
      options: thing.options ?? [],
    },
  ];
}

const same = (a, b) => a.localeCompare(b, undefined, { sensitivity: "accent" }) === 0;

/** Commands that fit what is typed after the slash, the best first. */
export function matching(all, typed) {
  const wanted = typed.toLowerCase().trimStart();
  const rank = (leaf) =>
    Math.min(...leaf.spellings.map((spelling) => rankOf(spelling.toLowerCase(), wanted)));
  return all
    .map((leaf, at) => ({ leaf, at, rank: rank(leaf) }))
    .filter((one) => one.rank < 9)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map((one) => one.leaf);
}

function rankOf(spelling, wanted) {
  if (spelling.startsWith(wanted)) return 0;
  if (spelling.split(/[ -]/).some((word) => word.startsWith(wanted))) return 1;
  return spelling.includes(wanted) ? 2 : 9;
}

/** The command that the text names in full, with what follows it; null if none. */
export function named(all, text) {
  if (!text.startsWith("/")) return null;
  const typed = text.slice(1).toLowerCase();
  let best = null;
  for (const leaf of all) {
    for (const spelling of leaf.spellings) {
      const fits =
        typed.startsWith(spelling.toLowerCase()) && /^(\s|$)/.test(typed.slice(spelling.length));
      if (fits && (!best || spelling.length > best.length))
        best = { leaf, length: spelling.length };
    }
  }
  return best && { leaf: best.leaf, end: best.length + 1 };
}

const spellingsOf = (option) => [...new Set([localised(option, "name"), option.name])];
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * What the text gives to `leaf`: {given: [{option, text, from, to}], stray: {text, from, to}}.
 * `stray` is what belongs to no option: the beginning of an option's name, or a slip.
 */
export function readOptions(leaf, text, end, people) {
  const names = leaf.options.flatMap((option) =>
    spellingsOf(option).map((name) => ({ name: name.toLowerCase(), option })),
  );
  names.sort((a, b) => b.name.length - a.name.length);
  const given = [];
  const stray = { text: text.slice(end).trim(), from: end, to: text.length };
  if (!names.length) return { given, stray };
  const sign = new RegExp(`(^|\\s)(${names.map((one) => escape(one.name)).join("|")}):`, "gi");
  const found = [...text.slice(end).matchAll(sign)];
  if (found.length)
    Object.assign(stray, {
      text: text.slice(end, end + found[0].index).trim(),
      to: end + found[0].index,
    });
  found.forEach((mark, at) => {
    const { option } = names.find((one) => one.name === mark[2].toLowerCase());
    const from = end + mark.index + mark[0].length;
    const to = at + 1 < found.length ? end + found[at + 1].index : text.length;
    given.push({ option, text: text.slice(from, to), from, to });
  });
  const last = given.at(-1);
  if (last) splitOff(last, stray, people);
  for (const one of given) one.text = one.text.trim();
  return { given, stray };
}

/** "game:Biritch pre": the value is over, and the name of another option has begun. */
function splitOff(last, stray, people) {
  const values = closedValues(last.option, people);
  const lead = last.text.length - last.text.trimStart().length;
  const words = last.text.slice(lead);
  const ends = values
    ? values.map((one) => one.name.length)
    : /^-?[\d.]+\s/.test(words) && isNumber(last.option)
      ? [words.indexOf(" ")]
      : [];
  const fits = values
    ? values
        .filter(
          (one) =>
            words.length > one.name.length &&
            /\s/.test(words[one.name.length]) &&
            same(words.slice(0, one.name.length), one.name),
        )
        .map((one) => one.name.length)
    : ends;
  // a longer value that also begins so ("Bid" and "Bid whist") is still being typed
  const length = Math.max(...fits, -1);
  if (length < 0) return;
  if (
    values?.some(
      (one) =>
        one.name.length > length &&
        one.name.toLowerCase().startsWith(words.trimEnd().toLowerCase()),
    )
  )
    return;
  const cut = last.from + lead + length;
  if (stray.text) return;
  Object.assign(stray, { text: words.slice(length).trim(), from: cut, to: last.to });
  last.text = words.slice(0, length);
  last.to = cut;
}

const isNumber = (option) => option.type === KIND.integer || option.type === KIND.number;

/** The values that an option is limited to, as {name, value, …}; null when any text will do. */
export function closedValues(option, { users, channels }) {
  if (option.choices?.length)
    return option.choices.map((choice) => ({
      name: localised(choice, "name"),
      other: choice.name,
      value: choice.value,
    }));
  if (option.type === KIND.boolean)
    return [
      { name: w("yes"), other: "True", value: true },
      { name: w("no"), other: "False", value: false },
    ];
  if (option.type === KIND.user || option.type === KIND.mentionable)
    return users.map((user) => ({ name: `@${user.name}`, other: user.name, value: user.id, user }));
  if (option.type === KIND.channel) {
    const fitting = channels.filter(
      (channel) => !option.channel_types?.length || option.channel_types.includes(channel.type),
    );
    return fitting.map((channel) => ({
      name: `#${channel.name}`,
      other: channel.name,
      value: channel.id,
    }));
  }
  return null;
}

/** {value} or {fault: sentence} for what was typed for an option; `picked` knows autocompleted names. */
export function valueOf(option, text, people, picked) {
  const name = localised(option, "name");
  const closed = closedValues(option, people);
  if (closed) {
    const found = closed.find(
      (one) => same(one.name, text) || same(one.other, text) || same(String(one.value), text),
    );
    if (found) return { value: found.value };
    const kind = {
      [KIND.user]: "badUser",
      [KIND.mentionable]: "badUser",
      [KIND.channel]: "badChannel",
    }[option.type];
    return { fault: w(kind ?? "badChoice", name) };
  }
  if (picked.has(`${option.name}:${text}`)) return { value: picked.get(`${option.name}:${text}`) };
  if (isNumber(option)) return numberOf(option, name, text);
  const low = option.min_length ?? (option.required ? 1 : 0);
  const high = option.max_length ?? 6000;
  return text.length < low || text.length > high
    ? { fault: w("badLength", name) }
    : { value: text };
}

function numberOf(option, name, text) {
  const value = Number(text.replace(",", "."));
  if (
    text === "" ||
    Number.isNaN(value) ||
    (option.type === KIND.integer && !Number.isInteger(value))
  )
    return { fault: w("badNumber", name) };
  const { min_value: low, max_value: high } = option;
  if ((low !== undefined && value < low) || (high !== undefined && value > high))
    return { fault: w("badRange", name, low ?? "−∞", high ?? "∞") };
  return { value };
}

/** All options of a finished line as {values} or {fault, option}. */
export function finish(leaf, { given, stray }, people, picked) {
  const values = {};
  if (stray.text) return { fault: w("unknownOption", stray.text), option: null };
  for (const { option, text } of given) {
    if (text === "" && !option.required) continue;
    const { value, fault } = valueOf(option, text, people, picked);
    if (fault) return { fault, option };
    values[option.name] = value;
  }
  const missing = leaf.options.find((option) => option.required && !(option.name in values));
  return missing
    ? { fault: w("missing", localised(missing, "name")), option: missing }
    : { values };
}
