import { escapeText } from "#shared/html.ts";
import { beginningOf } from "#shared/text.ts";
import { aside, button, codeBlock, figure, fileCard, gallery, linkCard } from "../blocks.ts";
import { convertHtml, type Rule, type TextFinding, type Tools } from "../html.ts";
import { findAll, type HtmlElement, hasAnyClass, textOf } from "../html-tree.ts";

type Attributes = Readonly<Record<string, unknown>>;

/** What Substack stores of a widget. */
function attributesOf({ attributes }: HtmlElement): Attributes {
  try {
    const parsed: unknown = JSON.parse(attributes["data-attrs"] ?? "{}");
    return typeof parsed === "object" && parsed !== null ? (parsed as Attributes) : {};
  } catch {
    // A broken widget is shown by its text.
    return {};
  }
}

const textAt = (given: Attributes, ...names: string[]): string => {
  const found = names
    .map((name) => given[name])
    .find((value) => typeof value === "string" || typeof value === "number");
  return found === undefined ? "" : String(found);
};
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

/** Buttons that only work on Substack. */
const OWN_BUTTON =
  /\/(?:subscribe|comments|account|gift|donate|leaderboard|survey|chat)\b|[?&](?:action|utm_content)=share|%%\w|^javascript:/i;

const EMBEDS: Readonly<Record<string, (given: Attributes) => string>> = {
  "youtube-wrap": (given) => `https://www.youtube.com/watch?v=${textAt(given, "videoId")}`,
  "vimeo-wrap": (given) => `https://vimeo.com/${textAt(given, "videoId")}`,
  instagram: (given) => `https://www.instagram.com/p/${textAt(given, "instagram_id")}/`,
};
const LEFT_OUT: readonly { classes: readonly string[]; what: string }[] = [
  {
    classes: [
      "subscription-widget-wrap",
      "subscription-widget-wrap-editor",
      "subscribe-widget",
      "captioned-button-wrap",
    ],
    what: "A form for subscribing",
  },
  { classes: ["poll-embed"], what: "A poll" },
  { classes: ["native-video-embed"], what: "A video of Substack" },
  { classes: ["native-audio-embed"], what: "An audio file of Substack" },
  {
    classes: ["community-chat", "install-substack-app-embed", "directMessage", "donate-widget", "referral-widget"],
    what: "A widget of Substack",
  },
  { classes: ["paywall-jump"], what: "The start of a part for paying subscribers" },
];

/** Converts a post, with footnotes in the form of the content model. `address` rewrites the addresses of links. */
export function convertPost(
  given: string,
  address: (link: string) => string = (link) => link,
): { html: string; findings: TextFinding[] } {
  const notes: string[] = [];
  const { html, findings } = convertHtml(
    given,
    (element, tools) => footnote(element, tools, notes) ?? widget(element, tools),
    (link, use) => (use === "link" ? address(link) : link),
  );
  return {
    html: html + (notes.length > 0 ? `<section class="footnotes"><ol>${notes.join("")}</ol></section>` : ""),
    findings,
  };
}

function footnote(element: HtmlElement, { blocks }: Tools, notes: string[]): ReturnType<Rule> {
  if (hasAnyClass(element, "footnote-anchor")) {
    const number = /\d{1,4}/.exec(element.attributes.href ?? "")?.[0];
    return number
      ? { html: `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`, isInline: true }
      : undefined;
  }
  if (!hasAnyClass(element, "footnote")) return undefined;
  const number = findAll(element.children, "a")
    .map(({ attributes }) => /^footnote-(\d{1,4})/.exec(attributes.id ?? "")?.[1])
    .find(Boolean);
  const content = findAll(element.children, "div").find((one) => hasAnyClass(one, "footnote-content"));
  if (!number || !content) return undefined;
  notes.push(`<li id="fn-${number}">${blocks(content.children)}</li>`);
  return { html: "" };
}

function widget(element: HtmlElement, tools: Tools): ReturnType<Rule> {
  const { note } = tools;
  const gone = LEFT_OUT.find(({ classes }) => hasAnyClass(element, ...classes));
  if (gone) {
    note(`${gone.what} was left out.`, "warning");
    return { html: "" };
  }
  if (hasAnyClass(element, "button-wrapper")) return buttons(element, tools);
  if (hasAnyClass(element, "pullquote")) return { html: aside("pull-quote", tools.blocks(element.children)) };
  if (hasAnyClass(element, "callout-block")) return { html: aside("callout-note", tools.blocks(element.children)) };
  if (hasAnyClass(element, "image-gallery-embed")) return pictures(element);
  if (hasAnyClass(element, "file-embed-wrapper")) return file(element);
  const given = attributesOf(element);
  if (hasAnyClass(element, "latex-rendered")) {
    note("A formula is shown as its source.");
    return { html: codeBlock(textAt(given, "persistentExpression", "expression"), "latex") };
  }
  if (hasAnyClass(element, "mention-wrap")) return { html: escapeText(textAt(given, "name")), isInline: true };
  return embed(element, given, tools);
}

/** Any other widget becomes a card of the address that it has. */
function embed(element: HtmlElement, given: Attributes, { note }: Tools): ReturnType<Rule> {
  if (element.name !== "div" || !("data-attrs" in element.attributes)) return undefined;
  const name = Object.keys(EMBEDS).find((one) => hasAnyClass(element, one));
  const address = (name && EMBEDS[name]?.(given)) || textAt(given, "url", "canonical_url", "src", "href");
  if (!isAddress(address) || findAll(element.children, "figure").length > 0) return undefined;
  note(`An embed of ${URL.parse(address)?.host ?? "another site"} became a link card.`);
  return { html: linkCard(address) };
}

function buttons(element: HtmlElement, { note }: Tools): ReturnType<Rule> {
  const html = findAll(element.children, "a").map((link) => {
    const text = textOf(link).replace(/\s+/g, " ").trim();
    const href = link.attributes.href ?? "";
    if (isAddress(href) && !OWN_BUTTON.test(href)) return button(href, text);
    note(`A button was left out: “${beginningOf(text, 60)}”.`);
    return "";
  });
  return { html: html.join("") };
}

function pictures(element: HtmlElement): ReturnType<Rule> {
  const given = attributesOf(element).gallery as Attributes | undefined;
  const images = Array.isArray(given?.images) ? (given.images as Attributes[]) : [];
  const figures = images.flatMap((image) => {
    const address = image ? textAt(image, "src", "url") : "";
    return isAddress(address) ? [figure({ address, alt: textAt(image, "alt") })] : [];
  });
  if (figures.length === 0) return undefined;
  const caption = given ? textAt(given, "caption") : "";
  return { html: gallery(figures) + (caption && `<p>${escapeText(caption)}</p>`) };
}

function file(element: HtmlElement): ReturnType<Rule> {
  const link = findAll(element.children, "a").find(({ attributes }) => isAddress(attributes.href ?? ""));
  if (!link) return undefined;
  const named = findAll(element.children, "div").find((one) => hasAnyClass(one, "file-embed-details-h1"));
  return { html: fileCard(link.attributes.href ?? "", named ? textOf(named).trim() : "", "") };
}
