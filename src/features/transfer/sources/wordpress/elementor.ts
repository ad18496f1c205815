import { escapeText, escapeValue } from "#shared/html.ts";
import type { BodyNotes } from "./body-notes.ts";
import { embed } from "./shortcode-parts.ts";

/** The field in which Elementor stores a text as JSON. */
export const ELEMENTOR_DATA = "_elementor_data";
/** Fields of page builders whose texts cannot be read: they are serialised, or in forms of their own. */
const UNREADABLE: readonly (readonly [key: string, name: string])[] = [
  ["_bricks_page_content_2", "Bricks"],
  ["ct_builder_shortcodes", "Oxygen"],
  ["ct_builder_json", "Oxygen"],
  ["_breakdance_data", "Breakdance"],
  ["brizy", "Brizy"],
  ["_fl_builder_data", "Beaver Builder"],
  ["panels_data", "SiteOrigin"],
];
const MAX_WIDGETS = 5000;

/** A text without content of its own, from what a page builder stores in fields; empty if there is nothing. */
export function builderHtml(meta: ReadonlyMap<string, readonly string[]>, notes: BodyNotes): string {
  const json = meta.get(ELEMENTOR_DATA)?.[0] ?? "";
  const html = json === "" ? "" : elementorHtml(json, notes);
  const unreadable = UNREADABLE.find(([key]) => meta.has(key));
  if (html === "" && unreadable)
    notes.note(`Its text is in fields of ${unreadable[1]}, which cannot be read.`, "warning");
  return html;
}

function elementorHtml(json: string, notes: BodyNotes): string {
  let root: unknown;
  try {
    root = JSON.parse(json);
  } catch {
    notes.note("Its text is in fields of Elementor that cannot be read.", "warning");
    return "";
  }
  const html: string[] = [];
  // Without recursion: the nesting is that of the file.
  const open: unknown[] = Array.isArray(root) ? root.toReversed() : [root];
  for (let read = 0; open.length > 0 && read < MAX_WIDGETS; read++) {
    const { elements, settings, widgetType } = record(open.pop());
    if (typeof widgetType === "string") html.push(widgetHtml(widgetType, record(settings), notes));
    if (Array.isArray(elements)) for (const inner of elements.toReversed()) open.push(inner);
  }
  if (html.length > 0) notes.name("builder", "Elementor");
  return html.join("\n\n");
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : []);

function widgetHtml(type: string, settings: Record<string, unknown>, notes: BodyNotes): string {
  const pictures = [settings.image, ...list(settings.gallery), ...list(settings.carousel)].map(record);
  const addresses = [
    settings.youtube_url,
    settings.vimeo_url,
    settings.dailymotion_url,
    record(settings.hosted_url).url,
  ];
  const parts = [
    settings.title && type === "heading" ? `<h2>${text(settings.title)}</h2>` : "",
    text(settings.editor),
    text(settings.html),
    text(settings.shortcode),
    settings.blockquote_content ? `<blockquote>${text(settings.blockquote_content)}</blockquote>` : "",
    settings.title_text ? `<h3>${text(settings.title_text)}</h3>` : "",
    settings.description_text ? `<p>${text(settings.description_text)}</p>` : "",
    ...pictures.map(({ url, alt }) =>
      text(url) === "" ? "" : `<figure><img src="${escapeValue(text(url))}" alt="${escapeValue(text(alt))}"></figure>`,
    ),
    type === "video" ? embedded(text(addresses.find((address) => text(address) !== ""))) : "",
    type === "button" && text(record(settings.link).url) !== ""
      ? `<div class="wp-block-button"><a href="${escapeValue(text(record(settings.link).url))}">${escapeText(text(settings.text))}</a></div>`
      : "",
    ...list(settings.tabs).map(
      ({ tab_title, tab_content }) =>
        `<details><summary>${escapeText(text(tab_title))}</summary>${text(tab_content)}</details>`,
    ),
    ...list(settings.icon_list).map((item) => (text(item.text) === "" ? "" : `<ul><li>${text(item.text)}</li></ul>`)),
  ].filter((part) => part !== "");
  if (parts.length === 0 && !/^(?:spacer|divider|icon|menu-anchor)$/.test(type))
    notes.name("lost", `Elementor ${type}`);
  return parts.join("\n\n");
}

const embedded = (address: string): string => (address === "" ? "" : embed(address));
