// A menu as Discord has it: descriptions, emojis, one or several to choose.

import { avatar, el, icon } from "./dom.js";
import { emoji } from "./markdown.js";
import { world } from "./world.js";
import { w } from "./words.js";

const USERS = [5, 7];
const CHANNELS = [8];

/** The options of any kind of select as {value, label, description, emoji, user, default}. */
function optionsOf(data) {
  const preset = new Set((data.default_values ?? []).map((one) => one.id));
  if (USERS.includes(data.type)) {
    const people = [...world.users.values(), ...(world.bot ? [{ ...world.bot, bot: true }] : [])];
    return people.map((user) => ({
      value: user.id,
      label: user.name,
      user,
      default: preset.has(user.id),
    }));
  }
  if (CHANNELS.includes(data.type)) {
    const kinds = data.channel_types?.length ? data.channel_types : null;
    const fitting = [...world.channels.values()].filter(
      (channel) => !kinds || kinds.includes(channel.type),
    );
    return fitting.map((channel) => ({
      value: channel.id,
      label: `#${channel.name}`,
      default: preset.has(channel.id),
    }));
  }
  return data.options ?? [];
}

/**
 * A select. `onChoose(values)` is called once a choice is made: at once for a single one,
 * when the list is closed for several. `label` names it for screen readers.
 */
export function select(
  data,
  { onChoose, disabled = false, busy = false, label = null, values = null },
) {
  const options = optionsOf(data);
  const low = data.min_values ?? 1;
  const high = Math.min(data.max_values ?? 1, Math.max(options.length, 1));
  const several = high > 1;
  let chosen = new Set(values ?? options.filter((one) => one.default).map((one) => one.value));
  let sent = [...chosen];
  const id = `list-${Math.random().toString(36).slice(2)}`;
  const face = el("span", { class: "select-face" });
  const button = el(
    "button",
    {
      class: "select",
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id,
      disabled: disabled || data.disabled,
      "data-custom-id": data.custom_id,
    },
    face,
    icon("chevron", 18),
  );
  if (busy) button.classList.add("busy");
  const rows = options.map((one) => row(one, several));
  const note = el("div", { class: "select-note", "aria-live": "polite" });
  const done = el("button", { class: "btn btn-1", type: "button", text: w("done") });
  const list = el(
    "div",
    {
      class: "options",
      role: "listbox",
      id,
      "aria-multiselectable": several ? "true" : null,
      "aria-label": label ?? data.placeholder ?? w("choose"),
    },
    rows,
  );
  const panel = el(
    "div",
    { class: "select-panel", popover: "manual" },
    list,
    several ? el("div", { class: "select-foot" }, note, done) : null,
  );
  const holder = el("div", { class: "select-holder" }, button, panel);
  let active = -1;

  const isOpen = () => panel.matches(":popover-open");

  function paint() {
    const shown = options.filter((one) => chosen.has(one.value));
    face.replaceChildren();
    if (!shown.length)
      face.append(el("span", { class: "muted", text: data.placeholder || w("choose") }));
    else if (several && shown.length > 3)
      face.append(w("chosen", shown.length) + ": " + shown.map((one) => one.label).join(", "));
    else
      face.append(
        ...shown.flatMap((one) => [
          several ? el("span", { class: "chip-face" }, faceOf(one)) : faceOf(one),
        ]),
      );
    const words = shown.length ? shown.map((one) => one.label).join(", ") : "";
    button.setAttribute(
      "aria-label",
      [label ?? data.placeholder ?? w("choose"), words].filter(Boolean).join(": "),
    );
    rows.forEach((node, at) => {
      const on = chosen.has(options[at].value);
      node.setAttribute("aria-selected", String(on));
      const full = several && !on && chosen.size >= high;
      node.setAttribute("aria-disabled", String(full));
    });
    note.textContent = `${w("chooseCount", low, high)} · ${w("chosen", chosen.size)}`;
    done.disabled = !enough();
  }

  const enough = () =>
    (chosen.size >= low || (chosen.size === 0 && data.required === false)) && chosen.size <= high;

  function open() {
    if (isOpen() || button.disabled) return;
    panel.showPopover();
    place(panel, button);
    button.setAttribute("aria-expanded", "true");
    move(
      Math.max(
        0,
        options.findIndex((one) => chosen.has(one.value)),
      ),
    );
    addEventListener("pointerdown", outside, true);
    addEventListener("resize", replace);
    addEventListener("scroll", replace, true);
  }

  function close(keep) {
    if (!isOpen()) return;
    panel.hidePopover();
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-activedescendant");
    removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", replace);
    removeEventListener("scroll", replace, true);
    if (!keep || !enough()) chosen = new Set(sent);
    else if (changed()) commit();
    paint();
  }

  const changed = () => sent.length !== chosen.size || sent.some((value) => !chosen.has(value));

  function commit() {
    sent = options.filter((one) => chosen.has(one.value)).map((one) => one.value);
    onChoose(sent);
  }

  function outside(event) {
    if (!button.isConnected) close(false);
    else if (!panel.contains(event.target) && !button.contains(event.target)) close(true);
  }

  function replace(event) {
    if (!panel.contains(event.target)) place(panel, button);
  }

  function pick(at) {
    const { value } = options[at];
    if (several) {
      if (chosen.has(value)) chosen.delete(value);
      else if (chosen.size < high) chosen.add(value);
      paint();
      return;
    }
    chosen = low === 0 && chosen.has(value) ? new Set() : new Set([value]);
    close(true);
    button.focus();
  }

  function move(at) {
    rows[active]?.classList.remove("active");
    active = (at + rows.length) % rows.length;
    rows[active]?.classList.add("active");
    rows[active]?.scrollIntoView({ block: "nearest" });
    if (rows[active]) button.setAttribute("aria-activedescendant", rows[active].id);
  }

  rows.forEach((node, at) => {
    node.id = `${id}-${at}`;
    node.addEventListener("click", () => pick(at));
    node.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && move(at));
  });
  done.addEventListener("click", () => (close(true), button.focus()));
  button.addEventListener("click", () => (isOpen() ? close(true) : open()));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !isOpen()) open();
    else if (step) move(active + step);
    else if (event.key === "Home" && isOpen()) move(0);
    else if (event.key === "End" && isOpen()) move(rows.length - 1);
    else if ((event.key === "Enter" || event.key === " ") && isOpen()) pick(active);
    else if (event.key === "Escape" && isOpen()) close(false);
    else if (event.key === "Tab" && isOpen()) return close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  holder.openNow = isOpen;
  holder.values = () => [...sent];
  holder.satisfied = enough;
  paint();
  return holder;
}

