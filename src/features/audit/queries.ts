import { type Kysely, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import type { Tables } from "#db/tables.ts";
import { csvLine } from "#shared/html.ts";
import { MAX_ID, parseId } from "#shared/ids.ts";
import type { Page } from "#shared/schema.ts";
import { words } from "#shared/text.ts";
import type { SealedRow } from "./chain.ts";
import type { AuditEntry, AuditFilter } from "./endpoints.ts";
import { type Action, MAX_SEARCHED } from "./rules.ts";

export const presentEntry = (row: SealedRow): AuditEntry => ({
  n: row.n,
  at: new Date(row.at).toISOString(),
  actor: {
    ...{ kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    ...(row.key_name && { key: row.key_name }),
  },
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

/** The newest entry of an action. */
export const lastOfAction = (db: Kysely<Tables>, action: Action) =>
  db
    .selectFrom("audit_entry")
    .select(["at", "changes"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** The time since which a rotation of the signing key is proposed; undefined if none is, or it was settled since. */
export async function rotationProposedAt(db: Kysely<Tables>): Promise<number | undefined> {
  const last = await db
    .selectFrom("audit_entry")
    .select(["at", "action"])
    .where("action", "in", ["secret.propose", "secret.settle", "secret.rotate"] satisfies Action[])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.action === "secret.propose" ? last.at : undefined;
}

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
  key: (row) => row.key_name,
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

/** Further words of a search are ignored. */
const MAX_WORDS = 10;

/** The sealed entries that match a filter. A search covers the newest `MAX_SEARCHED` of them. */
function selectEntries(db: Kysely<Tables>, { query = "", actor, action, from, to }: AuditFilter) {
  const kept = db
    .selectFrom("audit_entry")
    .selectAll()
    .where("n", "is not", null)
    .$if(actor !== undefined, (rows) => rows.where(byActor(db, actor ?? "")))
    .$if(action?.includes(".") === true, (rows) => rows.where("action", "=", action ?? ""))
    .$if(action?.includes(".") === false, (rows) =>
      rows.where("action", ">=", `${action}.`).where("action", "<", `${action}/`),
    )
    .$if(from !== undefined, (rows) => rows.where("at", ">=", from ?? 0))
    .$if(to !== undefined, (rows) => rows.where("at", "<", to ?? 0));
  // Entries keep their apostrophes.
  const parts = words(query.replace(/[^\p{L}\p{N}\p{M}]/gu, " ")).slice(0, MAX_WORDS);
  const searched = parts.length > 0 ? kept.orderBy("n", "desc").limit(MAX_SEARCHED) : kept;
  let found = db.selectFrom(searched.as("entry")).selectAll("entry");
  for (const part of parts) found = found.where(hasText(db, "entry.words", part));
  return found.$castTo<SealedRow>();
}

/** Matches an account's number, name or address, or the operator, the system or nobody. */
function byActor(db: Kysely<Tables>, actor: string) {
  const kind = (["operator", "system", "nobody"] as const).find((one) => one === actor.toLowerCase());
  if (kind) return sql<boolean>`actor_kind = ${kind}`;
  const id = parseId(actor);
  const named = db
    .selectFrom("account")
    .select("id")
    .where((eb) => eb.or([eb("name", "=", actor), eb("email", "=", actor.toLowerCase())]));
  return id === null
    ? sql<boolean>`(actor_kind = 'account' and (actor_name = ${actor} or actor_id in ${named}))`
    : sql<boolean>`(actor_kind = 'account' and actor_id = ${id})`;
}

/** A page of entries, newest first, and the total. */
export async function pageEntries(
  db: Kysely<Tables>,
  filter: AuditFilter,
  { limit, offset }: Page,
): Promise<{ rows: SealedRow[]; total: number }> {
  const entries = selectEntries(db, filter);
  const rows = await entries.orderBy("n", "desc").limit(limit).offset(offset).execute();
  const { total } = await entries
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Rows in memory while all entries are read. */
const BATCH = 1_000;

/** All entries that match a filter, newest first, in batches. */
export async function* eachEntry(db: Kysely<Tables>, filter: AuditFilter): AsyncGenerator<SealedRow[]> {
  let last = MAX_ID;
  for (;;) {
    const rows = await selectEntries(db, filter).where("n", "<=", last).orderBy("n", "desc").limit(BATCH).execute();
    if (rows.length === 0) return;
    yield rows;
    last = (rows.at(-1)?.n ?? 1) - 1;
  }
}

/** Entries after the number `after` with the account as actor or subject, in order; at most `limit`. */
export const entriesAbout = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("audit_entry")
    .selectAll()
    .where("n", ">", after)
    .where((eb) =>
      eb.or([
        eb.and([eb("actor_kind", "=", "account"), eb("actor_id", "=", accountId)]),
        eb.and([eb("subject_kind", "=", "account"), eb("subject_id", "=", String(accountId))]),
      ]),
    )
    .orderBy("n")
    .limit(limit)
    .$castTo<SealedRow>()
    .execute();

/** The addresses that an account had according to changes still in the log. */
export async function addressesInLog(db: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_entry")
    .select("changes")
    .where("action", "=", "account.email")
    .where("subject_kind", "=", "account")
    .where("subject_id", "=", String(accountId))
    .execute();
  return rows.flatMap(({ changes }) => {
    const { email = {} } = JSON.parse(changes) as { email?: { from?: string; to?: string } };
    return [email.from, email.to].filter((address) => address !== undefined);
  });
}
