import type { ErrorCode } from "#shared/error-codes.ts";

/**
 * The stored version of a document: its values including the working copy, their ETag and row. `hasOthers`: as a response
 * to a save, it may contain changes of others.
 */
export type Stored<V> = { values: V; etag: string; row?: unknown; hasOthers?: boolean };

/**
 * A save that was sent or is about to be, repeated with the same key until its outcome is known. `typed`: what `values` were
 * made from, if a document type changes its first values.
 */
export type Attempt<V> = { key: string; base: Stored<V> | null; values: V; typed?: V };

/** Two changes of the same words. `known`: the common base; null if unknown. */
export type Conflict<V> = { theirs: Stored<V>; known: V | null };

/**
 * Words of the editor where another user changed the same ones: theirs are in the values until the editor chooses. For a text
 * with blocks, `mine` and `theirs` are its blocks there, `before` is the block before them, and either may be empty.
 */
export type Alternative = {
  field: string;
  mine: string;
  theirs: string;
  before?: string;
  /** The other user's name; null if unknown. */
  by: string | null;
};

/**
 * An editor's work on one document, as a value. It survives a reload, because it is stored in the browser.
 *
 * `base` is the stored version that `local` changes, null before the document is created. `attempt` is in flight, or was
 * sent without a response. During a `conflict` nothing is sent. `rejected`: the server does not accept these typed values.
 */
export type Session<V> = {
  base: Stored<V> | null;
  local: V;
  attempt: Attempt<V> | null;
  conflict: Conflict<V> | null;
  rejected: { values: V; code: ErrorCode | undefined; detail: string } | null;
  isDeleted: boolean;
  /** Missing in sessions that an older build stored. */
  alternatives?: readonly Alternative[];
};

export type SessionEvent<V> =
  /** The editor changed some values. */
  | { kind: "typed"; values: Partial<V> }
  /**
   * `values`, made from the typed ones, or these are about to be sent with this key; an attempt without an outcome is
   * repeated with its own.
   */
  | { kind: "sent"; key: string; values?: V; typed?: V }
  /** The server has stored the attempt. */
  | { kind: "stored"; stored: Stored<V> }
  /** The server has rejected the attempt, because others have changed the same words. */
  | { kind: "refused"; theirs: Stored<V> }
  /** The server has rejected the attempt permanently. */
  | { kind: "rejected"; code: ErrorCode | undefined; detail: string }
  /** The server has rejected the attempt temporarily. */
  | { kind: "dropped" }
  /** Rejected values may be sent again. */
  | { kind: "allowed" }
  /** Another user has saved a version. */
  | { kind: "seen"; stored: Stored<V> }
  /** The editor chose between the typed version and the stored version `over`. */
  | { kind: "chosen"; values: V; over: Stored<V> }
  /** The editor chose between two versions of some words; `alternatives` are the ones left. */
  | { kind: "settled"; values: Partial<V>; alternatives: readonly Alternative[] }
  /** An action such as publishing returned the document. */
  | { kind: "adopted"; stored: Stored<V> }
  | { kind: "deleted" };

/** `alternatives`: what the editor changed differently from the value. */
export type MergedField<Value> = { value: Value; alternatives?: readonly Omit<Alternative, "field" | "by">[] };

/** The rules of a document type for its values. */
export type Rules<V> = {
  /** Merges two changes of one field; undefined if they overlap, and the editor must choose between two versions. */
  merge: <Name extends keyof V & string>(
    name: Name,
    sides: { known: V[Name]; mine: V[Name]; theirs: V[Name] },
  ) => MergedField<V[Name]> | undefined;
  /** Who saved a version. */
  saverOf?: (stored: Stored<V>) => string | null;
  /** Whether `next` is a later version than `than`. */
  isNewer: (next: string, than: string) => boolean;
  /** Whether a new document is still empty. */
  isEmpty: (values: V) => boolean;
  /** Whether a new document may be created with these values; by default when anything is typed. */
  mayCreate?: (values: V) => boolean;
};

/** The last stored row; null for a new one. */
export const rowOf = <Row>(stored: Stored<object> | null): Row | null => (stored?.row as Row | undefined) ?? null;

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

/** The typed fields that no response has confirmed. */
export function unsaved<V extends object>({ base, local, conflict }: Session<V>): (keyof V & string)[] {
  const stored = conflict?.theirs ?? base;
  return stored ? differing(local, stored.values) : namesOf(local);
}

/** Whether the editor must choose between two versions. */
export const mustChoose = <V>({ conflict, alternatives = [] }: Session<V>): boolean =>
  conflict !== null || alternatives.length > 0;

/** Whether there is something to send. */
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

