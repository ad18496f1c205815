import { createHash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { AuditEntryTable } from "#features/audit/tables.ts";

const SALT_BYTES = 16;

export type EntryRow = Selectable<AuditEntryTable>;

/** SHA-256 of the values as a JSON array without spaces, in hexadecimal. */
const hashOf = (values: readonly (string | number | null)[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex");

export const newSalt = (): string => randomBytes(SALT_BYTES).toString("base64url");

/**
 * Commitments to what may have to be erased (docs/decisions/0065): the chain covers these, so that it stays whole when
 * the values go; and once the salt has gone too, nobody can find out by trying what the values were.
 */
export const whoHash = (row: Pick<EntryRow, "who_salt" | "actor_name" | "network">): string =>
  hashOf([row.who_salt, row.actor_name, row.network]);
export const detailsHash = (row: Pick<EntryRow, "details_salt" | "subject_title" | "changes">): string =>
  hashOf([row.details_salt, row.subject_title, row.changes]);

type Chained = Pick<
  EntryRow,
  "at" | "actor_kind" | "actor_id" | "action" | "subject_kind" | "subject_id" | "times" | "who_hash" | "details_hash"
>;

/** The hash of an entry at its place in the chain. docs/operations.md states this form: it never changes. */
export const entryHash = (n: number, previousHash: string, row: Chained): string =>
  hashOf([
    ...[n, row.at, row.actor_kind, row.actor_id, row.action, row.subject_kind, row.subject_id],
    ...[row.times, row.who_hash, row.details_hash, previousHash],
  ]);
