import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "#db/open.ts";
import { deriveMissing } from "#features/articles/tasks.ts";
import { addAuthor } from "#features/identity/accounts/authors.ts";
import { recordStored } from "#features/record/commands.ts";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { addArchive } from "#test/support/archive.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, openSqliteForTest } from "#test/support/engines.ts";
import { recordQueries } from "#test/support/query-plans.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60 * 1000;
const ARCHIVE = 3_000;
/** Rows that one step of a query may read: two spans of a list, and what else is bounded. */
const MAX_ROWS = 1_200;
const GROWING =
  "article|article_byline|article_list_entry|article_topic|published_version|derived_content|search_term|article_search|article_search_head|note";

/** What is wrong with how a query reads: walks through a table or an index that grows with the archive. */
async function faultsOf(database: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const offset = / offset (?:\?|\$(\d+))/.exec(sql);
  const skipped = offset ? Number(parameters[offset[1] ? Number(offset[1]) - 1 : parameters.length - 1]) : 0;
  const walks = skipped > MAX_ROWS ? [`skips ${skipped} rows`] : [];
  return [
    ...walks,
    ...(await (database.engine === "sqlite" ? sqliteFaults : postgresFaults)(database, sql, parameters)),
  ];
}

async function sqliteFaults({ db }: Database, sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  const isById = /"(?:article\.)?"?(?:id|article_id)" in \(/.test(sql);
  return rows
    .map(({ detail }) => detail)
    .filter(
      (detail) =>
        new RegExp(`^SCAN (?:${GROWING})\\b(?!.* VIRTUAL TABLE)`).test(detail) ||
        (isById && /INDEX article_by_\w+ \(status=\?/.test(detail)),
    );
}

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

/** Sequential scans are forbidden to the planner where it can do without, as it prefers them for so few rows. */
async function postgresFaults({ db }: Database, sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
    return trx.executeQuery<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]),
    );
  });
  const faults: string[] = [];
  const visit = (node: PlanNode) => {
    const read = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    const name = `${node["Node Type"]} ${node["Relation Name"] ?? ""}`;
    if (new RegExp(`^Seq Scan (?:${GROWING})$`).test(name)) faults.push(name);
    if (node["Relation Name"] && read > MAX_ROWS) faults.push(`${name} reads ${read} rows`);
    for (const part of node.Plans ?? []) visit(part);
  };
  for (const row of rows) for (const { Plan } of row["QUERY PLAN"]) visit(Plan);
  return faults;
}

