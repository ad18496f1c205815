import { ownIssueNodes } from "#features/content/derive.ts";
import { ARTICLE_ATTRIBUTE, ARTICLE_BLOCKS } from "#features/content/model.ts";
import type { ContentNode, ContentTag } from "#features/content/parse.ts";

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
  nodes: ownIssueNodes(issue.body),
});

/** The articles of an issue's text, in order; they stand outside of all other blocks. */
export const articlesIn = (nodes: ContentNode[]): ArticleBlock[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : (articleBlockOf(node) ?? [])));
