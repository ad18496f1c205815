import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    audit_entry: AuditEntryTable;
    audit_chain: AuditChainTable;
  }
}

/**
 * An entry of the audit log. It is written in the transaction of what it tells of, and becomes part of the chain a few
 * seconds later: until then `n`, `previous_hash` and `hash` are null.
 */
export type AuditEntryTable = {
  id: Generated<number>;
  /** Its place in the chain, counted from 1 without gaps. */
  n: Generated<number | null>;
  at: number;
  /** `nobody`: whoever has not signed in. */
  actor_kind: "account" | "operator" | "system" | "nobody";
  /** The account, which may be deleted; null for the other kinds. */
  actor_id: number | null;
  /** The account's name as it was then, and the network, too coarse to find a person by: erased with the person. */
  actor_name: string;
  network: string;
  /** Empty where they are erased. `who_hash` is a commitment to them, of which the salt is a part. */
  who_salt: string;
  who_hash: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  /** What the thing was called then, and what changed (JSON): erased with a person that they are about. */
  subject_title: string;
  changes: string;
  /** Empty where they are erased. */
  details_salt: string;
  details_hash: string;
  /** The folded words that the log is searched by. */
  words: string;
  /** How often it happened: repeated failures are one entry. */
  times: Generated<number>;
  /** What further failures are counted by, until when; both null for other entries, and once it is in the chain. */
  fold_key: Generated<string | null>;
  open_until: Generated<number | null>;
  previous_hash: Generated<string | null>;
  hash: Generated<string | null>;
};

/** One row: the last entry of the chain, and the last that was removed from its beginning. */
export type AuditChainTable = {
  id: number;
  head_n: number;
  head_hash: string;
  anchor_n: number;
  anchor_hash: string;
};
