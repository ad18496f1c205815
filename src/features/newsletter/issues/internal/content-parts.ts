import { ownNodes } from "#features/content/derive.ts";
import {
  ARTICLE_ATTRIBUTE,
  ARTICLE_BLOCKS,
  type ContentNode,
  type ContentTag,
  contentElement,
  type ElementName,
  type LineElementName,
} from "#features/content/model.ts";

/** An article in the text of an issue. */
export type ArticleBlock = { id: number; hasPicture: boolean };

/** The article that a block stands for; null for any other block. */
export function articleBlockOf({ name, attributes }: ContentTag): ArticleBlock | null {
  if (name !== "article") return null;
  const given = new Map(attributes);
  const kind = given.get("class") as keyof typeof ARTICLE_BLOCKS;
  return { id: Number(given.get(ARTICLE_ATTRIBUTE)), hasPicture: ARTICLE_BLOCKS[kind] };
}

/** With its text as nodes. */
export type WithNodes<Issue> = Issue & { nodes: ContentNode[] };

/** An issue with its stored text parsed, once for its page or mail and all that these need. */
export const withNodes = <Issue extends { body: string }>(issue: Issue): WithNodes<Issue> => ({
  ...issue,
  nodes: ownNodes(issue.body, "issue"),
});

/** The articles of an issue's text, in order; they stand outside of all other blocks. */
export const articlesIn = (nodes: ContentNode[]): ArticleBlock[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : (articleBlockOf(node) ?? [])));

/** Their names are types of their own, so that an element without a form in mails does not compile. */
type LineTag = ContentTag & { name: LineElementName };
export type BlockTag = ContentTag & { name: Exclude<ElementName, LineElementName> };

/** Whether it stands in a line of text. Pictures do in old content, but are blocks of their own where nothing is around. */
export const isInline = (node: ContentTag): node is LineTag =>
  node.name === "br" || contentElement(node.name)?.kind === "mark";

/** Any other element, a picture among them. */
export const isBlock = (node: ContentNode): node is BlockTag => typeof node !== "string" && !isInline(node);

/** Nodes as blocks, and what stands in a line between them as one list each. */
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
