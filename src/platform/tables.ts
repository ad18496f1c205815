import type { RecordName } from "#shared/features.ts";

declare module "#db/tables.ts" {
  interface Tables {
    attempt: AttemptTable;
    request_count: RequestCountTable;
    job_lease: JobLeaseTable;
    view_mark: ViewMarkTable;
    idempotency_key: IdempotencyKeyTable;
    seed_mark: SeedMarkTable;
  }
}

/** An attempt counts under several keys, each a keyed hash; `id` is the same in all its rows. */
export type AttemptTable = { id: string; key: string; attempted_at: number };

/** Requests of one client, by a keyed hash, in a window of time that ends at `ends_at`. */
export type RequestCountTable = { key: string; calls: number; ends_at: number };

/** The process that runs the jobs which only one process runs. */
export type JobLeaseTable = { name: string; holder: string; lease_until: number };

/** Keyed hashes of who saw what this hour; never an address (see platform/reader-counter). */
export type ViewMarkTable = { hash: string; seen_at: number };

/** What was created under an `Idempotency-Key` of an account. */
export type IdempotencyKeyTable = {
  resource: RecordName | "article" | "author" | "idea" | "issue" | "page" | "message reply";
  account_id: number;
  key: string;
  created_id: number;
};

/** What a new publication was seeded with, recorded once. */
export type SeedMarkTable = { name: "ad_spaces" | "edition" | "pages" };
