import { versionName } from "#features/revisions/rules.ts";
import type { Planned } from "./queries.ts";
import type { Calendar, CalendarEntry } from "./schema.ts";

type Timed = { at: number; entry: Omit<CalendarEntry, "at" | "is_others"> };
type ArticleRow = Planned["articles"][number];

const tagOf = ({ version, copy_version }: ArticleRow) => `"${versionName(version, copy_version)}"`;

function ofArticle(row: ArticleRow, now: number): Timed {
  const at = row.at ?? 0;
  const isAhead = at > now;
  const state = isAhead ? "scheduled" : "published";
  return { at, entry: { kind: "article", id: row.id, title: row.title, state, etag: isAhead ? tagOf(row) : null } };
}

function ofUpdate(row: Planned["updates"][number]): Timed {
  return {
    at: row.at ?? 0,
    entry: { kind: "update", id: row.id, title: row.title, state: "scheduled", etag: tagOf(row) },
  };
}

function ofIssue({ id, subject, state, version, started_at, scheduled_at }: Planned["issues"][number]): Timed {
  const etag = state === "scheduled" ? `"${version}"` : null;
  return {
    at: started_at ?? scheduled_at ?? 0,
    entry: { kind: "issue", id, title: subject, state: state === "draft" ? "scheduled" : state, etag },
  };
}

const ofDigest = (at: number): Timed => ({
  at,
  entry: { kind: "digest", id: null, title: "Weekly digest", state: "scheduled", etag: null },
});

/** What stands in a range, by time. */
export function presentCalendar(planned: Planned, now: number): Calendar {
  const kinds = [
    planned.articles.map((row) => ofArticle(row, now)),
    planned.updates.map(ofUpdate),
    planned.issues.map(ofIssue),
    planned.digests.map(ofDigest),
  ];
  const entries = kinds.flat().toSorted((a, b) => a.at - b.at);
  return {
    entries: entries.map(({ at, entry }) => ({
      ...entry,
      at: new Date(at).toISOString(),
      is_others: entry.kind === "article" && planned.others.has(entry.id ?? 0),
    })),
    complete_until: new Date(planned.completeUntil).toISOString(),
  };
}
