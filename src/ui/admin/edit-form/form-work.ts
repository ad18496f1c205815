import type { EditorApi } from "#shared/editor-api.tsx";
import type { Beginning } from "./beginning.ts";
import { newDraftKey } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import type { Versioned } from "./versions.ts";
import { waitingFiles, whenUploaded, withOutcomes } from "./waiting-pictures.ts";

/** A part of the form that manages its own content, as a rich-text editor does. */
export type LivePart<Values extends object> = {
  /** The current values of its fields. */
  read: () => Partial<Values>;
  /** Replaces its values. */
  write: (values: Values) => void;
};

type WorkKind<Row, Values extends object> = Pick<
  FormKind<Row, Values>,
  "empty" | "valuesOf" | "tidy" | "takenOver" | "merge" | "upload" | "fileField"
>;

/** What a form holds: the version that it changes, its stored values, and the typed ones. */
export type WorkState<Row, Values extends object> = {
  base: Versioned<Row> | null;
  saved: Values;
  work: Work<Values>;
  createKey: string;
};

export function beginWork<Row, Values extends object>(
  kind: WorkKind<Row, Values>,
  { base, restored }: Beginning<Row, Values>,
): WorkState<Row, Values> {
  const saved = base ? kind.valuesOf(base.row) : kind.empty;
  // Work kept by an older version of the form may lack newer fields.
  const work = restored
    ? { values: { ...saved, ...restored.values }, file: restored.file }
    : { values: saved, file: null };
  return { base, saved, work, createKey: restored?.createKey ?? newDraftKey() };
}

type Absorbed<Row, Values extends object> = {
  now: Values;
  /** What was stored before, or both sides began from, and the answer. */
  before: Pick<WorkState<Row, Values>, "base" | "saved">;
  answer: Versioned<Row>;
  /** What was sent, of which only the fields `names`. */
  sent: Values;
  names: readonly (keyof Values & string)[];
};

/**
 * The values of a form after an autosave: others' changes in fields that are untouched here, and what the server made
 * of those that it takes over. What was changed since, here and by others, is merged; null where that cannot be done.
 */
function absorbed<Row, Values extends object>(
  { takenOver, valuesOf, merge }: WorkKind<Row, Values>,
  { now, before, answer, sent, names }: Absorbed<Row, Values>,
): { values: Values; saved: Values } | null {
  const stored = valuesOf(answer.row);
  const [values, saved] = [{ ...now }, { ...stored }];
  for (const name of Object.keys(stored) as (keyof Values & string)[]) {
    const isSent = names.includes(name);
    const known = isSent ? sent : before.saved;
    const isTouched = differing(now, known).includes(name);
    // What was sent of these is what is stored, in other words at most.
    const isTheirs = differing(stored, known).includes(name) && !(isSent && !takenOver.includes(name));
    // A row that was just created is one's own.
    if (isTheirs && isTouched && !before.base) continue;
    if (isTheirs && isTouched) {
      const sides = { base: known[name], mine: now[name], theirs: stored[name] };
      const merged = merge?.(name, sides, { before: before.base?.etag ?? null, after: answer.etag });
      if (merged === undefined) return null;
      values[name] = merged;
    } else if (isTheirs) values[name] = stored[name];
    else if (isSent) saved[name] = sent[name];
    else if (!isTouched) values[name] = stored[name];
  }
  return { values, saved };
}

/** How the pictures that the texts of a form hold are waited for, before its values are sent. */
function pictureWait<Row, Values extends object>({ upload }: WorkKind<Row, Values>, current: () => Values) {
  return {
    /** Whether there are any: `ready` has something to do. */
    holdsWaiting: (): boolean => upload !== undefined && waitingFiles(current()) !== undefined,
    /** Resolves once none of `current` waits: it can be sent. Throws as the upload does. */
    ready: async (api: EditorApi): Promise<void> => upload && whenUploaded(current, (file) => upload(api, file)),
  };
}

/** Where the state is held. `get` returns the latest, `set` replaces parts of it. */
export type WorkHolder<Row, Values extends object> = {
  get: () => WorkState<Row, Values>;
  set: (change: (before: WorkState<Row, Values>) => Partial<WorkState<Row, Values>>) => void;
  live: () => LivePart<Values> | null | undefined;
};

/** Those of the fields `names`, or of all, that differ. */
function changesIn<Values extends object>(now: Values, saved: Values, names?: readonly (keyof Values)[]) {
  const changed = differing(now, saved).filter((name) => !names || names.includes(name));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Values>;
}

/** Uploads the chosen file, so that its field has an address, which can be stored like any other value. */
function fileUpload<Row, Values extends object>(
  { upload, fileField }: WorkKind<Row, Values>,
  { get, set }: WorkHolder<Row, Values>,
) {
  return async (api: EditorApi): Promise<void> => {
    const { file } = get().work;
    if (!file || !upload || !fileField) return;
    const values = { [fileField]: await upload(api, file) } as Partial<Values>;
    // Another one may have been chosen since.
    if (get().work.file !== file) return;
    set(({ work }) => ({ work: { values: { ...work.values, ...values }, file: null } }));
  };
}

