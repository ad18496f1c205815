import { hostOf } from "#features/media/remote/rules.ts";
import { aside, button, codeBlock, figure, fileCard, gallery, linkCard } from "../blocks.ts";
import type { Rule } from "../html.ts";
import { pictureOf } from "../html-attributes.ts";
import { classesOf, findAll, type HtmlElement, hasAnyClass, textOf } from "../html-tree.ts";
import { EMBED_CLASS } from "./shortcode-parts.ts";

type Made = ReturnType<Rule>;

/** What WordPress's own classes mean. `notes`: the ids of the block editor's footnotes, in their order. */
export function wordpressRule(notes: readonly string[]): Rule {
  return (element, tools) => {
    const { name, attributes, children } = element;
    if (name === "sup" && attributes["data-fn"]) return footnoteOf(attributes["data-fn"], notes);
    // Accordions and tabs have their titles as buttons.
    if (name === "button" && isTitle(element))
      return { html: `<strong>${tools.inline(children)}</strong>`, isInline: true };
    if (name === "pre")
      return hasAnyClass(element, "wp-block-verse")
        ? { html: `<p>${tools.inline(children).replaceAll("\n", "<br>")}</p>` }
        : codeOf(element);
    if (name === "code" && isCodeBlock(element)) return codeOf(element, true);
    if (!attributes.class) return undefined;
    if (hasAnyClass(element, EMBED_CLASS)) return embedOf(element, tools.note);
    if (hasAnyClass(element, "wp-block-file")) return fileOf(element);
    if (hasAnyClass(element, "wp-block-button")) return buttonOf(element);
    if (hasAnyClass(element, "wp-block-pullquote")) return { html: aside("pull-quote", tools.blocks(children)) };
    if (hasAnyClass(element, "wp-block-cover__image-background")) return { html: figure(pictureOf(element)) };
    if (hasAnyClass(element, "wp-block-cover", "wp-block-cover-image") && attributes.style)
      return coverOf(attributes.style, () => tools.blocks(children));
    if (hasAnyClass(element, "screen-reader-text", "more-link", "wp-block-file__button"))
      return { html: "", isInline: true };
    return isPictures(element) ? galleryOf(element, (nodes) => tools.inline(nodes)) : undefined;
  };
}

/** Code in several lines, as themes and CodeColorer show it. */
const isCodeBlock = (element: HtmlElement): boolean => textOf(element, "\n").trim().includes("\n");

/** Code as WP-Syntax (`lang="php"`) and Crayon (`class="lang:php"`) name its language; without one, if `isBlock`. */
function codeOf(element: HtmlElement, isBlock = false): Made {
  const crayon = classesOf(element).find((one) => one.startsWith("lang:"));
  const language = element.attributes.lang ?? crayon?.slice("lang:".length) ?? "";
  const isKnown = /^[a-z0-9+#_-]{1,24}$/i.test(language);
  if (!isKnown && !isBlock) return undefined;
  return { html: codeBlock(textOf(element, "\n").trim(), isKnown ? language : "") };
}

const TITLES = ["accordion", "toggle", "tab", "collapse", "faq", "question"];
const isTitle = ({ attributes: { class: given = "" } }: HtmlElement): boolean =>
  TITLES.some((word) => given.toLowerCase().includes(word));

function footnoteOf(id: string, notes: readonly string[]): Made {
  const number = notes.indexOf(id) + 1;
  if (number === 0) return { html: "", isInline: true };
  return { html: `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`, isInline: true };
}

function embedOf(element: HtmlElement, note: (message: string) => void): Made {
  const address = textOf(element).trim();
  // Embeds of posts may be stored with their HTML.
  if (!/^https?:\/\/\S+$/i.test(address)) return undefined;
  note(`An embed of ${hostOf(address)} became a link card.`);
  return { html: linkCard(address) };
}

function fileOf({ children }: HtmlElement): Made {
  const link = findAll(children, "a").find(({ attributes }) => attributes.href);
  if (!link?.attributes.href) return undefined;
  const type = /\.([a-z0-9]{1,5})(?:[?#]|$)/i.exec(link.attributes.href)?.[1] ?? "";
  return { html: fileCard(link.attributes.href, textOf(link), type.toUpperCase()) };
}

function buttonOf({ children }: HtmlElement): Made {
  const link = findAll(children, "a")[0];
  return link?.attributes.href ? { html: button(link.attributes.href, textOf(link)) } : undefined;
}

/** Older covers have their picture as a style. */
function coverOf(style: string, content: () => string): Made {
  const address = /background-image:\s?url\(["']?([^"')]{1,2000})/i.exec(style)?.[1];
  return address === undefined ? undefined : { html: figure({ address }) + content() };
}

/** Galleries that are lists, and those of Jetpack. */
const isPictures = (element: HtmlElement): boolean =>
  (element.name === "ul" && hasAnyClass(element, "wp-block-gallery", "blocks-gallery-grid")) ||
  hasAnyClass(
    element,
    "wp-block-jetpack-tiled-gallery",
    "wp-block-jetpack-slideshow",
    "tiled-gallery",
    "slideshow-window",
  );

function galleryOf({ children }: HtmlElement, inline: (nodes: HtmlElement["children"]) => string): Made {
  const figures = findAll(children, "figure").filter((one) => findAll(one.children, "figure").length === 0);
  const made = figures.flatMap((one) => {
    const picture = findAll(one.children, "img")[0];
    const words = findAll(one.children, "figcaption")[0]?.children ?? [];
    return picture ? [figure(pictureOf(picture), inline(words))] : [];
  });
  const pictures = made.length > 0 ? made : findAll(children, "img").map((one) => figure(pictureOf(one)));
  return pictures.length === 0 ? undefined : { html: gallery(pictures) };
}
