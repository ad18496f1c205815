import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    audit_entry: AuditEntryTable;
    audit_chain: AuditChainTable;
  }
}

/**
 * An entry of the audit log. It is written in the transaction of the action, and sealed into the chain a few seconds
 * later: until then `n`, `previous_hash` and `hash` are null.
 */
export type AuditEntryTable = {
  id: Generated<number>;
  /** Its place in the chain, counted from 1 without gaps. */
  n: Generated<number | null>;
  at: number;
  /** `nobody`: not signed in. */
  actor_kind: "account" | "operator" | "system" | "nobody";
  /** The account, which may have been deleted; null for the other kinds. */
  actor_id: number | null;
  /** The account's name at the time, and the network, too coarse to identify a person; erased with the person. */
  actor_name: string;
  network: string;
  /** The name of the API key by which the account did it; empty if it did so in person. Erased with the person. */
  key_name: Generated<string>;
  /** Empty once name and network are erased. `who_hash` is a commitment to them that includes the salt. */
  who_salt: string;
  who_hash: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  /** The subject's name at the time, and the changes (JSON); erased together with the person they concern. */
  subject_title: string;
  changes: string;
  /** Empty once title and changes are erased. */
  details_salt: string;
  details_hash: string;
  /** The folded words that a search matches. */
  words: string;
  /** The number of occurrences: repeated failures share one entry. */
  times: Generated<number>;
  /** The key under which further failures are counted, and until when; null for other entries, and once sealed. */
  fold_key: Generated<string | null>;
  open_until: Generated<number | null>;
  previous_hash: Generated<string | null>;
  hash: Generated<string | null>;
};

/** One row: the last entry of the chain, and the last one removed from its start. */
export type AuditChainTable = {
  id: number;
  head_n: number;
  head_hash: string;
  anchor_n: number;
  anchor_hash: string;
};
