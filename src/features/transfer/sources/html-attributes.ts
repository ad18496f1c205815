import { type HeadingIds, headingId } from "#features/content/rules.ts";
import type { Picture } from "./blocks.ts";
import { classesOf, findAll, type HtmlElement, type HtmlNode, hasAnyClass, textOf } from "./html-tree.ts";

const LAZY = ["data-src", "data-lazy-src", "data-original", "data-orig-file"];
/** A picture's address, also where a script would set it. */
export function pictureOf(element: HtmlElement): Picture {
  const { src = "", srcset = "", "data-srcset": lazySet = "", alt, title, width, height } = element.attributes;
  const isPlaceholder =
    src === "" || /^data:image\/(?:gif|svg)/i.test(src) || LAZY.some((name) => name in element.attributes);
  const lazy = LAZY.map((name) => element.attributes[name] ?? "").find((one) => one !== "");
  const address = isPlaceholder ? (lazy ?? (largest(lazySet || srcset) || src)) : src;
  return { address: address.trim(), alt, title, width, height, size: sizeOf(element) };
}

/** Whether a picture is wider than the text. */
export function sizeOf(element: HtmlElement): Picture["size"] {
  if (hasAnyClass(element, "full", "alignfull", "kg-width-full")) return "full";
  return hasAnyClass(element, "wide", "alignwide", "kg-width-wide") ? "wide" : undefined;
}

/** The address of the largest picture in a `srcset`. */
function largest(srcset: string): string {
  const candidates = srcset.split(/,\s+/).map((one) => {
    const [address = "", size = "0"] = one.trim().split(/\s+/);
    return { address, size: Number.parseFloat(size) || 0 };
  });
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.address ?? "";
}

/** Prefixes of classes that name the language of code. */
const LANGUAGE_PREFIXES = ["language-", "lang-", "brush:"];
export function languageOf(element: HtmlElement): string {
  for (const one of [element, ...findAll(element.children, "code")]) {
    const classes = classesOf(one);
    const named = classes.flatMap((name, at) => {
      const prefix = LANGUAGE_PREFIXES.find((known) => name.startsWith(known));
      // SyntaxHighlighter writes `brush: php;`.
      return prefix ? [name.slice(prefix.length) || (classes[at + 1] ?? "")] : [];
    });
    const given = named[0] ?? one.attributes["data-language"] ?? one.attributes["data-lang"] ?? "";
    const language = given.split(";")[0]?.toLowerCase() ?? "";
    if (/^[a-z0-9+#_-]{1,24}$/.test(language)) return language;
  }
  return "";
}

/** A property of an element's style; empty if it has none. */
function styleOf({ attributes: { style = "" } }: HtmlElement, property: string): string {
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return "";
}

const ALIGNMENTS = ["center", "right", "justify"];
/** The class that aligns a line as the source does; empty for none. */
export function alignmentOf(element: HtmlElement): string {
  const found = [
    styleOf(element, "text-align"),
    ...classesOf(element).map((name) => name.replace("has-text-align-", "")),
    (element.attributes.align ?? "").toLowerCase(),
  ].find((name) => ALIGNMENTS.includes(name));
  return found ? `align-${found}` : "";
}

/** The marks that a style stands for. */
export function marksOf(element: HtmlElement): string[] {
  const lines = styleOf(element, "text-decoration") || styleOf(element, "text-decoration-line");
  const marks = {
    strong: /^(?:bold|[6-9]00)$/.test(styleOf(element, "font-weight")),
    em: styleOf(element, "font-style") === "italic",
    u: lines.includes("underline"),
    s: lines.includes("line-through"),
  };
  return Object.entries(marks).flatMap(([name, isSet]) => (isSet ? [name] : []));
}

/** Links to headings by the ids of the source, and those that lead to the same headings here. */
export function headingIds(tree: readonly HtmlNode[]): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  const taken: HeadingIds = new Map();
  for (const heading of findAll(tree, "h1", "h2", "h3", "h4", "h5", "h6")) {
    const id = headingId(textOf(heading).trim(), taken);
    const own = [heading, ...findAll(heading.children, "a", "span")].flatMap(({ attributes }) => [
      attributes.id,
      attributes.name,
    ]);
    for (const name of own) if (name && !links.has(`#${name}`)) links.set(`#${name}`, `#${id}`);
  }
  return links;
}
