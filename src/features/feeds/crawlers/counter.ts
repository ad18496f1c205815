import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { DAY, isoDate } from "#shared/time.ts";
import { feedUrl } from "#shared/urls.ts";
import { CRAWLER_NAMES, type CrawlerName, type CrawlerPolicy, crawlerOf, isDenied } from "./rules.ts";

/** How long counts are kept, in days. */
export const KEPT_DAYS = 30;
/** How long a crawler may follow the rules that it has read (RFC 9309). */
const RULES_AGE_MS = DAY;
/** User agents in memory with their crawlers. */
const MAX_USER_AGENTS = 500;

/** What every crawler may read, to know the rules. */
const RULES = new Set([feedUrl.robots(), feedUrl.license()]);

const SENT_NAMES = CRAWLER_NAMES.filter((name) => crawlerOf(name).sends !== false);
const KEYS = SENT_NAMES.map((name) => [name.toLowerCase(), name] as const);

type Counts = { fetched: number; ignored: number; blocked: number };
type Rules = { policy: CrawlerPolicy; changedAt: number };
type Deps = { database: Database; clock: Clock; current: () => Rules };

/** The day in UTC. */
export const dayOf = (at: number): string => isoDate(at).slice(0, 10);

/** Counts what crawlers fetch, by their names alone, in memory until the next `flush`. */
export function createCrawlerCounter({ database, clock, current }: Deps) {
  const known = new LRUCache<string, { name: CrawlerName | undefined }>({ max: MAX_USER_AGENTS });
  /** The day of the last cleaning: counts become old once a day. */
  let cleanedOn = "";
  let pending = new Map<string, Counts & { crawler: string; day: string }>();
  const crawlerIn = (userAgent: string) => {
    let found = known.get(userAgent);
    if (!found) {
      const lower = userAgent.toLowerCase();
      found = { name: KEYS.find(([key]) => lower.includes(key))?.[1] };
      known.set(userAgent, found);
    }
    return found.name;
  };
  const add = (crawler: string, day: string, { fetched, ignored, blocked }: Counts) => {
    const key = `${day} ${crawler}`;
    const before = pending.get(key) ?? { fetched: 0, ignored: 0, blocked: 0 };
    pending.set(key, {
      crawler,
      day,
      fetched: before.fetched + fetched,
      ignored: before.ignored + ignored,
      blocked: before.blocked + blocked,
    });
  };
  return {
    /** Counts a request if a crawler sent it; returns whether it is blocked. */
    isBlocked({ method, url = "/", headers }: IncomingMessage): boolean {
      const userAgent = headers["user-agent"];
      const crawler = userAgent === undefined ? undefined : crawlerIn(userAgent);
      if (crawler === undefined || (method !== "GET" && method !== "HEAD")) return false;
      const { policy, changedAt } = current();
      const now = clock.now();
      const [path = ""] = url.split("?", 1);
      const breaks = isDenied(policy, crawler) && !RULES.has(path);
      const blocked = breaks && policy.blocks_denied;
      const ignored = breaks && now - changedAt >= RULES_AGE_MS;
      add(crawler, dayOf(now), { fetched: blocked ? 0 : 1, ignored: ignored ? 1 : 0, blocked: blocked ? 1 : 0 });
      return blocked;
    },
    /** Stores what was counted, and deletes what is old. Throws if the database is down, keeping the counts. */
    async flush(): Promise<void> {
      const today = dayOf(clock.now());
      if (pending.size === 0 && cleanedOn === today) return;
      const rows = [...pending.values()].sort((left, right) => (left.crawler < right.crawler ? -1 : 1));
      pending = new Map();
      try {
        await database.db.transaction().execute(async (trx) => {
          for (const row of rows)
            await trx
              .insertInto("crawler_fetch")
              .values(row)
              .onConflict((conflict) =>
                conflict.columns(["crawler", "day"]).doUpdateSet((eb) => ({
                  fetched: eb("crawler_fetch.fetched", "+", row.fetched),
                  ignored: eb("crawler_fetch.ignored", "+", row.ignored),
                  blocked: eb("crawler_fetch.blocked", "+", row.blocked),
                })),
              )
              .execute();
          const oldest = dayOf(clock.now() - KEPT_DAYS * DAY);
          if (cleanedOn !== today) await trx.deleteFrom("crawler_fetch").where("day", "<=", oldest).execute();
        });
        cleanedOn = today;
      } catch (error) {
        for (const row of rows) add(row.crawler, row.day, row);
        throw error;
      }
    },
  };
}

/** What each crawler that sends its name fetched in the last 30 days. */
export async function listCrawlers(
  { database: { db }, clock }: Pick<Deps, "database" | "clock">,
  policy: CrawlerPolicy,
) {
  const rows = await db
    .selectFrom("crawler_fetch")
    .where("day", ">", dayOf(clock.now() - KEPT_DAYS * DAY))
    .groupBy("crawler")
    .select((eb) => [
      "crawler",
      eb.fn.sum<number>("fetched").as("fetched"),
      eb.fn.sum<number>("ignored").as("ignored"),
      eb.fn.sum<number>("blocked").as("blocked"),
      eb.fn.max("day").as("last_on"),
    ])
    .execute();
  const counted = new Map(rows.map((row) => [row.crawler, row]));
  return SENT_NAMES.map((name) => {
    const { operator, purpose, ranges = false } = crawlerOf(name);
    const { fetched = 0, ignored = 0, blocked = 0, last_on = null } = counted.get(name) ?? {};
    const counts = { fetched: Number(fetched), blocked: Number(blocked), last_on };
    const isNow = isDenied(policy, name);
    return {
      ...{ name, operator, purpose, ...counts },
      is_denied: isNow,
      ignores_denial: isNow && Number(ignored) > 0,
      has_ranges: ranges,
    };
  });
}
