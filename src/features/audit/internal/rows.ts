import { createHash } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { AuditEntryTable } from "#features/audit/tables.ts";
import type { Actor } from "#shared/actor.ts";
import { fold } from "#shared/text.ts";
import { ACTIONS, type Action } from "../actions.ts";
import type { Changes, Kept } from "../rules.ts";
import { detailsHash, newSalt, whoHash } from "./chain.ts";

/**
 * Who did something: an actor; or an account or nobody, from a network, where no actor has been established, as at a
 * login. Without an account it is the operator, unless `kind` says otherwise.
 */
export type By = Pick<Actor, "accountId" | "network" | "isSystem"> & { kind?: "nobody" };

/** What something was done to. The title of an account is its name. */
export type Subject = { kind: string; id?: number | string | null; title?: string };

/** Something to tell of. `changes` never holds a secret; long values are reduced to their length and hash. */
export type Entry = {
  by: By;
  action: Action;
  subject: Subject;
  changes?: Record<string, { from?: unknown; to?: unknown }>;
  /** How often; once by default. */
  times?: number;
};

export type NewRow = Insertable<AuditEntryTable>;

/** Limits of one entry: characters of a title and of a value, values, and names looked up at once. */
const MAX_TITLE = 300;
const MAX_VALUE = 200;
const MAX_FIELDS = 40;
const MAX_NAMES = 1_000;

/** The rows of entries, with the names that the accounts have now. */
export async function rowsOf(trx: Kysely<Tables>, at: number, entries: readonly Entry[]): Promise<NewRow[]> {
  const names = await accountNames(trx, entries);
  return entries.map(({ by, action, subject, changes = {}, times = 1 }) => {
    const who = {
      actor_name: names.get(by.accountId ?? 0) ?? "",
      network: by.network ?? "",
      who_salt: newSalt(),
    };
    const title = subject.kind === "account" ? names.get(Number(subject.id)) : subject.title;
    const details = {
      subject_title: shortened(title ?? "", MAX_TITLE),
      changes: JSON.stringify(keptChanges(changes)),
      details_salt: newSalt(),
    };
    return {
      words: searchedWords({ action, ...who, ...details }),
      at,
      actor_kind: kindOf(by),
      actor_id: by.accountId,
      ...who,
      who_hash: whoHash(who),
      action,
      subject_kind: subject.kind,
      subject_id: subject.id === null || subject.id === undefined ? null : String(subject.id),
      ...details,
      details_hash: detailsHash(details),
      times,
    };
  });
}

/** What a search looks at: all that the screen shows of an entry, but for the values of changes. */
export function searchedWords(
  row: Pick<NewRow, "subject_title" | "changes" | "actor_name" | "network"> & { action: string },
): string {
  const label = ACTIONS[row.action as Action] ?? row.action;
  const fields = Object.keys(JSON.parse(row.changes) as Changes);
  return fold([row.subject_title, row.actor_name, row.network, label, ...fields].join(" "));
}

function kindOf({ kind, accountId, isSystem }: By): NewRow["actor_kind"] {
  if (accountId !== null) return "account";
  return kind ?? (isSystem ? "system" : "operator");
}

async function accountNames(trx: Kysely<Tables>, entries: readonly Entry[]): Promise<Map<number, string>> {
  const ids = new Set<number>();
  for (const { by, subject } of entries) {
    if (by.accountId !== null) ids.add(by.accountId);
    if (subject.kind === "account" && typeof subject.id === "number") ids.add(subject.id);
  }
  const rows = await trx
    .selectFrom("account")
    .select(["id", "name"])
    // Nobody's number as well: an unknown account is looked for as long as a known one.
    .where("id", "in", [0, ...ids].slice(0, MAX_NAMES))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function keptChanges(changes: NonNullable<Entry["changes"]>): Changes {
  const fields = Object.entries(changes).slice(0, MAX_FIELDS);
  return Object.fromEntries(
    fields.map(([field, { from, to }]) => [
      field,
      { ...(from !== undefined && { from: kept(from) }), ...(to !== undefined && { to: kept(to) }) },
    ]),
  );
}

function kept(value: unknown): Kept {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= MAX_VALUE) return text;
  return { characters: text.length, sha256: createHash("sha256").update(text).digest("hex") };
}

function shortened(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
