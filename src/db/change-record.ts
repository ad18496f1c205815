import { EVERYTHING, type ScopeList } from "./scopes.ts";

/** Maximum number of scopes whose last change is known: some 3 MB. */
const MAX_SCOPES = 30_000;

/** One entry of the table of changes. */
export type ContentChange = { version: number; scopes: ScopeList };

/**
 * The recent changes that this process knows of. Versions count the changes, so that a gap is an unknown change: it may
 * have touched everything.
 */
export function createChangeRecord() {
  let version = 0;
  /** Anything made before this version may have changed since. */
  let horizon = 0;
  const changedAt = new Map<string, number>();
  const waiting = new Set<{ version: number; reached: () => void }>();

  const forgetAll = () => {
    horizon = version;
    changedAt.clear();
  };

  const note = (scope: string) => {
    // Reinserted at the end, so that the first entry is the oldest.
    changedAt.delete(scope);
    changedAt.set(scope, version);
    if (changedAt.size <= MAX_SCOPES) return;
    for (const [oldest, at] of changedAt) {
      changedAt.delete(oldest);
      horizon = Math.max(horizon, at);
      break;
    }
  };

  const moveTo = (next: number) => {
    version = next;
    for (const one of waiting) {
      if (one.version > version) continue;
      waiting.delete(one);
      one.reached();
    }
  };

  const add = (change: ContentChange) => {
    if (!(change.version > version)) return;
    const isNext = change.version === version + 1;
    moveTo(change.version);
    if (!isNext || change.scopes === EVERYTHING) forgetAll();
    else for (const scope of change.scopes.split(" ")) note(scope);
  };

  return {
    version: () => version,
    add,
    /**
     * Takes over the database's state: its version, and the changes after this record's as far back as they are kept.
     */
    catchUp(stored: number, changes: ContentChange[]): void {
      for (const change of changes) add(change);
      if (stored <= version) return;
      moveTo(stored);
      forgetAll();
    },
    /** Resolves once a version is known. */
    reached: (wanted: number) =>
      new Promise<void>((resolve) => {
        if (wanted <= version) resolve();
        else waiting.add({ version: wanted, reached: resolve });
      }),
    /** Whether any of the scopes has changed after a version. */
    changedSince(since: number, scopes: ScopeList): boolean {
      if (since >= version) return false;
      if (since < horizon || scopes === EVERYTHING) return true;
      return scopes.split(" ").some((scope) => (changedAt.get(scope) ?? 0) > since);
    },
  };
}
export type ChangeRecord = ReturnType<typeof createChangeRecord>;
