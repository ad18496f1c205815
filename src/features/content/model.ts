/**
 * The elements that an article, a newsletter issue or a page may contain, in one table. Sanitising, the editor's
 * schema, pasting, comparing, readers' pages, feeds and plain text derive from it. Owns no table. Promises: nothing of
 * the input is passed through, only `serialize.ts` creates `CleanHtml`, and parsing takes linear time.
 */

export type Surface = "article" | "issue" | "page";

/**
 * Types of attribute values: the address of a link or picture, any text, an integer, the number of
 * rows or columns that a cell spans, the id of a footnote or its reference, the number of an article, or the id of a suggestion.
 */
export type AttributeRule =
  | "link"
  | "picture"
  | "text"
  | "integer"
  | "span"
  | "note"
  | "reference"
  | "article"
  | "suggestion";

export type ContentElement = {
  editor: string;
  /** Marks are inline, blocks are not; void elements have no content. */
  kind: "mark" | "block" | "void";
  /** Allowed in issues only. */
  surface?: "issue";
  attributes?: Readonly<Record<string, AttributeRule>>;
  /** A required attribute: without it only the content is kept. */
  needs?: string;
  /** Allowed class names, those for issues or pages only, and a pattern for others. */
  classes?: ReadonlySet<string>;
  issueClasses?: ReadonlySet<string>;
  pageClasses?: ReadonlySet<string>;
  classPattern?: RegExp;
  /** The class is its kind: at most one, or exactly one, without which only the content is kept. */
  kindClass?: "optional" | "required";
  /** How it separates plain text; marks do not. Cells share a line, separated by bars. */
  text?: "line" | "space" | "cell";
  within?: readonly string[];
  /**
   * Its allowed children; others, and text, are moved before the outermost element that does not accept them.
   */
  only?: readonly string[];
  /**
   * How a reader's page treats it: headings start below the page's own level, pictures get their sizes, wide content
   * scrolls, a gallery is a grid.
   */
  page?: "heading" | "picture" | "scrolls" | "gallery";
  writtenAs?: string;
  pastedFrom?: readonly string[];
  label?: string;
};

export const ALIGNMENTS = ["left", "center", "right", "justify"] as const;
export const MAX_INDENT = 8;

/** The attribute that states the direction of a block's text, and its values. Every block may have it. */
export const DIRECTION_ATTRIBUTE = "dir";
export const DIRECTIONS = ["ltr", "rtl", "auto"] as const;

/** The classes that align and indent paragraphs and headings: `align-center`, `indent-3`. */
const LAYOUT_CLASSES: ReadonlySet<string> = new Set([
  ...ALIGNMENTS.map((name) => `align-${name}`),
  ...Array.from({ length: MAX_INDENT }, (_, level) => `indent-${level + 1}`),
]);

/** Asides by class, with their names for readers and editors. */
export const ASIDES = {
  "pull-quote": "Pull quote",
  "callout-note": "Note",
  "callout-tip": "Tip",
  "callout-warning": "Warning",
  "key-points": "Key points",
} as const;
export type AsideKind = keyof typeof ASIDES;

/** Asides of issues only. */
export const ISSUE_ASIDES = { sponsor: "Sponsored" } as const;

/** Blocks of pages only, stored as asides; see `page-view.ts`. */
export const PAGE_ASIDES = {
  "stat-row": "Stat row",
  "price-table": "Price table",
  office: "Office and hours",
  "contact-form": "Contact form",
  "last-updated": "Last updated",
  "retention-table": "Retention table",
} as const;
export type PageAsideKind = keyof typeof PAGE_ASIDES;

export const BUTTON_CLASS = "button";

/** The class of an aside for a file on another host: a link with its name, and a description. */
export const FILE_CLASS = "file";

/** Classes of the blocks that refer to an article in an issue by its number. */
export const ARTICLE_BLOCKS = { "with-picture": true, "without-picture": false } as const;
export const ARTICLE_ATTRIBUTE = "data-article";

/** Asides for cards of remote pages (derive.ts), a separate node type in the editor. */
export const CARDS = ["card", "card-video"] as const;

