import type { ErrorCode } from "#shared/error-codes.ts";

/** What the server has of a document: its values with those of its working copy, their ETag, and the row they came from. */
export type Stored<V> = { values: V; etag: string; row?: unknown };

/** A save that was sent, or is about to be. Repeated with the same key until its outcome is known. */
export type Attempt<V> = { key: string; base: Stored<V> | null; values: V };

/** Two changes of the same words. `known`: what both sides began from; null where nobody knows. */
export type Conflict<V> = { theirs: Stored<V>; known: V | null };

/**
 * An editor's work on one document, as a value. It survives a reload: everything in it is kept in the browser.
 *
 * `base` is the stored version that `local` changes, null before the document is created. `attempt` is on its way, or was
 * sent without a response. While there is a `conflict` nothing is sent. `rejected`: the server does not accept these values.
 */
export type Session<V> = {
  base: Stored<V> | null;
  local: V;
  attempt: Attempt<V> | null;
  conflict: Conflict<V> | null;
  rejected: { values: V; code: ErrorCode | undefined; detail: string } | null;
  isDeleted: boolean;
};

export type SessionEvent<V> =
  /** The editor changed some values. */
  | { kind: "typed"; values: Partial<V> }
  /** `values`, or what is typed, is about to be sent under this key; an attempt without an outcome is sent again under its own. */
  | { kind: "sent"; key: string; values?: V }
  /** The server has the attempt. */
  | { kind: "stored"; stored: Stored<V> }
  /** The server has not, because it is a change of words that others have changed. */
  | { kind: "refused"; theirs: Stored<V> }
  /** The server has not, and never will. */
  | { kind: "rejected"; code: ErrorCode | undefined; detail: string }
  /** The server has not, and may accept the same later. */
  | { kind: "dropped" }
  /** What was rejected may be sent again. */
  | { kind: "allowed" }
  /** Somebody has saved another version. */
  | { kind: "seen"; stored: Stored<V> }
  /** The editor compared what is typed with the stored version `over`, and chose what to keep of both. */
  | { kind: "chosen"; values: V; over: Stored<V> }
  /** An action such as publishing returned the document. */
  | { kind: "adopted"; stored: Stored<V> }
  | { kind: "deleted" };

/** What a type of document knows of its values. */
export type Rules<V> = {
  /** Merges two changes of one field; undefined where they overlap. */
  merge: <Name extends keyof V & string>(
    name: Name,
    sides: { known: V[Name]; mine: V[Name]; theirs: V[Name] },
  ) => V[Name] | undefined;
  /** Whether `next` names a later version than `than`. */
  isNewer: (next: string, than: string) => boolean;
  /** Whether one save alone lies between two versions; `before` is null for one that created the document. */
  isNext: (before: string | null, after: string) => boolean;
  /** Whether nothing is typed yet in a new document. */
  isEmpty: (values: V) => boolean;
  /** Whether a new document may be created with these values; whenever something is typed, without this. */
  mayCreate?: (values: V) => boolean;
};

/** Starts a session on a stored document, or on a new one with its first values. */
export const startSession = <V extends object>(base: Stored<V> | null, empty: V): Session<V> => ({
  base,
  local: base?.values ?? empty,
  attempt: null,
  conflict: null,
  rejected: null,
  isDeleted: false,
});

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[];

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

/** The fields in which two versions differ. */
export const differing = <V extends object>(one: V, other: V): (keyof V & string)[] =>
  namesOf(one).filter((name) => !isEqual(one[name], other[name]));

/** The fields that are typed and that no response has confirmed yet. */
export function unsaved<V extends object>({ base, local, conflict }: Session<V>): (keyof V & string)[] {
  const stored = conflict?.theirs ?? base;
  return stored ? differing(local, stored.values) : namesOf(local);
}

/** Whether there is something to send now. */
export function isDue<V extends object>(
  session: Session<V>,
  { isEmpty, mayCreate }: Pick<Rules<V>, "isEmpty" | "mayCreate">,
): boolean {
  const { base, attempt, conflict, rejected, isDeleted, local } = session;
  if (conflict || isDeleted) return false;
  if (attempt) return true;
  if (rejected && differing(local, rejected.values).length === 0) return false;
  return base ? unsaved(session).length > 0 : !isEmpty(local) && mayCreate?.(local) !== false;
}

