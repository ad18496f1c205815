import { createStore, entries, getMany, promisifyRequest, type UseStore } from "idb-keyval";
import { markUnsaved } from "#ui/admin/unsaved.tsx";
import { newKey } from "./document-session.ts";
import type { Session } from "./session.ts";

/** A session stored in this browser, so that no word is lost with the page. */
export type StoredSession<V extends object = object> = {
  /** Unique per open document and window. */
  key: string;
  account: string;
  /** The type of the document, such as `article`, and its id; null before it is created. */
  type: string;
  id: number | null;
  title: string;
  /** The window that has it open. */
  owner: string;
  /** Epoch milliseconds. */
  savedAt: number;
  session: Session<V>;
  /** The rejected version of a conflict, the editor's or another user's: it is offered and never sent. */
  aside: "mine" | "theirs" | null;
  /** Choices besides the values, such as a time. */
  choices: Readonly<Record<string, unknown>>;
  /** Pictures to upload: those of texts by temporary address, and a chosen one by field. */
  files: Readonly<Record<string, File>>;
};

const SESSION = "session:";
const WINDOW = "window:";
/** Heartbeat interval of open windows, and timeout after which a window counts as closed. Milliseconds. */
const BEAT_MS = 3_000;
const SILENT_MS = 15_000;
const OWNER_KEY = "jarida-window";

/**
 * The name of this window. It survives a reload, which gets its sessions back immediately. A window that is wrongly considered
 * closed loses nothing: both send the same attempts under the same keys, and the server merges what differs.
 */
function ownName(isNew = false): string {
  try {
    const known = (isNew ? null : sessionStorage.getItem(OWNER_KEY)) ?? newKey();
    sessionStorage.setItem(OWNER_KEY, known);
    return known;
  } catch {
    return newKey();
  }
}

let opened: UseStore | undefined;
const store = () => {
  opened ??= createStore("jarida-documents", "sessions");
  return opened;
};

