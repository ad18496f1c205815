import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { escapeText } from "#shared/html.ts";
import { paragraphsOf } from "#shared/text.ts";
import type { IssueBody } from "./endpoints.ts";

type Content = Pick<IssueBody, "introduction" | "body" | "article_ids">;

const paragraphsHtml = (text: string): string =>
  paragraphsOf(text)
    .map((paragraph) => `<p>${escapeText(paragraph).replace(/\r\n?|\n/g, "<br />")}</p>`)
    .join("");

const blockHtml = (id: number, hasPicture: boolean) =>
  `<article class="${hasPicture ? "with-picture" : "without-picture"}" ${ARTICLE_ATTRIBUTE}="${id}"></article>`;

/** Appends listed articles to a text, as mails show them: only the first has its picture, if the text has no articles. */
export function withArticles(body: string, ids: readonly number[]): string {
  const others = ids.filter((id) => !body.includes(`${ARTICLE_ATTRIBUTE}="${id}"`));
  const isFirst = !body.includes("<article ");
  return body + others.map((id, index) => blockHtml(id, isFirst && index === 0)).join("");
}

/** Joins introduction, text and articles into one text. */
export const wholeBody = ({ introduction, body, article_ids }: Content): string =>
  withArticles(paragraphsHtml(introduction) + body, article_ids);
