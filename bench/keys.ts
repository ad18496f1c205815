import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import pg from "pg";
import { migrate } from "#db/migrations.ts";
import type { DatabaseSettings } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import type { Tables } from "#db/tables.ts";
import { keysFeature } from "#features/keys/feature.ts";
import { newKey } from "#features/keys/token.ts";
import { systemClock } from "#platform/clock.ts";
import { requestCounts } from "#platform/request-counts.ts";
import { DAY } from "#shared/time.ts";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import { type Figure, milliseconds, type Outcome } from "./support/outcome.ts";

const KEYS = 50;
const REQUESTS = 20_000;
const MAX_MS = 0.3;

type Times = { p50: number; p95: number };

/** What authentication by an API key adds to a request, with the key's limit, on both engines. */
export async function measureKeys(): Promise<Outcome> {
  const measured: [engine: string, times: Times | undefined][] = [
    ["SQLite", await onSqlite()],
    ["PostgreSQL", await onPostgres()],
  ];
  const limit = `median under ${milliseconds(MAX_MS)}`;
  const figures = measured.flatMap(([engine, times]): Figure[] =>
    times
      ? [
          {
            what: `${engine}, authentication by one of ${KEYS} API keys`,
            limit,
            measured: `${times.p50.toFixed(3)} ms, p95 ${times.p95.toFixed(3)} ms`,
            held: times.p50 < MAX_MS,
          },
        ]
      : [],
  );
  return {
    limit: `authentication by an API key: ${limit}`,
    columns: ["engine", "p50", "p95"],
    rows: measured.map(([engine, times]) => [
      engine,
      ...(times ? [times.p50, times.p95].map((time) => `${time.toFixed(3)} ms`) : ["?", "?"]),
    ]),
    passed: figures.every(({ held }) => held),
    notes: figures.length === measured.length ? [] : ["PostgreSQL's programs are not installed."],
    figures,
  };
}

async function authenticate(settings: DatabaseSettings): Promise<Times> {
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const clock = systemClock;
    const keys = await storeKeys(database.db, clock.now());
    const counts = requestCounts(database, clock, "a secret of at least thirty-two bytes");
    const parts = { database, clock, counts, siteUrl: "https://news.example", log: console };
    const { check } = keysFeature(parts);
    const request = { ip: "192.0.2.1", method: "GET", headers: {} } as FastifyRequest;
    const reply = { header: () => reply, headers: () => reply, removeHeader: () => reply } as unknown as FastifyReply;
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n++) {
      const began = performance.now();
      await check(keys[n % KEYS] ?? "", request, reply);
      times.push(performance.now() - began);
    }
    times.sort((left, right) => left - right);
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    return { p50: at(0.5), p95: at(0.95) };
  } finally {
    await database.close();
  }
}

/** The keys of one account. */
async function storeKeys(db: Kysely<Tables>, now: number): Promise<string[]> {
  const person = {
    email: "a@news.example",
    password_hash: "-",
    name: "Amina",
    name_key: "amina",
    role: "chief" as const,
  };
  const account = { ...person, slug: "amina", image_url: "", bio: "", created_at: now };
  const { id: account_id } = await db.insertInto("account").values(account).returning("id").executeTakeFirstOrThrow();
  const made = Array.from({ length: KEYS }, newKey);
  const facts = { name: "Archive", role: "chief" as const, scopes: '["read"]', origins: "[]", is_strong: 0 as const };
  const times = { created_at: now, expires_at: now + DAY };
  const rows = made.map(({ start, hash }) => ({ ...facts, ...times, start, hash, account_id }));
  await db.insertInto("api_key").values(rows).execute();
  return made.map(({ key }) => key);
}

async function onSqlite(): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-bench-keys-"));
  try {
    return await authenticate({ engine: "sqlite", path: join(folder, "keys.db") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same on a private PostgreSQL server; undefined where its programs are missing. */
async function onPostgres(): Promise<Times | undefined> {
  const server = await startPostgres();
  if (!server) return undefined;
  try {
    const administrator = new pg.Client({ connectionString: server.address.replace("{database}", "postgres") });
    await administrator.connect();
    await administrator.query("create database keys");
    await administrator.end();
    return await authenticate({ engine: "postgres", url: server.address.replace("{database}", "keys") });
  } finally {
    await server.stop();
  }
}
