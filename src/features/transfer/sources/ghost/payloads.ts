import { Marked } from "marked";
import { escapeText, escapeValue } from "#shared/html.ts";
import type { TextFinding } from "../html.ts";

/**
 * The HTML of cards whose HTML is not in an export, from what Ghost's editors store: in the classes that Ghost's own HTML has, so
 * that `cards.ts` reads both. Fields with HTML are inserted as they are.
 */
export type Note = (message: string, level?: TextFinding["level"]) => void;
export type Payload = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const value = (given: unknown): string => escapeValue(text(given));
const escaped = (given: unknown): string => escapeText(text(given));
const caption = ({ caption: html }: Payload): string => (text(html) ? `<figcaption>${text(html)}</figcaption>` : "");
const card = (kind: string, inside: string, tag = "div", more = ""): string =>
  `<${tag} class="kg-card kg-${kind}-card${more}">${inside}</${tag}>`;
const part = (name: string, html: string, tag = "div"): string => html && `<${tag} class="kg-${name}">${html}</${tag}>`;

const image = ({ src, alt, title, width, height }: Payload): string =>
  text(src) &&
  `<img src="${value(src)}" alt="${value(alt)}" title="${value(title)}" width="${value(width)}" height="${value(height)}">`;
const width = ({ cardWidth }: Payload): string => (text(cardWidth) ? ` kg-width-${value(cardWidth)}` : "");
const link = (name: string, href: unknown, label: unknown): string =>
  text(href) && text(label) ? `<a class="kg-${name}" href="${value(href)}">${escaped(label)}</a>` : "";

type Render = (payload: Payload, note: Note) => string;

const button: Render = ({ buttonUrl, buttonText }) => card("button", link("btn", buttonUrl, buttonText || buttonUrl));
const code: Render = (payload) => {
  const html = `<pre><code class="language-${value(payload.language)}">${escaped(payload.code)}</code></pre>`;
  return text(payload.caption) ? card("code", html + caption(payload), "figure") : html;
};
const marked = new Marked({ gfm: true, async: false });
const markdown: Render = (payload) => String(marked.parse(text(payload.markdown)));
const forEmails: Render = (_payload, note) => {
  note("A block for emails only was left out.");
  return "";
};

const RENDERS: Readonly<Record<string, Render>> = {
  image: (payload) => {
    const picture = image(payload);
    const linked = picture && text(payload.href) ? `<a href="${value(payload.href)}">${picture}</a>` : picture;
    return picture && card("image", linked + caption(payload), "figure", width(payload));
  },
  gallery: (payload) => {
    const images = Array.isArray(payload.images) ? payload.images : [];
    return card("gallery", images.map((one) => image(Object(one))).join("") + caption(payload), "figure");
  },
  bookmark: (payload) => {
    const href = text(payload.url) || text(Object(payload.metadata).url);
    return (
      href &&
      card("bookmark", `<a class="kg-bookmark-container" href="${value(href)}"></a>${caption(payload)}`, "figure")
    );
  },
  embed: (payload) => {
    const html = text(payload.html) || (text(payload.url) && `<iframe src="${value(payload.url)}"></iframe>`);
    return html && card("embed", html + caption(payload), "figure");
  },
  nft: (payload) => card("nft", `<a class="kg-nft-card-container" href="${value(payload.url)}"></a>`, "figure"),
  button,
  toggle: ({ heading, content }) =>
    card("toggle", part("toggle-heading-text", text(heading), "h4") + part("toggle-content", text(content))),
  callout: ({ calloutEmoji, calloutText }) =>
    card("callout", part("callout-emoji", escaped(calloutEmoji)) + part("callout-text", text(calloutText))),
  audio: (payload) =>
    card("audio", `<audio src="${value(payload.src)}"></audio>${part("audio-title", escaped(payload.title))}`),
  video: (payload) => card("video", `<video src="${value(payload.src)}"></video>${caption(payload)}`, "figure"),
  file: ({ src, fileTitle, fileCaption, fileName, fileSize }) =>
    card(
      "file",
      `<a href="${value(src)}"></a>` +
        part("file-card-title", escaped(fileTitle)) +
        part("file-card-caption", escaped(fileCaption)) +
        part("file-card-filename", escaped(fileName)) +
        part("file-card-filesize", sizeOf(fileSize)),
    ),
  product: (payload) => {
    const stars = Number(payload.productStarRating) || 0;
    const rating = [1, 2, 3, 4, 5].map((star) => {
      const active = star <= stars ? " kg-product-card-rating-active" : "";
      return `<span class="kg-product-card-rating-star${active}"></span>`;
    });
    return card(
      "product",
      image({ src: payload.productImageSrc }) +
        part("product-card-title", text(payload.productTitle), "h4") +
        (payload.productRatingEnabled ? rating.join("") : "") +
        part("product-card-description", text(payload.productDescription)) +
        (payload.productButtonEnabled ? link("product-card-button", payload.productUrl, payload.productButton) : ""),
    );
  },
  header: (payload) =>
    card(
      "header",
      image({ src: payload.backgroundImageSrc }) +
        part("header-card-header", text(payload.header), "h2") +
        part("header-card-subheader", text(payload.subheader), "h3") +
        (payload.buttonEnabled ? link("header-card-button", payload.buttonUrl, payload.buttonText) : ""),
    ),
  signup: ({ header }) => card("signup", part("signup-card-heading", text(header), "h2")),
  "call-to-action": (payload) =>
    card(
      "cta",
      (payload.hasSponsorLabel ? part("cta-sponsor-label", text(payload.sponsorLabel)) : "") +
        image({ src: payload.imageUrl }) +
        part("cta-text", text(payload.textValue)) +
        (payload.showButton ? link("cta-button", payload.buttonUrl, payload.buttonText) : ""),
    ),
  "before-after": (payload) =>
    card(
      "before-after",
      image(Object(payload.beforeImage)) + image(Object(payload.afterImage)) + caption(payload),
      "figure",
    ),
  transistor: () => card("transistor", "", "figure"),
  html: ({ html }) => text(html),
  markdown,
  "card-markdown": markdown,
  code,
  codeblock: code,
  hr: () => "<hr>",
  horizontalrule: () => "<hr>",
  paywall: () => "",
  email: forEmails,
  "email-cta": forEmails,
};

/** The HTML of a card; null if its kind is unknown. What only members see is left out. */
export function cardHtml(kind: string, payload: Payload, note: Note): string | null {
  if (!Object.hasOwn(RENDERS, kind)) return null;
  if (isForMembers(payload.visibility)) {
    note("A block that only members see was left out.", "warning");
    return "";
  }
  return RENDERS[kind]?.(payload, note) ?? null;
}

/** Whether people who are not members do not see a card: in the present form of Ghost, or one of its older ones. */
function isForMembers(visibility: unknown): boolean {
  const { web, showOnWeb, emailOnly }: Payload = Object(visibility);
  const { nonMember } = Object(web);
  return nonMember === false || showOnWeb === false || emailOnly === true;
}

function sizeOf(bytes: unknown): string {
  const size = Number(bytes) || 0;
  if (size === 0) return "";
  const power = Math.min(3, Math.floor(Math.log2(size) / 10));
  return `${Math.round(size / 1024 ** power)} ${["bytes", "KB", "MB", "GB"][power]}`;
}
