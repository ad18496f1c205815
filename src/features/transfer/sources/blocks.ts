import { type AsideKind, BUTTON_CLASS, FILE_CLASS, type PictureWidth } from "#features/content/model.ts";
import { hostOf } from "#features/media/remote/rules.ts";
import { escapeText, escapeValue } from "#shared/html.ts";

/**
 * Blocks of the content model as HTML. Plain texts are escaped here; parameters named `html` are inserted as they are. Everything
 * is cleaned by the content model later.
 */

const link = (address: string, text: string): string => `<a href="${escapeValue(address)}">${escapeText(text)}</a>`;

/** A link to another page, whose title and picture are fetched later. */
export const linkCard = (address: string): string => `<aside class="card"><p>${link(address, address)}</p></aside>`;

/** A file on another host. */
export const fileCard = (address: string, name: string, about: string): string =>
  `<aside class="${FILE_CLASS}"><p>${link(address, name.trim() || nameIn(address))}</p>${about && `<p>${escapeText(about)}</p>`}</aside>`;

/** The name of the file at an address. */
export function nameIn(address: string): string {
  const last = (URL.parse(address, "https://site.invalid")?.pathname ?? "").split("/").at(-1) ?? "";
  return decoded(last) || hostOf(address);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const button = (address: string, text: string): string =>
  `<p class="${BUTTON_CLASS}">${link(address, text.trim() || address)}</p>`;

export const toggle = (summary: string, html: string): string =>
  `<details><summary>${escapeText(summary.trim())}</summary>${html}</details>`;

export const aside = (kind: AsideKind, html: string): string => `<aside class="${kind}">${html}</aside>`;

export const codeBlock = (code: string, language = ""): string =>
  `<pre><code${language && ` class="language-${escapeValue(language.toLowerCase())}"`}>${escapeText(code)}</code></pre>`;

export type Picture = {
  address: string;
  alt?: string | undefined;
  title?: string | undefined;
  width?: string | undefined;
  height?: string | undefined;
  /** How much wider than the text it is. */
  size?: PictureWidth | undefined;
};

export function picture({ address, alt = "", title, width, height, size }: Picture): string {
  const more = { title, width, height, class: size };
  const attributes = Object.entries(more).flatMap(([name, value]) =>
    value ? [` ${name}="${escapeValue(value)}"`] : [],
  );
  return `<img src="${escapeValue(address)}" alt="${escapeValue(alt)}"${attributes.join("")}>`;
}

/** A picture with its caption (`html`) and its credit (plain text). */
export const figure = (given: Picture, html = "", credit = ""): string =>
  `<figure>${picture(given)}${credit && `<small>${escapeText(credit)}</small>`}${html && `<figcaption>${html}</figcaption>`}</figure>`;

/** A gallery of figures; a single one stays a figure. */
export const gallery = (figures: readonly string[]): string =>
  figures.length < 2 ? figures.join("") : `<div class="gallery">${figures.join("")}</div>`;
