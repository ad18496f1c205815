/** Autosaves of one person within this time share one version. Milliseconds. */
export const AUTOSAVE_WINDOW_MS = 10 * 60_000;

/** The name of an autosaved version that an editor chose to replace; named versions are never folded. */
export const REPLACED_NOTE = "Replaced by another version";

export const MAX_NOTE_LENGTH = 200;

export type Snapshot = Readonly<Record<string, unknown>>;

/**
 * A version to store. `at` in epoch milliseconds; `documentVersion` is null if readers do not see it. `startsCopy`: the
 * first version of a new working copy. `suggestedBy`: the account whose suggestion the author accepted.
 */
export type Save = {
  snapshot: Snapshot;
  authorId: number | null;
  at: number;
  isAutosave: boolean;
  documentVersion: number | null;
  startsCopy?: boolean;
  suggestedBy?: number | null | undefined;
};

/** The input for folding a save into the newest version. Times in epoch milliseconds. */
type Saved = { authorId: number | null; isAutosave: boolean; suggestedBy?: number | null | undefined };
type NewSave = Saved & { startsCopy?: boolean };
type Newest = Saved & { beganAt: number; note: string };

/**
 * Whether an autosave replaces the newest version instead of adding one: never a named version, nor one that
 * belongs to a discarded working copy, because it is the only trace of its words.
 */
export function isFolded(newest: Newest, save: NewSave, at: number): boolean {
  return (
    save.isAutosave &&
    newest.isAutosave &&
    !save.startsCopy &&
    newest.note === "" &&
    newest.authorId === save.authorId &&
    (newest.suggestedBy ?? null) === (save.suggestedBy ?? null) &&
    at - newest.beganAt < AUTOSAVE_WINDOW_MS
  );
}

/** The versions in a document's ETag: the public one, and that of its working copy if there is one. */
export const versionName = (version: number, workingCopy: number | null): string =>
  workingCopy === null ? String(version) : `${version}d${workingCopy}`;

export function versionsOf(name: string): { version: number; workingCopy: number | null } | undefined {
  const parts = /^(\d{1,15})(?:d(\d{1,15}))?$/.exec(name);
  return parts
    ? { version: Number(parts[1]), workingCopy: parts[2] === undefined ? null : Number(parts[2]) }
    : undefined;
}