function faceOf(one) {
  return el(
    "span",
    { class: "option-face" },
    one.user ? avatar(one.user, "avatar-small") : one.emoji ? emoji(one.emoji) : null,
    one.label,
  );
}

function row(one, several) {
  const mark = several
    ? el("span", { class: "box" }, icon("check", 14))
    : el("span", { class: "tick" }, icon("check", 16));
  const words = el(
    "span",
    { class: "option-words" },
    el("span", { text: one.label }),
    one.description ? el("span", { class: "muted", text: one.description }) : null,
  );
  return el(
    "div",
    { class: "option", role: "option" },
    one.user ? avatar(one.user, "avatar-small") : one.emoji ? emoji(one.emoji) : null,
    words,
    mark,
  );
}

/** Above or below its button, wherever there is more room; a sheet at the bottom on phones. */
function place(panel, button) {
  panel.removeAttribute("style");
  if (matchMedia("(max-width: 640px)").matches) return;
  const at = button.getBoundingClientRect();
  const below = innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const room = Math.min(420, Math.max(below, above));
  Object.assign(panel.style, {
    left: `${Math.min(at.left, innerWidth - at.width - 8)}px`,
    width: `${at.width}px`,
    maxHeight: `${room}px`,
  });
  if (below >= Math.min(300, panel.scrollHeight) || below >= above)
    panel.style.top = `${at.bottom + 4}px`;
  else panel.style.bottom = `${innerHeight - at.top + 4}px`;
}
