/**
 * What an article may contain: one table of elements. Sanitising, the editor's schema, pasting, comparing, the readers'
 * pages, feeds and plain text (search, mail) are all derived from it.
 */

/**
 * Which values an attribute may have: an address that may be linked to or shown, any text, an integer, or the number of
 * rows or columns a cell spans.
 */
export type AttributeRule = "link" | "picture" | "text" | "integer" | "span";

export type ContentElement = {
  /** The corresponding node or mark of the editor. */
  editor: string;
  /** A mark is inline, a block is not; a void one has no content. */
  kind: "mark" | "block" | "void";
  /** The attributes that are kept; all others are removed. */
  attributes?: Readonly<Record<string, AttributeRule>>;
  /** Whether alignment and indentation are kept, as classes. */
  hasLayout?: true;
  /** How it separates the text around it in plain text; marks do not. Cells share a line, separated by bars. */
  text?: "line" | "space" | "cell";
  /** Its required parents; elsewhere only its content is kept. */
  within?: readonly string[];
  /**
   * The only children it may have; others, and text, are moved before the outermost element that does not accept them.
   */
  only?: readonly string[];
  /**
   * How a reader's page treats it: headings start below the page's own level, pictures get their sizes, wide content
   * scrolls.
   */
  page?: "heading" | "picture" | "scrolls";
  /** The element that the editor writes instead, if it is a different one. */
  writtenAs?: string;
  /** Equivalent elements in HTML from elsewhere. */
  pastedFrom?: readonly string[];
  /** The label before its text when two versions are compared. */
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
  // Used by older articles; the editor writes `strong` and `em` instead.
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

/** The table's entry for an element; undefined for one that articles cannot contain. */
export const contentElement = (name: string): ContentElement | undefined => TABLE.get(name);

/**
 * Elements that are removed with their content, as it is not text for readers. Other disallowed elements keep their
 * content.
 */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  "script style meta link title head template iframe object embed noscript noembed noframes svg math canvas audio video input button select option optgroup textarea xmp plaintext xml".split(
    " ",
  ),
);

export const ALIGNMENTS = ["left", "center", "right", "justify"] as const;
export const MAX_INDENT = 8;

/** The classes that align and indent paragraphs and headings: `align-center`, `indent-3`. */
export const LAYOUT_CLASSES: ReadonlySet<string> = new Set([
  ...ALIGNMENTS.map((name) => `align-${name}`),
  ...Array.from({ length: MAX_INDENT }, (_, level) => `indent-${level + 1}`),
]);

/**
 * Nesting limits: input nested deeper than the first is rejected; beyond the second, elements are removed but not their
 * text.
 */
export const MAX_GIVEN_DEPTH = 100;
export const MAX_DEPTH = 50;
