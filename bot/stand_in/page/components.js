// Buttons, menus and the newer layout parts (Components V2) of a message.

import { colour, el, icon, safeLink, spinner } from "./dom.js";
import { fileCard, picture } from "./embeds.js";
import { emoji, markdown, spoiler } from "./markdown.js";
import { pendingOn, press } from "./pending.js";
import { select } from "./select.js";
import { w } from "./words.js";

const LINK = 5;
const V2 = 1 << 15;

export const isV2 = (message) => ((message.flags ?? 0) & V2) !== 0;

const BUILD = {
  1: row,
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: section,
  10: text,
  11: thumbnail,
  12: gallery,
  13: file,
  14: separator,
  17: container,
};

export function components(message) {
  if (!message.components?.length) return null;
  return el(
    "div",
    { class: `components ${isV2(message) ? "components-v2" : ""}` },
    message.components.map((part) => component(part, message)),
  );
}

function component(part, message) {
  const build = BUILD[part.type];
  return build
    ? build(part, message)
    : el("div", { class: "muted", text: w("unknownPart", part.type) });
}

const all = (parts, message) => parts.map((part) => component(part, message));

function row(part, message) {
  return el("div", { class: "row" }, all(part.components, message));
}

function button(part, message) {
  const pending = pendingOn(message.id);
  const busy = pending?.custom_id === part.custom_id && part.custom_id !== undefined;
  const words = [
    part.emoji ? emoji(part.emoji) : null,
    part.label ? el("span", { class: "btn-label", text: part.label }) : null,
  ];
  if (part.style === LINK) {
    const href = safeLink(part.url);
    if (part.disabled || href === null)
      return el(
        "button",
        { class: "btn btn-5", type: "button", disabled: true },
        words,
        icon("outside", 16),
      );
    return el(
      "a",
      { class: "btn btn-5", href, target: "_blank", rel: "noopener noreferrer" },
      words,
      icon("outside", 16),
    );
  }
  // the label is out of sight while the button turns, but not out of its name
  const name = busy || !part.label ? (part.label ?? part.emoji?.name) : null;
  const props = {
    class: `btn btn-${part.style}`,
    type: "button",
    disabled: part.disabled || part.style === 6,
    "aria-label": name,
    "data-custom-id": part.custom_id,
    on: { click: () => press(message.id, part.custom_id) },
  };
  if (pending)
    Object.assign(props, {
      "aria-disabled": "true",
      "aria-busy": busy ? "true" : null,
      class: `${props.class} ${busy ? "busy" : "held"}`,
    });
  return el("button", props, words, busy ? spinner() : null);
}

function menu(part, message) {
  const pending = pendingOn(message.id);
  const busy = pending?.custom_id === part.custom_id;
  return select(part, {
    disabled: Boolean(pending),
    busy,
    values: busy ? pending.values : null,
    onChoose: (values) => press(message.id, part.custom_id, values),
  });
}

function section(part, message) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-words" }, all(part.components, message)),
    component(part.accessory, message),
  );
}

function text(part) {
  return el("div", { class: "text" }, markdown(part.content));
}

function thumbnail(part, message) {
  const shown = picture(
    { ...part.media, description: part.description },
    { attachments: message.attachments, maxWidth: 85, maxHeight: 85 },
  );
  return el("div", { class: "thumb" }, part.spoiler ? spoiler(shown) : shown);
}

function gallery(part, message) {
  const pictures = part.items.map((item) => {
    const shown = picture(
      { ...item.media, description: item.description },
      { attachments: message.attachments },
    );
    return item.spoiler ? spoiler(shown) : shown;
  });
  return el("div", { class: `gallery gallery-${Math.min(pictures.length, 3)}` }, pictures);
}

function file(part) {
  return fileCard(part.name ?? part.file.url.split("/").at(-1), part.size, part.file.url);
}

function separator(part) {
  return el("hr", {
    class: `separator ${part.divider === false ? "separator-blank" : ""} ${part.spacing === 2 ? "separator-wide" : ""}`,
  });
}

function container(part, message) {
  const box = el(
    "div",
    { class: "container", style: { "--bar": colour(part.accent_color) } },
    all(part.components, message),
  );
  if (part.accent_color !== undefined && part.accent_color !== null)
    box.classList.add("container-bar");
  return part.spoiler ? spoiler(box) : box;
}
