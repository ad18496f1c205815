import fc from "fast-check";

/** A node or mark of an editor's document, as ProseMirror's JSON has it. */
export type Json = {
  type: string;
  attrs?: Record<string, unknown>;
  marks?: Json[];
  content?: Json[];
  text?: string;
};

/** Text that HTML, cleaning or a browser's parser could mistake for something else. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^[ \ta&<>"'\u00a0]{1,8}$/),
  fc.constantFrom(
    "&amp;",
    "<script>",
    "a  b",
    " x ",
    "\u00a0",
    "]]>",
    "<!--",
    "tab\there",
    "é́",
    "👩‍💻",
    "שלום",
    "&nbsp;",
  ),
);

const address = fc.constantFrom(
  "https://example.com/a?b=1&c=2#d",
  "http://example.com/%22%3Cx%3E",
  "mailto:desk@example.com?subject=a%20b",
  "tel:+254700000000",
  "/article/12",
);

const simpleMarks = fc.subarray(["bold", "italic", "underline", "strike", "code"]);
const marks = fc
  .tuple(fc.option(address, { nil: null, freq: 4 }), simpleMarks)
  .map(([href, names]): Json[] => [
    ...(href === null ? [] : [{ type: "link", attrs: { href } }]),
    ...names.map((type) => ({ type })),
  ]);

const run = fc.tuple(text, marks).map(([value, on]): Json => ({ type: "text", text: value, marks: on }));
const footnote = fc
  .constantFrom("a &amp; b", '<em>a</em> <a href="https://example.com/?a&amp;b">b</a>')
  .map((note): Json => ({ type: "footnote", attrs: { note } }));
const inline = fc.array(fc.oneof({ weight: 8, arbitrary: run }, fc.constant<Json>({ type: "hardBreak" }), footnote), {
  maxLength: 5,
});

const layout = fc.record({
  align: fc.constantFrom(null, "center", "right", "justify"),
  indent: fc.integer({ min: 0, max: 8 }),
});
const paragraph = fc.tuple(layout, inline).map(([attrs, content]): Json => ({ type: "paragraph", attrs, content }));
const heading = fc
  .tuple(layout, fc.integer({ min: 1, max: 3 }), inline)
  .map(([attrs, level, content]): Json => ({ type: "heading", attrs: { ...attrs, level }, content }));
const codeBlock = fc
  .tuple(fc.stringMatching(/^[\n\t a-c<>&"\u00a0]{0,30}$/), fc.constantFrom(null, "rust", "c"))
  .map(([code, language]): Json => {
    const content: Json[] = code === "" ? [] : [{ type: "text", text: code }];
    return { type: "codeBlock", attrs: { language }, content };
  });
const image = fc
  .record({
    src: fc.constantFrom("https://example.com/a.png?b&c", "/media/0f/640x480.webp"),
    alt: fc.string({ unit: "grapheme", maxLength: 12 }).map((alt) => alt.trim().replace(/\p{Cc}/gu, "")),
    extent: fc.constantFrom(null, "wide", "full"),
  })
  .map((attrs): Json => ({ type: "image", attrs }));
const line = inline.map((content): Json[] => content);
const figure = fc
  .tuple(image, fc.option(fc.stringMatching(/^[a-z<&" ]{1,12}$/), { nil: "" }), line)
  .map(([picture, credit, caption]): Json => {
    const words: Json[] = credit === "" ? [] : [{ type: "text", text: credit }];
    return {
      type: "figure",
      content: [picture, { type: "figureCredit", content: words }, { type: "figureCaption", content: caption }],
    };
  });
const gallery = fc.array(figure, { minLength: 1, maxLength: 3 }).map((content): Json => ({ type: "gallery", content }));
const cells = (type: "tableHeader" | "tableCell", count: number) =>
  fc.array(
    fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((content): Json => ({ type, content })),
    { minLength: count, maxLength: count },
  );
const table = fc.integer({ min: 1, max: 3 }).chain((count) =>
  fc.tuple(cells("tableHeader", count), fc.array(cells("tableCell", count), { maxLength: 2 })).map(
    ([head, rows]): Json => ({
      type: "table",
      content: [head, ...rows].map((content) => ({ type: "tableRow", content })),
    }),
  ),
);
const button = fc
  .tuple(address, fc.stringMatching(/^[a-z<&"]{1,12}$/))
  .map(([href, label]): Json => ({ type: "button", attrs: { href }, content: [{ type: "text", text: label }] }));
const file = fc
  .record({ name: fc.constantFrom("Report", 'A "b" & <c>'), about: fc.constantFrom("", "PDF, 2.4 MB") })
  .map((attrs): Json => ({ type: "file", attrs: { href: "https://example.com/a.pdf?b&c", ...attrs } }));
const rule = fc.constant<Json>({ type: "horizontalRule" });

const { block } = fc.letrec<{ block: Json; list: Json; quote: Json; aside: Json; toggle: Json; item: Json }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    paragraph,
    heading,
    codeBlock,
    image,
    figure,
    gallery,
    table,
    rule,
    button,
    file,
    tie("list"),
    tie("quote"),
    tie("aside"),
    tie("toggle"),
  ),
  item: fc
    .tuple(paragraph, fc.array(tie("block"), { maxLength: 2 }))
    .map(([first, rest]): Json => ({ type: "listItem", content: [first, ...rest] })),
  list: fc
    .tuple(
      fc.constantFrom("bulletList", "orderedList"),
      fc.nat(12),
      fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
    )
    .map(
      ([type, start, content]): Json =>
        type === "orderedList" ? { type, attrs: { start }, content } : { type, content },
    ),
  quote: fc
    .array(tie("block"), { minLength: 1, maxLength: 3 })
    .map((content): Json => ({ type: "blockquote", content })),
  aside: fc
    .tuple(
      fc.constantFrom("pull-quote", "callout-note", "callout-tip", "callout-warning", "key-points"),
      fc.array(tie("block"), { minLength: 1, maxLength: 2 }),
    )
    .map(([kind, content]): Json => ({ type: "aside", attrs: { kind }, content })),
  toggle: fc.tuple(line, fc.array(tie("block"), { minLength: 1, maxLength: 2 })).map(
    ([title, content]): Json => ({
      type: "toggle",
      content: [{ type: "toggleSummary", content: title }, ...content],
    }),
  ),
}));

/** Documents of everything the editor can produce. */
export const editorDocument = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((content): Json => ({ type: "doc", content }));
