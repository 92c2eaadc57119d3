// A modal: a small form that the bot opens, as a <dialog>.

import { avatar, el, icon, spinner } from "./dom.js";
import { markdown } from "./markdown.js";
import { submit } from "./pending.js";
import { select } from "./select.js";
import { person, on, world } from "./world.js";
import { w } from "./words.js";

const LABEL = 18;
const ROW = 1;

/** Builders give {node, read, valid}; `read` answers the value(s) as they are sent. */
const FIELDS = {
  3: menu,
  4: typed,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  21: radios,
  22: checks,
  23: check,
};

let open = null;

export function showModal({ modal, interaction_id }) {
  open?.close();
  const fields = [];
  const body = el(
    "div",
    { class: "modal-body" },
    modal.components.map((part) => partOf(part, fields)),
  );
  const note = el("div", { class: "modal-note", role: "alert" });
  const send = el("button", { class: "btn btn-1", type: "submit", text: w("submit") });
  const bot = person(world.bot?.id);
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el(
      "header",
      { class: "modal-head" },
      avatar(bot, "avatar-small"),
      el("h2", { text: modal.title }),
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
    body,
    note,
    el(
      "footer",
      { class: "modal-foot" },
      el("button", {
        class: "btn btn-2",
        type: "button",
        text: w("cancel"),
        on: { click: () => dialog.close() },
      }),
      send,
    ),
  );
  const dialog = el("dialog", { class: "modal", "aria-label": modal.title }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) return wrong[0].focus();
    send.disabled = true;
    send.replaceChildren(spinner());
    note.textContent = "";
    const values = Object.fromEntries(fields.map((field) => [field.custom_id, field.read()]));
    submit(modal, interaction_id, values, (well, text) => {
      if (well) return dialog.close();
      send.disabled = false;
      send.replaceChildren(w("submit"));
      note.textContent = text ? `${w("tryAgain")} (${text})` : w("tryAgain");
    });
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open === dialog) open = null;
  });
  open = dialog;
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

on("person", () => open?.close());

function partOf(part, fields) {
  if (part.type === ROW)
    return el(
      "div",
      {},
      part.components.map((inner) => fieldOf(inner, inner.label, null, fields)),
    );
  if (part.type === LABEL) return fieldOf(part.component, part.label, part.description, fields);
  if (part.type === 10) return el("div", { class: "text" }, markdown(part.content));
  return el("div", { class: "muted", text: w("unknownPart", part.type) });
}

function fieldOf(part, label, description, fields) {
  const build = FIELDS[part.type];
  if (!build) return el("div", { class: "muted", text: w("unknownPart", part.type) });
  const id = `field-${fields.length}-${part.custom_id}`;
  const needed = part.required ?? true;
  const field = build(part, { id, label, needed });
  const fault = el("div", { class: "fault", id: `${id}-fault` });
  fields.push({
    custom_id: part.custom_id,
    read: field.read,
    focus: () => field.focus(),
    check: () => {
      const words = field.fault();
      fault.textContent = words ?? "";
      return words === null;
    },
  });
  const head = el(
    field.single ? "label" : "div",
    { class: "field-label", ...(field.single ? { for: id } : { id: `${id}-label` }) },
    label,
    needed && part.type !== 23
      ? el("span", { class: "needed", "aria-hidden": "true", text: " *" })
      : null,
  );
  return el(
    "div",
    { class: "form-field" },
    head,
    description ? el("div", { class: "muted", text: description }) : null,
    field.node,
    fault,
  );
}

function typed(part, { id, needed }) {
  const shared = {
    id,
    class: "input",
    placeholder: part.placeholder,
    maxlength: part.max_length ?? 4000,
    required: needed,
    "aria-describedby": `${id}-fault`,
    value: part.value ?? "",
    "data-custom-id": part.custom_id,
  };
  const node =
    part.style === 2
      ? el("textarea", { ...shared, rows: 4 })
      : el("input", { ...shared, type: "text", autocomplete: "off" });
  const low = part.min_length ?? 0;
  return {
    node,
    single: true,
    read: () => node.value,
    focus: () => node.focus(),
    fault: () => {
      if (needed && !node.value.trim()) return w("fieldRequired");
      return node.value && node.value.length < low ? w("badLength", part.label ?? "") : null;
    },
  };
}

function menu(part, { label, needed }) {
  const node = select({ ...part, required: needed }, { onChoose: () => {}, label });
  return {
    node,
    read: () => node.values(),
    focus: () => node.querySelector("button").focus(),
    fault: () =>
      node.satisfied() && (!needed || node.values().length) ? null : w("fieldRequired"),
  };
}

function choices(part, id, type) {
  return part.options.map((one, at) => {
    const input = el("input", {
      type,
      name: id,
      id: `${id}-${at}`,
      value: one.value,
      checked: one.default,
    });
    return {
      input,
      node: el(
        "label",
        { class: "choice", for: `${id}-${at}` },
        input,
        el(
          "span",
          { class: "option-words" },
          el("span", { text: one.label }),
          one.description ? el("span", { class: "muted", text: one.description }) : null,
        ),
      ),
    };
  });
}

function radios(part, { id, needed }) {
  const rows = choices(part, id, "radio");
  const chosen = () => rows.find((row) => row.input.checked)?.input.value ?? null;
  return {
    node: el(
      "div",
      { role: "radiogroup", "aria-labelledby": `${id}-label` },
      rows.map((row) => row.node),
    ),
    read: chosen,
    focus: () => rows[0].input.focus(),
    fault: () => (needed && chosen() === null ? w("fieldRequired") : null),
  };
}

function checks(part, { id, needed }) {
  const rows = choices(part, id, "checkbox");
  const chosen = () => rows.filter((row) => row.input.checked).map((row) => row.input.value);
  const low = part.min_values ?? (needed ? 1 : 0);
  const high = part.max_values ?? rows.length;
  return {
    node: el(
      "div",
      { role: "group", "aria-labelledby": `${id}-label` },
      rows.map((row) => row.node),
    ),
    read: chosen,
    focus: () => rows[0].input.focus(),
    fault: () =>
      chosen().length < low || chosen().length > high ? w("chooseCount", low, high) : null,
  };
}

function check(part, { id }) {
  const input = el("input", { type: "checkbox", id, checked: part.default });
  return {
    node: el("div", {}, input),
    single: true,
    read: () => input.checked,
    focus: () => input.focus(),
    fault: () => null,
  };
}
