import { escapeText } from "#shared/html.ts";
import { aside, button, figure, fileCard, gallery, linkCard, toggle } from "../blocks.ts";
import type { Rule, Tools } from "../html.ts";
import { pictureOf, sizeOf } from "../html-attributes.ts";
import { classesOf, findAll, type HtmlElement, type HtmlNode, hasAnyClass, textOf } from "../html-tree.ts";

/** Makes what a card of Ghost's HTML shows; undefined: the shared rules suit it. */
type Card = (card: HtmlElement, tools: Tools) => string | undefined;

/** Ghost's cards by the class of their outermost element. Older versions wrote the same classes. */
const CARDS: Readonly<Record<string, Card>> = {
  "kg-bookmark-card": linked("kg-bookmark-container"),
  "kg-nft-card": linked("kg-nft-card-container"),
  "kg-button-card": (card, tools) => buttons(card, tools),
  "kg-toggle-card": (card, { blocks }) => {
    const content = findByClass(card, "kg-toggle-content");
    return toggle(wordsIn(card, "kg-toggle-heading-text"), blocks(content?.children ?? []));
  },
  "kg-callout-card": (card, { blocks, inline }) => {
    const emoji = wordsIn(card, "kg-callout-emoji");
    const text = findByClass(card, "kg-callout-text")?.children ?? [];
    const html = text.some((node) => typeof node !== "string" && node.hasBlock)
      ? blocks(text)
      : `<p>${inline(text)}</p>`;
    return aside("callout-note", emoji ? html.replace("<p>", `<p>${escapeText(emoji)} `) : html);
  },
  "kg-audio-card": (card, tools) => {
    const length = wordsIn(card, "kg-audio-duration");
    return file(card, tools, "audio", wordsIn(card, "kg-audio-title"), length ? `Audio, ${length}` : "Audio");
  },
  "kg-video-card": (card, tools) => {
    const length = wordsIn(card, "kg-video-duration");
    return file(card, tools, "video", "", length ? `Video, ${length}` : "Video") + captionOf(card, tools);
  },
  "kg-file-card": (card, tools) => {
    const name = wordsIn(card, "kg-file-card-filename");
    const about = ["kg-file-card-caption", "kg-file-card-filesize"].map((part) => wordsIn(card, part));
    return file(card, tools, "a", wordsIn(card, "kg-file-card-title") || name, about.filter(Boolean).join(", "));
  },
  "kg-product-card": (card, tools) => {
    const stars = findAll(card.children, "span").filter((star) => hasAnyClass(star, "kg-product-card-rating-star"));
    const full = stars.filter((star) => hasAnyClass(star, "kg-product-card-rating-active")).length;
    const rating = stars.length > 0 ? `<p>${"★".repeat(full)}${"☆".repeat(stars.length - full)}</p>` : "";
    const title = findByClass(card, "kg-product-card-title");
    const description = findByClass(card, "kg-product-card-description")?.children ?? [];
    return (
      pictures(card, tools) + heading("h3", title, tools) + rating + tools.blocks(description) + buttons(card, tools)
    );
  },
  "kg-header-card": (card, tools) => {
    const background = card.attributes["data-kg-background-image"] ?? "";
    const picture = background ? figure({ address: tools.address(background) }) : pictures(card, tools);
    const words = findByClass(card, "kg-header-card-subheader", "kg-header-card-subheading")?.children ?? [];
    const title = findByClass(card, "kg-header-card-header", "kg-header-card-heading");
    return picture + heading("h2", title, tools) + tools.blocks(words) + buttons(card, tools);
  },
  "kg-cta-card": (card, tools) => {
    const sponsor = findByClass(card, "kg-cta-sponsor-label")?.children ?? [];
    if (sponsor.length > 0) tools.note("An advertisement is part of the text: check whether it may stay.", "warning");
    const text = findByClass(card, "kg-cta-text")?.children ?? [];
    return tools.blocks(sponsor) + pictures(card, tools) + tools.blocks(text) + buttons(card, tools);
  },
  "kg-signup-card": (card, { note }) => {
    const title = wordsIn(card, "kg-signup-card-heading");
    note(`A form to sign up was left out${title && ` (“${title}”)`}.`, "warning");
    return "";
  },
  "kg-transistor-card": (_card, { note }) => {
    note("A Transistor player for members was left out.", "warning");
    return "";
  },
  "kg-before-after-card": (card, tools) => {
    tools.note("A slider of two pictures became a gallery.");
    return gallery(figuresOf(card, tools)) + captionOf(card, tools);
  },
};

