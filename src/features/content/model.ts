/**
 * What an article may contain: one table of elements. The server's cleaning, the editor's schema, pasting, comparing,
 * the readers' pages, feeds and plain text (search, mail) take from it what they know of an element.
 */

/** What a value must be to be kept: an address that may be linked to or shown, any text, a whole number, or how many rows or columns a cell takes. */
export type AttributeRule = "link" | "picture" | "text" | "integer" | "span";

export type ContentElement = {
  /** The node or mark of the editor that it is. */
  editor: string;
  /** A mark runs through text, a block stands by itself; a void one has no content. */
  kind: "mark" | "block" | "void";
  /** The attributes that are kept; all others go. */
  attributes?: Readonly<Record<string, AttributeRule>>;
  /** Whether alignment and indentation are kept, as classes. */
  hasLayout?: true;
  /** How it parts what stands before and after it in plain text; marks do not. Cells stand on one line, with bars between. */
  text?: "line" | "space" | "cell";
  /** The elements that it must stand directly in; elsewhere only its content is kept. */
  within?: readonly string[];
  /** The elements that it may directly hold; others, and text, go before the outermost one that does not take them. */
  only?: readonly string[];
  /** What a reader's page makes of it: heading levels start below the page's own, pictures get their sizes, wide things scroll. */
  page?: "heading" | "picture" | "scrolls";
  /** The element that the editor writes in its place, where it is another one. */
  writtenAs?: string;
  /** Other elements that mean the same in HTML from elsewhere. */
  pastedFrom?: readonly string[];
  /** What stands before its text where two versions are compared. */
  label?: string;
};

const heading = (pastedFrom?: string[]): ContentElement => ({
  editor: "heading",
  kind: "block",
  hasLayout: true,
  text: "line",
  page: "heading",
  label: "Heading: ",
  ...(pastedFrom && { pastedFrom }),
});
const mark = (editor: string, pastedFrom?: string[]): ContentElement => ({
  editor,
  kind: "mark",
  ...(pastedFrom && { pastedFrom }),
});
const cell = (editor: string): ContentElement => ({
  editor,
  kind: "block",
  text: "cell",
  within: ["tr"],
  attributes: { colspan: "span", rowspan: "span" },
});

const ELEMENTS = {
  p: {
    editor: "paragraph",
    kind: "block",
    hasLayout: true,
    text: "line",
    pastedFrom: ["dt", "caption", "summary"],
  },
  h1: heading(),
  h2: heading(),
  h3: heading(["h4", "h5", "h6"]),
  blockquote: { editor: "blockquote", kind: "block", text: "line", label: "“ " },
  pre: { editor: "codeBlock", kind: "block", text: "line", page: "scrolls" },
  ul: { editor: "bulletList", kind: "block", text: "line" },
  ol: { editor: "orderedList", kind: "block", text: "line", attributes: { start: "integer" } },
  li: { editor: "listItem", kind: "block", text: "line", label: "• " },
  hr: { editor: "horizontalRule", kind: "void", text: "line" },
  br: { editor: "hardBreak", kind: "void", text: "line" },
  img: {
    editor: "image",
    kind: "void",
    text: "space",
    page: "picture",
    attributes: { src: "picture", alt: "text", title: "text", width: "integer", height: "integer" },
  },
  figure: { editor: "figure", kind: "block", text: "line", only: ["img", "small", "figcaption"] },
  small: { editor: "figureCredit", kind: "block", text: "line", within: ["figure"], label: "Credit: " },
  figcaption: { editor: "figureCaption", kind: "block", text: "line", within: ["figure"], label: "Caption: " },
  table: { editor: "table", kind: "block", text: "line", page: "scrolls", only: ["tbody", "tr"] },
  tbody: { editor: "table", kind: "block", within: ["table"], only: ["tr"], pastedFrom: ["thead", "tfoot"] },
  tr: { editor: "tableRow", kind: "block", text: "line", within: ["table", "tbody"], only: ["th", "td"] },
  th: cell("tableHeader"),
  td: cell("tableCell"),
  a: { editor: "link", kind: "mark", attributes: { href: "link" } },
  strong: mark("bold"),
  // Older articles have these; the editor writes the ones above and below.
  b: { ...mark("bold"), writtenAs: "strong" },
  em: mark("italic", ["cite"]),
  i: { ...mark("italic"), writtenAs: "em" },
  u: mark("underline"),
  s: mark("strike", ["del", "strike"]),
  code: mark("code", ["tt", "kbd", "samp"]),
} satisfies Record<string, ContentElement>;

export type ElementName = keyof typeof ELEMENTS;

const TABLE: ReadonlyMap<string, ContentElement> = new Map(Object.entries(ELEMENTS));

export const ELEMENT_NAMES = Object.keys(ELEMENTS) as ElementName[];

export const isElementName = (name: string): name is ElementName => TABLE.has(name);

/** What the table says of an element; undefined for one that articles do not have. */
export const contentElement = (name: string): ContentElement | undefined => TABLE.get(name);

/** Elements whose content is no text for readers: it goes with them. Others that are not allowed leave theirs behind. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  "script style meta link title head template iframe object embed noscript noembed noframes svg math canvas audio video input button select option optgroup textarea xmp plaintext xml".split(
    " ",
  ),
);

export const ALIGNMENTS = ["left", "center", "right", "justify"] as const;
export const MAX_INDENT = 8;

/** The classes by which paragraphs and headings are laid out: `align-center`, `indent-3`. */
export const LAYOUT_CLASSES: ReadonlySet<string> = new Set([
  ...ALIGNMENTS.map((name) => `align-${name}`),
  ...Array.from({ length: MAX_INDENT }, (_, level) => `indent-${level + 1}`),
]);

/** Elements inside elements: what is given deeper is refused, what is kept deeper loses its element and not its text. */
export const MAX_GIVEN_DEPTH = 100;
export const MAX_DEPTH = 50;
