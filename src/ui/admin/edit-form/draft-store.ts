import { createStore, entries, promisifyRequest, type UseStore } from "idb-keyval";
import { markUnsaved } from "../unsaved.ts";
import { heldKeys, isHeldHere } from "./draft-locks.ts";

/** Unsaved work as stored in this browser. */
export type UnsavedDraft<Values extends object = object> = {
  /** Unique per open form: two tabs on one article never overwrite each other's work. */
  key: string;
  account: string;
  /** The kind of form, for example 'article': drafts are offered where such a form can be opened. */
  form: string;
  /** The id of the edited row; null for a new one. */
  subject: number | null;
  /** The version the work is based on. */
  etag: string | null;
  /** The idempotency key of its creation, as the first try may have been stored although no response came. */
  createKey: string;
  values: Values;
  /** The fields that differ from that version; missing in entries from before this was known. */
  changed?: readonly string[];
  /** Whether the work, or an earlier state of it, was sent as a change of that version: it may have been stored. */
  isTried?: boolean;
  /** A chosen picture that has not been sent yet. */
  file: File | null;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Whether this is somebody else's version that was overwritten, rather than the editor's own work. */
  isReplaced: boolean;
};

/** Pictures have their own entry, so that they are not written to disk with every change of the text. */
type Entry = Omit<UnsavedDraft, "file">;
/** An entry from when only articles were kept. */
type OldEntry = Omit<Entry, "form" | "subject" | "createKey"> & { article: number | null };

const DRAFT = "draft:";
const PICTURE = "picture:";
const namesOf = (key: string) => [DRAFT + key, PICTURE + key];

let opened: UseStore | undefined;
const store = () => {
  opened ??= createStore("jarida-drafts", "drafts");
  return opened;
};

/** Drafts that the browser refused to store: they last as long as the page, which warns before it is left. */
const inMemory = new Map<string, UnsavedDraft>();
let releasePage: (() => void) | undefined;
const listeners = new Set<() => void>();

function remember(draft: UnsavedDraft): void {
  inMemory.set(draft.key, draft);
  releasePage ??= markUnsaved();
}

function forget(key: string): void {
  inMemory.delete(key);
  if (inMemory.size > 0) return;
  releasePage?.();
  releasePage = undefined;
}

/** Calls `listener` on every change made by this tab. Returns the unsubscribe function. */
export function onDraftsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyDraftsChanged(): void {
  for (const listener of listeners) listener();
}

export const newDraftKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/**
 * Stores a draft; `withPicture` if the file has changed. The one that it `replaces` is deleted in the same transaction:
 * a crash leaves the work once. Throws if storage is full or forbidden: the draft is then in memory only.
 */
export async function keepDraft<Values extends object>(
  draft: UnsavedDraft<Values>,
  withPicture: boolean,
  replaces: string | null = null,
): Promise<void> {
  const { file, ...entry } = draft;
  try {
    await changeAtOnce((objects) => {
      objects.put(entry, DRAFT + entry.key);
      if (withPicture) objects.put(file, PICTURE + entry.key);
      for (const name of replaces === null ? [] : namesOf(replaces)) objects.delete(name);
    });
  } catch (error) {
    remember(draft);
    throw error;
  }
  forget(draft.key);
  if (replaces !== null) forget(replaces);
}

/** Commits a change at once instead of when the page is next idle: the page may be unloading. */
async function changeAtOnce(change: (objects: IDBObjectStore) => void): Promise<void> {
  await store()("readwrite", (objects) => {
    change(objects);
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

/** Stores work for later that no form has open; in this page only if the browser refuses to store it. */
export async function putAside<Values extends object>(draft: Omit<UnsavedDraft<Values>, "key">): Promise<void> {
  const whole = { ...draft, key: newDraftKey() };
  // On failure it is in memory.
  await keepDraft(whole, whole.file !== null).catch(() => undefined);
  notifyDraftsChanged();
}

export async function dropDraft(key: string): Promise<void> {
  forget(key);
  await changeAtOnce((objects) => {
    for (const name of namesOf(key)) objects.delete(name);
  });
}

/** `free` are the drafts not open in any form, newest first; `busy` the keys of those open in other tabs. */
export type Drafts<Values extends object> = { free: UnsavedDraft<Values>[]; busy: string[] };

/** An account's drafts of one kind of form in this browser, including those in this page's memory. */
export async function draftsOf<Values extends object>(account: string, form: string): Promise<Drafts<Values>> {
  const all = await allDrafts();
  const held = await heldKeys();
  const drafts: Drafts<Values> = { free: [], busy: [] };
  for (const draft of all.values()) {
    if (draft.account !== account || draft.form !== form || isHeldHere(draft.key)) continue;
    if (held.has(draft.key)) drafts.busy.push(draft.key);
    // The cast is safe: only forms of this kind write such entries.
    else drafts.free.push(draft as UnsavedDraft<Values>);
  }
  drafts.free.sort((left, right) => right.savedAt - left.savedAt);
  return drafts;
}

/** One draft as it is now, wherever it is open; undefined if it is gone. */
export async function findDraft<Values extends object>(key: string): Promise<UnsavedDraft<Values> | undefined> {
  return (await allDrafts()).get(key) as UnsavedDraft<Values> | undefined;
}

async function allDrafts(): Promise<Map<string, UnsavedDraft>> {
  const all = new Map(await storedEntries());
  const kept = [...all].flatMap(([name, value]) => {
    if (!name.startsWith(DRAFT)) return [];
    const entry = inTodaysShape(value as Entry | OldEntry);
    return [{ ...entry, file: (all.get(PICTURE + entry.key) as File | undefined) ?? null }];
  });
  return new Map([...kept, ...inMemory.values()].map((draft) => [draft.key, draft]));
}

/** Everything stored in the browser; nothing if access is forbidden. */
async function storedEntries(): Promise<[string, unknown][]> {
  try {
    return await entries<string, unknown>(store());
  } catch {
    return [];
  }
}

function inTodaysShape(entry: Entry | OldEntry): Entry {
  if ("form" in entry) return entry;
  const { article, ...rest } = entry;
  return { ...rest, form: "article", subject: article, createKey: entry.key };
}
