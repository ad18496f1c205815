import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import type { Running } from "./child.ts";
import { quantile } from "./outcome.ts";
import { addArticles, type Publications, startSite } from "./publication.ts";

export type Times = { p50: number; p95: number };

/** Times each address `requests` times at a site, as a reader with keep-alive: from the call to the last byte. */
export async function timeAddresses(site: Running, addresses: string[], headers = {}): Promise<Times> {
  const times: number[] = [];
  for (const address of addresses) {
    const began = performance.now();
    const response = await fetch(`${site.url}${address}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    times.push(performance.now() - began);
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** Measures a site with `articles` generated articles on SQLite, then on a private PostgreSQL server if there is one. */
export async function onBothEngines<Result>(
  publications: Publications,
  articles: number,
  measure: (site: Running, dataDir: string, env: Record<string, string>) => Promise<Result>,
): Promise<{ sqlite: Result; postgres: Result | undefined }> {
  const dataDir = await publications.make(articles);
  const during = async (folder: string, env: Record<string, string>) => {
    const site = await startSite(folder, env);
    try {
      return await measure(site, folder, env);
    } finally {
      await site.stop();
    }
  };
  return { sqlite: await during(dataDir, {}), postgres: await withPostgres(articles, during) };
}

async function withPostgres<Result>(
  articles: number,
  during: (dataDir: string, env: Record<string, string>) => Promise<Result>,
): Promise<Result | undefined> {
  const server = await startPostgres();
  if (!server) return undefined;
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-bench-pg-"));
  try {
    await execute(server.address, "postgres", "create database bench");
    const env = { DATABASE_URL: server.address.replace("{database}", "bench") };
    addArticles(dataDir, articles, env);
    // As autovacuum does within minutes.
    await execute(server.address, "bench", "vacuum analyze");
    return await during(dataDir, env);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function execute(address: string, database: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address.replace("{database}", database) });
  await client.connect();
  await client.query(statement);
  await client.end();
}
