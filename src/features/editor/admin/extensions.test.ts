import { getSchema } from "@tiptap/core";
import type { ContentMatch, MarkType, Node, NodeType } from "@tiptap/pm/model";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { contentElement, ELEMENT_NAMES, type ElementName } from "#features/content/model.ts";
import { SEED } from "#test/support/seed.ts";
import { EXTENSIONS } from "./extensions.ts";
import { htmlOf } from "./html-of.ts";

const schema = getSchema(EXTENSIONS);
const names = (types: Readonly<Record<string, NodeType | MarkType>>) => Object.keys(types);
/** Nodes that are no elements, or have a class of their own, and are written whole. */
const PLAIN = ["doc", "text", "card", "button", "file"];
/** What only texts with open suggestions have. */
const SUGGESTED = ["insertion", "deletion"];

describe("the editor's nodes and marks", () => {
  test.each(
    ELEMENT_NAMES.map((name) => [name, contentElement(name)?.editor ?? "", contentElement(name)?.kind] as const),
  )("<%s> is %s", (_name, editor, kind) => {
    expect(names(kind === "mark" ? schema.marks : schema.nodes)).toContain(editor);
  });

  test("are those of the table of elements, and no others", () => {
    const known = new Set([...PLAIN, ...SUGGESTED, ...ELEMENT_NAMES.map((name) => contentElement(name)?.editor)]);
    for (const name of [...names(schema.nodes), ...names(schema.marks)]) expect(known).toContain(name);
  });

  test("have no attribute that would be lost", () => {
    // Kept as classes, as the heading's element, for every block, or never written.
    const layout = ["align", "indent", "level", "colwidth", "kind", "language", "note", "dir", "extent"];
    const otherwise = new Set([...layout, "inserted", "deleted"]);
    for (const type of [...Object.values(schema.nodes), ...Object.values(schema.marks)]) {
      if ([...PLAIN, ...SUGGESTED].includes(type.name)) continue;
      const elements = ELEMENT_NAMES.filter((name) => contentElement(name)?.editor === type.name);
      const kept = elements.flatMap((name: ElementName) => Object.keys(contentElement(name)?.attributes ?? {}));
      for (const attribute of Object.keys(type.spec.attrs ?? {}))
        if (!otherwise.has(attribute)) expect(kept, `${attribute} of ${type.name}`).toContain(attribute);
    }
  });

  test("take pictures between lines alone, and marks in lines alone", () => {
    const { paragraph, image, doc, tableCell, figureCredit } = schema.nodes;
    expect(paragraph?.contentMatch.matchType(image as NodeType)).toBeNull();
    expect(doc?.contentMatch.matchType(image as NodeType)).not.toBeNull();
    expect(tableCell?.contentMatch.matchType(image as NodeType)).toBeNull();
    for (const mark of Object.values(schema.marks)) expect(figureCredit?.allowsMarkType(mark)).toBe(false);
  });
});

/** Values of the attributes, by name; all others keep their default. */
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  id: fc.constantFrom("suggestion1", "suggestion2"),
  inserted: fc.constantFrom(null, null, "suggestion1"),
  deleted: fc.constantFrom(null, null, "suggestion2"),
  src: fc.constantFrom("/a.png", "https://example.com/a.png?b&c"),
  href: fc.constantFrom("/a", "mailto:desk@example.com", "https://example.com/?a&b"),
  alt: fc.constantFrom("", 'A "ship" & <sea>'),
  title: fc.constantFrom(null, "A title"),
  extent: fc.constantFrom(null, "wide", "full"),
  width: fc.constantFrom(null, 640),
  height: fc.constantFrom(null, 480),
  align: fc.constantFrom(null, "center", "right", "justify"),
  indent: fc.integer({ min: 0, max: 8 }),
  level: fc.integer({ min: 1, max: 3 }),
  start: fc.integer({ min: -1, max: 12 }),
  colspan: fc.integer({ min: 1, max: 99 }),
  rowspan: fc.integer({ min: 1, max: 99 }),
  name: fc.constantFrom("Report", "A & <b>"),
  about: fc.constantFrom("", "PDF, 2.4 MB"),
  source: fc.constantFrom("", "Vimeo · A & B"),
  picture: fc.constantFrom("", "/media/abcdefgh/40x30.jpg"),
  isVideo: fc.boolean(),
  kind: fc.constantFrom("pull-quote", "callout-note", "callout-tip", "callout-warning", "key-points"),
  note: fc.constantFrom("", "a", "<em>b</em> &lt;c"),
  language: fc.constantFrom(null, "solidity", "cpp", "unheard-of"),
};
const TEXT = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  fc.constantFrom(" ", "a  b", "<p>", "&lt;"),
);
type Draw = fc.GeneratorValue;

const attributesOf = (draw: Draw, { spec }: NodeType | MarkType) =>
  Object.fromEntries(
    Object.keys(spec.attrs ?? {}).flatMap((name) =>
      VALUES[name] ? [[name, draw(() => VALUES[name] ?? fc.constant(null))]] : [],
    ),
  );

/** A node of any type, its content drawn along what the schema says may follow. */
function nodeOf(draw: Draw, type: NodeType, levels: number): Node {
  if (type.isText) {
    const allowed = Object.values(schema.marks).filter(() => draw(() => fc.nat(3)) === 0);
    return schema.text(
      draw(() => TEXT),
      allowed.map((mark) => mark.create(attributesOf(draw, mark))),
    );
  }
  const children: Node[] = [];
  let match: ContentMatch = type.contentMatch;
  for (let left = draw(() => fc.nat(4)); left > 0 || !match.validEnd; left--) {
    const next = Array.from({ length: match.edgeCount }, (_, index) => match.edge(index));
    // At the bottom, and where only the end is missing, what needs no further levels.
    const flat = next.filter(({ type: child }) => child.isInline || child.isTextblock || child.isAtom);
    const fitting = levels > 0 && left > 0 ? next : flat.length > 0 ? flat : match.validEnd ? [] : next;
    if (fitting.length === 0) break;
    const { type: child, next: after } = draw(() => fc.constantFrom(...fitting));
    children.push(nodeOf(draw, child, levels - 1));
    match = after;
  }
  const marked = children.map((child) => child.mark(type.allowedMarks(child.marks)));
  return type.createChecked(attributesOf(draw, type), marked);
}

test(`the server keeps whatever the schema allows, new nodes and marks included (seed ${SEED})`, () => {
  const document = fc.gen().map((draw) => nodeOf(draw, schema.topNodeType, 6));
  fc.assert(
    fc.property(document, (doc) => {
      doc.check();
      const html = htmlOf(doc);
      const flags = { isWritten: true, hasSuggestions: true };
      expect(deriveContent(html, [], "article", undefined, flags).content.html).toBe(html);
    }),
    { seed: SEED, numRuns: 150 },
  );
});
