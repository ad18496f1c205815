import { type Kysely, sql } from "kysely";

/** The vocabulary's shortest word length when this was written. */
const MIN_TERM_LENGTH = 4;
const BATCH = 1000;

type Before = {
  desk_article: { article_id: number; status: string; words: string };
  search_term: { term: string; reversed: string };
};

/**
 * Where accounts have signed in from lately, as keyed hashes; and the words of drafts in the vocabulary, as the
 * editors' search tolerates typing errors too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("known_client")
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("known_client_key", ["account_id", "network"])
    .execute();
  await sql`create index known_client_by_time on known_client (seen_at)`.execute(db);
  await addWordsOfDrafts(db as Kysely<Before>);
}

async function addWordsOfDrafts(db: Kysely<Before>): Promise<void> {
  for (let last = 0; ; ) {
    const drafts = await db
      .selectFrom("desk_article")
      .select(["article_id", "words"])
      .where("status", "=", "draft")
      .where("article_id", ">", last)
      .orderBy("article_id")
      .limit(BATCH)
      .execute();
    if (drafts.length === 0) return;
    last = drafts.at(-1)?.article_id ?? last;
    const found = new Set(drafts.flatMap(({ words }) => words.split(" ")));
    const terms = [...found].filter((word) => word.length >= MIN_TERM_LENGTH && /\p{L}/u.test(word));
    for (let at = 0; at < terms.length; at += BATCH) {
      const rows = terms.slice(at, at + BATCH).map((term) => ({ term, reversed: [...term].reverse().join("") }));
      await db
        .insertInto("search_term")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}
