import type { Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Entry } from "#features/audit/commands.ts";
import type { Action } from "#features/audit/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";

/**
 * What subscribers get with an event besides its subject, by action. A feature adds its own. They live only as long as the
 * transaction, and are not stored.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, as to the tables of the database.
export interface EventFacts {}

type Common = Pick<Entry, "by" | "subject" | "changes" | "times"> & {
  /** New words that readers see from now on, by field: the two-person rule judges them, and rejects the change. */
  shown?: Readonly<Record<string, string>>;
  /** Of use only to reactions in the same transaction: it is not stored. */
  isPassing?: true;
};

export type EventAction = Action | keyof EventFacts;

/** An event of an action. */
export type EventOf<A extends EventAction> = A extends keyof EventFacts
  ? Common & { action: A; by: Actor; facts: EventFacts[A] }
  : Common & { action: A };

/**
 * Something that happened, stated by the command that did it (decision 216). Most actions are those of the audit log.
 * `changes`: the changed fields by name.
 */
export type NewsroomEvent = EventOf<keyof EventFacts> | PlainEvent;
export type PlainEvent = Common & { action: Exclude<Action, keyof EventFacts> };

export type Cause = { trx: Transaction<Tables>; clock: Clock };

/**
 * A reaction to events, in the transaction that caused them: an error rolls it back. Events come in batches, in their
 * order. It may return the scopes that it touched.
 */
export type Subscriber = {
  /** `all` includes the actions of features above. */
  actions: ReadonlySet<string> | "all";
  react: (cause: Cause, events: readonly NewsroomEvent[]) => Promise<readonly Scope[]> | Promise<void>;
};
