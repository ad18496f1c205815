import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import { type AdminMessage, useToast } from "../toasts.tsx";
import { markUnsaved } from "../unsaved.tsx";
import { dropEarlierDraft, earlierDrafts } from "./earlier-drafts.ts";
import type { FormKind, FormState } from "./form-kind.ts";
import { heldNames, holdName, watchNames } from "./held-names.ts";
import { differing } from "./versions.ts";

/** Automatically stored work; `refused` has a sentence for each image that the server rejected. */
type StoredCopy<Row> = { row: Row; title: string; refused: string[] };

/** The toast about automatically stored work, with a link if it is a single row. */
export function storedToast<Row>(copies: readonly StoredCopy<Row>[], urlOf: (row: Row) => string): AdminMessage {
  const names = copies.map(({ title }) => `“${title.trim() || "Untitled"}”`);
  const [first] = copies;
  const refused = copies.flatMap((copy) => copy.refused);
  const isOne = copies.length === 1 && first !== undefined;
  return {
    title: `Saved your offline work: ${listed(names)}`,
    description: [
      "It was stored in this browser and is now on the server. Nothing was published.",
      ...(refused.length > 0 ? [`Images rejected by the server are missing. ${refused.join(" ")}`] : []),
    ].join(" "),
    ...(isOne && { action: { label: "Open", to: urlOf(first.row) } }),
  };
}

const MAX_NAMED = 3;

function listed(names: readonly string[]): string {
  if (names.length > MAX_NAMED) return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The outcome for unsaved work when a form is left: stored now, stored once online, or offered later. */
export type Fate = "stored" | "waits" | "offered";

/** `mayStore`: whether the unsaved work may be stored automatically. */
export function fateOf(mayStore: boolean, autosave: "idle" | "saving" | "offline" | "refused" | "conflict"): Fate {
  if (!mayStore || autosave === "conflict" || autosave === "refused") return "offered";
  return autosave === "offline" ? "waits" : "stored";
}

/** The toast shown when a form is left with unsaved work; null if it is stored immediately. `where` names the list that offers it. */
export function keptToast(fate: Fate, where: string): ToastMessage | null {
  if (fate === "stored") return null;
  return {
    title: "Your unsaved work is stored",
    description:
      fate === "waits"
        ? "It will be saved as soon as the server is reachable."
        : `It is offered above ${where} until you restore or discard it.`,
  };
}

/** Unsaved work of a plain form, stored in this browser. It survives a reload, a crash and logging out. */
export type UnsavedForm<Values extends object = object> = {
  /** Unique per open form. */
  key: string;
  /** The id of the edited row; null for a new one. */
  subject: number | null;
  /** The version that the work changes, and its values; null for a new row. */
  etag: string | null;
  began: Values | null;
  values: Values;
  /** The idempotency key of its creation. */
  createKey: string;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Whether it is another user's version that was overwritten, or the user's own that was not chosen. */
  isReplaced?: boolean;
  isLeftOut?: boolean;
};

/** The account that owns the work, and the kind of form. */
export type Place = { account: string; form: string };

/** Random enough to be unique; `crypto.randomUUID` is missing on sites without https. */
export const newFormKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const nameOf = ({ account, form }: Place, key = "") => `form:${account}:${form}:${key}`;

/** Work that the browser could not store. It lasts as long as the page, which warns before it is left. */
const inMemory = new Map<string, UnsavedForm>();
let releasePage: (() => void) | undefined;
/** Prefix of the name that the tab of an open form holds. */
const OPEN = "jarida-open-form:";
const open = new Set<string>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}
const watchOpenForms = watchNames(() => heldNames(OPEN), changed);

/** Calls `listener` when work is stored or deleted, in other tabs too. Returns a function that unsubscribes. */
export function onUnsavedFormsChanged(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ["storage", "focus"]) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ["storage", "focus"]) window.removeEventListener(event, listener);
  };
}

