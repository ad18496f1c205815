import type { IncomingMessage } from "node:http";
import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { type Setting, withGiven } from "#features/settings/commands.ts";
import { type Followed, followed } from "#features/settings/followed.ts";
import { readSetting, settingChangedAt } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { emptyValues } from "#shared/fields/fields.ts";
import { absoluteUrl, feedUrl } from "#shared/urls.ts";
import { createCrawlerCounter } from "./counter.ts";
import { type CrawlerPolicyBody, crawlerPolicy } from "./endpoints.ts";
import { CRAWLER_FIELDS, type CrawlerPolicy, statesTerms } from "./rules.ts";

const KEY = "crawlers";
const crawlerScope = scope("crawlers");
const UNSET: CrawlerPolicy = { ...emptyValues(CRAWLER_FIELDS), allowed: [], denied: [], blocks_denied: false };

/** What crawlers may fetch articles for; everything by default. */
export async function readCrawlerPolicy(db: Kysely<Tables>): Promise<CrawlerPolicy> {
  shows(crawlerScope);
  return crawlerPolicy.parse({ ...UNSET, ...((await readSetting(db, KEY)) as object | undefined) });
}

export const crawlerSetting: Setting<"crawlers", CrawlerPolicy, CrawlerPolicyBody> = {
  key: KEY,
  read: readCrawlerPolicy,
  scopes: [crawlerScope],
  merge(before, body) {
    const after = withGiven(before, body);
    // Of two lists that name the same crawler, the given one applies.
    if (body.denied) return { ...after, allowed: after.allowed.filter((name) => !after.denied.includes(name)) };
    return { ...after, denied: after.denied.filter((name) => !after.allowed.includes(name)) };
  },
};

/** The policy as every request and response needs it. */
export type Crawlers = Pick<Followed<unknown>, "refresh"> & {
  /** Counts a request if a crawler sent it; returns whether it is blocked. */
  isBlocked: (request: IncomingMessage) => boolean;
  /** Stores the counts. */
  flush: () => Promise<void>;
  /** What every response says of the terms, unless it has links of its own; undefined without terms. */
  headers: () => Record<string, string> | undefined;
  /** A response's own link header, with the link to the terms. */
  linkWithTerms: (own: string) => Promise<string | undefined>;
};

type Deps = { database: Database; clock: Clock; siteUrl: string };

export async function openCrawlers({ database, clock, siteUrl }: Deps): Promise<Crawlers> {
  const { current, refresh } = await followed(database, [crawlerScope], async (db) => ({
    policy: await readCrawlerPolicy(db),
    changedAt: await settingChangedAt(db, KEY),
  }));
  const headers = { link: licenseLink(siteUrl) };
  return {
    refresh,
    ...createCrawlerCounter({ database, clock, current }),
    headers: () => (statesTerms(current().policy) ? headers : undefined),
    linkWithTerms: (own) => linkWithTerms(database.db, siteUrl, own),
  };
}

const licenseLink = (siteUrl: string): string =>
  `<${absoluteUrl(siteUrl, feedUrl.license())}>; rel="license"; type="application/rsl+xml"`;

/** The link header of a response with links of its own. */
export async function linkWithTerms(db: Kysely<Tables>, siteUrl: string, own = ""): Promise<string | undefined> {
  const terms = statesTerms(await readCrawlerPolicy(db)) ? licenseLink(siteUrl) : "";
  return [own, terms].filter(Boolean).join(", ") || undefined;
}
