import type { Database } from "#db/open.ts";
import { listScopes } from "#db/scopes.ts";
import { boundedCache } from "#platform/bounded-cache.ts";
import type { Clock } from "#platform/clock.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { isPublished } from "../queries.ts";
import { articleScope } from "../scopes.ts";

/** Articles that are remembered as published: more than readers open within a minute. */
const MAX_ARTICLES = 20_000;

/** Which articles readers can see, remembered until they change. */
export type KnownArticles = ReturnType<typeof knownArticles>;

export function knownArticles({ database, clock }: { database: Database; clock: Clock }) {
  /** By article: the content version up to which it is known to be published. */
  const published = boundedCache<number, number>(MAX_ARTICLES);
  return {
    /** Synchronous; false also where only the database can tell. Throws where the content version cannot be read. */
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
      // Read first: what changes during the query is then looked at again.
      const version = database.contentVersion();
      const isThere = await isPublished(database.db, ANYBODY, clock.now(), id);
      if (isThere) published.set(id, version);
      return isThere;
    },
  };
}
