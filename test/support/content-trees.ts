import fc from "fast-check";
import {
  type ContentNode,
  type ContentTag,
  contentElement,
  ELEMENT_NAMES,
  type ElementName,
} from "#features/content/model.ts";

/** Text that HTML or its escaping could mistake for something else. Line breaks are `\n` once parsed. */
const text = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
    fc.constantFrom("&amp;", "</p>", "<!--", "]]>", "&#0;", "a  b", " ", "\n", "\u00a0", "é́", "👩‍💻", "3.5 is it. "),
  )
  .map((value) => value.replaceAll("\r", "\n"));

const link = fc.constantFrom("https://example.com/?a=1&b=%22", "mailto:desk@example.com", "tel:+254", "/about", "#end");
const picture = fc.constantFrom("/media/abcdefgh/800x600.jpg", "https://example.com/a.png?b&c", "/a.png");
const VALUES = {
  link,
  picture,
  text,
  integer: fc.integer({ min: -999, max: 999_999_999 }).map(String),
  span: fc.integer({ min: 1, max: 99 }).map(String),
};
/** Ids belong to footnotes, whose parts depend on each other: they are added to a whole tree. */
const isDrawn = (rule: string): rule is keyof typeof VALUES => rule in VALUES;

/** Where a node stands: what it is in, and how many more levels there may be. */
type Place = { around: ElementName | null; isInLink: boolean; isInTable: boolean; levels: number };
type Draw = fc.GeneratorValue;

/** Elements that hold lines, items or rows; all others hold text and marks. */
const CONTAINERS: ReadonlySet<string | null> = new Set([null, "blockquote", "li", "td", "th", "details"]);
const INLINE = ELEMENT_NAMES.filter((name) => contentElement(name)?.kind === "mark" || name === "br" || name === "img");
const ANYWHERE = ELEMENT_NAMES.filter((name) => name !== "li" && name !== "sup" && !contentElement(name)?.within);

function childrenOf({ around, isInLink, isInTable, levels }: Place): readonly ElementName[] {
  if (levels === 0) return [];
  const only = around === null ? undefined : contentElement(around)?.only;
  const names = only ?? (around === "ul" || around === "ol" ? ["li"] : CONTAINERS.has(around) ? ANYWHERE : INLINE);
  return (names as ElementName[]).filter((name) => !(isInLink && name === "a") && !(isInTable && name === "table"));
}

const takesText = (around: ElementName | null) =>
  around === null || !(contentElement(around)?.only || around === "ul" || around === "ol");

function tagOf(draw: Draw, name: ElementName, place: Place): ContentTag {
  const { attributes: rules = {}, kind } = contentElement(name) ?? {};
  const attributes = Object.entries(rules).flatMap(([attribute, rule]): [string, string][] =>
    // A link without an address is none.
    isDrawn(rule) && (name === "a" || draw(fc.boolean)) ? [[attribute, draw(() => VALUES[rule])]] : [],
  );
  attributes.push(...classOf(draw, name));
  const inside = {
    around: name,
    isInLink: place.isInLink || name === "a",
    isInTable: place.isInTable || name === "table",
    levels: place.levels - 1,
  };
  const children = kind === "void" ? [] : nodesIn(draw, inside);
  return { name, attributes, children: name === "details" ? [titleOf(draw, inside), ...children] : children };
}

/** A toggle begins with its title, in which there are no pictures. */
function titleOf(draw: Draw, place: Place): ContentTag {
  const inside: Place = { ...place, around: "summary", levels: 0 };
  return { name: "summary", attributes: [], children: nodesIn(draw, inside) };
}

function classOf(draw: Draw, name: ElementName): [string, string][] {
  const { classes, kindClass } = contentElement(name) ?? {};
  if (!classes || (kindClass !== "required" && draw(fc.boolean))) return [];
  const names = fc.uniqueArray(fc.constantFrom(...classes), { minLength: 1, maxLength: kindClass ? 1 : 3 });
  return [["class", draw(() => names).join(" ")]];
}

function nodesIn(draw: Draw, place: Place): ContentNode[] {
  const nodes: ContentNode[] = [];
  const names = childrenOf(place);
  for (let left = draw(() => fc.nat(4)); left > 0; left--) {
    const isText = takesText(place.around) && typeof nodes.at(-1) !== "string" && draw(fc.boolean);
    if (isText) nodes.push(draw(() => text));
    else if (names.length > 0)
      nodes.push(
        tagOf(
          draw,
          draw(() => fc.constantFrom(...names)),
          place,
        ),
      );
  }
  return nodes;
}

/** Trees of everything that content may be, drawn from the table of elements: a new entry is in them. */
export const contentTree: fc.Arbitrary<ContentNode[]> = fc
  .gen()
  .map((draw) => nodesIn(draw, { around: null, isInLink: false, isInTable: false, levels: 6 }));
