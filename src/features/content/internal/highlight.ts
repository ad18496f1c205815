import { languageNamed } from "../model.ts";
import { GRAMMARS } from "./code-grammars.ts";
import { type CodePart, codeParts, type PartKind } from "./code-lexer.ts";
import { diffParts, markdownParts, markupParts } from "./code-markup.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";
import { languageOf } from "./page-attributes.ts";

/** Longer code stays plain, in one block and in all of a content together: pages must not grow without bound. */
const MAX_BLOCK_LENGTH = 20_000;
const MAX_CONTENT_LENGTH = 60_000;

/** The classes of the style sheet. */
const CLASSES: Record<NonNullable<PartKind>, string> = {
  keyword: "hl-k",
  literal: "hl-l",
  comment: "hl-c",
  name: "hl-n",
  added: "hl-a",
  removed: "hl-r",
};

/** What finds the parts of code in a language, by its name; undefined for an unknown one: nothing is guessed. */
function readerOf(language: string): ((code: string) => CodePart[]) | undefined {
  const name = languageNamed(language);
  if (name === "diff") return diffParts;
  if (name === "markdown") return markdownParts;
  if (name === "html" || name === "xml") return markupParts;
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  return grammar && ((code) => codeParts(code, grammar));
}

/**
 * Returns what highlights the code in the code blocks of one content, until they are too long altogether. Code with other
 * elements in it, such as links, stays as it is.
 */
export function highlighter(): (node: ContentNode) => ContentNode {
  let left = MAX_CONTENT_LENGTH;
  return (node) => {
    if (typeof node === "string" || node.children.some((child) => typeof child !== "string")) return node;
    const code = node.children.join("");
    const partsOf = readerOf(languageOf(node));
    if (!partsOf || code.length > Math.min(left, MAX_BLOCK_LENGTH)) return node;
    left -= code.length;
    return { ...node, children: joined(partsOf(code)).map(nodeOf) };
  };
}

/** Only pages have it: no content may contain it. */
const SPAN = "span" as ContentTag["name"];

const nodeOf = ({ kind, text }: CodePart): ContentNode =>
  kind === null ? text : { name: SPAN, attributes: [["class", CLASSES[kind]]], children: [text] };

/** White space goes with what is before it: on its own it would stay visible where a preview is cut. */
function joined(parts: readonly CodePart[]): CodePart[] {
  const all: CodePart[] = [];
  for (const { kind, text } of parts) {
    const last = all.at(-1);
    if (last && (last.kind === kind || text.trim() === "")) last.text += text;
    else if (text !== "") all.push({ kind, text });
  }
  return all;
}
