// Elements are built here, and only from text: nothing that the bot or a person
// wrote is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  hash: ["M9 3 7 21", "M17 3 15 21", "M4 8h17", "M3 16h17"],
  thread: ["M4 5h16", "M8 5v8a3 3 0 0 0 3 3h9", "M16 12l4 4-4 4"],
  people: [
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
    "M2 21v-2a5 5 0 0 1 5-5h4a5 5 0 0 1 5 5v2",
    "M17 4a4 4 0 0 1 0 7",
    "M22 21v-2a5 5 0 0 0-3-4.6",
  ],
  menu: ["M4 6h16", "M4 12h16", "M4 18h16"],
  close: ["M5 5l14 14", "M19 5 5 19"],
  sun: [
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M12 2v2",
    "M12 20v2",
    "M2 12h2",
    "M20 12h2",
    "M5 5l1.5 1.5",
    "M17.5 17.5 19 19",
    "M19 5l-1.5 1.5",
    "M6.5 17.5 5 19",
  ],
  moon: ["M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"],
  send: ["M4 12 20 4l-5 16-4-7z", "M11 13l9-9"],
  eye: ["M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z", "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"],
  outside: ["M14 4h6v6", "M20 4l-9 9", "M18 14v6H4V6h6"],
  chevron: ["M6 9l6 6 6-6"],
  check: ["M4 12l5 6L20 6"],
  plus: ["M12 4v16", "M4 12h16"],
  file: ["M6 2h8l5 5v15H6z", "M14 2v5h5"],
  slash: ["M15 4 9 20"],
  down: ["M12 4v15", "M5 12l7 7 7-7"],
  warn: ["M12 3 2 21h20z", "M12 10v5", "M12 18v.5"],
  reply: ["M4 20v-6a5 5 0 0 1 5-5h11"],
  lock: ["M6 11h12v10H6z", "M8 11V7a4 4 0 0 1 8 0v4"],
};

/** An element; `props`: class, text, style (object), on (object of listeners), or attributes. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "style") setStyle(node, value);
    else if (name === "on")
      for (const [type, act] of Object.entries(value)) node.addEventListener(type, act);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

function setStyle(node, style) {
  for (const [name, value] of Object.entries(style)) {
    if (value !== undefined && value !== null) node.style.setProperty(name, value);
  }
}

/** A drawn icon, silent for screen readers: what it means is said by the button around it. */
export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24",
    width: size,
    height: size,
    "aria-hidden": "true",
    class: "icon",
  })) {
    svg.setAttribute(key, value);
  }
  for (const d of SHAPES[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

export function spinner() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

/** 0xRRGGBB, "#rrggbb" or nothing → a CSS colour or undefined. */
export function colour(value) {
  if (typeof value === "number")
    return value > 0 ? `#${value.toString(16).padStart(6, "0")}` : undefined;
  if (typeof value === "string" && /^#[0-9a-f]{3,8}$/i.test(value)) return value;
  return undefined;
}

/** Where a picture or file may be fetched from: this server alone; null for anywhere else. */
export function ownAddress(address, attachments = []) {
  if (typeof address !== "string") return null;
  if (address.startsWith("attachment://")) {
    const name = address.slice("attachment://".length);
    const found = attachments.find((file) => file.filename === name);
    return found ? ownAddress(found.url) : null;
  }
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return null;
  }
  const local = [
    location.hostname,
    "127.0.0.1",
    "localhost",
    "cdn.discordapp.com",
    "media.discordapp.net",
  ];
  return local.includes(url.hostname) ? url.pathname + url.search : null;
}

/** http and https only, else null: a link must not run anything. */
export function safeLink(address) {
  try {
    const url = new URL(address);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Older, same, newer: snowflakes are longer than a number holds exactly. */
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A round picture for a person: initial on their colour. */
export function avatar(user, size = "") {
  const name = user?.name ?? "?";
  return el("span", {
    class: `avatar ${user?.bot ? "avatar-bot" : ""} ${size}`,
    style: { "--person": colour(user?.color) ?? "#5865f2" },
    "aria-hidden": "true",
    text: [...name][0]?.toUpperCase() ?? "?",
  });
}