/** The next state of a session. Events that are impossible in a state change nothing. */
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
      return {
        ...session,
        attempt: { key: event.key, base, values: event.values ?? local, ...(event.typed && { typed: event.typed }) },
        rejected: null,
      };
    case "stored": {
      if (!attempt) return session;
      return rebased(session, rules, { known: attempt.values, theirs: event.stored, isOwn: !event.stored.hasOthers });
    }
    case "refused": {
      if (!attempt) return session;
      const known = attempt.base?.values ?? null;
      // The changed version is still the newest, so the server rejects this change permanently.
      if (attempt.base && !rules.isNewer(event.theirs.etag, attempt.base.etag))
        return { ...session, attempt: null, conflict: { theirs: event.theirs, known } };
      return rebased(session, rules, { known, theirs: event.theirs });
    }
    case "rejected":
      if (!attempt) return session;
      return {
        ...session,
        attempt: null,
        rejected: { values: attempt.typed ?? attempt.values, code: event.code, detail: event.detail },
      };
    case "dropped":
      return { ...session, attempt: null };
    case "allowed":
      return { ...session, rejected: null };
    case "seen": {
      const newest = conflict?.theirs ?? base;
      // The response to the attempt contains earlier saves of others.
      if (attempt || !newest || !rules.isNewer(event.stored.etag, newest.etag)) return session;
      if (conflict) return { ...session, conflict: { ...conflict, theirs: event.stored } };
      return rebased(session, rules, { known: newest.values, theirs: event.stored });
    }
    case "chosen": {
      if (!conflict) return session;
      const chosen = { ...session, base: event.over, local: event.values, conflict: null, rejected: null };
      // Another user has saved since the comparison: the choice is a change of the compared version.
      if (!rules.isNewer(conflict.theirs.etag, event.over.etag)) return chosen;
      return rebased(chosen, rules, { known: event.over.values, theirs: conflict.theirs });
    }
    case "settled":
      return { ...session, local: { ...local, ...event.values }, alternatives: event.alternatives };
    case "adopted":
      return rebased(session, rules, { known: base?.values ?? null, theirs: event.stored });
    case "deleted":
      return { ...session, base: null, attempt: null, conflict: null, isDeleted: true };
  }
}

type Rebase<V> = {
  /** The common base of the server's version and the typed values; null if unknown. */
  known: V | null;
  theirs: Stored<V>;
  isOwn?: boolean;
};

/** Rebases the typed values on `theirs`, or creates a conflict. */
function rebased<V extends object>(
  session: Session<V>,
  rules: Rules<V>,
  { known, theirs, isOwn = false }: Rebase<V>,
): Session<V> {
  const next = { ...session, attempt: null, rejected: null, isDeleted: false };
  if (!known) {
    const isSame = differing(session.local, theirs.values).length === 0;
    return isSame
      ? { ...next, base: theirs, local: theirs.values, conflict: null }
      : { ...next, conflict: { theirs, known } };
  }
  const merged = mergeValues(rules, { known, mine: session.local, theirs: theirs.values }, isOwn);
  if (!merged) return { ...next, conflict: { theirs, known } };
  const by = rules.saverOf?.(theirs) ?? null;
  const alternatives = [...(session.alternatives ?? []), ...merged.alternatives.map((one) => ({ ...one, by }))];
  return {
    ...next,
    base: theirs,
    local: merged.values,
    conflict: null,
    ...(alternatives.length > 0 && { alternatives }),
  };
}

/** Merges field by field; undefined if both changed the same field differently. */
function mergeValues<V extends object>(
  { merge }: Rules<V>,
  { known, mine, theirs }: { known: V; mine: V; theirs: V },
  isOwn: boolean,
): { values: V; alternatives: Omit<Alternative, "by">[] } | undefined {
  const values = { ...mine };
  const alternatives: Omit<Alternative, "by">[] = [];
  for (const name of namesOf(mine)) {
    const sides = { known: known[name], mine: mine[name], theirs: theirs[name] };
    if (isEqual(sides.mine, sides.known)) values[name] = sides.theirs;
    // The server may have normalised sent values: a trimmed title, cleaned HTML. Later typing takes precedence.
    else if (!isOwn && !isEqual(sides.theirs, sides.known) && !isEqual(sides.mine, sides.theirs)) {
      const merged = merge(name, sides);
      if (merged === undefined) return undefined;
      values[name] = merged.value;
      for (const one of merged.alternatives ?? []) alternatives.push({ ...one, field: name });
    }
  }
  return { values, alternatives };
}

/** The fields that both sides of a conflict changed differently: all that differ where the common base is unknown. */
export const contested = <V extends object>(mine: V, { theirs: { values: theirs }, known }: Conflict<V>) =>
  differing(mine, theirs).filter(
    (name) => !known || !(isEqual(mine[name], known[name]) || isEqual(theirs[name], known[name])),
  );

/** Both versions of a conflict merged, with one side of the contested fields. */
export function decided<V extends object>(mine: V, conflict: Conflict<V>, side: "mine" | "theirs"): V {
  const { theirs, known } = conflict;
  const fromTheirs = namesOf(mine).filter((name) => known && isEqual(mine[name], known[name]));
  if (side === "theirs") fromTheirs.push(...contested(mine, conflict));
  return { ...mine, ...Object.fromEntries(fromTheirs.map((name) => [name, theirs.values[name]])) };
}

type Resumed<V> = {
  /** Whether it is a rejected version, which is compared with the stored one first. */
  isAside: boolean;
  newest: Stored<V>;
  empty: V;
  rules: Rules<V>;
};

/** A session from the browser's store as a change of the newest version. */
export function resumeSession<V extends object>(
  session: Session<V>,
  { isAside, newest, empty, rules }: Resumed<V>,
): Session<V> {
  // Fields added to the type in the meantime have their initial value.
  const all = { ...session, local: { ...empty, ...session.local }, rejected: null };
  if (isAside) return { ...all, base: newest, attempt: null, conflict: { theirs: newest, known: null } };
  const { base } = all;
  // Its row contains what is shown besides the values.
  const known = base && { ...base, values: { ...newest.values, ...base.values }, row: newest.row };
  return nextSession({ ...all, base: known }, { kind: "seen", stored: newest }, rules);
}