/** The classes of pictures wider than the text. */
export const PICTURE_WIDTHS = ["wide", "full"] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Labels of the languages that editors choose from, by class name (`language-bash`). */
export const LANGUAGES: Readonly<Record<string, string>> = {
  bash: "Shell",
  c: "C",
  cpp: "C++",
  csharp: "C#",
  css: "CSS",
  diff: "Diff",
  go: "Go",
  graphql: "GraphQL",
  html: "HTML",
  java: "Java",
  javascript: "JavaScript",
  json: "JSON",
  kotlin: "Kotlin",
  markdown: "Markdown",
  move: "Move",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  solidity: "Solidity",
  sql: "SQL",
  swift: "Swift",
  toml: "TOML",
  typescript: "TypeScript",
  xml: "XML",
  yaml: "YAML",
};
const LANGUAGE_ALIASES: Readonly<Record<string, string>> = {
  "c++": "cpp",
  "c#": "csharp",
  console: "bash",
  cs: "csharp",
  golang: "go",
  js: "javascript",
  jsx: "javascript",
  kt: "kotlin",
  md: "markdown",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  sol: "solidity",
  svg: "xml",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "bash",
};
/** Maps aliases to the names in `LANGUAGES`; other names are unchanged. */
export const languageNamed = (given: string): string =>
  (Object.hasOwn(LANGUAGE_ALIASES, given) && LANGUAGE_ALIASES[given]) || given;

export function languageLabel(given: string): string {
  const name = languageNamed(given);
  return (Object.hasOwn(LANGUAGES, name) && LANGUAGES[name]) || given;
}

