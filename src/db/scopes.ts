import { AsyncLocalStorage } from "node:async_hooks";
import type { ScopeKind } from "#shared/features.ts";

declare const isScope: unique symbol;
declare const isList: unique symbol;

/**
 * Something that pages show and changes touch, for example `article:12`. Each feature names its own in `scopes.ts`;
 * queries that read it and commands that change it must use the same names.
 */
export type Scope = string & { readonly [isScope]: true };

/** Several scopes as one string, as stored, sent and cached with a page. */
export type ScopeList = string & { readonly [isList]: true };

/** Everything: for reads or changes where nothing narrower is known. */
export const EVERYTHING = "*" as Scope & ScopeList;

/** In characters. PostgreSQL's notifications allow no more; it bounds the memory of a cached page as well. */
const MAX_LIST_LENGTH = 7_500;

/** The scope of one item of a kind, or of a kind without items. */
export function scope(kind: ScopeKind, key?: number | string): Scope {
  return (key === undefined ? kind : `${kind}:${encodeURIComponent(String(key).toWellFormed())}`) as Scope;
}

/** Removes duplicates. Too many scopes become `EVERYTHING`. */
export function listScopes(scopes: Iterable<Scope>): ScopeList {
  const all = new Set(scopes);
  const list = [...all].join(" ") as ScopeList;
  return all.has(EVERYTHING) || list.length > MAX_LIST_LENGTH ? EVERYTHING : list;
}

type Reading = { shown: Set<Scope>; isDeclared: boolean; isExact: boolean };
const current = new AsyncLocalStorage<Reading>();

/**
 * Records what the caller's query reads, for the page that is being rendered; without arguments, that it reads nothing
 * that a change of content could touch.
 */
export function shows(...scopes: Scope[]): void {
  const reading = current.getStore();
  if (!reading) return;
  reading.isDeclared = true;
  for (const one of scopes) reading.shown.add(one);
}

/**
 * Records what an API response shows beyond what pages print of it: only if the response itself is collected
 * (`isExact`), so that no page expires because of data that nobody sees.
 */
export function showsInData(...scopes: Scope[]): void {
  const reading = current.getStore();
  if (reading?.isExact) for (const one of scopes) reading.shown.add(one);
}

/** Records what an earlier read has shown, whose response is reused. */
export function showsList(list: ScopeList): void {
  shows(...(list === "" ? [] : (list.split(" ") as Scope[])));
}

/** Collects the scopes of the queries behind one page or response. A query that records none may show everything. */
export function collectShown({ isExact = false } = {}) {
  const all = new Set<Scope>();
  return {
    async during<T>(call: () => Promise<T>): Promise<T> {
      const reading: Reading = { shown: all, isDeclared: false, isExact };
      try {
        return await current.run(reading, call);
      } finally {
        if (!reading.isDeclared) all.add(EVERYTHING);
      }
    },
    list: () => listScopes(all),
  };
}

/** Maximum number of scopes whose last change is known: some 3 MB. */
const MAX_SCOPES = 30_000;

/** One entry of the table of changes. */
export type ContentChange = { version: number; scopes: ScopeList };

/**
 * The recent changes that this process knows of. Versions count the changes, so that a gap is an unknown change: it may
 * have touched everything.
 */
export function createChangeRecord() {
  let version = 0;
  /** Anything created before this version may have changed since. */
  let horizon = 0;
  const changedAt = new Map<string, number>();
  const waiting = new Set<{ version: number; reached: () => void }>();

  const forgetAll = () => {
    horizon = version;
    changedAt.clear();
  };

  const note = (scope: string) => {
    // Reinserted at the end, so that the first entry is the oldest.
    changedAt.delete(scope);
    changedAt.set(scope, version);
    if (changedAt.size <= MAX_SCOPES) return;
    for (const [oldest, at] of changedAt) {
      changedAt.delete(oldest);
      horizon = Math.max(horizon, at);
      break;
    }
  };

  const moveTo = (next: number) => {
    version = next;
    for (const one of waiting) {
      if (one.version > version) continue;
      waiting.delete(one);
      one.reached();
    }
  };

  const add = (change: ContentChange) => {
    if (!(change.version > version)) return;
    const isNext = change.version === version + 1;
    moveTo(change.version);
    if (!isNext || change.scopes === EVERYTHING) forgetAll();
    else for (const scope of change.scopes.split(" ")) note(scope);
  };

  return {
    version: () => version,
    add,
    /** Adopts the database's state: its version, and the changes after this record's as far back as they are stored. */
    catchUp(stored: number, changes: ContentChange[]): void {
      for (const change of changes) add(change);
      if (stored <= version) return;
      moveTo(stored);
      forgetAll();
    },
    /** Resolves once a version is known. */
    reached: (wanted: number) =>
      new Promise<void>((resolve) => {
        if (wanted <= version) resolve();
        else waiting.add({ version: wanted, reached: resolve });
      }),
    /** Whether any of the scopes has changed after a version. */
    changedSince(since: number, scopes: ScopeList): boolean {
      if (since >= version) return false;
      if (since < horizon || scopes === EVERYTHING) return true;
      return scopes.split(" ").some((scope) => (changedAt.get(scope) ?? 0) > since);
    },
  };
}
export type ChangeRecord = ReturnType<typeof createChangeRecord>;