/** Marks a form as open, so that no tab offers its work. Returns a function that undoes this. */
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
export function storeForm<Values extends object>(place: Place, kept: UnsavedForm<Values>): boolean {
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

/** Stored work that is open in no tab, newest first. */
export async function freeForms<Values extends object>(place: Place): Promise<UnsavedForm<Values>[]> {
  const held = await heldNames(OPEN);
  const prefix = nameOf(place);
  const found = new Map([...stored(prefix), ...[...inMemory].filter(([name]) => name.startsWith(prefix))]);
  const closed = ([...found.values()] as UnsavedForm<Values>[]).filter(({ key }) => !open.has(key));
  watchOpenForms(closed.map(({ key }) => OPEN + key).filter((name) => held.has(name)));
  return closed.filter(({ key }) => !held.has(OPEN + key)).sort((one, other) => other.savedAt - one.savedAt);
}

function stored(prefix: string): [string, UnsavedForm][] {
  try {
    return Object.entries(localStorage).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name, JSON.parse(String(text)) as UnsavedForm]] : [],
    );
  } catch {
    return [];
  }
}

type Props<Row, Values extends object> = {
  account: string;
  restored: UnsavedForm<Values> | null;
  /** Work based on an older version that the editor has not compared yet; it keeps that base. */
  undecided: UnsavedForm<Values> | null;
  state: FormState<Row, Values>;
  isUnsaved: boolean;
  createKey: string;
};

/** Stores the content of an open form in this browser until it is saved or discarded. */
export function useFormStorage<Row, Values extends object>(
  kind: Pick<FormKind<Row, Values>, "name" | "idOf">,
  { account, restored, undecided, state, isUnsaved, createKey }: Props<Row, Values>,
) {
  const [key] = useState(newFormKey);
  const place: Place = { account, form: kind.name };
  const [storedAt, setStoredAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const { base, began, values } = state;
  const kept: UnsavedForm<Values> = {
    key,
    subject: base ? kind.idOf(base.row) : null,
    etag: undecided ? undecided.etag : (base?.etag ?? null),
    began: undecided ? undecided.began : base && began,
    values,
    createKey,
    savedAt: Date.now(),
  };
  const latest = useRef(kept);
  const isForgotten = useRef(false);
  if (differing(latest.current.values, values).length > 0 || latest.current.etag !== kept.etag) latest.current = kept;
  useLayoutEffect(() => {
    const release = holdForm(key);
    return () => void release();
  }, [key]);
  // Restored work is deleted only once it is stored under this form's key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => {
    if (isForgotten.current) return;
    if (isUnsaved) {
      setIsRefused(!storeForm(place, latest.current));
      setStoredAt(latest.current.savedAt);
    } else dropForm(place, key);
    if (!isUnsaved) setStoredAt(null);
    if (restored) dropForm(place, restored.key);
  }, [values, base, isUnsaved]);
  return {
    storedAt,
    isRefused,
    isSafe: () => !isRefused,
    /** Deletes the stored work, and returns it. */
    forget(): UnsavedForm<Values> {
      isForgotten.current = true;
      dropForm(place, key);
      return { ...kept, key: newFormKey() };
    },
  };
}

/** An account's unsaved work of one kind of form that is open in no tab, and a function that discards it. */
export function useUnsavedForms<Values extends object>(account: string, form: string) {
  const show = useToast();
  const [kept, setKept] = useState<UnsavedForm<Values>[]>([]);
  useEffect(() => {
    let looks = 0;
    const look = () => {
      const serial = ++looks;
      // A later read is newer.
      void freeForms<Values>({ account, form }).then((free) => serial === looks && setKept(free));
    };
    look();
    void takeOver({ account, form }).catch(reportError);
    const end = onUnsavedFormsChanged(look);
    return () => {
      looks++;
      end();
    };
  }, [account, form]);
  const onDiscarded = (discarded: UnsavedForm<Values>) =>
    show({
      title: "Unsaved work discarded",
      action: { label: "Undo", run: () => void storeForm({ account, form }, discarded) },
    });
  return {
    kept,
    onDiscarded,
    discard(given: UnsavedForm<Values>) {
      dropForm({ account, form }, given.key);
      onDiscarded(given);
    },
  };
}

/** Imports the drafts of an earlier version. */
async function takeOver(place: Place): Promise<void> {
  for (const draft of await earlierDrafts(place.account, place.form)) {
    const { key, subject, etag, values, began, createKey, savedAt, isReplaced, isLeftOut = false } = draft;
    const before = began ? { ...values, ...began } : null;
    const kept = { key, subject, etag, began: before, values, createKey, savedAt, isReplaced, isLeftOut };
    // If storage is full, the earlier copy is the only one that survives a crash.
    if (storeForm(place, kept)) await dropEarlierDraft(key);
  }
}
