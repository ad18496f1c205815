import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { checkChain } from "#features/audit/chain.ts";
import { readRevision } from "#features/documents/history/queries.ts";
import { decodeSnapshot, encodeSnapshot } from "#features/documents/history/serialize.ts";
import { hashOfToken } from "#platform/keys.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { logIn } from "#test/support/editor.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";
import { startTestApp } from "#test/support/test-app.ts";

type Version = { article_id?: number; issue_id?: number; n: number; base_n: number | null; body: string; note: string };
type Rows = Record<string, object[]> & { revision: Version[]; issue_revision: Version[] };

const keyOf = ({ article_id, issue_id }: Version) =>
  article_id === undefined
    ? ({ type: "issue", id: issue_id ?? 0 } as const)
    : ({ type: "article", id: article_id } as const);

/** The tables of a publication of the last program whose versions were by article and by issue. */
const OLD = JSON.parse(
  readFileSync(join(import.meta.dirname, "../support/history-before-documents.json"), "utf8"),
) as Rows;

/** More rows of that time: a link to a preview that never expires, and an article that was deleted permanently. */
const MORE: Record<string, object[]> = {
  preview_link: [{ hash: hashOfToken("old-link"), article_id: 1, created_by: 1, expires_at: Number.MAX_SAFE_INTEGER }],
  removed_article: [{ article_id: 77, removed_at: 1_795_176_120_000 }],
};

async function openOld(settings: Parameters<typeof openBefore>[1]): Promise<Database> {
  const database = await openBefore("0085-document-history", settings);
  for (const [table, rows] of Object.entries({ ...OLD, ...MORE }))
    for (const row of rows)
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(database.db);
  // Ids that were given are not counted by PostgreSQL.
  for (const [table, [row = {}]] of Object.entries(OLD))
    if (database.engine === "postgres" && "id" in row)
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        database.db,
      );
  await migrate(database);
  return database;
}

const fixedBody = (all: Version[], row: Version) => {
  const base = all.find((other) => other.n === row.base_n && keyOf(other).id === keyOf(row).id);
  return decodeSnapshot(row.body, base && decodeSnapshot(base.body));
};

async function checkHistory(database: Database): Promise<void> {
  const { db } = database;
  for (const all of [OLD.revision, OLD.issue_revision])
    for (const row of all) {
      const found = await readRevision(db, keyOf(row), row.n);
      expect(found?.snapshot).toEqual(fixedBody(all, row));
      expect(found?.head).toMatchObject({ note: row.note, base_n: row.base_n });
    }
  const count = db.selectFrom("revision").select((eb) => eb.fn.countAll<number>().as("count"));
  expect(Number((await count.executeTakeFirst())?.count)).toBe(OLD.revision.length + OLD.issue_revision.length);
  expect(await db.selectFrom("published_version").selectAll().orderBy("article_id").orderBy("n").execute()).toEqual(
    OLD.published_version,
  );
}

