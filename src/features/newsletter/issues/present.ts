import type { ArticleSummary } from "#features/articles/schema.ts";
import type { countByIssue } from "#features/mail/queries.ts";
import type { SiteInfo } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import type { IssueRow } from "./queries.ts";
import { articleIdsOf } from "./rules.ts";
import type { Issue, IssueBody } from "./schema.ts";

type Counts = Awaited<ReturnType<typeof countByIssue>>;

/** An issue as editors see it, with the outcome of its mails. */
export function presentIssue(row: IssueRow, counts: Counts): Issue {
  const own = counts.filter(({ issue_id }) => issue_id === row.id);
  const countOf = (...states: string[]) =>
    own.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0);
  const settled = countOf("sent", "failed", "uncertain", "cancelled");
  return {
    id: row.id,
    state: row.state,
    version: row.version,
    is_digest: row.is_digest === 1,
    subject: row.subject,
    preview: row.preview,
    introduction: row.introduction,
    body: row.body,
    article_ids: articleIdsOf(row),
    recipients: row.recipients,
    counts: {
      waiting: Math.max(row.state === "sent" ? 0 : row.recipients - settled, countOf("queued", "sending", "held")),
      sent: countOf("sent"),
      failed: countOf("failed"),
      uncertain: countOf("uncertain"),
      cancelled: countOf("cancelled"),
      unsubscribed: own.reduce((sum, { unsubscribed }) => sum + Number(unsubscribed), 0),
    },
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    scheduled_at: isoDate(row.scheduled_at),
    started_at: isoDate(row.started_at),
    finished_at: isoDate(row.finished_at),
    last_error: row.last_error,
  };
}

/** The best of the week as the body of an issue, for an editor to change or for the digest to send. */
export function weeklyProposal(site: Pick<SiteInfo, "name">, articles: ArticleSummary[]): IssueBody {
  const lead = articles[0]?.title;
  return {
    subject: `The week at ${site.name}${lead ? `: ${lead}` : ""}`.slice(0, 200).toWellFormed(),
    preview: articles
      .slice(1, 4)
      .map(({ title }) => title)
      .join(" · ")
      .slice(0, 200)
      .toWellFormed(),
    body: "",
    introduction: "What our editors chose and our readers read most in the last seven days.",
    article_ids: articles.map(({ id }) => id),
  };
}