/** Cards that the shared rules convert. */
const PLAIN: ReadonlySet<string> = new Set(
  ["image", "gallery", "embed", "code", "html", "markdown", "card"].map((name) => `kg-${name}-card`),
);

export const ghostRule: Rule = (element, tools) => {
  if (element.name === "a") return portalLink(element, tools);
  if (element.name === "blockquote" && hasAnyClass(element, "kg-blockquote-alt"))
    return { html: aside("pull-quote", `<p>${tools.inline(element.children)}</p>`) };
  const classes = classesOf(element);
  if (!classes.includes("kg-card")) return undefined;
  // The most particular class: an NFT is an embed too.
  const name = classes.find((one) => Object.hasOwn(CARDS, one));
  if (name === undefined) {
    const other = classes.find((one) => /^kg-[a-z-]{1,40}-card$/.test(one) && !PLAIN.has(one));
    if (other) tools.note(`A card of the unknown kind “${other.slice(3, -5)}” became plain text.`, "warning");
    return undefined;
  }
  const html = CARDS[name]?.(element, tools);
  return html === undefined ? undefined : { html };
};

/** Links to sign up, search and the like, which are scripts of Ghost. */
const PORTAL = /^\/?#\/(?:portal|share|search|subscribe)\b/;
function portalLink({ attributes: { href = "" }, children }: HtmlElement, { note, inline }: Tools) {
  if (!PORTAL.test(href)) return undefined;
  note(`A link to Ghost's sign-up or search was left out: ${href.slice(0, 60)}`, "warning");
  return { html: inline(children), isInline: true };
}

/** The elements below, in their order. */
const below = (nodes: readonly HtmlNode[]): HtmlElement[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...below(node.children)]));
const findByClass = ({ children }: HtmlElement, ...names: string[]): HtmlElement | undefined =>
  below(children).find((element) => hasAnyClass(element, ...names));

function wordsIn(card: HtmlElement, name: string): string {
  const found = findByClass(card, name);
  return found ? textOf(found).replace(/\s+/g, " ").trim() : "";
}

function captionOf({ children }: HtmlElement, { inline }: Tools): string {
  const html = findAll(children, "figcaption").map((caption) => inline(caption.children))[0];
  return html ? `<p>${html}</p>` : "";
}

function heading(name: string, element: HtmlElement | undefined, { inline }: Tools): string {
  const html = element ? inline(element.children) : "";
  return html && `<${name}>${html}</${name}>`;
}

const figuresOf = (card: HtmlElement, { address }: Tools): string[] =>
  findAll(card.children, "img")
    .map((one) => ({ ...pictureOf(one), size: sizeOf(card) }))
    .filter((picture) => picture.address !== "")
    .map((picture) => figure({ ...picture, address: address(picture.address) }));
const pictures = (card: HtmlElement, tools: Tools): string => gallery(figuresOf(card, tools));

const BUTTONS = ["kg-btn", "kg-product-card-button", "kg-header-card-button", "kg-cta-button"];
function buttons({ children }: HtmlElement, tools: Tools): string {
  const links = findAll(children, "a").filter((link) => hasAnyClass(link, ...BUTTONS) && link.attributes.href);
  return links
    .map((link) => {
      const text = textOf(link).replace(/\s+/g, " ").trim();
      if (portalLink(link, tools)) return "";
      return button(tools.address(link.attributes.href ?? ""), text);
    })
    .join("");
}

/** A card that is a link to a page. */
function linked(name: string): Card {
  return (card, tools) => {
    const href = findByClass(card, name)?.attributes.href ?? findAll(card.children, "a")[0]?.attributes.href;
    return href ? linkCard(tools.address(href)) + captionOf(card, tools) : "";
  };
}

function file(card: HtmlElement, tools: Tools, element: string, name: string, about: string): string {
  const [found] = findAll(card.children, element);
  const given = found?.attributes.src ?? found?.attributes.href ?? "";
  if (given === "") return "";
  const address = tools.address(given);
  tools.note(`A file is not copied, only linked: ${address.slice(0, 200)}`, "warning");
  return fileCard(address, name, about);
}
