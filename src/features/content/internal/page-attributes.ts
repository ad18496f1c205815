import { ASIDES, contentElement, ISSUE_ASIDES, languageLabel } from "../model.ts";
import { isBackLink } from "../rules.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";

type Attributes = [name: string, value: string][];

const classOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "class")?.[1] ?? "";
const isReference = ({ attributes }: ContentTag): boolean => attributes.some(([name]) => name === "id");

/** What readers' pages add to an element: how the keyboard scrolls it, and what it is for who does not see it. */
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

/** The language that the class of code names: `solidity`; empty for none, and for all else. */
export const languageOf = (node: ContentTag): string =>
  node.name === "code" ? classOf(node).replace("language-", "") : "";

/** The language as the style sheet shows it above the code. */
function languageName([code]: ContentNode[]): Attributes {
  const name = code === undefined || typeof code === "string" ? "" : languageOf(code);
  return name === "" ? [] : [["data-language", languageLabel(name)]];
}

/** Not landmarks, as there may be many: a note by its name, and a quote that says again what the text says. */
function asideAttributes(kind: string): Attributes {
  if (kind === "pull-quote") return [["role", "doc-pullquote"]];
  const label: string | undefined = Object.entries({ ...ASIDES, ...ISSUE_ASIDES }).find(([name]) => name === kind)?.[1];
  return label === undefined
    ? []
    : [
        ["role", "note"],
        ["aria-label", label],
      ];
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
