import { createHash, randomBytes } from "node:crypto";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { fold } from "#shared/text.ts";
import { ACTIONS, type Action, type Changes, type Kept } from "./rules.ts";
import type { AuditEntryTable } from "./tables.ts";

const SALT_BYTES = 16;

export type EntryRow = Selectable<AuditEntryTable>;

/** SHA-256 of the values as a JSON array without spaces, in hexadecimal. */
export const hashOf = (values: readonly (string | number | null)[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex");

const newSalt = (): string => randomBytes(SALT_BYTES).toString("base64url");

/**
 * Commitments to values that may be erased (docs/decisions/0065). The chain covers these, so it stays valid when the
 * values are erased; once the salt is erased too, the values cannot be guessed.
 */
export const whoHash = (row: Pick<EntryRow, "who_salt" | "actor_name" | "network" | "key_name">): string =>
  // Entries by people are hashed as before keys existed.
  hashOf([row.who_salt, row.actor_name, row.network, ...(row.key_name ? [row.key_name] : [])]);
export const detailsHash = (row: Pick<EntryRow, "details_salt" | "subject_title" | "changes">): string =>
  hashOf([row.details_salt, row.subject_title, row.changes]);

/**
 * Who did it: an actor, or an account or nobody from a network where no actor is known yet, as at a login. Without an
 * account it is the operator, unless `kind` says otherwise.
 */
export type By = Pick<Actor, "accountId" | "network" | "isSystem"> & { key?: { name: string } | undefined } & {
  kind?: "nobody";
};

/** What it was done to. The title of an account is its name. */
type Subject = { kind: string; id?: number | string | null; title?: string };

/** Something to record. `changes` never holds a secret; long values are reduced to their length and hash. */
export type Entry = {
  by: By;
  action: Action;
  subject: Subject;
  changes?: Record<string, { from?: unknown; to?: unknown }>;
  /** Default: once. */
  times?: number;
};

type NewRow = Insertable<AuditEntryTable>;

/** Limits of one entry: characters of a title and of a value, values, and names looked up together. */
const MAX_TITLE = 300;
const MAX_VALUE = 200;
const MAX_FIELDS = 40;
const MAX_NAMES = 1_000;

/** Builds the rows of entries, with the current names of accounts. */
async function rowsOf(trx: Kysely<Tables>, at: number, entries: readonly Entry[]): Promise<NewRow[]> {
  const names = await accountNames(trx, entries);
  return entries.map(({ by, action, subject, changes = {}, times = 1 }) => {
    const who = {
      actor_name: names.get(by.accountId ?? 0) ?? "",
      network: by.network ?? "",
      key_name: by.key?.name ?? "",
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

type Searched = Pick<NewRow, "subject_title" | "changes" | "actor_name" | "network"> & {
  action: string;
  key_name?: string;
};

/** The words that a search matches: everything the screen shows of an entry except changed values. */
function searchedWords(row: Searched): string {
  return fold([...factsOf(row), ACTIONS[row.action as Action] ?? row.action, ...fieldsOf(row)].join(" "));
}

const factsOf = ({ subject_title, actor_name, network, key_name }: Searched) => [
  ...[subject_title, actor_name, network],
  ...(key_name ? [key_name] : []),
];
const fieldsOf = ({ changes }: Searched) => Object.keys(JSON.parse(changes) as Changes);

/** Whether these are the search words of the entry. An entry keeps the name that its action had when it was written. */
export function areSearchedWords(words: string, row: Searched): boolean {
  return words.startsWith(fold(factsOf(row).join(" "))) && words.endsWith(fold(fieldsOf(row).join(" ")));
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
    // Includes a number that no account has: looking up an unknown account takes as long as a known one.
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

/** A client from a network that has not signed in. */
export const nobodyAt = (network: string) => ({ kind: "nobody", accountId: null, network }) as const;

/** Records an entry in the transaction of the action: a rollback removes it too. */
export async function recordEntry(trx: Kysely<Tables>, clock: Clock, entry: Entry): Promise<void> {
  await recordEntries(trx, clock, [entry]);
}

/** Records several actions that happen at the same time. */
export async function recordEntries(trx: Kysely<Tables>, clock: Clock, entries: readonly Entry[]): Promise<void> {
  for (const some of chunksOf(entries))
    await trx
      .insertInto("audit_entry")
      .values(await rowsOf(trx, clock.now(), some))
      .execute();
}

/** How long the same failures from the same network count as one entry. */
const FOLD_MS = 60_000;
/**
 * Failures with separate entries at a time. All others share one for longer, so that guessing does not fill the disk.
 */
const MAX_APART = 20;
const REST_MS = 10 * 60_000;

/**
 * Records what a stranger can repeat at will, such as a failed login: the same action on the same subject from the same
 * network within a minute is one entry with a count. Uses its own transaction.
 */
export function recordRepeated(database: Database, clock: Clock, entry: Entry): Promise<void> {
  return shareCommit(database.db, async (trx) => {
    const now = clock.now();
    const { by, action, subject } = entry;
    const own = JSON.stringify([action, by.accountId, by.key?.name, by.network, subject.kind, subject.id ?? null]);
    const rest = JSON.stringify([action]);
    if ((await countAgain(trx, own, now)) || (await countAgain(trx, rest, now))) return;
    const isApart = (await countOpen(trx, action, now)) < MAX_APART;
    const recorded = isApart ? entry : { ...entry, by: nobodyAt(""), subject: { kind: subject.kind } };
    const [row] = await rowsOf(trx, now, [recorded]);
    if (row)
      await insertOpen(trx, {
        ...row,
        fold_key: isApart ? own : rest,
        open_until: now + (isApart ? FOLD_MS : REST_MS),
      });
  });
}

async function countAgain(trx: Kysely<Tables>, key: string, now: number): Promise<boolean> {
  const counted = await trx
    .updateTable("audit_entry")
    .set((eb) => ({ times: eb("times", "+", 1) }))
    .where("fold_key", "=", key)
    .where("open_until", ">", now)
    .returning("id")
    .executeTakeFirst();
  return counted !== undefined;
}

async function countOpen(trx: Kysely<Tables>, action: string, now: number): Promise<number> {
  const { open } = await trx
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("fold_key", "is not", null)
    .where("open_until", ">", now)
    .where("action", "=", action)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** If another process has just inserted it, or the entry's time is over, the count goes up instead. */
async function insertOpen(trx: Kysely<Tables>, row: NewRow): Promise<void> {
  await trx
    .insertInto("audit_entry")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("fold_key").doUpdateSet((eb) => ({ times: eb("audit_entry.times", "+", 1) })),
    )
    .execute();
}

/**
 * Erases personal data from the log: the name and networks in an account's entries, and title and changes in those
 * about it. The account's number stays. The log must contain an entry `account.erase` of it.
 */
export async function forgetInLog(trx: Kysely<Tables>, accountId: number): Promise<void> {
  await trx
    .updateTable("audit_entry")
    .set({ actor_name: "", network: "", key_name: "", who_salt: "", words: "" })
    .where("actor_kind", "=", "account")
    .where("actor_id", "=", accountId)
    .execute();
  await trx
    .updateTable("audit_entry")
    .set({ subject_title: "", changes: "{}", details_salt: "", words: "" })
    .where("subject_kind", "=", "account")
    .where("subject_id", "=", String(accountId))
    .execute();
}
