import type { Database } from "#db/open.ts";
import { collectShown, type ScopeList, showsList } from "#db/scopes.ts";
import { adSpacesAt } from "#features/ads/calls.ts";
import { AD_LOCATIONS } from "#features/ads/rules.ts";
import { editorsPicks, featuredArticles, latestArticles, trendingArticles } from "#features/articles/calls.ts";
import type { Clock } from "#platform/clock.ts";
import type { ReadForPage } from "./read-in-process.ts";
import { layoutQueries } from "./site/layout-queries.ts";

/** What many pages show, whatever their address: the frame's calls, the lists beside articles, ad spaces. */
const SHARED = new Set(
  [
    ...layoutQueries(),
    latestArticles(),
    featuredArticles(),
    editorsPicks(),
    trendingArticles(),
    ...AD_LOCATIONS.map(({ location }) => adSpacesAt(location)),
  ].map(({ queryKey }) => queryKey.join(" ")),
);

/** For what changes without being content: prices, views. Short beside the time that a page itself is kept. */
const MAX_AGE_MS = 2_000;

type Shared = {
  answer: unknown;
  scopes: ScopeList;
  /** The content version before it was read. */
  version: number;
  readAt: number;
  /** When the next scheduled article appears, in epoch milliseconds; null for never. */
  until: number | null;
};

export type SharedReadsDeps = {
  clock: Clock;
  database: Pick<Database, "contentVersion" | "changedSince">;
  nextPublication: (now: number) => Promise<number | null>;
};

/**
 * Reads the calls that many pages share once for all of them, until something that the response shows changes. The
 * responses are the same objects for all pages: nobody may change them.
 */
export function shareReads(read: ReadForPage, { clock, database, nextPublication }: SharedReadsDeps): ReadForPage {
  const kept = new Map<string, Promise<Shared>>();

  const isCurrent = ({ scopes, version, readAt, until }: Shared): boolean => {
    const now = clock.now();
    // Brings what is known of changes up to date.
    database.contentVersion();
    return now - readAt < MAX_AGE_MS && (until === null || now < until) && !database.changedSince(version, scopes);
  };

  const make = async (...call: Parameters<ReadForPage>): Promise<Shared> => {
    const version = database.contentVersion();
    const readAt = clock.now();
    const until = await nextPublication(readAt);
    const shown = collectShown();
    const answer = await shown.during(() => read(...call));
    return { answer, scopes: shown.list(), version, readAt, until };
  };

  const makeForAll = (key: string, ...call: Parameters<ReadForPage>): Promise<Shared> => {
    const made = make(...call);
    kept.set(key, made);
    // The error is for those who wait for it; the next page tries again.
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  };

  return async (url, shape, log) => {
    const key = `${url} ${shape}`;
    if (!SHARED.has(key)) return read(url, shape, log);
    const known = kept.get(key);
    let shared = await known;
    if (!shared || !isCurrent(shared)) {
      // Whoever notices first reads it again: what another page began meanwhile is newer than this page.
      const newer = kept.get(key);
      shared = await (newer && newer !== known ? newer : makeForAll(key, url, shape, log));
    }
    showsList(shared.scopes);
    return shared.answer;
  };
}
