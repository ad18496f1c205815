import { createStore, entries, promisifyRequest, type UseStore } from "idb-keyval";
import { markUnsaved } from "../unsaved.ts";

/** Unsaved work as it is kept in this browser. */
export type UnsavedDraft<Values extends object = object> = {
  /** A name of its own for each form: two tabs on one article never write over each other's work. */
  key: string;
  account: string;
  /** The kind of form, for example 'article': work is offered where such a form can be opened. */
  form: string;
  /** The id of what is edited; null for something new. */
  subject: number | null;
  /** The version the work began from. */
  etag: string | null;
  /** What its creation is asked for under, as the first try may have arrived without an answer. */
  createKey: string;
  values: Values;
  /** A chosen picture that is not sent yet. */
  file: File | null;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Somebody else's version that was saved over, rather than one's own work. */
  isReplaced: boolean;
};

/** A picture has an entry of its own: it does not go to the disk again with every word. */
type Entry = Omit<UnsavedDraft, "file">;
/** An entry of the time when only articles were kept. */
type OldEntry = Omit<Entry, "form" | "subject" | "createKey"> & { article: number | null };

const DRAFT = "draft:";
const PICTURE = "picture:";
const LOCK = "jarida-draft:";

let opened: UseStore | undefined;
const store = () => {
  opened ??= createStore("jarida-drafts", "drafts");
  return opened;
};

/** Drafts that forms of this tab are at work on. */
const inThisTab = new Set<string>();
/** Drafts that the browser refused to keep: they live as long as the page, which asks before it is left. */
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

/** Calls `listener` on every change that this tab makes. Answers what ends that. */
export function onDraftsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyDraftsChanged(): void {
  for (const listener of listeners) listener();
}

export const newDraftKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Keeps a draft; `withPicture` where the file has changed since. Throws where storage is full or forbidden: it is then in memory only. */
export async function keepDraft<Values extends object>(
  draft: UnsavedDraft<Values>,
  withPicture: boolean,
): Promise<void> {
  const { file, ...entry } = draft;
  try {
    await changeAtOnce((objects) => {
      objects.put(entry, DRAFT + entry.key);
      if (withPicture) objects.put(file, PICTURE + entry.key);
    });
  } catch (error) {
    remember(draft);
    throw error;
  }
  forget(draft.key);
}

/** A change that is committed at once, not when the page next has time: it may be on its way out. */
async function changeAtOnce(change: (objects: IDBObjectStore) => void): Promise<void> {
  await store()("readwrite", (objects) => {
    change(objects);
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

/** Offers work that no form is at work on, in this page only where the browser keeps nothing. */
export async function putAside<Values extends object>(draft: Omit<UnsavedDraft<Values>, "key">): Promise<void> {
  const whole = { ...draft, key: newDraftKey() };
  // It is in memory then.
  await keepDraft(whole, whole.file !== null).catch(() => undefined);
  notifyDraftsChanged();
}

export async function dropDraft(key: string): Promise<void> {
  forget(key);
  await changeAtOnce((objects) => {
    for (const name of [DRAFT + key, PICTURE + key]) objects.delete(name);
  });
}

/** `free` are the drafts that no open form is at work on, newest first; `busy` the keys of those in other tabs. */
export type Drafts<Values extends object> = { free: UnsavedDraft<Values>[]; busy: string[] };

/** An account's drafts of one kind of form in this browser, and those that only this page has. */
export async function draftsOf<Values extends object>(account: string, form: string): Promise<Drafts<Values>> {
  const all = new Map(await storedEntries());
  const held = await heldKeys();
  const kept = [...all].flatMap(([name, value]) => {
    if (!name.startsWith(DRAFT)) return [];
    const entry = inTodaysShape(value as Entry | OldEntry);
    return [{ ...entry, file: (all.get(PICTURE + entry.key) as File | undefined) ?? null }];
  });
  const unique = new Map([...kept, ...inMemory.values()].map((draft) => [draft.key, draft]));
  const drafts: Drafts<Values> = { free: [], busy: [] };
  for (const draft of unique.values()) {
    if (draft.account !== account || draft.form !== form || inThisTab.has(draft.key)) continue;
    if (held.has(draft.key)) drafts.busy.push(draft.key);
    // What a kind of form holds is its own affair: only forms of that kind write such entries.
    else drafts.free.push(draft as UnsavedDraft<Values>);
  }
  drafts.free.sort((left, right) => right.savedAt - left.savedAt);
  return drafts;
}

/** All that the browser has stored; nothing where it forbids to look. */
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

/** Waits until no form is at work on a draft: its tab was closed, reloaded or crashed. Rejects once `signal` is aborted. */
export async function whenFree(key: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCK + key, { mode: "shared", signal }, () => undefined);
}

/**
 * Marks a draft as being worked on, for as long as this page lives: a crash frees it at once. Answers what ends that.
 * Where locks are missing (no https), a draft in use is offered in other tabs too, as a copy.
 */
export function holdDraft(key: string): () => Promise<void> {
  inThisTab.add(key);
  const letGo = holdLock(LOCK + key);
  return async () => {
    await letGo();
    inThisTab.delete(key);
  };
}

function holdLock(name: string): () => Promise<void> {
  if (!navigator.locks) return async () => {};
  let isOver = false;
  let release: (() => void) | undefined;
  // A lock that comes late, after all is over, is given back at once.
  const held = navigator.locks.request(name, () => {
    if (isOver) return undefined;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  return async () => {
    isOver = true;
    release?.();
    await held;
  };
}

async function heldKeys(): Promise<Set<string>> {
  if (!navigator.locks) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
}
