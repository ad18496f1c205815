import { type Kysely, type RawBuilder, sql } from "kysely";
import { fold, isAscii, words } from "./frozen/foldings.ts";
import { fold as formerFold } from "./frozen/text.ts";

type Row = Record<string, string | number>;

const BATCH = 1_000;
const PICTURE_TEXTS = ["name", "alt", "caption", "credit", "licence"] as const;

/**
 * Searches fold letters by script: stored texts that searches compare get their new form. Articles are indexed again by the
 * version of their derived content.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["topic", "series"])
    await rewrite(db, sql`id, name, search_key from ${sql.table(table)}`, async ({ id, name, search_key }) => {
      const key = fold(String(name).trim());
      if (key !== search_key)
        await sql`update ${sql.table(table)} set search_key = ${key} where id = ${id}`.execute(db);
    });
  await rewriteAliases(db);
  await rewriteMessages(db);
  await rewritePictures(db);
  await rewriteAudit(db);
}

/** Gives each row of a table to `write`, in the order of their ids. */
async function rewrite(db: Kysely<unknown>, from: RawBuilder<unknown>, write: (row: Row) => Promise<void>) {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`select ${from} where id > ${after} order by id limit ${BATCH}`.execute(db);
    for (const row of rows) await write(row);
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)?.id);
  }
}

async function rewriteAliases(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`select alias_key, name, search_key from topic_alias`.execute(db);
  for (const { alias_key, name, search_key } of rows) {
    const key = fold(String(name).trim());
    if (key !== search_key)
      await sql`update topic_alias set search_key = ${key} where alias_key = ${alias_key}`.execute(db);
  }
}

const rewriteMessages = (db: Kysely<unknown>) =>
  rewrite(
    db,
    sql`id, first_name, last_name, email, subject, message from contact_message`,
    async ({ id, ...texts }) => {
      const text = Object.values(texts).join(" ");
      if (!isAscii(text)) await sql`update contact_message set folded = ${fold(text)} where id = ${id}`.execute(db);
    },
  );

async function rewritePictures(db: Kysely<unknown>): Promise<void> {
  const columns = sql.join(PICTURE_TEXTS.map((name) => sql.ref(name)));
  await rewrite(db, sql`id, ${columns}, words from picture`, async (row) => {
    const tags = await sql<Row>`select name from picture_tag where picture_id = ${row.id} order by name`.execute(db);
    const all = [...PICTURE_TEXTS.map((name) => row[name]), ...tags.rows.map(({ name }) => name)].join(" ");
    const searched = [...new Set(words(all))].map((word) => ` ${word}`).join("");
    if (searched !== row.words) await sql`update picture set words = ${searched} where id = ${row.id}`.execute(db);
  });
}

/** The name of the action is in no column: it is between the facts and the names of the changed fields. */
const rewriteAudit = (db: Kysely<unknown>) =>
  rewrite(db, sql`id, subject_title, actor_name, network, changes, words from audit_entry`, async (row) => {
    const facts = [row.subject_title, row.actor_name, row.network].join(" ");
    const fields = Object.keys(JSON.parse(String(row.changes))).join(" ");
    const old = String(row.words);
    if (old === "" || (isAscii(facts) && isAscii(fields))) return;
    const action = old.slice(formerFold(facts).length, old.length - formerFold(fields).length);
    const searched = fold(facts) + action + fold(fields);
    if (searched !== old) await sql`update audit_entry set words = ${searched} where id = ${row.id}`.execute(db);
  });
