// Dates and times as the person reads them; relative ones go on by themselves.

import { el } from "./dom.js";
import { locale, w } from "./words.js";

const STYLES = {
  t: { hour: "numeric", minute: "2-digit" },
  T: { hour: "numeric", minute: "2-digit", second: "2-digit" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const format = (date, style) => new Intl.DateTimeFormat(locale(), style).format(date);

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(
    Math.round(away / size),
    unit,
  );
}

/** `<t:seconds:style>` */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return el("span", { text: String(seconds) });
  const shared = { class: "time", datetime: date.toISOString(), title: format(date, STYLES.F) };
  if (style === "R")
    return el("time", { ...shared, "data-relative": seconds, text: relative(seconds) });
  return el("time", { ...shared, text: format(date, STYLES[style]) });
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const now = relative(Number(node.dataset.relative));
    if (node.textContent !== now) node.textContent = now;
  }
}, 1000);

export const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();
export const dayName = (iso) => format(new Date(iso), { dateStyle: "long" });
export const hour = (iso) => format(new Date(iso), STYLES.t);

/** "Today at 7:12 PM", as beside an author's name. */
export function when(iso) {
  const date = new Date(iso);
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  if (sameDay(date, new Date())) return w("today", hour(iso));
  if (sameDay(date, yesterday)) return w("yesterday", hour(iso));
  return format(date, { dateStyle: "short", timeStyle: "short" });
}
