import { markUnsaved } from "../unsaved.tsx";
import { heldNames, holdName, watchNames } from "./held-names.ts";

/** Unsaved work of a plain form, as this browser keeps it: it survives a reload, a crash, and the end of the session. */
export type KeptForm<Values extends object = object> = {
  /** Unique per open form. */
  key: string;
  /** The id of the edited row; null for a new one. */
  subject: number | null;
  /** The version that the work changes, and its values; null where it changes none. */
  etag: string | null;
  began: Values | null;
  values: Values;
  /** The idempotency key of its creation. */
  createKey: string;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Whether it is somebody else's version that was saved over, or one's own that was not chosen. */
  isReplaced?: boolean;
  isLeftOut?: boolean;
};

/** Whose work it is, and of which kind of form. */
export type Place = { account: string; form: string };

/** Random enough to be unique; `crypto.randomUUID` is missing on sites without https. */
export const newFormKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const nameOf = ({ account, form }: Place, key = "") => `form:${account}:${form}:${key}`;

/** Work that the browser refused to store: it lasts as long as the page, which asks before it is left. */
const inMemory = new Map<string, KeptForm>();
let releasePage: (() => void) | undefined;
/** The name that the tab of an open form holds. */
const OPEN = "jarida-open-form:";
/** Forms that are open in this page. */
const open = new Set<string>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}
const watchOpenForms = watchNames(() => heldNames(OPEN), changed);

/** Calls `listener` whenever work was kept or dropped, in other tabs too. Returns how to end that. */
export function onKeptFormsChanged(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ["storage", "focus"]) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ["storage", "focus"]) window.removeEventListener(event, listener);
  };
}

/** Marks a form as open: its work is offered in no tab. Returns how to end that. */
export function holdForm(key: string): () => Promise<void> {
  open.add(key);
  const release = holdName(OPEN + key);
  return async () => {
    open.delete(key);
    await release();
    changed();
  };
}

/** Returns false if the browser does not store it. */
export function keepForm<Values extends object>(place: Place, kept: KeptForm<Values>): boolean {
  const name = nameOf(place, kept.key);
  let isStored = true;
  try {
    localStorage.setItem(name, JSON.stringify(kept));
    inMemory.delete(name);
  } catch {
    isStored = false;
    inMemory.set(name, kept);
  }
  settlePage();
  changed();
  return isStored;
}

export function dropForm(place: Place, key: string): void {
  const name = nameOf(place, key);
  inMemory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
  settlePage();
  changed();
}

function settlePage(): void {
  if (inMemory.size > 0) releasePage ??= markUnsaved();
  else {
    releasePage?.();
    releasePage = undefined;
  }
}

/** The kept work that is open in no tab, newest first. */
export async function freeForms<Values extends object>(place: Place): Promise<KeptForm<Values>[]> {
  const held = await heldNames(OPEN);
  const prefix = nameOf(place);
  const found = new Map([...stored(prefix), ...[...inMemory].filter(([name]) => name.startsWith(prefix))]);
  const closed = ([...found.values()] as KeptForm<Values>[]).filter(({ key }) => !open.has(key));
  watchOpenForms(closed.map(({ key }) => OPEN + key).filter((name) => held.has(name)));
  return closed.filter(({ key }) => !held.has(OPEN + key)).sort((one, other) => other.savedAt - one.savedAt);
}

function stored(prefix: string): [string, KeptForm][] {
  try {
    return Object.entries(localStorage).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name, JSON.parse(String(text)) as KeptForm]] : [],
    );
  } catch {
    return [];
  }
}
