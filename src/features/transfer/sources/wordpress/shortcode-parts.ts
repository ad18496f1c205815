import { escapeText, escapeValue } from "#shared/html.ts";
import type { BodyNotes } from "./body-notes.ts";
import type { Shortcode } from "./shortcodes.ts";
import type { Attachment } from "./site-index.ts";

/** What a text refers to. */
export type Surroundings = {
  attachment(id: string): Attachment | undefined;
  /** The pictures that were uploaded for this text. */
  ownPictures(): readonly Attachment[];
  /** The content of a reusable block. */
  block(id: string): string | undefined;
  /** The field with the notes of the block editor. */
  footnotes: string;
};

/** A shortcode with its content as HTML and as it was written; null for one without an end. */
export type FoundShortcode = { code: Shortcode; source: string; inner: string | null; raw: string };

export type ShortcodeTools = { around: Surroundings; notes: BodyNotes; footnote: (html: string) => string };

/** The class of an element with the address of an embed, which becomes a link card. */
export const EMBED_CLASS = "wp-block-embed__wrapper";
export const embed = (address: string): string => `<div class="${EMBED_CLASS}">${escapeText(address)}</div>`;

export function figureOf({ address, alt, caption }: Attachment): string {
  const words = caption === "" ? "" : `<figcaption>${caption}</figcaption>`;
  return `<figure><img src="${escapeValue(address)}" alt="${escapeValue(alt)}">${words}</figure>`;
}

export const galleryOf = (pictures: readonly Attachment[]): string =>
  `<figure>${pictures.map(figureOf).join("")}</figure>`;

/** The ids in a list; anything else in it is ignored. */
export const idsIn = (text = ""): string[] => text.split(",").flatMap((id) => id.trim().match(/^\d{1,12}$/)?.[0] ?? []);

/** The pictures with ids; names those that are missing. */
export function picturesOf(ids: string, { around, notes }: ShortcodeTools): Attachment[] {
  const found = idsIn(ids).map((id) => around.attachment(id));
  const missing = found.filter((one) => one === undefined).length;
  if (missing > 0) notes.note(`Pictures of a gallery are not in the files: ${missing}.`, "warning");
  return found.filter((one) => one !== undefined);
}
