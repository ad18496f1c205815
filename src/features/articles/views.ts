import type { IncomingMessage, ServerResponse } from "node:http";
import { type Kysely, sql } from "kysely";
import type { Database } from "#db/open.ts";
import { listScopes } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { ClientAddresses } from "#platform/client-address.ts";
import type { Clock } from "#platform/clock.ts";
import { boundedCache } from "#platform/concurrency.ts";
import { createReaderCounter, type ReaderCounter, type Reading } from "#platform/reader-counter.ts";
import { heatOf } from "#shared/decay.ts";
import { HOUR, isoDate } from "#shared/time.ts";
import { API_BASE } from "#shared/urls.ts";
import { addSources, addToHour, pruneHours } from "./numbers/commands.ts";
import { sourceHost } from "./numbers/rules.ts";
import { isPublished } from "./queries.ts";
import { articleScope } from "./scopes.ts";

type CounterDeps = { database: Database; clock: Clock; secretKey: string };

/** A view of an article. `from`: the host that the reader came from, as the client says. `finished`: at the end of the text. */
export type Viewed = { id: number; from?: string | undefined; finished?: boolean | undefined };

export type ArticleCounters = {
  record: (viewed: Viewed & Pick<Reading, "address" | "userAgent">) => void;
  /** Stores what was recorded. If the database is unavailable it throws, and keeps what was not stored. */
  flush: () => Promise<void>;
};

/** Counts views of articles and readers who reach the end, without knowing the readers. */
export function createArticleCounters(deps: CounterDeps): ArticleCounters {
  const views = createViewCounter(deps);
  const finished = createReaderCounter({
    ...deps,
    what: "finished",
    add: (trx, id, { count }, now) => addToHour(trx, id, { views: 0, finished: count }, now),
  });
  return {
    record({ from, finished: isAtEnd, ...reading }) {
      if (isAtEnd) finished.record(reading);
      else views.record({ ...reading, source: sourceHost(from) });
    },
    async flush() {
      await views.flush();
      await finished.flush();
    },
  };
}

/** Counts the views of articles, which rank trending ones. */
export function createViewCounter(deps: CounterDeps): ReaderCounter {
  return createReaderCounter({
    ...deps,
    what: "view",
    async addAll(trx, count, now) {
      const hour = Math.floor(now / HOUR);
      await trx
        .insertInto("view_hour")
        .values({ hour, views: count })
        .onConflict((conflict) => conflict.column("hour").doUpdateSet({ views: sql`view_hour.views + ${count}` }))
        .execute();
      await trx
        .deleteFrom("view_hour")
        .where("hour", "<", hour - HOURS_KEPT)
        .execute();
      await pruneHours(trx, now);
    },
    async add(trx, id, { count, sources }, now) {
      // Added in SQL, as another process may count the same article.
      await trx
        .updateTable("article")
        .set((eb) => ({ views: eb("views", "+", count), heat: withHeat(heatOf(count, now)) }))
        .where("id", "=", id)
        .execute();
      await addToHour(trx, id, { views: count, finished: 0 }, now);
      await addSources(trx, id, sources);
    },
  });
}

/** Two weeks and the current hour. */
const HOURS_KEPT = 2 * 7 * 24 + 1;

type Views = {
  day: number;
  previous_day: number;
  week: number;
  previous_week: number;
  hours: { at: string; views: number }[];
};

/** Views of all articles in the last 24 hours and 7 days, by full hours, in the periods before, and of each hour. */
export async function countViews(db: Kysely<Tables>, now: number): Promise<Views> {
  const end = Math.floor(now / HOUR) + 1;
  const rows = await db.selectFrom("view_hour").selectAll().execute();
  const between = (from: number, to: number) =>
    rows.reduce((sum, { hour, views }) => (hour >= end - from && hour < end - to ? sum + Number(views) : sum), 0);
  return {
    day: between(24, 0),
    previous_day: between(48, 24),
    week: between(7 * 24, 0),
    previous_week: between(14 * 24, 7 * 24),
    hours: rows
      .toSorted((one, other) => one.hour - other.hour)
      .map(({ hour, views }) => ({ at: isoDate(hour * HOUR), views: Number(views) })),
  };
}