async function useHistory(database: Database): Promise<void> {
  const { app, sealAudit } = await startTestApp(database);
  const { access } = (await logIn(app)).json<{ access: string }>();
  const send = async (method: "GET" | "PUT" | "POST", url: string, payload?: object, ifMatch?: string) => {
    const headers = { authorization: `Bearer ${access}`, ...(ifMatch && { "if-match": ifMatch }) };
    return (await app.inject({ method, url, headers, ...(payload && { payload }) })).json();
  };
  // What an editor began from before the upgrade is merged with a colleague's words.
  expect(await send("PUT", editorApiUrl.draft(1), { image_alt: "Hers" }, '"3d1-x"')).toMatchObject({
    title: "One, edited",
    excerpt: "By a colleague",
    image_alt: "Hers",
  });
  expect(await send("GET", editorApiUrl.draft(2))).toMatchObject({
    title: "Two, later",
    publish_at: expect.stringContaining("20"),
  });
  expect(await send("GET", apiUrl.article(3))).toMatchObject({ has_draft: true });
  expect(await send("GET", editorApiUrl.trash())).toMatchObject([
    { type: "article", id: 4, title: "Four", trashed: "2026-11-20T12:02:00.000Z" },
  ]);
  expect((await app.inject("/article/4")).statusCode).toBe(410);
  expect((await app.inject("/article/77")).statusCode).toBe(410);
  expect((await app.inject("/preview/old-link")).body).toContain("One, edited");
  await send("POST", editorApiUrl.restore(4));
  expect(await send("GET", editorApiUrl.draft(4))).toMatchObject({ title: "Four, edited" });
  expect(await send("GET", editorApiUrl.issueRevisions(1))).toMatchObject([
    ...[
      { n: 3, is_autosave: true },
      { n: 2, note: "" },
      { n: 1, note: "First" },
    ],
  ]);
  expect(await send("GET", editorApiUrl.issueRevision(1, 1))).toMatchObject({ subject: "Week 1", note: "First" });
  expect(await send("GET", editorApiUrl.notifications())).toMatchObject([
    { kind: "changed", article: { id: 1 }, document: { type: "article", id: 1, title: "One" }, is_read: false },
  ]);
  await sealAudit();
  expect((await checkChain(database.db)).fault).toBeUndefined();
}

/** Versions of a time when they had the names of people. */
async function checkNames(database: Database): Promise<void> {
  const { db } = database;
  const name = "Brian Otieno";
  await sql`insert into account (id, name, created_at) values (7, ${name}, 1)`.execute(db);
  const texts = { title: "Old", content: `<p>${"A long text. ".repeat(500)}</p>` };
  const first = { ...texts, co_authors: [{ id: 7, name }] };
  const authors = ["Nobody Known", name.toUpperCase()];
  const second = { ...texts, title: "Older", co_authors: [], authors };
  const bodies = [
    { n: 1, base: null, body: encodeSnapshot({ ...texts, co_authors: [] }) },
    { n: 2, base: null, body: encodeSnapshot(first) },
    { n: 3, base: 2, body: encodeSnapshot(second, first) },
  ];
  for (const { n, base, body } of bodies)
    await sql`insert into revision (article_id, n, began_at, created_at, is_autosave, base_n, article_version, body)
      values (900, ${n}, 1, 1, 0, ${base}, ${n}, ${body})`.execute(db);
  await sql`insert into working_copy (article_id, version, changes, saved_at)
    values (900, 1, ${JSON.stringify({ authors: [name] })}, 1)`.execute(db);
  await migrate(database);
  const read = async (n: number) => (await readRevision(db, { type: "article", id: 900 }, n))?.snapshot;
  expect(await read(1)).toEqual({ ...texts, co_authors: [] });
  expect(await read(2)).toEqual({ ...texts, co_authors: [{ id: 7 }] });
  expect(await read(3)).toEqual({ ...second, authors: ["Nobody Known", 7] });
  const copy = db.selectFrom("working_copy").select("changes").where("document_id", "=", 900);
  expect(await copy.executeTakeFirst()).toEqual({ changes: JSON.stringify({ authors: [7] }) });
}

const ENGINES = [
  ["sqlite", createSqliteDatabase],
  ["postgres", async () => ({ engine: "postgres" as const, url: await createPostgresDatabase() })],
] as const;

for (const [engine, create] of ENGINES) {
  const isMissing = engine === "postgres" && inject("postgres") === null;
  test.skipIf(isMissing)(
    `every version, note, working copy, preview link and trash entry survives the move to documents (${engine})`,
    async () => {
      const database = await openOld(await create());
      await checkHistory(database);
      await useHistory(database);
    },
  );

  test.skipIf(isMissing)(`names leave the versions of a time when they had some (${engine})`, async () =>
    checkNames(await openBefore("0069-authors-by-account", await create())),
  );
}
