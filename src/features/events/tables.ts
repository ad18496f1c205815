import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    event: EventTable;
    event_subject: EventSubjectTable;
  }
}

/**
 * An event, written in the transaction that caused it. `position` and `n` are null until the events that were committed
 * are numbered: only then is their order known.
 */
export type EventTable = {
  id: Generated<number>;
  /** Its place among all events, counted from 1 without gaps. */
  position: Generated<number | null>;
  /** Its place among the events of its subject, counted from 1 without gaps. */
  n: Generated<number | null>;
  at: number;
  action: string;
  subject_kind: string;
  /** Empty for the only subject of its kind. */
  subject_id: string;
  /** The account, which may have been deleted; null for the program, the operator and readers. */
  actor_id: number | null;
  /** The names of the changed fields, as a JSON array. */
  fields: string;
  times: number;
};

/** How many events of a subject have been numbered; the row without kind and id counts all. */
export type EventSubjectTable = { kind: string; id: string; last_n: number };
