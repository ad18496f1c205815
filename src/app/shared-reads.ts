import { showsList } from "#db/scopes.ts";
import { AD_LOCATIONS, adSpacesAt } from "#features/ads/rules.ts";
import { editorsPicks, homeFeatured, homeLatest, homePicks, trendingArticles } from "#features/articles/calls.ts";
import { createFreshness, type Dated, type FreshnessDeps } from "#platform/freshness.ts";
import { withScopes } from "#platform/response-cache.ts";
import type { ReadForPage } from "./read-in-process.ts";
import { layoutQueries } from "./site/layout-queries.ts";

/** What many pages show, whatever their address: the frame's queries, the lists next to articles, ad spaces. */
const SHARED = new Set(
  [
    ...layoutQueries(),
    homeFeatured(),
    homeLatest(),
    homePicks(),
    editorsPicks(),
    trendingArticles(),
    ...AD_LOCATIONS.map(({ location }) => adSpacesAt(location)),
  ].map(({ queryKey }) => queryKey.join(" ")),
);

/** For what changes without being content: prices, views. Short compared to the cache time of a page. */
const MAX_AGE_MS = 2_000;

type Shared = Dated & { response: unknown };

/**
 * Reads queries that many pages share once for all of them, until something that the response shows changes. The
 * responses are the same objects for all pages: they must not be changed.
 */
export function shareReads(read: ReadForPage, deps: FreshnessDeps): ReadForPage {
  const reads = new Map<string, Promise<Shared>>();
  const freshness = createFreshness(deps);

  const make = async (...call: Parameters<ReadForPage>): Promise<Shared> => {
    const since = await freshness.begin();
    const { made: response, scopes } = await withScopes(() => read(...call));
    return { response, scopes, freshFor: MAX_AGE_MS, ...since };
  };

  const makeForAll = (key: string, ...call: Parameters<ReadForPage>): Promise<Shared> => {
    const made = make(...call);
    reads.set(key, made);
    // Waiting pages get the error; the next page tries again.
    made.catch(() => reads.get(key) === made && reads.delete(key));
    return made;
  };

  return async (url, shape, log) => {
    const key = `${url} ${shape}`;
    if (!SHARED.has(key)) return read(url, shape, log);
    const known = reads.get(key);
    let shared = await known;
    if (!shared || !freshness.isFresh(shared, deps.database.contentVersion())) {
      // The first page to notice reads it again; a read that another page has started is newer than this page.
      const newer = reads.get(key);
      shared = await (newer && newer !== known ? newer : makeForAll(key, url, shape, log));
    }
    showsList(shared.scopes);
    return shared.response;
  };
}