/** The next state of a session. Events that cannot happen in a state change nothing. */
export function nextSession<V extends object>(
  session: Session<V>,
  event: SessionEvent<V>,
  rules: Rules<V>,
): Session<V> {
  const { base, local, attempt, conflict } = session;
  switch (event.kind) {
    case "typed":
      return { ...session, local: { ...local, ...event.values } };
    case "sent":
      if (attempt) return session;
      return { ...session, attempt: { key: event.key, base, values: event.values ?? local }, rejected: null };
    case "stored": {
      if (!attempt) return session;
      const isOwn = rules.isNext(attempt.base?.etag ?? null, event.stored.etag);
      return rebased(session, rules, { known: attempt.values, theirs: event.stored, isOwn });
    }
    case "refused": {
      if (!attempt) return session;
      const known = attempt.base?.values ?? null;
      // The version that was changed is still the newest: it cannot be changed in this way, now or later.
      if (attempt.base && !rules.isNewer(event.theirs.etag, attempt.base.etag))
        return { ...session, attempt: null, conflict: { theirs: event.theirs, known } };
      return rebased(session, rules, { known, theirs: event.theirs });
    }
    case "rejected":
      if (!attempt) return session;
      return {
        ...session,
        attempt: null,
        rejected: { values: attempt.values, code: event.code, detail: event.detail },
      };
    case "dropped":
      return { ...session, attempt: null };
    case "allowed":
      return { ...session, rejected: null };
    case "seen": {
      const newest = conflict?.theirs ?? base;
      // The response to the attempt brings whatever others have saved before it.
      if (attempt || !newest || !rules.isNewer(event.stored.etag, newest.etag)) return session;
      if (conflict) return { ...session, conflict: { ...conflict, theirs: event.stored } };
      return rebased(session, rules, { known: newest.values, theirs: event.stored });
    }
    case "chosen": {
      if (!conflict) return session;
      const chosen = { ...session, base: event.over, local: event.values, conflict: null, rejected: null };
      // Another user has saved since the two were compared: the choice is a change of what was compared.
      if (!rules.isNewer(conflict.theirs.etag, event.over.etag)) return chosen;
      return rebased(chosen, rules, { known: event.over.values, theirs: conflict.theirs });
    }
    case "adopted":
      return rebased(session, rules, { known: base?.values ?? null, theirs: event.stored });
    case "deleted":
      return { ...session, base: null, attempt: null, conflict: null, isDeleted: true };
  }
}

type Rebase<V> = {
  /** What the server's version and the typed values have in common; null where nobody knows. */
  known: V | null;
  theirs: Stored<V>;
  isOwn?: boolean;
};

/** Makes the typed values a change of `theirs`, or a conflict with it. */
function rebased<V extends object>(
  session: Session<V>,
  rules: Rules<V>,
  { known, theirs, isOwn = false }: Rebase<V>,
): Session<V> {
  const next = { ...session, attempt: null, rejected: null, isDeleted: false };
  const local = known
    ? mergeValues(rules, { known, mine: session.local, theirs: theirs.values }, isOwn)
    : differing(session.local, theirs.values).length === 0
      ? theirs.values
      : undefined;
  return local ? { ...next, base: theirs, local, conflict: null } : { ...next, conflict: { theirs, known } };
}

/** Merges field by field; undefined where both changed the same, each in another way. */
function mergeValues<V extends object>(
  { merge }: Rules<V>,
  { known, mine, theirs }: { known: V; mine: V; theirs: V },
  isOwn: boolean,
): V | undefined {
  const merged = { ...mine };
  for (const name of namesOf(mine)) {
    const sides = { known: known[name], mine: mine[name], theirs: theirs[name] };
    if (isEqual(sides.mine, sides.known)) merged[name] = sides.theirs;
    // The server may have put what was sent in other words: a trimmed title, cleaned HTML. What was typed since comes first.
    else if (!isOwn && !isEqual(sides.theirs, sides.known) && !isEqual(sides.mine, sides.theirs)) {
      const value = merge(name, sides);
      if (value === undefined) return undefined;
      merged[name] = value;
    }
  }
  return merged;
}