/**
 * Adopts the response to an autosave of the fields `names`; what was typed meanwhile stays. Returns false, and adopts
 * nothing, where that and what others have stored are changes of the same. `known`: what both are changes of, if that is
 * not the version of this form.
 */
function absorbing<Row, Values extends object>(
  kind: WorkKind<Row, Values>,
  { get, set, live }: WorkHolder<Row, Values>,
  current: () => Work<Values>,
) {
  return (sent: Values, names: readonly (keyof Values & string)[], answer: Versioned<Row>, known?: Values): boolean => {
    const now = current();
    const before = known ? { base: answer, saved: known } : get();
    const taken = absorbed(kind, { now: now.values, before, sent, names, answer });
    if (!taken) return false;
    set(() => ({ base: answer, saved: taken.saved, work: { values: taken.values, file: now.file } }));
    if (differing(taken.values, now.values).length > 0) live()?.write(taken.values);
    return true;
  };
}

/** The values typed into a form, and the stored ones, as of now; the functions see later changes too. */
export function formWork<Row, Values extends object>(kind: WorkKind<Row, Values>, holder: WorkHolder<Row, Values>) {
  const { get, set, live } = holder;
  const { base, work, saved, createKey } = get();

  const change = (values: Partial<Values>) =>
    set((before) => ({ work: { ...before.work, values: { ...before.work.values, ...values } } }));

  /** Everything typed, including the latest text of the live part, and the addresses of pictures that were uploaded. */
  const current = (): Work<Values> => {
    const { values, file } = get().work;
    const latest = { ...values, ...live()?.read() };
    return { values: kind.upload ? withOutcomes(latest) : latest, file };
  };

  /** The work as it is sent: normalised values also replace those in the form. */
  function tidied(): Work<Values> {
    const { values, file } = current();
    const tidy = kind.tidy?.(values) ?? values;
    if (differing(tidy, values).length > 0) change(changesIn(tidy, values));
    return { values: tidy, file };
  }

  /** Adopts the response to what was sent. Returns whether nothing else was typed in the meantime. */
  function settle(sent: Work<Values>, answer: Versioned<Row>): boolean {
    const now = current();
    const stored = kind.valuesOf(answer.row);
    const taken = (names: readonly (keyof Values & string)[]) =>
      Object.fromEntries(names.map((name) => [name, stored[name]])) as Partial<Values>;
    const untouched = kind.takenOver.filter((name) => !differing(now.values, sent.values).includes(name));
    const values = { ...now.values, ...taken(untouched) };
    set(() => ({
      base: answer,
      saved: { ...sent.values, ...taken(kind.takenOver) },
      work: { values, file: now.file === sent.file ? null : now.file },
    }));
    if (differing(values, now.values).length > 0) live()?.write(values);
    return isSameWork(now, sent);
  }

  /** Replaces the typed values by the stored ones, but for changes of the fields `keeps`. */
  function adopt(stored: Versioned<Row>, keeps: readonly (keyof Values & string)[] = []) {
    const saved = kind.valuesOf(stored.row);
    const values = { ...saved, ...changesIn(current().values, get().saved, keeps) };
    set(() => ({ base: stored, saved, work: { values, file: null } }));
    live()?.write(values);
  }

  return {
    base,
    work,
    createKey,
    isChanged: work.file !== null || differing(work.values, saved).length > 0,
    /** The state as of now. */
    now: get,
    /** The fields that differ from what is stored; a part that manages its own content may be ahead of them. */
    noticed: () => differing(get().work.values, get().saved),
    /** The fields that differ, the latest content included, which takes time to read. */
    changed: () => differing(current().values, get().saved),
    current,
    ...pictureWait(kind, () => current().values),
    tidied,
    change,
    setFile: (file: File | null) => set((before) => ({ work: { ...before.work, file } })),
    settle,
    absorb: absorbing(kind, holder, current),
    adopt,
    uploadFile: fileUpload(kind, holder),
    /** Keeps the typed values, as a change of this version. */
    rebase: (stored: Versioned<Row>) => set(() => ({ base: stored, saved: kind.valuesOf(stored.row) })),
    /** Goes on from a version with these values, as a change of it. */
    resolve(stored: Versioned<Row>, values: Values) {
      set((before) => ({ base: stored, saved: kind.valuesOf(stored.row), work: { ...before.work, values } }));
      live()?.write(values);
    },
    /** The row is gone: the typed values become a new one. */
    loseBase: () => set(() => ({ base: null, saved: kind.empty, createKey: newDraftKey() })),
  };
}

export type FormWork<Row, Values extends object> = ReturnType<typeof formWork<Row, Values>>;
