import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    task: TaskTable;
  }
}

export type TaskTable = {
  id: Generated<number>;
  kind: string;
  /** `queued` with an unexpired lease: a process is working on it. */
  state: "queued" | "done" | "failed";
  /** Its input, as JSON; emptied when it ends, unless it failed and can be retried. */
  payload: string;
  /** Where its next step starts, as JSON; null before the first. */
  position: string | null;
  done: Generated<number>;
  total: Generated<number>;
  /** JSON; null until it is done. */
  result: string | null;
  /** Failures since the last progress. */
  attempts: Generated<number>;
  last_error: Generated<string>;
  /** What a failed one was to do, as JSON (`TaskSubject`); empty before. */
  about: Generated<string>;
  due_at: number;
  lease_by: string | null;
  lease_until: number | null;
  created_at: number;
  finished_at: number | null;
};
