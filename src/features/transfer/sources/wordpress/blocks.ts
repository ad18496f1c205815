import { escapeText, escapeValue } from "#shared/html.ts";

/** The start or end of a block of the block editor, as a comment in the text has it. */
export type BlockMark = { name: string; form: "open" | "close" | "empty"; json: string };

const MARK = /^\s*(\/?)wp:([a-z][a-z0-9_-]{0,60}(?:\/[a-z][a-z0-9_-]{0,60})?)(?:\s|$)/;

/** What a comment says; null if it is no mark of a block. */
export function blockMarkOf(comment: string): BlockMark | null {
  const [head, slash, given = ""] = MARK.exec(comment) ?? [];
  if (head === undefined) return null;
  const rest = comment.slice(head.length).trim();
  const isEmpty = rest.endsWith("/");
  return {
    name: given.includes("/") ? given.replace(/^core\//, "") : given,
    form: slash ? "close" : isEmpty ? "empty" : "open",
    json: isEmpty ? rest.slice(0, -1).trim() : rest,
  };
}

const MAX_JSON = 100_000;

/** The attributes of a block; none if they are broken. */
export function blockAttributes({ json }: BlockMark): Record<string, unknown> {
  if (json === "" || json.length > MAX_JSON) return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Whether a block is hidden from some people, or on some pages, by a plugin or by WordPress itself. */
export function isConditional(mark: BlockMark): boolean {
  if (!mark.json.toLowerCase().includes("visibility")) return false;
  const { metadata, ...attributes } = blockAttributes(mark);
  const all = Object.entries({ ...attributes, ...(metadata as object | undefined) });
  return all.some(
    ([name, value]) =>
      name.toLowerCase().endsWith("visibility") &&
      (value === false || (typeof value === "object" && value !== null && Object.keys(value).length > 0)),
  );
}

/** Blocks that WordPress fills when a page is shown: a text has nothing of them. */
const FILLED =
  /^(?:archives|calendar|categories|comments|home-link|latest-comments|latest-posts|loginout|navigation|page-list|pattern|query|rss|search|tag-cloud|template-part|term-query|avatar|site-\w+|breadcrumbs)$/;
/** Parts of other blocks, and those that leave nothing out. */
const SILENT =
  /^(?:post-|query-|comment|navigation-|term-|spacer$|separator$|more$|nextpage$|block$|footnotes$|social-link|freeform$|html$|shortcode$|read-more$|missing$)/;
/** Blocks of plugins that only arrange or show what is in them. */
const ARRANGING: readonly string[] =
  "container column group row grid section wrapper inner heading headline text paragraph image gallery button buttons list icon tab accordion faq quote notice slideshow divi/placeholder".split(
    " ",
  );

/** Whether WordPress or a plugin fills a block on its own site: the text has nothing of it. */
export const isFilled = ({ name, form }: BlockMark): boolean =>
  !SILENT.test(name) && (FILLED.test(name) || form === "empty");
/** Whether a block is one of a plugin that is more than an arrangement of its content. */
export const isForeign = ({ name }: BlockMark): boolean =>
  name.includes("/") && !name.startsWith("core-embed/") && !ARRANGING.some((word) => name.includes(word));

const textOf = (attributes: Record<string, unknown>, keys: readonly string[]): string =>
  keys
    .map((key) => attributes[key])
    .find((value): value is string => typeof value === "string" && value.trim() !== "") ?? "";

/** What a block of a plugin without content shows, as far as its attributes say: a button, or a title, a picture and a text. */
export function recoveredBlock(attributes: Record<string, unknown>): string {
  const address = textOf(attributes, ["link", "url", "href"]);
  const text = textOf(attributes, ["text", "content", "description", "quote"]);
  if (text !== "" && address !== "")
    return `<div class="wp-block-button"><a href="${escapeValue(address)}">${text}</a></div>`;
  const title = textOf(attributes, ["heading", "title", "name"]);
  const picture = textOf(attributes, ["mediaUrl", "imageUrl", "image", "url"]);
  return [
    /\.(?:jpe?g|png|gif|webp|avif)$/i.test(picture)
      ? `<figure><img src="${escapeValue(picture)}" alt=""></figure>`
      : "",
    title === "" || text === "" ? "" : `<h3>${escapeText(title)}</h3>`,
    text === "" ? "" : `<p>${text}</p>`,
  ].join("");
}