describeOnEngines("the queries of readers, and of editors by date", (open) => {
  it("neither scan a table nor walk through an archive", async () => {
    const database = await open();
    const clock = testClock();
    const { recorded, queries } = recordQueries(database);
    const { app, store } = await startTestApp(recorded, { clock });
    const dates = Array.from({ length: ARCHIVE }, (_, index) => clock.now() - HOUR * (index + 1));
    await addArchive({ ...store, database }, dates);
    const id = await publish(store, { title: "Rollups and bridges", tags: ["Archive"], category: "Tech" });
    const note = { quote: "", text: "Is that so?", state: "open", author_id: null, created_at: clock.now() } as const;
    const notes = Array.from({ length: ARCHIVE }, (_, index) => ({
      ...note,
      document_type: "article" as const,
      document_id: index + 1,
    }));
    for (let at = 0; at < ARCHIVE; at += 500)
      await database.db
        .insertInto("note")
        .values(notes.slice(at, at + 500))
        .execute();
    // Two authors share the archive: the pages of one go through no article of the other's.
    const add = (name: string) =>
      database.db.transaction().execute((trx) => addAuthor(trx, clock, { name, imageUrl: "", bio: "" }));
    const [author, other] = [await add("One Author"), await add("Another Author")];
    const archived = await database.db.selectFrom("article").select(["id", "published_at"]).execute();
    const lines = archived.map((row) => ({
      account_id: row.id % 2 === 0 ? author : other,
      published_at: row.published_at ?? 0,
      article_id: row.id,
    }));
    for (let at = 0; at < lines.length; at += 500)
      await database.db
        .insertInto("article_byline")
        .values(lines.slice(at, at + 500))
        .execute();
    if (database.engine === "postgres") await database.db.executeQuery(CompiledQuery.raw("analyze"));

    const addresses = [
      pageUrl.home(),
      pageUrl.article(id),
      pageUrl.category("blockchain"),
      `${apiUrl.articles()}?limit=50`,
      `${apiUrl.articles()}?limit=50&offset=1900`,
      `/api/categories/blockchain/?limit=50&offset=2500`,
      apiUrl.categories(),
      apiUrl.article(id),
      apiUrl.related(id),
      apiUrl.changes(id),
      apiUrl.version(id, 1),
      apiUrl.corrections(),
      documentUrl.corrections(),
      documentUrl.changes(id),
      documentUrl.version(id, 1),
      documentUrl.authors(),
      documentUrl.author("one-author"),
      documentUrl.author("one-author", 20),
      feedUrl.rss(documentUrl.author("one-author")),
      apiUrl.recordOfDay("2026-11-20"),
      feedUrl.record(),
      ...["latest", "featured", "editors-picks", "trending"].map((list) => `/api/articles/${list}/`),
      ...[apiUrl.homeLatest(), apiUrl.homeFeatured(), apiUrl.homePicks(), apiUrl.homeSections()],
      ...["rollups", "rollups bridges tech", "roll", "rollpus"].map((query) => apiUrl.search(query)),
      feedUrl.rss(),
      feedUrl.newsSitemap(),
      feedUrl.sitemapPages(),
      feedUrl.sitemapIndex(),
    ];
    const { headers } = await startEditor(app, database);
    const editors = ["", "&offset=1900", "&offset=1900&order=asc", "&status=published&offset=1500", "&status=draft"];
    const lists = [...editors, "&category=blockchain&offset=1700"].map(
      (query) => `${apiUrl.articles()}?limit=50${query}`,
    );
    lists.push(editorApiUrl.calendar(clock.now() - 1_000 * HOUR, clock.now() - 300 * HOUR));
    const reads = [
      ...addresses.map((address) => ({ address, headers: {} })),
      ...lists.map((address) => ({ address, headers })),
    ];
    for (const { address, headers } of reads) {
      queries.length = 0;
      const answer = await app.inject({ url: address, headers });
      expect(answer.statusCode, address).toBe(200);
      const asked = queries.filter(({ sql }) => /^(?:select|with)\b/.test(sql) && !sql.includes("set_config"));
      if (!address.startsWith("/category/")) expect(asked.length, `${address} asks something`).toBeGreaterThan(0);
      for (const query of asked) expect(await faultsOf(database, query), `${address}: ${query.sql}`).toEqual([]);
    }
  });
});

it("the checks of every article after a start read indexes alone on SQLite, where readers wait for them", async () => {
  const database = await openSqliteForTest();
  const clock = testClock();
  const { recorded, queries } = recordQueries(database);
  const { store } = await startTestApp(recorded, { clock });
  await addArchive(
    { ...store, database },
    Array.from({ length: 600 }, (_, index) => clock.now() - HOUR * (index + 1)),
  );
  const check = async () => {
    await deriveMissing({ ...store, database: recorded }, () => false);
    for (let last: number | null = 0; last !== null; ) last = await recordStored({ database: recorded, clock }, last);
  };
  // The first time makes what the archive lacks.
  await check();

  queries.length = 0;
  await check();
  for (const table of ["article", "derived_content", "published_version"])
    expect(queries.filter(({ sql }) => sql.includes(`from "${table}"`)).length, table).toBeGreaterThan(1);
  for (const query of queries) expect(await readsBesideIndexes(database, query), query.sql).toEqual([]);
});

/** The steps of a query's plan that read rows of a table, with all their columns. */
async function readsBesideIndexes({ db }: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(explained);
  return rows.map(({ detail }) => detail).filter((detail) => !detail.includes("USING COVERING INDEX"));
}
