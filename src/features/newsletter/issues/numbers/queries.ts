import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { countByIssue } from "#features/mail/queries.ts";
import type { IssueTable } from "#features/newsletter/tables.ts";
import type { IssueCounts } from "./endpoints.ts";

/** What is counted of some issues. */
export type Counted = {
  mails: Awaited<ReturnType<typeof countByIssue>>;
  /** Clicks on all links, by issue, if they are counted. */
  clicks: ReadonlyMap<number, number>;
};

export const readCounted = async (db: Kysely<Tables>, ids: number[]): Promise<Counted> => ({
  mails: await countByIssue(db, ids),
  clicks: await clicksByIssue(db, ids),
});

async function clicksByIssue(db: Kysely<Tables>, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("issue_link")
    .where("issue_id", "in", [0, ...ids])
    .groupBy("issue_id")
    .select((eb) => ["issue_id", eb.fn.sum<number>("clicks").as("clicks")])
    .execute();
  return new Map(rows.map(({ issue_id, clicks }) => [issue_id, Number(clicks)]));
}

/** The numbers of one issue. */
export function presentCounts(
  { id, state, recipients }: Pick<IssueTable, "state"> & { id: number; recipients: number },
  { mails, clicks }: Counted,
): IssueCounts {
  const own = mails.filter(({ issue_id }) => issue_id === id);
  const countOf = (...states: string[]) =>
    own.filter(({ state: one }) => states.includes(one)).reduce((sum, { count }) => sum + Number(count), 0);
  const settled = countOf("sent", "failed", "uncertain", "cancelled");
  return {
    waiting: Math.max(state === "sent" ? 0 : recipients - settled, countOf("queued", "sending", "held")),
    sent: countOf("sent"),
    failed: countOf("failed"),
    rejected: own.reduce((sum, { rejected }) => sum + Number(rejected), 0),
    uncertain: countOf("uncertain"),
    cancelled: countOf("cancelled"),
    unsubscribed: own.reduce((sum, { unsubscribed }) => sum + Number(unsubscribed), 0),
    clicks: clicks.get(id) ?? null,
  };
}
