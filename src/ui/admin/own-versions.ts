/** A changed item, and the version (ETag) on screen. */
type Versioned = { key: string; etag: string | null };

/**
 * The versions created by the user's own changes. An item that is changed twice in a row is still on screen at the version
 * before the first change, which the server would reject as outdated. An item that was refetched in between may have
 * another user's version, which must not be mistaken for the user's own.
 */
export function ownVersions() {
  const known = new Map<string, { older: Set<string | null>; newest: string | null }>();
  return {
    /** The version to send: the user's newest if the item is at a version before it, otherwise the item's. */
    newestOf({ key, etag }: Versioned): string | null {
      const own = known.get(key);
      return own?.older.has(etag) ? own.newest : etag;
    },
    /** Records that a change of `item` resulted in `etag`. */
    note({ key, etag: before }: Versioned, etag: string | null): void {
      const own = known.get(key) ?? { older: new Set(), newest: before };
      own.older.add(before).add(own.newest).delete(etag);
      known.set(key, { older: own.older, newest: etag });
    },
  };
}