const LANGUAGE_CLASSES: ReadonlySet<string> = new Set(Object.keys(LANGUAGES).map((name) => `language-${name}`));
const LANGUAGE_CLASS = /^language-[a-z0-9+#_-]{1,24}$/;

type ElementOf<Kind extends ContentElement["kind"]> = ContentElement & { kind: Kind };

const heading = (pastedFrom?: string[]): ElementOf<"block"> => ({
  editor: "heading",
  kind: "block",
  classes: LAYOUT_CLASSES,
  text: "line",
  page: "heading",
  label: "Heading: ",
  ...(pastedFrom && { pastedFrom }),
});
const mark = (editor: string, pastedFrom?: string[]): ElementOf<"mark"> => ({
  editor,
  kind: "mark",
  ...(pastedFrom && { pastedFrom }),
});
const cell = (editor: string): ElementOf<"block"> => ({
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
    classes: new Set([...LAYOUT_CLASSES, BUTTON_CLASS]),
    text: "line",
    pastedFrom: ["dt", "caption"],
  },
  h1: heading(),
  h2: heading(),
  h3: heading(["h4", "h5", "h6"]),
  blockquote: { editor: "blockquote", kind: "block", text: "line", label: "“ " },
  pre: { editor: "codeBlock", kind: "block", text: "line", page: "scrolls" },
  ul: { editor: "bulletList", kind: "block", text: "line" },
  ol: { editor: "orderedList", kind: "block", text: "line", attributes: { start: "integer" } },
  li: { editor: "listItem", kind: "block", text: "line", label: "• ", attributes: { id: "note" } },
  aside: {
    editor: "aside",
    kind: "block",
    text: "line",
    classes: new Set([...Object.keys(ASIDES), ...CARDS, FILE_CLASS]),
    issueClasses: new Set(Object.keys(ISSUE_ASIDES)),
    pageClasses: new Set(Object.keys(PAGE_ASIDES)),
    kindClass: "required",
    label: "Aside: ",
  },
  // Its first child is its summary: see internal/toggles.ts.
  details: { editor: "toggle", kind: "block", text: "line" },
  summary: { editor: "toggleSummary", kind: "block", text: "line", within: ["details"], label: "Toggle: " },
  article: {
    editor: "articleBlock",
    kind: "block",
    surface: "issue",
    text: "line",
    attributes: { [ARTICLE_ATTRIBUTE]: "article" },
    needs: ARTICLE_ATTRIBUTE,
    classes: new Set(Object.keys(ARTICLE_BLOCKS)),
    kindClass: "required",
    within: [""],
    only: [],
    label: "Article: ",
  },
  hr: { editor: "horizontalRule", kind: "void", text: "line" },
  br: { editor: "hardBreak", kind: "void", text: "line" },
  img: {
    editor: "image",
    kind: "void",
    text: "space",
    page: "picture",
    attributes: { src: "picture", alt: "text", title: "text", width: "integer", height: "integer" },
    classes: new Set(PICTURE_WIDTHS),
    kindClass: "optional",
  },
  figure: { editor: "figure", kind: "block", text: "line", only: ["img", "small", "figcaption"] },
  small: { editor: "figureCredit", kind: "block", text: "line", within: ["figure"], label: "Credit: " },
  figcaption: { editor: "figureCaption", kind: "block", text: "line", within: ["figure"], label: "Caption: " },
  div: {
    editor: "gallery",
    kind: "block",
    text: "line",
    page: "gallery",
    classes: new Set(["gallery"]),
    kindClass: "required",
    only: ["figure"],
  },
  table: { editor: "table", kind: "block", text: "line", page: "scrolls", only: ["tbody", "tr"] },
  tbody: { editor: "table", kind: "block", within: ["table"], only: ["tr"], pastedFrom: ["thead", "tfoot"] },
  tr: { editor: "tableRow", kind: "block", text: "line", within: ["table", "tbody"], only: ["th", "td"] },
  th: cell("tableHeader"),
  td: cell("tableCell"),
  a: { editor: "link", kind: "mark", attributes: { href: "link", id: "reference" }, needs: "href" },
  // Around a link to a footnote it is the reference to it: see internal/footnotes.ts.
  sup: mark("superscript"),
  sub: mark("subscript"),
  section: {
    editor: "footnote",
    kind: "block",
    text: "line",
    classes: new Set(["footnotes"]),
    kindClass: "required",
    within: [""],
    only: ["ol"],
    label: "Footnotes: ",
  },
  strong: mark("bold"),
  // Used by older articles; the editor writes `strong` and `em`.
  b: { ...mark("bold"), writtenAs: "strong" },
  em: mark("italic", ["cite"]),
  i: { ...mark("italic"), writtenAs: "em" },
  u: mark("underline"),
  s: mark("strike", ["del", "strike"]),
  code: {
    ...mark("code", ["tt", "kbd", "samp"]),
    classes: LANGUAGE_CLASSES,
    classPattern: LANGUAGE_CLASS,
    kindClass: "optional",
  },
} satisfies Record<string, ContentElement>;

export type ElementName = keyof typeof ELEMENTS;
export type LineElementName =
  | { [Name in ElementName]: (typeof ELEMENTS)[Name]["kind"] extends "mark" ? Name : never }[ElementName]
  | "br";

const TABLE: ReadonlyMap<string, ContentElement> = new Map(Object.entries(ELEMENTS));

export const ELEMENT_NAMES = (Object.keys(ELEMENTS) as ElementName[]).filter((name) => !TABLE.get(name)?.surface);
export const ISSUE_ELEMENT_NAMES = (Object.keys(ELEMENTS) as ElementName[]).filter((name) => TABLE.get(name)?.surface);

export const isElementName = (name: string): name is ElementName => TABLE.has(name);

export const contentElement = (name: string): ContentElement | undefined => TABLE.get(name) ?? SUGGESTED.get(name);

/** The attribute of a suggested insertion or deletion of words, and those of suggested blocks. */
export const SUGGESTION_ATTRIBUTE = "data-suggestion";
export const INSERTED_ATTRIBUTE = "data-inserted";
export const DELETED_ATTRIBUTE = "data-deleted";

const suggested = (editor: string): ElementOf<"mark"> => ({
  ...mark(editor),
  attributes: { [SUGGESTION_ATTRIBUTE]: "suggestion" },
  needs: SUGGESTION_ATTRIBUTE,
});

/** Suggested insertions and deletions. Not among the elements: no stored text has them, see `suggestions.ts`. */
const SUGGESTED: ReadonlyMap<string, ContentElement> = new Map([
  ["ins", suggested("insertion")],
  ["del", suggested("deletion")],
]);
export const isSuggestionMark = (name: string): boolean => SUGGESTED.has(name);

const MARKS = / data-(?:suggestion|inserted|deleted)="/;
/** Whether a stored text may contain suggestions. */
export const hasMarks = (html: string): boolean => MARKS.test(html);

const SUGGESTION_ID = /^[a-z0-9]{8,24}$/;
export const isSuggestionId = (id: string): boolean => SUGGESTION_ID.test(id);

/** Blocks that can be inserted or deleted by a suggestion. Others are a part of one, such as the cells of a row. */
export const SUGGESTED_BLOCKS: ReadonlySet<string> = new Set<ElementName>(
  "p h1 h2 h3 blockquote pre ul ol li aside details article hr img figure div table tr".split(" ") as ElementName[],
);

export function hasClass(name: string, given: string): boolean {
  const { classes, issueClasses, pageClasses } = TABLE.get(name) ?? {};
  return [classes, issueClasses, pageClasses].some((known) => known?.has(given));
}

/**
 * Elements removed with their content, which is not text for readers. Other disallowed elements keep their
 * content.
 */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  "script style meta link title head template iframe object embed noscript noembed noframes svg math canvas audio video input button select option optgroup textarea xmp plaintext xml".split(
    " ",
  ),
);

/**
 * Nesting limits: input nested deeper than the first is rejected; beyond the second, elements are removed but not their
 * text.
 */
export const MAX_GIVEN_DEPTH = 100;
export const MAX_DEPTH = 50;

export type ContentTag = { name: ElementName; attributes: [name: string, value: string][]; children: ContentNode[] };
/** Decoded text, or an element. No two texts are adjacent. */
export type ContentNode = string | ContentTag;
