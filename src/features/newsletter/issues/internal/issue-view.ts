import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { IssueArticle } from "#features/articles/schema.ts";
import { plainText } from "#features/content/derive.ts";
import type { ContentNode } from "#features/content/model.ts";
import { textBeginning } from "#features/content/preview.ts";
import { hasElement, pageHtml } from "#features/content/serialize.ts";
import { presentCorrection } from "#features/record/present.ts";
import { paragraphsOf } from "#shared/text.ts";
import { isoDate } from "#shared/time.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { IssueTextStore } from "../commands.ts";
import { readTyped } from "../document.ts";
import { articlesOf, correctionsIn, findIssue, findSentIssue, type IssueRow, listSentIssues } from "../queries.ts";
import type { ArchiveView, IssuePart, IssueView } from "../site/issue-page.tsx";
import { type ArticleBlock, articleBlockOf, articlesIn, type WithNodes, withNodes } from "./content-parts.ts";

/** Issues on one page of the list. */
const ARCHIVE_SIZE = 20;
/** Length of the description that search engines and networks show, in characters. */
const DESCRIPTION_LENGTH = 160;

/** An issue's page: its parts and its description. */
export type ReadIssue = { view: IssueView; description: string };

/** The page of a sent issue; undefined for any other. */
export async function readIssue(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  id: number,
): Promise<ReadIssue | undefined> {
  const row = await findSentIssue(db, id);
  return row && pageOf(db, { viewer, now }, row, row.started_at);
}

/** The page of an issue if it were sent at its time, or now; undefined for a deleted issue. */
export async function previewOfIssue(
  store: Pick<IssueTextStore, "content" | "database">,
  viewer: Viewer,
  now: number,
  id: number,
): Promise<ReadIssue | undefined> {
  const { db } = store.database;
  if (!(await findIssue(db, id))) return undefined;
  const row = await readTyped(store, id);
  return pageOf(db, { viewer, now }, row, row.started_at ?? row.scheduled_at ?? now);
}

async function pageOf(
  db: Kysely<Tables>,
  { viewer, now }: { viewer: Viewer; now: number },
  row: IssueRow,
  sentAt: number,
): Promise<ReadIssue> {
  const issue = withNodes(row);
  const corrections = (await correctionsIn(db, viewer, row, now)).map(presentCorrection);
  const view = { ...issueView(issue, await articlesOf(db, viewer, issue, now)), sentAt: isoDate(sentAt), corrections };
  const text = `${row.introduction} ${plainText(issue.nodes)}`.trim();
  return { view, description: row.preview || textBeginning(text, DESCRIPTION_LENGTH) || row.subject };
}

/**
 * The list of sent issues, from the start, with the newest as a sample, or after `before`; undefined if `before` does not
 * exist.
 */
export async function readArchive(
  db: Kysely<Tables>,
  { viewer, now }: { viewer: Viewer; now: number },
  after: number | null,
): Promise<ArchiveView | undefined> {
  const before = after === null ? undefined : await findSentIssue(db, after);
  if (after !== null && !before) return undefined;
  const rows = await listSentIssues(db, { before, limit: ARCHIVE_SIZE + 1 });
  const issues = rows.slice(0, ARCHIVE_SIZE).map(({ id, subject, preview, started_at }) => ({
    id,
    subject,
    preview,
    sentAt: new Date(started_at).toISOString(),
  }));
  const newest = after === null ? issues[0] : undefined;
  const sample = newest && (await readIssue(db, viewer, now, newest.id))?.view;
  return {
    issues,
    ...(sample && { sample }),
    next: rows.length > ARCHIVE_SIZE ? (issues.at(-1)?.id ?? null) : null,
    isFirst: after === null,
  };
}

/** Marks links of sponsored blocks for search engines. */
const SPONSORED: [string, string] = ["rel", "sponsored noopener"];

/** An issue as its page shows it, with the articles that are public now. */
function issueView(issue: WithNodes<IssueRow>, articles: IssueArticle[]): Omit<IssueView, "sentAt" | "corrections"> {
  const { nodes } = issue;
  const byId = new Map(articles.map((article) => [article.id, article]));
  const inText = new Set(articlesIn(nodes).map(({ id }) => id));
  const following = articles.filter(({ id }) => !inText.has(id));
  const parts = partsOf(nodes, byId);
  const isFirst = !parts.some((part) => "article" in part);
  return {
    subject: issue.subject,
    paragraphs: paragraphsOf(issue.introduction),
    parts: [...parts, ...following.map((article, index) => ({ article, hasPicture: isFirst && index === 0 }))],
  };
}

/** The text, divided at its articles. */
function partsOf(nodes: ContentNode[], articles: ReadonlyMap<number, IssueArticle>): IssuePart[] {
  const parts: IssuePart[] = [];
  // Heading levels must be lowered by the same number in all parts.
  const hasTitle = hasElement(nodes, "h1");
  const ids = new Map<string, number>();
  let text: ContentNode[] = [];
  const endText = () => {
    const { html } = pageHtml(text, Number.POSITIVE_INFINITY, hasTitle, ids);
    if (html !== "") parts.push({ html });
    text = [];
  };
  const addArticle = ({ id, hasPicture }: ArticleBlock) => {
    const article = articles.get(id);
    if (article) parts.push({ article, hasPicture });
  };
  for (const node of nodes) {
    const block = typeof node === "string" ? null : articleBlockOf(node);
    if (block === null) text.push(withSponsors(node));
    else {
      endText();
      addArticle(block);
    }
  }
  endText();
  return parts;
}

function withSponsors(node: ContentNode, isSponsors = false): ContentNode {
  if (typeof node === "string") return node;
  const isOwn = isSponsors || node.attributes.some(([name, value]) => name === "class" && value === "sponsor");
  const attributes = isOwn && node.name === "a" ? [...node.attributes, SPONSORED] : node.attributes;
  return { ...node, attributes, children: node.children.map((child) => withSponsors(child, isOwn)) };
}