/** If the two differ by more, rounding loses the smaller one, and PostgreSQL throws. */
const MAX_HEAT_GAP = 60;
const LN_2 = sql.lit(Math.LN2);

/** log2(2^heat + 2^added): the heat of a row with new views. The larger one is factored out, as it may be huge. */
function withHeat(added: number) {
  const more = sql<number>`cast(${added} as double precision)`;
  const larger = sql<number>`case when heat > ${more} then heat else ${more} end`;
  const gap = sql<number>`abs(heat - ${more})`;
  return sql<number>`case
    when heat is null then ${more}
    when ${gap} > ${sql.lit(MAX_HEAT_GAP)} then ${larger}
    else ${larger} + ln(1 + exp(-${gap} * ${LN_2})) / ${LN_2}
  end`;
}

/** Maximum cached article ids: more than readers open within a minute. */
const MAX_ARTICLES = 20_000;

/** Caches which articles readers can see until they change. */
export type KnownArticles = ReturnType<typeof knownArticles>;

export function knownArticles({ database, clock }: { database: Database; clock: Clock }) {
  /** By article: the content version up to which it is known to be published. */
  const published = boundedCache<number, number>(MAX_ARTICLES);
  return {
    /** Synchronous; false if only the database can tell. Throws if the content version cannot be read. */
    isKnown(id: number): boolean {
      const since = published.get(id);
      if (since === undefined) return false;
      const version = database.contentVersion();
      if (version === since) return true;
      const hasChanged = database.changedSince(since, listScopes([articleScope.whole(id)]));
      if (hasChanged) published.delete(id);
      else published.set(id, version);
      return !hasChanged;
    },
    async isPublished(id: number): Promise<boolean> {
      // Read first, so that changes during the query are checked again.
      const version = database.contentVersion();
      const isThere = await isPublished(database.db, clock.now(), id);
      if (isThere) published.set(id, version);
      return isThere;
    },
  };
}

/** The request's target below the API's path, as our pages send it. */
const VIEW = /^\/articles\/([1-9]\d{0,9})\/view\/?(?:\?(?:from=([\w.-]{1,253})|(finished)=true))?$/;

type ViewFastPathSettings = {
  headers: Record<string, string>;
  addressOf: ClientAddresses["addressOf"];
  /** Counts the request for its client; throws beyond the limit. */
  limit: (address: string) => void;
};

/**
 * Responds to the common view-count request before the framework runs, as every reader of an article sends it: no
 * body, an article that is known to be published. The route handles all other requests and failures.
 */
export function viewFastPath(known: KnownArticles, counters: Pick<ArticleCounters, "record">) {
  return ({ headers, addressOf, limit }: ViewFastPathSettings) => {
    const head = Object.entries(headers).flat();
    return (request: IncomingMessage, response: ServerResponse): boolean => {
      const viewed = request.method === "POST" && isPlain(request) ? viewedIn(request.url ?? "") : undefined;
      const address = viewed && addressOf(request);
      if (viewed === undefined || address === undefined) return false;
      try {
        if (!known.isKnown(viewed.id)) return false;
        limit(address);
      } catch {
        // The route counts once more and responds with the error.
        return false;
      }
      counters.record({ ...viewed, address, userAgent: request.headers["user-agent"] });
      response.writeHead(204, head).end();
      return true;
    };
  };
}

function viewedIn(target: string): Viewed | undefined {
  const [, id, from, finished] = (target.startsWith(API_BASE) && VIEW.exec(target.slice(API_BASE.length))) || [];
  return id === undefined ? undefined : { id: Number(id), from, finished: finished !== undefined };
}

/** Whether a request has neither a body nor anything else that the framework must check. */
function isPlain({ headers }: IncomingMessage): boolean {
  const { "content-length": length, "content-type": type } = headers;
  return (
    (length === undefined || length === "0") &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined &&
    (type === undefined || type === "application/json")
  );
}
