import { createStore, entries, promisifyRequest, type UseStore } from "idb-keyval";
import { markUnsaved } from "#ui/admin/unsaved.tsx";
import type { Session } from "../session.ts";
import { newKey } from "./document-session.ts";

/** A session as this browser keeps it, so that no word is lost with the page. */
export type KeptSession<V extends object = object> = {
  /** Unique per open document and window. */
  key: string;
  account: string;
  /** The type of the document, such as `article`, and its id; null for one that is not created yet. */
  type: string;
  id: number | null;
  title: string;
  /** The window that has it open. */
  owner: string;
  /** Epoch milliseconds. */
  savedAt: number;
  session: Session<V>;
  /** What was not chosen of two versions, the editor's or somebody else's: it is offered, and never sent. */
  aside: "mine" | "theirs" | null;
  /** What the editor chose next to the values, such as a time. */
  choices: Readonly<Record<string, unknown>>;
  /** Pictures that the server does not have yet: those of texts by the addresses that stand for them, and a chosen one by its field. */
  files: Readonly<Record<string, File>>;
};

const SESSION = "session:";
const WINDOW = "window:";
/** How often a window says that it is open, and after how long a silent one counts as closed. Milliseconds. */
const BEAT_MS = 3_000;
const SILENT_MS = 15_000;
const OWNER_KEY = "jarida-window";

/**
 * The name of this window: a reloaded one keeps it, and gets its sessions back at once. A window that is wrongly taken for
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

/** Commits at once instead of when the page is next idle: the page may be closing. */
async function write(change: (objects: IDBObjectStore) => void): Promise<void> {
  await store()("readwrite", (objects) => {
    change(objects);
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

let owner: string | undefined;
let timer: number | undefined;
/** How often each was kept or forgotten: a write that fails after the session was forgotten has nothing to remember. */
const turns = new Map<string, number>();
function nextTurn(key: string): () => boolean {
  const turn = (turns.get(key) ?? 0) + 1;
  turns.set(key, turn);
  return () => turns.get(key) === turn;
}
/** Sessions that are open in this page. */
const open = new Set<string>();
/** Sessions that the browser refused to store: they last as long as the page, which asks before it is left. */
const inMemory = new Map<string, KeptSession>();
let releasePage: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Other windows look again as well. */
const CHANNEL = "jarida-kept-sessions";
let channel: BroadcastChannel | undefined;

/** Calls `listener` whenever sessions of this browser were kept, forgotten or closed. Returns how to end that. */
export function onKeptChanged(listener: () => void): () => void {
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

/** What an open document keeps is offered nowhere: nobody has to read all kept texts again while it is written. */
function changedUnlessOpen(key: string): void {
  if (!open.has(key)) changed();
}

function remember(kept: KeptSession): void {
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

/** Marks this window as open for as long as the page lives: a crash releases it immediately, where the browser has locks. */
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
      // A copied tab has the name of the one that it was copied from.
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

/** A place for the session of one open document, and for the kept one that it `resumes`. */
export function openKept(resumes: string | null = null): { key: string; close: () => void } {
  owner ??= ownName();
  const key = newKey();
  const keys = resumes === null ? [key] : [key, resumes];
  for (const each of keys) open.add(each);
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

/** The name of this window, under which its sessions are kept. */
export const windowName = (): string => {
  owner ??= ownName();
  return owner;
};

/** Claims a free session for a task of this page, which nothing else starts on meanwhile. Returns how to release it. */
export function claimKept(key: string): () => void {
  open.add(key);
  return () => {
    open.delete(key);
    changed();
  };
}

/** Keeps work that no window has open, under a key of its own. */
export const putAside = (kept: Omit<KeptSession, "key" | "owner" | "savedAt">): Promise<boolean> =>
  keepSession({ ...kept, key: newKey(), owner: "", savedAt: Date.now() });

/**
 * Keeps a session. The one that it `replaces` is deleted in the same transaction. Returns false if the browser does not
 * store it: it is then in memory only, and the page asks before it is left.
 */
export async function keepSession(kept: KeptSession, replaces: string | null = null): Promise<boolean> {
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
  // What could not be stored need not be deleted.
  await write((objects) => objects.delete(SESSION + key)).catch(() => undefined);
  changedUnlessOpen(key);
}

/** The kept sessions of an account that no window has open, oldest first: what was typed first is saved first. */
export async function freeSessions(account: string): Promise<KeptSession[]> {
  owner ??= ownName();
  // What was open as the reading began may be discarded by its end.
  const wasOpen = new Set(open);
  const all = await stored();
  const held = await heldWindows();
  const hasBeat = (name: string) => Number(all.get(WINDOW + name) ?? 0) > Date.now() - SILENT_MS;
  const isOpen = (name: string) => name !== owner && (held ? held.has(name) : hasBeat(name));
  const sessions = [...all].flatMap(([name, value]) => (name.startsWith(SESSION) ? [value as KeptSession] : []));
  const byKey = new Map([...sessions, ...inMemory.values()].map((kept) => [kept.key, kept]));
  return [...byKey.values()]
    .filter((kept) => kept.account === account && !wasOpen.has(kept.key) && !open.has(kept.key) && !isOpen(kept.owner))
    .sort((one, other) => one.savedAt - other.savedAt);
}

/** Everything stored in the browser; nothing if access is forbidden. */
async function stored(): Promise<Map<string, unknown>> {
  try {
    return new Map(await entries<string, unknown>(store()));
  } catch {
    return new Map();
  }
}

/** A kept session as it is now; undefined if it is gone. */
export async function findKept(key: string): Promise<KeptSession | undefined> {
  return inMemory.get(key) ?? ((await stored()).get(SESSION + key) as KeptSession | undefined);
}

/** The windows that are open; undefined where the browser cannot say, as on sites without https. */
async function heldWindows(): Promise<Set<string> | undefined> {
  const { held = [] } = (await locksOf()?.query()) ?? { held: undefined };
  if (!locksOf()) return undefined;
  return new Set(held.flatMap(({ name = "" }) => (name.startsWith(WINDOW) ? [name.slice(WINDOW.length)] : [])));
}
