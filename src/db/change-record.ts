import { EVERYTHING, type ScopeList } from "./scopes.ts";

/** Scopes of which is known when they were changed last: some 3 MB. */
const MAX_SCOPES = 30_000;

/** One entry of the table of changes. */
export type ContentChange = { version: number; scopes: ScopeList };

/**
 * What has changed lately, as far as this process knows. Versions count the changes, so that a gap is a change of which
 * nothing is known: it may have touched everything.
 */
export function createChangeRecord() {
  let version = 0;
  /** What was made before this version may have changed since. */
  let horizon = 0;
  const changedAt = new Map<string, number>();

  const forgetAll = () => {
    horizon = version;
    changedAt.clear();
  };

  const note = (scope: string) => {
    // Put at the end, so that the first entry is the oldest.
    changedAt.delete(scope);
    changedAt.set(scope, version);
    if (changedAt.size <= MAX_SCOPES) return;
    for (const [oldest, at] of changedAt) {
      changedAt.delete(oldest);
      horizon = Math.max(horizon, at);
      break;
    }
  };

  const add = (change: ContentChange) => {
    if (!(change.version > version)) return;
    const isNext = change.version === version + 1;
    version = change.version;
    if (!isNext || change.scopes === EVERYTHING) forgetAll();
    else for (const scope of change.scopes.split(" ")) note(scope);
  };

  return {
    version: () => version,
    add,
    /** Takes over what the database holds: its version, and the changes after this record's as far back as they are kept. */
    catchUp(stored: number, changes: ContentChange[]): void {
      for (const change of changes) add(change);
      if (stored <= version) return;
      version = stored;
      forgetAll();
    },
    /** Whether any of the scopes was changed after a version. */
    changedSince(since: number, scopes: ScopeList): boolean {
      if (since >= version) return false;
      if (since < horizon || scopes === EVERYTHING) return true;
      return scopes.split(" ").some((scope) => (changedAt.get(scope) ?? 0) > since);
    },
  };
}
export type ChangeRecord = ReturnType<typeof createChangeRecord>;