/** Commits immediately instead of when the page is idle, because the page may be closing. */
async function write(change: (objects: IDBObjectStore) => void): Promise<void> {
  await store()("readwrite", (objects) => {
    change(objects);
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

let owner: string | undefined;
let timer: number | undefined;
/** The number of writes and deletions per session: a write that fails after a deletion must be ignored. */
const turns = new Map<string, number>();
function nextTurn(key: string): () => boolean {
  const turn = (turns.get(key) ?? 0) + 1;
  turns.set(key, turn);
  return () => turns.get(key) === turn;
}
const open = new Set<string>();
/** Sessions that the browser could not store: they last as long as the page, which asks before it is left. */
const inMemory = new Map<string, StoredSession>();
let releasePage: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Notifies other windows too. */
const CHANNEL = "jarida-kept-sessions";
let channel: BroadcastChannel | undefined;

/** Calls `listener` whenever sessions of this browser were stored, deleted or closed. Returns a function that stops it. */
export function onStoredSessionsChanged(listener: () => void): () => void {
  listeners.add(listener);
  if (typeof BroadcastChannel !== "undefined" && !channel) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => notify();
  }
  return () => void listeners.delete(listener);
}
function notify(): void {
  for (const listener of listeners) listener();
}
function changed(): void {
  notify();
  channel?.postMessage("changed");
}

/** Sessions that are open are offered nowhere, so listeners need not read all stored texts while one is written. */
function changedUnlessOpen(key: string): void {
  if (!open.has(key)) changed();
}

function remember(kept: StoredSession): void {
  inMemory.set(kept.key, kept);
  releasePage ??= markUnsaved();
}

function forgetInMemory(key: string): void {
  inMemory.delete(key);
  if (inMemory.size > 0) return;
  releasePage?.();
  releasePage = undefined;
}

function beat(): void {
  if (open.size > 0 && owner) void write((objects) => objects.put(Date.now(), WINDOW + owner)).catch(() => undefined);
}

let releaseWindow: (() => void) | undefined;
const locksOf = () => (typeof navigator === "undefined" ? undefined : navigator.locks);

/** Marks this window as open while the page lives. With Web Locks, a crash releases it immediately. */
function holdWindow(): void {
  if (releaseWindow || !owner) return;
  let isOver = false;
  releaseWindow = () => {
    isOver = true;
  };
  void locksOf()?.request(WINDOW + owner, { ifAvailable: true }, (lock) => {
    if (isOver) return undefined;
    releaseWindow = undefined;
    if (lock === null) {
      // A duplicated tab has the name of the original.
      owner = ownName(true);
      return holdWindow();
    }
    return new Promise<void>((resolve) => {
      releaseWindow = resolve;
    });
  });
}

function startBeat(): void {
  holdWindow();
  beat();
  if (timer !== undefined) return;
  timer = window.setInterval(beat, BEAT_MS);
  window.addEventListener("pagehide", () => {
    if (owner) void write((objects) => objects.delete(WINDOW + owner)).catch(() => undefined);
  });
}

/** Storage of the session of one open document, and of the stored one that it `resumes`. */
export function openStoredSession(resumes: string | null = null): { key: string; close: () => void } {
  owner ??= ownName();
  const key = newKey();
  const keys = resumes === null ? [key] : [key, resumes];
  for (const each of keys) open.add(each);
  if (resumes !== null) changed();
  startBeat();
  return {
    key,
    close() {
      for (const each of keys) open.delete(each);
      if (open.size === 0) {
        releaseWindow?.();
        releaseWindow = undefined;
      }
      changed();
    },
  };
}

/** The name of this window in its stored sessions. */
export const windowName = (): string => {
  owner ??= ownName();
  return owner;
};

/** Claims a free session exclusively for a task of this page. Returns a function that releases it. */
export function claimStoredSession(key: string): () => void {
  open.add(key);
  return () => {
    open.delete(key);
    changed();
  };
}

/** Work that is not under a key yet, such as discarded work that an undo restores. */
export type Discarded = Omit<StoredSession, "key" | "owner" | "savedAt">;

/** Stores work that is open in no window, under its own key. */
export const putAside = (kept: Discarded): Promise<boolean> =>
  storeSession({ ...kept, key: newKey(), owner: "", savedAt: Date.now() });

/**
 * Stores a session. The one that it `replaces` is deleted in the same transaction. Returns false if the browser cannot
 * store it: it is then in memory only, and the page asks before it is left.
 */
export async function storeSession(kept: StoredSession, replaces: string | null = null): Promise<boolean> {
  const isLast = nextTurn(kept.key);
  try {
    await write((objects) => {
      objects.put(kept, SESSION + kept.key);
      if (replaces !== null) objects.delete(SESSION + replaces);
    });
    forgetInMemory(kept.key);
    if (replaces !== null) forgetInMemory(replaces);
    return true;
  } catch {
    if (isLast()) remember(kept);
    return false;
  } finally {
    changedUnlessOpen(kept.key);
  }
}

export async function forgetSession(key: string): Promise<void> {
  nextTurn(key);
  forgetInMemory(key);
  // A session that could not be stored need not be deleted.
  await write((objects) => objects.delete(SESSION + key)).catch(() => undefined);
  changedUnlessOpen(key);
}

/** The stored sessions of an account that are open in no window, oldest first. */
export async function freeSessions(account: string): Promise<StoredSession[]> {
  owner ??= ownName();
  // A session open at the start of the read may be discarded by its end.
  const wasOpen = new Set(open);
  const all = await stored();
  const sessions = [...all].flatMap(([name, value]) => (name.startsWith(SESSION) ? [value as StoredSession] : []));
  const byKey = new Map([...sessions, ...inMemory.values()].map((kept) => [kept.key, kept]));
  const own = [...byKey.values()].filter((kept) => kept.account === account);
  const others = own.map((kept) => kept.owner).filter((name) => name !== owner);
  const openOnes = await openWindows(others);
  const openOwners = new Set(others.filter((name) => openOnes.has(name)));
  watchWindows(openOwners);
  return own
    .filter((kept) => !wasOpen.has(kept.key) && !open.has(kept.key) && !openOwners.has(kept.owner))
    .sort((one, other) => one.savedAt - other.savedAt);
}

/** All stored sessions; none if access is forbidden. */
async function stored(): Promise<Map<string, unknown>> {
  try {
    return new Map(await entries<string, unknown>(store()));
  } catch {
    return new Map();
  }
}

/** The current state of a stored session; undefined if it was deleted. */
export async function findStoredSession(key: string): Promise<StoredSession | undefined> {
  return inMemory.get(key) ?? ((await stored()).get(SESSION + key) as StoredSession | undefined);
}

/** The open windows, at least those among `names`. */
async function openWindows(names: string[]): Promise<Set<string>> {
  const locks = locksOf();
  if (!locks) return windowsWithBeat(names);
  const { held = [] } = await locks.query();
  return new Set(held.flatMap(({ name = "" }) => (name.startsWith(WINDOW) ? [name.slice(WINDOW.length)] : [])));
}

/** Without Web Locks, as on sites without https. */
async function windowsWithBeat(names: string[]): Promise<Set<string>> {
  const since = Date.now() - SILENT_MS;
  try {
    const beats = await getMany<number>(
      names.map((name) => WINDOW + name),
      store(),
    );
    return new Set(names.filter((_, index) => (beats[index] ?? 0) > since));
  } catch {
    // What no window can store, no window has open.
    return new Set();
  }
}

/** How often windows are checked, in milliseconds. */
const CHECK_MS = 1_000;
const watched = new Set<string>();
let isCheckScheduled = false;

/** Notifies once a window is closed: one that closes or crashes notifies nobody, and its locks last a little longer. */
function watchWindows(names: Iterable<string>): void {
  for (const name of names) watched.add(name);
  if (isCheckScheduled || watched.size === 0) return;
  isCheckScheduled = true;
  window.setTimeout(() => void checkWindows(), CHECK_MS);
}

async function checkWindows(): Promise<void> {
  const open = await openWindows([...watched]);
  const closed = [...watched].filter((name) => !open.has(name));
  for (const name of closed) watched.delete(name);
  isCheckScheduled = false;
  watchWindows([]);
  if (closed.length > 0) notify();
}
