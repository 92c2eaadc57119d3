// Embeds, pictures and files of a message.

import { colour, el, icon, ownAddress, safeLink } from "./dom.js";
import { inline, markdown, spoiler } from "./markdown.js";
import { when } from "./times.js";
import { w } from "./words.js";

const box = { maxWidth: 520, maxHeight: 380 };

/** A picture with its words; elsewhere's pictures are named, never fetched. */
export function picture(media, { alt, attachments = [], kind = "picture", ...limits } = {}) {
  const { url, width, height, description } = media;
  const src = ownAddress(media.proxy_url ?? url, attachments) ?? ownAddress(url, attachments);
  if (src === null) return el("span", { class: "absent", title: url, text: w("notHere") });
  const words = alt ?? description ?? "";
  const size = width && height ? fit(width, height, { ...box, ...limits }) : null;
  const style = size ? { width: `${size.width}px`, "aspect-ratio": `${width} / ${height}` } : {};
  const image = el("img", { src, alt: words, style, loading: "eager", decoding: "async" });
  if (kind !== "picture") return image;
  return el(
    "button",
    {
      class: "picture",
      type: "button",
      title: words || null,
      "aria-label": `${w("openPicture")}${words ? `: ${words}` : ""}`,
      on: { click: () => enlarge(src, words) },
    },
    image,
  );
}

function fit(width, height, limits) {
  const scale = Math.min(1, limits.maxWidth / width, limits.maxHeight / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function enlarge(src, alt) {
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": alt || w("picture") },
    el("img", { src, alt }),
    el(
      "button",
      { class: "round", type: "button", "aria-label": w("close"), autofocus: true },
      icon("close"),
    ),
  );
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const isPicture = (file) =>
  (file.content_type ?? "").startsWith("image/") ||
  /\.(png|jpe?g|gif|webp)$/i.test(file.filename ?? "");

/** The files that no embed or component shows already. */
export function attachments(message) {
  const shown = JSON.stringify([message.embeds ?? [], message.components ?? []]);
  const loose = (message.attachments ?? []).filter(
    (file) =>
      !shown.includes(`"${file.url}"`) && !shown.includes(`"attachment://${file.filename}"`),
  );
  if (!loose.length) return null;
  return el(
    "div",
    { class: "attachments" },
    loose.map((file) =>
      isPicture(file)
        ? veiled(file, picture(file, { alt: file.description ?? file.filename }))
        : fileCard(file.filename, file.size, file.url),
    ),
  );
}

const veiled = (file, node) => (file.filename?.startsWith("SPOILER_") ? spoiler(node) : node);

export function fileCard(name, size, url) {
  const href = ownAddress(url);
  const kilobytes =
    typeof size === "number" ? `${(size / 1024).toFixed(size < 10240 ? 1 : 0)} KB` : "";
  return el(
    "div",
    { class: "file" },
    icon("file", 28),
    el(
      "div",
      {},
      href ? el("a", { href, download: name, text: name }) : el("span", { text: name }),
      el("div", { class: "muted", text: kilobytes }),
    ),
  );
}

export function embed(data, message) {
  const files = message.attachments ?? [];
  const body = el("div", { class: "embed-body" });
  if (data.author) body.append(author(data.author, files));
  if (data.title)
    body.append(
      el("div", { class: "embed-title", role: "heading", "aria-level": 3 }, titled(data)),
    );
  if (data.description) body.append(el("div", { class: "embed-text" }, markdown(data.description)));
  if (data.fields?.length) body.append(fields(data.fields));
  const image = data.image
    ? el(
        "div",
        { class: "embed-image" },
        picture(data.image, { alt: altOf(data.image, files), attachments: files }),
      )
    : null;
  const thumb = data.thumbnail
    ? el(
        "div",
        { class: "embed-thumb" },
        picture(data.thumbnail, {
          alt: altOf(data.thumbnail, files),
          attachments: files,
          maxWidth: 80,
          maxHeight: 80,
        }),
      )
    : null;
  const foot = footer(data, files);
  const top =
    body.childElementCount || thumb ? el("div", { class: "embed-top" }, body, thumb) : null;
  return el(
    "article",
    { class: "embed", style: { "--bar": colour(data.color) } },
    top,
    image,
    foot,
  );
}

/** The description that was sent with the file which the embed shows. */
function altOf(media, files) {
  if (media.description) return media.description;
  return (
    files.find((file) => file.url === media.url || `attachment://${file.filename}` === media.url)
      ?.description ?? ""
  );
}

function titled(data) {
  const href = data.url ? safeLink(data.url) : null;
  return href
    ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inline(data.title))
    : inline(data.title);
}

function author(data, files) {
  const href = data.url ? safeLink(data.url) : null;
  const image = data.icon_url && ownAddress(data.icon_url, files);
  return el(
    "div",
    { class: "embed-author" },
    image ? el("img", { src: image, alt: "" }) : null,
    href
      ? el("a", { href, target: "_blank", rel: "noopener noreferrer", text: data.name })
      : data.name,
  );
}

/** Inline fields stand up to three in a row, as Discord sets them. */
function fields(list) {
  const rows = [];
  for (const field of list) {
    const last = rows.at(-1);
    if (field.inline && last?.inline && last.fields.length < 3) last.fields.push(field);
    else rows.push({ inline: Boolean(field.inline), fields: [field] });
  }
  return el(
    "div",
    { class: "embed-fields" },
    rows.map((row) =>
      el(
        "div",
        { class: "field-row" },
        row.fields.map((field) =>
          el(
            "div",
            { class: "field" },
            el("div", { class: "field-name" }, inline(field.name)),
            el("div", { class: "field-value" }, markdown(field.value)),
          ),
        ),
      ),
    ),
  );
}

function footer(data, files) {
  if (!data.footer && !data.timestamp) return null;
  const image = data.footer?.icon_url && ownAddress(data.footer.icon_url, files);
  const parts = [data.footer?.text, data.timestamp ? when(data.timestamp) : null].filter(Boolean);
  return el(
    "div",
    { class: "embed-footer" },
    image ? el("img", { src: image, alt: "" }) : null,
    parts.join(" • "),
  );
}
