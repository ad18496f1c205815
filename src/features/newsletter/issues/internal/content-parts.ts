import { ownNodes } from "#features/content/derive.ts";
import { asideName } from "#features/content/labels.ts";
import {
  ARTICLE_ATTRIBUTE,
  ARTICLE_BLOCKS,
  type ContentNode,
  type ContentTag,
  contentElement,
  type ElementName,
  FILE_CLASS,
  ISSUE_ASIDES,
  type LineElementName,
} from "#features/content/model.ts";
import { textIn } from "#shared/translate.ts";

/** An article in the text of an issue. */
export type ArticleBlock = { id: number; hasPicture: boolean };

/** The article of a block; null for any other block. */
export function articleBlockOf({ name, attributes }: ContentTag): ArticleBlock | null {
  if (name !== "article") return null;
  const given = new Map(attributes);
  const kind = given.get("class") as keyof typeof ARTICLE_BLOCKS;
  return { id: Number(given.get(ARTICLE_ATTRIBUTE)), hasPicture: ARTICLE_BLOCKS[kind] };
}

/** An issue with its text as nodes. */
export type WithNodes<Issue> = Issue & { nodes: ContentNode[] };

/** Parses the stored text of an issue once for its page or mail. */
export const withNodes = <Issue extends { body: string }>(issue: Issue): WithNodes<Issue> => ({
  ...issue,
  nodes: ownNodes(issue.body, "issue"),
});

/** The articles of an issue's text, in order; they are top-level blocks. */
export const articlesIn = (nodes: ContentNode[]): ArticleBlock[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : (articleBlockOf(node) ?? [])));

/** Element names as literal types, so that an element without a mail renderer does not compile. */
type LineTag = ContentTag & { name: LineElementName };
export type BlockTag = ContentTag & { name: Exclude<ElementName, LineElementName> };

/** Whether a node is inline. Pictures are in old content, unless they are the only node. */
export const isInline = (node: ContentTag): node is LineTag =>
  node.name === "br" || contentElement(node.name)?.kind === "mark";

/** Any other element, including pictures. */
export const isBlock = (node: ContentNode): node is BlockTag => typeof node !== "string" && !isInline(node);

/** Groups nodes into blocks, and lists of the inline nodes between them. */
export function runsOf(nodes: ContentNode[]): (BlockTag | ContentNode[])[] {
  const runs: (BlockTag | ContentNode[])[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (isBlock(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else if (typeof node !== "string" || node.trim() !== "") runs.push([node]);
  }
  return runs;
}

/** The label of an aside in a mail; undefined for a pull quote. */
export function asideLabel(kind: string, language: string | undefined): string | undefined {
  if (kind === FILE_CLASS) return textIn(language)("File");
  if (Object.hasOwn(ISSUE_ASIDES, kind)) return textIn(language)("Sponsored");
  return asideName(kind, language);
}
