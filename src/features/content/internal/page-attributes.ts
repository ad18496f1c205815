import { type Direction, directionOf } from "#shared/language.ts";
import {
  ASIDES,
  type ContentNode,
  type ContentTag,
  contentElement,
  DIRECTION_ATTRIBUTE,
  ISSUE_ASIDES,
  languageLabel,
} from "../model.ts";
import { attributeOf, isBackLink } from "../rules.ts";

type Attributes = [name: string, value: string][];

const classOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "class")?.[1] ?? "";
const isReference = ({ attributes }: ContentTag): boolean => attributes.some(([name]) => name === "id");

/** Attributes that pages add to an element for keyboard scrolling and screen readers. */
export function pageAttributes(node: ContentTag): Attributes {
  switch (node.name) {
    case "pre":
      return [["tabindex", "0"], ...languageName(node.children)];
    case "aside":
      return asideAttributes(classOf(node));
    case "section":
      return [
        ["role", "doc-endnotes"],
        ["aria-label", "Footnotes"],
      ];
    case "a":
      return linkAttributes(node);
    default:
      return contentElement(node.name)?.page === "scrolls" ? [["tabindex", "0"]] : [];
  }
}

export const languageOf = (node: ContentTag): string =>
  node.name === "code" ? classOf(node).replace("language-", "") : "";

function languageName([code]: ContentNode[]): Attributes {
  const name = code === undefined || typeof code === "string" ? "" : languageOf(code);
  return name === "" ? [] : [["data-language", languageLabel(name)]];
}

/**
 * Roles of asides. Not landmarks, because there may be many: a note, or a quote that repeats the text. The stylesheet
 * puts the name of a note before its text, in the language of the text.
 */
function asideAttributes(kind: string): Attributes {
  if (kind === "pull-quote") return [["role", "doc-pullquote"]];
  return Object.hasOwn({ ...ASIDES, ...ISSUE_ASIDES }, kind) ? [["role", "note"]] : [];
}

function linkAttributes(node: ContentTag): Attributes {
  if (isReference(node))
    return [
      ["role", "doc-noteref"],
      ["aria-label", `Footnote ${node.children.join("")}`],
    ];
  return isBackLink(node)
    ? [
        ["role", "doc-backlink"],
        ["aria-label", "Back to the text"],
      ]
    : [];
}

const given = (node: ContentTag) => attributeOf(node, DIRECTION_ATTRIBUTE);

export const hasDirection = (node: ContentTag): boolean => given(node) !== "";

/**
 * The direction of a block: explicit, otherwise that of its first letter, otherwise inherited. Code is left to right.
 * A list item has the list's direction, which its marker needs; its text has its own (prose.css).
 */
export function blockDirection(node: ContentTag, around: Direction): Direction {
  if (contentElement(node.name)?.kind !== "block") return around;
  const own = given(node);
  if (own === "ltr" || own === "rtl") return own;
  if (node.name === "li") return around;
  return node.name === "pre" ? "ltr" : (firstDirection(node.children) ?? around);
}

function firstDirection(nodes: readonly ContentNode[]): Direction | null {
  for (const node of nodes) {
    const found = typeof node === "string" ? directionOf(node) : firstDirection(node.children);
    if (found) return found;
  }
  return null;
}
