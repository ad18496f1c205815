import { createStore, entries, promisifyRequest, type UseStore } from "idb-keyval";
import { markUnsaved } from "#ui/admin/unsaved.ts";
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
  /** Pictures in the text that the server does not have yet, by the addresses that stand for them. */
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
function ownName(): string {
  try {
    const known = sessionStorage.getItem(OWNER_KEY) ?? newKey();
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
/** Sessions that are open in this page. */
const open = new Set<string>();
/** Sessions that the browser refused to store: they last as long as the page, which asks before it is left. */
const inMemory = new Map<string, KeptSession>();
let releasePage: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` whenever this page has kept or forgotten a session. Returns how to end that. */
export function onKeptChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
function changed(): void {
  for (const listener of listeners) listener();
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

function startBeat(): void {
  if (timer !== undefined) return;
  timer = window.setInterval(beat, BEAT_MS);
  window.addEventListener("pagehide", () => {
    if (owner) void write((objects) => objects.delete(WINDOW + owner)).catch(() => undefined);
  });
  beat();
}

/** A place for the session of one open document. */
export function openKept(): { key: string; owner: string; close: () => void } {
  owner ??= ownName();
  const key = newKey();
  open.add(key);
  startBeat();
  return { key, owner, close: () => void open.delete(key) };
}

/**
 * Keeps a session. The one that it `replaces` is deleted in the same transaction. Returns false if the browser does not
 * store it: it is then in memory only, and the page asks before it is left.
 */
export async function keepSession(kept: KeptSession, replaces: string | null = null): Promise<boolean> {
  try {
    await write((objects) => {
      objects.put(kept, SESSION + kept.key);
      if (replaces !== null) objects.delete(SESSION + replaces);
    });
    forgetInMemory(kept.key);
    if (replaces !== null) forgetInMemory(replaces);
    return true;
  } catch {
    remember(kept);
    return false;
  } finally {
    changed();
  }
}

export async function forgetSession(key: string): Promise<void> {
  forgetInMemory(key);
  // What could not be stored need not be deleted.
  await write((objects) => objects.delete(SESSION + key)).catch(() => undefined);
  changed();
}

/** The kept sessions of an account that no window has open, oldest first: what was typed first is saved first. */
export async function freeSessions(account: string): Promise<KeptSession[]> {
  owner ??= ownName();
  const all = await stored();
  const isOpen = (name: string) => name !== owner && Number(all.get(WINDOW + name) ?? 0) > Date.now() - SILENT_MS;
  const sessions = [...all].flatMap(([name, value]) => (name.startsWith(SESSION) ? [value as KeptSession] : []));
  const byKey = new Map([...sessions, ...inMemory.values()].map((kept) => [kept.key, kept]));
  return [...byKey.values()]
    .filter((kept) => kept.account === account && !open.has(kept.key) && !isOpen(kept.owner))
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
