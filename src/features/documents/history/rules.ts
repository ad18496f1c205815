/** Autosaves of one person within this time make one version. Milliseconds. */
export const AUTOSAVE_WINDOW_MS = 10 * 60_000;

/** The name of an autosaved version that an editor chose to replace: with a name it stays. */
export const REPLACED_NOTE = "Replaced by another version";

export const MAX_NOTE_LENGTH = 200;

export type Snapshot = Readonly<Record<string, unknown>>;

/**
 * A version to be stored. `at` in epoch milliseconds; `documentVersion` null where readers do not see it. `startsCopy`: the
 * first of a working copy, which the newest version was not part of.
 */
export type Save = {
  snapshot: Snapshot;
  authorId: number | null;
  at: number;
  isAutosave: boolean;
  documentVersion: number | null;
  startsCopy?: boolean;
};

/** What decides whether a save becomes part of the newest version. Times in epoch milliseconds. */
type Saved = { authorId: number | null; isAutosave: boolean };
type NewSave = Saved & { startsCopy?: boolean };
type Newest = Saved & { beganAt: number; note: string };

/**
 * Whether an autosave replaces the newest version, rather than making another: never one that was given a name, or that
 * belongs to a working copy which was discarded, as it is the only trace of its words.
 */
export function isFolded(newest: Newest, save: NewSave, at: number): boolean {
  return (
    save.isAutosave &&
    newest.isAutosave &&
    !save.startsCopy &&
    newest.note === "" &&
    newest.authorId === save.authorId &&
    at - newest.beganAt < AUTOSAVE_WINDOW_MS
  );
}

/**
 * What an ETag of a document names: the version that readers see, and that of its working copy where there is one. Each
 * of the two can be changed by somebody else.
 */
export const versionName = (version: number, workingCopy: number | null): string =>
  workingCopy === null ? String(version) : `${version}d${workingCopy}`;

export function versionsOf(name: string): { version: number; workingCopy: number | null } | undefined {
  const parts = /^(\d{1,15})(?:d(\d{1,15}))?$/.exec(name);
  return parts
    ? { version: Number(parts[1]), workingCopy: parts[2] === undefined ? null : Number(parts[2]) }
    : undefined;
}
