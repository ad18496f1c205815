import { createStore, entries, promisifyRequest, type UseStore } from "idb-keyval";
import type { FormValues } from "./form-values.ts";

/** Unsaved work as it is kept in this browser. */
export type UnsavedDraft = {
  /** A name of its own for each form: two tabs on one article never write over each other's work. */
  key: string;
  account: string;
  /** The article that is edited; null for a new one. */
  article: number | null;
  /** The version the work began from. */
  etag: string | null;
  values: FormValues;
  /** A chosen picture that is not sent yet. */
  file: File | null;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Somebody else's version that was saved over, rather than one's own work. */
  isReplaced: boolean;
};

/** A picture has an entry of its own: it does not go to the disk again with every word. */
type Entry = Omit<UnsavedDraft, "file">;

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
const listeners = new Set<() => void>();

/** Tells of every change that this tab makes. */
export function onDraftsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellDraftsChanged(): void {
  for (const listener of listeners) listener();
}

export const newDraftKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Keeps a draft; `withPicture` where the file has changed since. Throws where storage is full or forbidden. */
export async function keepDraft({ file, ...entry }: UnsavedDraft, withPicture: boolean): Promise<void> {
  await changeAtOnce((objects) => {
    objects.put(entry, DRAFT + entry.key);
    if (withPicture) objects.put(file, PICTURE + entry.key);
  });
}

/** A change that is committed at once, not when the page next has time: it may be on its way out. */
async function changeAtOnce(change: (objects: IDBObjectStore) => void): Promise<void> {
  await store()("readwrite", (objects) => {
    change(objects);
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

/** Puts a version of an article aside, to be offered. It is of no version: restoring it shows what it differs in. */
export async function putAside(version: Omit<UnsavedDraft, "key" | "etag" | "savedAt">): Promise<void> {
  await keepDraft({ ...version, key: newDraftKey(), etag: null, savedAt: Date.now() }, version.file !== null);
  tellDraftsChanged();
}

export async function dropDraft(key: string): Promise<void> {
  await changeAtOnce((objects) => {
    for (const name of [DRAFT + key, PICTURE + key]) objects.delete(name);
  });
}

/** `free` are the account's drafts that no open form is at work on, newest first; `busy` the keys of those in other tabs. */
export type Drafts = { free: UnsavedDraft[]; busy: string[] };

/** The account's drafts in this browser. Throws where storage is forbidden. */
export async function draftsOf(account: string): Promise<Drafts> {
  const all = new Map((await entries<string, unknown>(store())) as [string, unknown][]);
  const held = await heldKeys();
  const drafts: Drafts = { free: [], busy: [] };
  for (const [name, value] of all) {
    if (!name.startsWith(DRAFT)) continue;
    const entry = value as Entry;
    if (entry.account !== account || inThisTab.has(entry.key)) continue;
    if (held.has(entry.key)) drafts.busy.push(entry.key);
    else drafts.free.push({ ...entry, file: (all.get(PICTURE + entry.key) as File | undefined) ?? null });
  }
  drafts.free.sort((left, right) => right.savedAt - left.savedAt);
  return drafts;
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
