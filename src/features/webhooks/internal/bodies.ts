import type { Kysely } from "kysely";
import { isPublic } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { presentSummary } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { articleOfIdea } from "#features/calendar/budget/queries.ts";
import { findSentIssue } from "#features/newsletter/issues/queries.ts";
import { findPage } from "#features/pages/queries.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import { readAddressSite } from "#features/settings/queries.ts";
import { articlePath } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { absoluteUrl, documentUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import type { WebhookEventTable } from "../tables.ts";

type Subject = Pick<WebhookEventTable, "event" | "subject_kind" | "subject_id">;
type Seen = { siteUrl: string; now: number };

/** Events whose subject readers can see. All others name it by its id alone. */
const SHOWN: ReadonlySet<string> = new Set(["article.published", "article.updated", "article.corrected"]);

/** The `data` of some events: what readers may see at `now`, and ids. */
export async function dataOf(db: Kysely<Tables>, subjects: readonly Subject[], seen: Seen): Promise<object[]> {
  const articles = await articlesIn(db, subjects, seen);
  const all: object[] = [];
  for (const subject of subjects) {
    const { subject_kind: kind, subject_id: id } = subject;
    if (kind === "page") all.push(await pageData(db, id, seen));
    else if (kind === "issue") all.push(await issueData(db, id, seen));
    else if (kind === "idea") all.push({ id, ...(await articleOfIdea(db, id)) });
    else all.push((SHOWN.has(subject.event) && articles.get(id)) || { id });
  }
  return all;
}

async function articlesIn(db: Kysely<Tables>, subjects: readonly Subject[], { siteUrl, now }: Seen) {
  const ids = subjects.filter(({ event }) => SHOWN.has(event)).map(({ subject_id }) => subject_id);
  const rows = await summariesByIds(db, ANYBODY, now, [...new Set(ids)]);
  const addresses = await readAddressSite(db);
  return new Map(
    rows.map((row) => {
      const path = articlePath(addresses, { id: row.id, slug: shownSlug(row) });
      return [row.id, { ...presentSummary(row, { isForPage: false }), url: absoluteUrl(siteUrl, path) }];
    }),
  );
}

async function pageData(db: Kysely<Tables>, id: number, { siteUrl, now }: Seen): Promise<object> {
  const row = (await findPage(db, id))?.row;
  if (!row || !isPublic(row, now)) return { id };
  const { title, slug, published_at: at } = row;
  return { id, title, slug, published_date: isoDate(at), url: absoluteUrl(siteUrl, pathOfPage(slug)) };
}

async function issueData(db: Kysely<Tables>, id: number, { siteUrl }: Seen): Promise<object> {
  const issue = await findSentIssue(db, id);
  if (!issue) return { id };
  const { subject, started_at: at } = issue;
  return { id, subject, sent_date: isoDate(at), url: absoluteUrl(siteUrl, documentUrl.issue(id)) };
}
