import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { migrate } from "#db/migrations.ts";
import type { Database, DatabaseSettings } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import type { Tables } from "#db/tables.ts";
import { recordRevision } from "#features/documents/history/commands.ts";
import { createLongText, WORDS } from "#test/support/long-text.ts";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import { type Figure, type Outcome, preciseMegabytes } from "./support/outcome.ts";

const VERSIONS = 1_000;
const MAX_BYTES = 5_000_000;

/** What is stored: the versions themselves, and the table with its rows, indexes and unfilled pages. */
type Stored = { bodies: number; table: number };

/** What the versions of a long article take, on both engines. A size, not a time: it is the same on any machine. */
export async function measureVersions(): Promise<Outcome> {
  const measured: [engine: string, stored: Stored | undefined][] = [
    ["SQLite", await onSqlite()],
    ["PostgreSQL", await onPostgres()],
  ];
  const figures = measured.flatMap(([engine, stored]): Figure[] => {
    if (!stored) return [];
    return [
      {
        what: `${engine}, ${VERSIONS} versions of an article of ${WORDS} words`,
        limit: `under ${preciseMegabytes(MAX_BYTES)}`,
        measured: `${preciseMegabytes(stored.bodies)}; with indexes and unfilled pages ${preciseMegabytes(stored.table)}`,
        held: stored.bodies < MAX_BYTES,
      },
    ];
  });
  return {
    limit: `${VERSIONS} versions of an article of ${WORDS} words under ${preciseMegabytes(MAX_BYTES)}`,
    columns: ["engine", "versions", "table on disk"],
    rows: measured.map(([engine, stored]) => [
      engine,
      ...(stored ? [stored.bodies, stored.table].map(preciseMegabytes) : ["?", "?"]),
    ]),
    passed: figures.every(({ held }) => held),
    notes: figures.length === measured.length ? [] : ["PostgreSQL's programs are not installed."],
    figures,
  };
}

/** Opens a database, saves an article again and again, each time with a sentence that is new, and measures the table. */
async function saveAndMeasure(settings: DatabaseSettings, sizeOf: (database: Database) => Promise<number>) {
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const before = await sizeOf(database);
    await saveVersions(database.db);
    return { bodies: await bytesOfBodies(database.db), table: (await sizeOf(database)) - before };
  } finally {
    await database.close();
  }
}

async function saveVersions(db: Kysely<Tables>): Promise<void> {
  const text = createLongText();
  const first = text.content();
  const shared = { authorId: null, isAutosave: false };
  // The article as it was before the first save becomes a version as well.
  for (let at = 1; at < VERSIONS; at++) {
    text.edit();
    const save = { ...shared, at, documentVersion: at, snapshot: { title: `Version ${at}`, content: text.content() } };
    const before = () => ({ ...save, snapshot: { title: "Version 0", content: first } });
    await db.transaction().execute((trx) => recordRevision(trx, { type: "article", id: 1 }, save, before));
  }
}

async function bytesOfBodies(db: Kysely<Tables>): Promise<number> {
  const { bytes, count } = await db
    .selectFrom("revision")
    .select((eb) => [eb.fn.sum<string>(eb.fn("length", ["body"])).as("bytes"), eb.fn.countAll<string>().as("count")])
    .executeTakeFirstOrThrow();
  if (Number(count) !== VERSIONS) throw new Error(`${count} versions were stored instead of ${VERSIONS}.`);
  return Number(bytes);
}

async function onSqlite(): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-bench-versions-"));
  try {
    return await saveAndMeasure({ engine: "sqlite", path: join(folder, "versions.db") }, async ({ db }) => {
      const { rows } = await sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
      return rows[0]?.bytes ?? Number.NaN;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same on a private PostgreSQL server; undefined where its programs are missing. */
async function onPostgres(): Promise<Stored | undefined> {
  const server = await startPostgres();
  if (!server) return undefined;
  try {
    const administrator = new pg.Client({ connectionString: server.address.replace("{database}", "postgres") });
    await administrator.connect();
    await administrator.query("create database versions");
    await administrator.end();
    const url = server.address.replace("{database}", "versions");
    return await saveAndMeasure({ engine: "postgres", url }, async ({ db }) => {
      const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size('revision') as bytes`.execute(db);
      return Number(rows[0]?.bytes);
    });
  } finally {
    await server.stop();
  }
}
