import { EVERYTHING, type ScopeList } from "#db/scopes.ts";

/**
 * How long a shared cache may answer in our place, in seconds, and a page how long while a newer one is fetched. Short,
 * as a publication without purging relies on it; browsers ask each time.
 */
const SHARED_SECONDS = 10;
const PAGE_STALE_SECONDS = 60;

export const PAGE_CACHE_CONTROL = `public, max-age=0, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${PAGE_STALE_SECONDS}`;

/** For a response of the API, where it may be kept for less than others with how long, in milliseconds. */
export const apiCacheControl = (freshFor = SHARED_SECONDS * 1_000) =>
  `public, max-age=0, s-maxage=${Math.floor(freshFor / 1_000)}`;

/** The key of every response, and of those that show more than they can name: any change may have touched them. */
export const ALL_KEY = "all";
export const ANY_KEY = "any";
/** In characters: proxies have 4 kB for all headers of a response. */
const MAX_KEYS_LENGTH = 1_500;

/**
 * `Surrogate-Key` of a response: by these keys a CDN is purged. The scopes that it shows, separated by spaces;
 * a scope has neither spaces nor commas (`scope` of db/scopes.ts).
 */
export function surrogateKeys(scopes: ScopeList): string {
  if (scopes === EVERYTHING || scopes.length > MAX_KEYS_LENGTH) return `${ALL_KEY} ${ANY_KEY}`;
  return scopes === "" ? ALL_KEY : `${ALL_KEY} ${scopes}`;
}

/** What a CDN must forget after changes that touched these scopes. */
export function keysToPurge(changes: readonly ScopeList[]): string[] {
  if (changes.includes(EVERYTHING)) return [ALL_KEY];
  return [ANY_KEY, ...new Set(changes.flatMap((scopes) => scopes.split(" ").filter(Boolean)))];
}
