import { AsyncLocalStorage } from "node:async_hooks";
import type { ScopeKind } from "#shared/features.ts";

declare const isScope: unique symbol;
declare const isList: unique symbol;

/**
 * A thing that pages show and changes touch, for example `article:12`. Each feature names its own in `scopes.ts`; the
 * queries that read it and the commands that change it must use the same names.
 */
export type Scope = string & { readonly [isScope]: true };

/** Several scopes as one string, as stored, sent and kept with a page. */
export type ScopeList = string & { readonly [isList]: true };

/** Everything: for reads or changes where nothing narrower is known. */
export const EVERYTHING = "*" as Scope & ScopeList;

/** In characters. PostgreSQL's notifications allow no more; it bounds the memory of a cached page as well. */
const MAX_LIST_LENGTH = 7_500;

/** The scope of one thing of a kind, or of a kind that has no parts. */
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
 * Records what an API response shows beyond what pages print of it: only where the response itself is collected
 * (`isExact`), so that no page ends because of data that nobody sees.
 */
export function showsInData(...scopes: Scope[]): void {
  const reading = current.getStore();
  if (reading?.isExact) for (const one of scopes) reading.shown.add(one);
}

/** Records what an earlier reading has shown, whose response is used again. */
export function showsList(list: ScopeList): void {
  shows(...(list === "" ? [] : (list.split(" ") as Scope[])));
}

/** Collects the scopes of the calls behind one page or response. A call that records none may show everything. */
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
