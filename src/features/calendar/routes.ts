import type { Database } from "#db/open.ts";
import { versionName } from "#features/documents/history/rules.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { storiesNow } from "#features/notifications/titles.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { InvalidError } from "#shared/errors.ts";
import { DAY } from "#shared/time.ts";
import { actorOf } from "#shared/viewer.ts";
import type { BudgetStore } from "./budget/commands.ts";
import { budgetRoutes } from "./budget/routes.ts";
import { noticeDueIdeas } from "./budget/subscribers.ts";
import { type Calendar, type CalendarEntry, calendarEndpoints } from "./endpoints.ts";
import { overviewEndpoints } from "./overview/endpoints.ts";
import { findOverview, SHOWN } from "./overview/queries.ts";
import { listPlanned, MAX_RANGE_MS, type Planned } from "./queries.ts";

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

const ofStory = ({ id, title, state, due, may_change, etag }: Planned["due"][number]): Timed => ({
  at: due === null ? 0 : Date.parse(due),
  entry: {
    kind: "story",
    id,
    title,
    state: "due",
    story: { state, has_changes: false },
    etag: may_change ? etag : null,
  },
});

async function presentCalendar(
  { database: { db }, kinds: types }: Deps,
  planned: Planned,
  now: number,
): Promise<Calendar> {
  const kinds = [
    planned.articles.map((row) => ofArticle(row, now)),
    planned.updates.map(ofUpdate),
    planned.issues.map(ofIssue),
    planned.digests.map(ofDigest),
    planned.due.map(ofStory),
  ];
  const entries = kinds.flat().toSorted((a, b) => a.at - b.at);
  const isOthers = ({ kind, id }: Timed["entry"]) => kind === "article" && planned.others.has(id ?? 0);
  const own = entries.filter(({ entry }) => entry.id !== null && entry.kind !== "story" && !isOthers(entry));
  const keyOf = ({ entry: { kind, id } }: Timed) => ({
    type: kind === "issue" ? kind : ("article" as const),
    id: id ?? 0,
  });
  const stories = await storiesNow(db, types, own, { keyOf, now });
  return {
    entries: entries.map((timed) => ({
      ...timed.entry,
      at: new Date(timed.at).toISOString(),
      is_others: isOthers(timed.entry),
      story: timed.entry.story ?? stories.get(timed),
    })),
    complete_until: new Date(planned.completeUntil).toISOString(),
  };
}

const AHEAD_MS = 30 * DAY;

type Deps = { database: Database; clock: Clock; kinds: readonly DocumentType[] };

const NOTICE_INTERVAL_MS = 60_000;

export const calendarFeature = (deps: BudgetStore): Feature => ({
  routes: [calendarRoutes(deps), overviewRoutes(deps), budgetRoutes(deps)],
  jobs: [
    {
      name: "due stories",
      title: "Notify people of stories that are due soon or late",
      every: NOTICE_INTERVAL_MS,
      alone: true,
      run: () => noticeDueIdeas(deps),
    },
  ],
});

/** Throws InvalidError unless the range is valid and no longer than the limit. */
function rangeOf(query: { from: string; to: string }) {
  const range = { from: Date.parse(query.from), to: Date.parse(query.to) };
  const invalidRange = (detail: string) => new InvalidError("invalid_input", detail, { to: detail });
  if (range.to <= range.from) throw invalidRange("To must be later than from.");
  if (range.to - range.from > MAX_RANGE_MS) throw invalidRange("To must be at most 50 days after from.");
  return range;
}

function calendarRoutes(deps: Deps): ApiPlugin {
  const { database, clock } = deps;
  return async (app) =>
    serve(app, calendarEndpoints, {
      "GET /calendar": async (call) => {
        const range = rangeOf(call.query);
        const now = clock.now();
        return presentCalendar(deps, await listPlanned(database.db, actorOf(call), range, now), now);
      },
    });
}

function overviewRoutes(deps: Deps): ApiPlugin {
  const { database, clock, kinds } = deps;
  return async (app) =>
    serve(app, overviewEndpoints, {
      "GET /overview": async (call) => {
        const [actor, now] = [actorOf(call), clock.now()];
        const planned = await listPlanned(database.db, actor, { from: now, to: now + AHEAD_MS }, now);
        const { entries } = await presentCalendar(deps, planned, now);
        const scheduled = entries.filter(({ state }) => state === "scheduled");
        return { ...(await findOverview({ database, kinds }, actor, now)), scheduled: scheduled.slice(0, SHOWN) };
      },
    });
}
