/** Something that is changed, and the version (ETag) that it is shown at. */
type Versioned = { key: string; etag: string | null };

/**
 * The versions at which one's own changes left items. An item that is changed twice in a row is still shown at the version
 * before the first change, which the server would refuse as somebody else's; and one that was read again since may be
 * somebody else's, and must not be taken for the one that a change was made of.
 */
export function ownVersions() {
  const known = new Map<string, { older: Set<string | null>; newest: string | null }>();
  return {
    /** The version to change: the newest of one's own where the item is at one before it, otherwise the item's. */
    newestOf({ key, etag }: Versioned): string | null {
      const own = known.get(key);
      return own?.older.has(etag) ? own.newest : etag;
    },
    /** Notes that a change of `item` left it at `etag`. */
    note({ key, etag: before }: Versioned, etag: string | null): void {
      const own = known.get(key) ?? { older: new Set(), newest: before };
      own.older.add(before).add(own.newest).delete(etag);
      known.set(key, { older: own.older, newest: etag });
    },
  };
}
