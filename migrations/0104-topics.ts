import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";
import { freeSlug, slugify } from "./frozen/slug.ts";
import { fold } from "./frozen/text.ts";

/** Rows read and written in one statement. */
const BATCH = 200;

/** The form in which topics are compared. */
const keyOf = (name: string) => fold(name.trim()).replaceAll("ı", "i");

type Shape = {
  article: { id: number; tags: string; status: string; published_at: number | null };
  topic: {
    id: number;
    name: string;
    name_key: string;
    slug: string;
    kind: string;
    description: string;
    image_url: string;
    is_curated: number;
  };
  article_topic: { article_id: number; topic_id: number; published_at: number | null };
};

/** Tags become topics: things with an address, aliases and a description, which articles name. */
export async function up(unknown: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(unknown, engine);
  const db = unknown as Kysely<Shape>;
  await insertTopics(db, await namesByKey(db));
  await linkArticles(db);
  await unknown.schema.dropTable("article_tag").execute();
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("topic")
    .$call(idColumn(engine))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("topic"))
    .addColumn("description", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("image_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("is_curated", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  const ofTopic = (name: string, key: string) =>
    db.schema
      .createTable(name)
      .addColumn(key, "text", (column) => column.primaryKey())
      .addColumn("topic_id", "integer", (column) => column.notNull().references("topic.id").onDelete("cascade"));
  await ofTopic("topic_alias", "alias_key")
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
  await ofTopic("topic_redirect", "slug").execute();
  for (const table of ["topic_alias", "topic_redirect"])
    await db.schema.createIndex(`${table}_by_topic`).on(table).column("topic_id").execute();
  await db.schema
    .createTable("article_topic")
    .addColumn("article_id", "integer", (column) => column.notNull().references("article.id").onDelete("cascade"))
    .addColumn("topic_id", "integer", (column) => column.notNull().references("topic.id"))
    .addColumn("published_at", "bigint")
    .addPrimaryKeyConstraint("article_topic_key", ["article_id", "topic_id"])
    .execute();
  await db.schema
    .createIndex("article_topic_by_date")
    .on("article_topic")
    .columns(["topic_id", "published_at", "article_id"])
    .execute();
}

/** The articles with tags, in batches; the last of a batch has the highest id. */
async function* taggedArticles(db: Kysely<Shape>) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom("article")
      .select(["id", "tags", "status", "published_at"])
      .where("id", ">", after)
      .where("tags", "<>", "[]")
      .orderBy("id")
      .limit(BATCH)
      .execute();
    yield rows.map((row) => ({ ...row, names: JSON.parse(row.tags) as string[] }));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** Each tag by its key, as most articles write it; of two that are as frequent, as the newer article does. */
async function namesByKey(db: Kysely<Shape>): Promise<Map<string, string>> {
  const spellings = new Map<string, Map<string, number>>();
  for await (const articles of taggedArticles(db))
    for (const name of articles.flatMap(({ names }) => names)) {
      const counts = spellings.get(keyOf(name)) ?? new Map<string, number>();
      spellings.set(keyOf(name), counts.set(name, (counts.get(name) ?? 0) + 1));
    }
  return new Map([...spellings].map(([key, counts]) => [key, mostFrequent(counts)]));
}

function mostFrequent(counts: Map<string, number>): string {
  let best = ["", 0] as [string, number];
  for (const [name, count] of counts) if (count >= best[1]) best = [name, count];
  return best[0];
}

async function insertTopics(db: Kysely<Shape>, names: Map<string, string>): Promise<void> {
  const taken = new Set<string>();
  const rows = [...names].map(([name_key, name]) => {
    const slug = freeSlug(slugify(name, "topic"), (one) => taken.has(one));
    taken.add(slug);
    return { name, name_key, slug, kind: "topic", description: "", image_url: "", is_curated: 0 };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await sql`insert into topic (name, name_key, slug) values ${sql.join(
      rows.slice(from, from + BATCH).map(({ name, name_key, slug }) => sql`(${name}, ${name_key}, ${slug})`),
    )}`.execute(db);
}

/** Links articles to their topics; a tag that is spelt otherwise gets the name of its topic. */
async function linkArticles(db: Kysely<Shape>): Promise<void> {
  const topics = new Map<string, { id: number; name: string }>();
  for (const topic of await db.selectFrom("topic").select(["id", "name", "name_key"]).execute())
    topics.set(topic.name_key, topic);
  for await (const articles of taggedArticles(db)) {
    const links = articles.flatMap(({ id, names, status, published_at }) =>
      [...new Set(names.flatMap((name) => topics.get(keyOf(name))?.id ?? []))].map((topic_id) => ({
        article_id: id,
        topic_id,
        published_at: status === "published" ? published_at : null,
      })),
    );
    for (let from = 0; from < links.length; from += BATCH)
      await db
        .insertInto("article_topic")
        .values(links.slice(from, from + BATCH))
        .execute();
    for (const { id, tags, names } of articles) {
      const named = JSON.stringify([...new Set(names.map((name) => topics.get(keyOf(name))?.name ?? name))]);
      if (named !== tags) await db.updateTable("article").set({ tags: named }).where("id", "=", id).execute();
    }
  }
}
