import { createStore, entries, promisifyRequest, type UseStore } from "idb-keyval";
import { markUnsaved } from "../unsaved.tsx";
import { heldKeys, isHeldHere } from "./draft-locks.ts";
import type { WaitingFiles } from "./waiting-pictures.ts";

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
  /** What these fields were in that version; missing in entries from before this was known. */
  began?: Partial<Values>;
  /** Whether the work, or an earlier state of it, was sent as a change of that version: it may have been stored. */
  isTried?: boolean;
  /** A chosen picture that has not been sent yet. */
  file: File | null;
  /** The pictures that its texts hold and the server does not have yet; missing where there are none. */
  pictures?: WaitingFiles;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Whether this is somebody else's version that was overwritten, rather than the editor's own work. */
  isReplaced: boolean;
  /** Whether the editor chose another version instead of this work. */
  isLeftOut?: boolean;
};

/** Pictures have entries of their own, so that they are not written to disk with every change of the text. */
type Entry = Omit<UnsavedDraft, "file" | "pictures">;
/** An entry from when only articles were kept. */
type OldEntry = Omit<Entry, "form" | "subject" | "createKey"> & { article: number | null };

const DRAFT = "draft:";
const PICTURE = "picture:";
/** Followed by the draft's key, a space, and the address that stands for the picture in the text. */
const TEXT_PICTURE = "text-picture:";
const textPicture = (key: string, address: string) => `${TEXT_PICTURE}${key} ${address}`;

/** The pictures of texts that each draft is known to have in the store, by its key. */
const storedPictures = new Map<string, ReadonlySet<string>>();

function deleteAll(objects: IDBObjectStore, key: string): void {
  for (const name of [DRAFT + key, PICTURE + key]) objects.delete(name);
  objects.delete(IDBKeyRange.bound(textPicture(key, ""), textPicture(key, "\uffff")));
}

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
 * Stores a draft; `withPicture` if the file has changed. Those of its texts are written once, and deleted when these no
 * longer hold them. The draft that it `replaces` is deleted in the same transaction: a crash leaves the work once. Throws
 * if storage is full or forbidden: the draft is then in memory only.
 */
export async function keepDraft<Values extends object>(
  draft: UnsavedDraft<Values>,
  withPicture: boolean,
  replaces: string | null = null,
): Promise<void> {
  const { file, pictures = {}, ...entry } = draft;
  const { key } = entry;
  const stored = storedPictures.get(key) ?? new Set();
  try {
    await changeAtOnce((objects) => {
      objects.put(entry, DRAFT + key);
      if (withPicture) objects.put(file, PICTURE + key);
      for (const [address, picture] of Object.entries(pictures))
        if (!stored.has(address)) objects.put(picture, textPicture(key, address));
      for (const address of stored) if (!(address in pictures)) objects.delete(textPicture(key, address));
      if (replaces !== null) deleteAll(objects, replaces);
    });
  } catch (error) {
    remember(draft);
    throw error;
  }
  storedPictures.set(key, new Set(Object.keys(pictures)));
  forget(key);
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
  await changeAtOnce((objects) => deleteAll(objects, key));
  storedPictures.delete(key);
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
  const texts = textPicturesIn(all);
  const kept = [...all].flatMap(([name, value]) => {
    if (!name.startsWith(DRAFT)) return [];
    const entry = inTodaysShape(value as Entry | OldEntry);
    const pictures = texts.get(entry.key);
    storedPictures.set(entry.key, new Set(Object.keys(pictures ?? {})));
    const file = (all.get(PICTURE + entry.key) as File | undefined) ?? null;
    return [{ ...entry, file, ...(pictures && { pictures }) }];
  });
  return new Map([...kept, ...inMemory.values()].map((draft) => [draft.key, draft]));
}

/** The pictures of texts among all entries, by the keys of their drafts. */
function textPicturesIn(all: ReadonlyMap<string, unknown>): Map<string, Record<string, File>> {
  const found = new Map<string, Record<string, File>>();
  for (const [name, file] of all) {
    if (!name.startsWith(TEXT_PICTURE)) continue;
    const [key = "", address = ""] = name.slice(TEXT_PICTURE.length).split(" ");
    found.set(key, { ...found.get(key), [address]: file as File });
  }
  return found;
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
