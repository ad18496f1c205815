import { type Kysely, sql } from "kysely";

/** Rows read and written in one statement. */
const BATCH = 500;

type Authors = { author_id: number | null; co_authors?: string };

/**
 * What an account may do, and whether it may log in; and to whom an article belongs: its authors, and who created it.
 * Whoever could log in until now could do everything, and still can.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("account")
    .addColumn("role", "text", (column) => column.notNull().defaultTo("contributor"))
    .execute();
  await db.schema
    .alterTable("account")
    .addColumn("is_active", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`update account set role = 'chief' where password_hash is not null`.execute(db);
  await db.schema
    .createTable("article_owner")
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addColumn("is_creator", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("article_owner_key", ["article_id", "account_id"])
    .execute();
  await db.schema
    .createIndex("article_owner_by_account")
    .on("article_owner")
    .columns(["account_id", "article_id"])
    .execute();
  await addKnownOwners(db);
}

/** The creator of an older article is who saved its first version; an article that has one version is it. */
async function addKnownOwners(db: Kysely<unknown>): Promise<void> {
  await sql`insert into article_owner (article_id, account_id) select id, author_id from article
    where author_id is not null`.execute(db);
  await sql`insert into article_owner (article_id, account_id, is_creator) select id, updated_by, 1 from article
    where version = 1 and updated_by is not null
    on conflict (article_id, account_id) do update set is_creator = 1`.execute(db);
  await sql`insert into article_owner (article_id, account_id, is_creator) select article_id, author_id, 1 from revision
    where n = 1 and author_id is not null
    on conflict (article_id, account_id) do update set is_creator = 1`.execute(db);
  const { rows } = await sql<{ id: number; co_authors: string }>`select id, co_authors from article
    where co_authors <> '[]'`.execute(db);
  await addAuthors(
    db,
    rows.map(({ id, co_authors }) => ({ id, author_id: null, co_authors })),
  );
  const trashed = await sql<{ id: number; article: string }>`select article_id as id, article
    from trashed_article`.execute(db);
  await addAuthors(
    db,
    trashed.rows.map(({ id, article }) => ({ ...(JSON.parse(article) as Authors), id })),
  );
}

async function addAuthors(db: Kysely<unknown>, articles: ({ id: number } & Authors)[]): Promise<void> {
  const owners = articles.flatMap(({ id, author_id, co_authors = "[]" }) => {
    const others = (JSON.parse(co_authors) as { id: number }[]).map((author) => author.id);
    return [...(author_id === null ? [] : [author_id]), ...others].map((account) => sql`(${id}, ${account})`);
  });
  for (let from = 0; from < owners.length; from += BATCH)
    await sql`insert into article_owner (article_id, account_id) values ${sql.join(owners.slice(from, from + BATCH))}
      on conflict (article_id, account_id) do nothing`.execute(db);
}
