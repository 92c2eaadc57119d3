// Discord's markdown, read into elements. Text stays text: no string becomes markup.

import { el, safeLink } from "./dom.js";
import { person, tell, world } from "./world.js";
import { timestamp } from "./times.js";
import { w } from "./words.js";

const MARKS = [
  ["***", (inner) => el("strong", {}, el("em", {}, inner))],
  ["**", (inner) => el("strong", {}, inner)],
  ["__", (inner) => el("u", {}, inner)],
  ["~~", (inner) => el("s", {}, inner)],
  ["||", (inner) => spoiler(inner)],
  ["*", (inner) => el("em", {}, inner)],
  ["_", (inner) => el("em", {}, inner)],
];

const TOKENS = [
  [/^\\([^\sA-Za-z0-9])/, (found) => found[1]],
  [
    /^(`{1,2})([^`](?:.*?[^`])?)\1(?!`)/s,
    (found) => el("code", { text: found[2].replace(/^ (.*) $/s, "$1") }),
  ],
  [/^<@!?(\d+)>/, (found) => mention(found[1])],
  [/^<@&(\d+)>/, () => el("span", { class: "mention", text: `@${w("deleted")}` })],
  [/^<#(\d+)>/, (found) => channelMention(found[1])],
  [/^<\/([^:>\n]{1,100}):\d+>/, (found) => commandMention(found[1])],
  [/^<(a?):(\w{2,32}):(\d+)>/, (found) => emoji({ id: found[3], name: found[2] })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (found) => timestamp(Number(found[1]), found[2] ?? "f")],
  [
    /^\[((?:[^[\]\\]|\\.)+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/,
    (found) => link(found[2], inline(found[1])),
  ],
  [/^<(https?:\/\/[^\s>]+)>/, (found) => link(found[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"'!?)\]]/, (found) => link(found[0])],
  [/^@(everyone|here)\b/, (found) => el("span", { class: "mention", text: found[0] })],
];

const STOPS = /[\\`<[@*_~|]|https?:\/\//g;

export function emoji({ id, name }) {
  if (!id) return el("span", { class: "emoji-text", text: name });
  return el("img", {
    class: "emoji",
    src: `/emojis/${encodeURIComponent(id)}.png`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}

function mention(id) {
  const self = id === world.me ? "mention-me" : "";
  return el("span", { class: `mention ${self}`, text: `@${person(id)?.name ?? w("deleted")}` });
}

function channelMention(id) {
  const channel = world.channels.get(id);
  if (!channel) return el("span", { class: "mention", text: `#${w("deleted")}` });
  return el("button", {
    class: "mention",
    type: "button",
    text: `#${channel.name}`,
    on: { click: () => tell("go", id) },
  });
}

function commandMention(name) {
  return el("button", {
    class: "mention",
    type: "button",
    text: `/${name}`,
    on: { click: () => tell("fill", `/${name} `) },
  });
}

function link(address, inner) {
  const href = safeLink(address);
  if (href === null) return el("span", {}, inner ?? address);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inner ?? address);
}

export function spoiler(inner) {
  const cover = el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": w("spoiler"),
      "aria-expanded": "false",
    },
    el("span", { "aria-hidden": "true" }, inner),
  );
  const show = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"])
      cover.removeAttribute(name);
    cover.firstChild.removeAttribute("aria-hidden");
    cover.removeEventListener("click", show);
    cover.removeEventListener("keydown", show);
  };
  cover.addEventListener("click", show);
  cover.addEventListener("keydown", show);
  return cover;
}

/** Words in a line: emphasis, code, mentions, links… → nodes. */
export function inline(text, depth = 0) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = "";
  };
  const push = (node) => {
    if (typeof node === "string") plain += node;
    else {
      flush();
      nodes.push(node);
    }
  };
  while (at < text.length) {
    STOPS.lastIndex = at;
    const stop = STOPS.exec(text);
    if (!stop) {
      plain += text.slice(at);
      break;
    }
    plain += text.slice(at, stop.index);
    at = stop.index;
    const rest = text.slice(at);
    const read = token(rest) ?? (depth < 12 ? marked(rest, text[at - 1], depth) : null);
    if (read) {
      push(read.node);
      at += read.length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function token(rest) {
  for (const [pattern, build] of TOKENS) {
    const found = pattern.exec(rest);
    if (found) return { node: build(found), length: found[0].length };
  }
  return null;
}

function marked(rest, before, depth) {
  for (const [sign, build] of MARKS) {
    if (!rest.startsWith(sign)) continue;
    if (sign === "_" && /\w/.test(before ?? "")) continue;
    const end = closing(rest, sign);
    if (end < 0) continue;
    return {
      node: build(inline(rest.slice(sign.length, end), depth + 1)),
      length: end + sign.length,
    };
  }
  return null;
}

/** Where the emphasis opened by `sign` ends, or -1; code and escapes inside are jumped over. */
function closing(rest, sign) {
  const solid = sign === "*" || sign === "_";
  if (solid && /\s/.test(rest[1] ?? " ")) return -1;
  for (let at = sign.length; at < rest.length; at += 1) {
    if (rest[at] === "\\") at += 1;
    else if (rest[at] === "`") {
      const code = /^(`+).*?[^`]\1(?!`)/s.exec(rest.slice(at));
      if (code) at += code[0].length - 1;
    } else if (rest[at] === "<") {
      const tag = /^<[^>\s]*>/.exec(rest.slice(at));
      if (tag) at += tag[0].length - 1;
    } else if (rest.startsWith(sign, at) && at > sign.length) {
      let run = at;
      while (rest[run] === sign[0]) run += 1;
      if (sign.length === 1) {
        // two signs together open or close something stronger, three close both
        if ((run - at) % 2 === 0) {
          at = run - 1;
          continue;
        }
        if (/\s/.test(rest[at - 1])) continue;
        if (sign === "_" && /\w/.test(rest[run] ?? "")) continue;
      }
      return run - sign.length;
    }
  }
  return -1;
}

/** A whole text with blocks → a fragment. */
export function markdown(text) {
  const out = document.createDocumentFragment();
  const fence = /```(?:([\w+#.-]+)\n)?\n*([^\n](?:.*?))\n*```/gs;
  let at = 0;
  for (const found of text.matchAll(fence)) {
    out.append(...blocks(text.slice(at, found.index).replace(/\n$/, "")));
    out.append(el("pre", { tabindex: "0" }, el("code", { text: found[2] })));
    at = found.index + found[0].length;
    if (text[at] === "\n") at += 1;
  }
  out.append(...blocks(text.slice(at)));
  return out;
}

const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(\S.*)$/;

function blocks(text) {
  if (text === "") return [];
  const lines = text.split("\n");
  const nodes = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) nodes.push(el("div", { class: "line" }, inline(paragraph.join("\n"))));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = /^(#{1,3})\s+(\S.*)$/.exec(line);
    const small = /^-#\s+(\S.*)$/.exec(line);
    if (line.startsWith(">>> ")) {
      flush();
      nodes.push(
        el("blockquote", {}, ...blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"))),
      );
      return nodes;
    } else if (/^> /.test(line)) {
      flush();
      const quoted = [];
      while (at < lines.length && /^>( |$)/.test(lines[at])) quoted.push(lines[at++].slice(2));
      at -= 1;
      nodes.push(el("blockquote", {}, ...blocks(quoted.join("\n"))));
    } else if (heading) {
      flush();
      nodes.push(
        el(
          "div",
          {
            class: `heading heading-${heading[1].length}`,
            role: "heading",
            "aria-level": 3 + heading[1].length,
          },
          inline(heading[2]),
        ),
      );
    } else if (small) {
      flush();
      nodes.push(el("div", { class: "subtext" }, inline(small[1])));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (
        at < lines.length &&
        (ITEM.test(lines[at]) || (items.length && /^\s{2,}\S/.test(lines[at])))
      )
        items.push(lines[at++]);
      at -= 1;
      nodes.push(...lists(items));
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return nodes;
}

/** Lines of a list, deeper ones inside the item above them; a change of sign begins another list. */
function lists(lines) {
  const out = [];
  const stack = [];
  for (const line of lines) {
    const found = ITEM.exec(line);
    if (!found) {
      stack.at(-1)?.item.append("\n", ...inline(line.trim()));
      continue;
    }
    const [, space, sign, words] = found;
    const tag = /\d/.test(sign) ? "ol" : "ul";
    while (stack.length && stack.at(-1).indent > space.length) stack.pop();
    if (stack.at(-1)?.indent === space.length && stack.at(-1).tag !== tag) stack.pop();
    if (!stack.length || stack.at(-1).indent < space.length) {
      const node = el(tag, tag === "ol" ? { start: parseInt(sign, 10) } : {});
      if (stack.length) stack.at(-1).item.append(node);
      else out.push(node);
      stack.push({ indent: space.length, tag, node, item: null });
    }
    const top = stack.at(-1);
    top.item = el("li", {}, inline(words));
    top.node.append(top.item);
  }
  return out;
}

/** The words of a text without its marks, for screen readers' announcements and previews. */
export function plain(text) {
  const box = el("div", {}, markdown(text));
  for (const picture of box.querySelectorAll("img")) picture.replaceWith(picture.alt);
  for (const hidden of box.querySelectorAll(".spoiler")) hidden.replaceWith("…");
  return box.textContent.replace(/\s+/g, " ").trim();
}
