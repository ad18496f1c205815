import { csvLine } from "#shared/escape.ts";
import type { SealedRow } from "./chain.ts";
import type { AuditEntry } from "./endpoints.ts";

export const presentEntry = (row: SealedRow): AuditEntry => ({
  n: row.n,
  at: new Date(row.at).toISOString(),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id, title: row.subject_title },
  network: row.network,
  times: row.times,
  changes: JSON.parse(row.changes),
  who_hash: row.who_hash,
  details_hash: row.details_hash,
  previous_hash: row.previous_hash,
  hash: row.hash,
});

/** Columns of the CSV, including the hashes, so that the chain can be verified from the file. */
const COLUMNS = {
  n: (row) => row.n,
  at: (row) => new Date(row.at).toISOString(),
  actor_kind: (row) => row.actor_kind,
  actor_id: (row) => row.actor_id,
  actor: (row) => row.actor_name,
  action: (row) => row.action,
  subject_kind: (row) => row.subject_kind,
  subject_id: (row) => row.subject_id,
  subject: (row) => row.subject_title,
  network: (row) => row.network,
  times: (row) => row.times,
  changes: (row) => row.changes,
  who_hash: (row) => row.who_hash,
  details_hash: (row) => row.details_hash,
  previous_hash: (row) => row.previous_hash,
  hash: (row) => row.hash,
} satisfies Record<string, (row: SealedRow) => string | number | null>;

export const AUDIT_CSV_HEAD = csvLine(Object.keys(COLUMNS));

export const presentAuditLine = (row: SealedRow): string =>
  csvLine(Object.values(COLUMNS).map((read) => String(read(row) ?? "")));

/** An entry for the server's log, which outlives an erasure: without names, titles and values. */
export const presentForLog = (row: SealedRow) => ({
  n: row.n,
  at: new Date(row.at).toISOString(),
  actor: row.actor_kind,
  account: row.actor_id,
  action: row.action,
  subject: row.subject_kind,
  id: row.subject_id,
  network: row.network,
  times: row.times,
  changed: Object.keys(JSON.parse(row.changes)),
  hash: row.hash,
});
