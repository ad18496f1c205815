import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { articleListPage } from "#features/articles/admin/calls.ts";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { type Figure, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { addArticles, type Publications, startSite } from "./support/publication.ts";

const MAX_MS = 200;
const WHOLE = 100_000;
const SAMPLE = 10_000;
const REQUESTS = 20;
const PAGE_SIZE = 50;

type Step = { name: string; url: string };
type Times = { p50: number; p95: number };

/**
 * Response times of an editor's list and of what is around it, step by step, at 100,000 articles (a tenth of them unless `full`), on both
 * engines.
 */
export async function measureArticleList(publications: Publications, full: boolean): Promise<Outcome> {
  const count = full ? WHOLE : SAMPLE;
  const steps = stepsAt(count / PAGE_SIZE);
  const dataDir = await publications.make(count);
  const sqlite = await measureSteps(dataDir, {}, steps);
  const postgres = await onPostgres(count, steps);
  const figures = [...figuresOf("SQLite", sqlite, steps, count), ...figuresOf("PostgreSQL", postgres, steps, count)];
  const cells = (times: Times | undefined) => (times ? [milliseconds(times.p50), milliseconds(times.p95)] : ["?", "?"]);
  return {
    limit: `each step of the editors' list within ${MAX_MS} ms (p95) at ${count} articles`,
    columns: ["step", "SQLite p50", "p95", "PostgreSQL p50", "p95"],
    rows: steps.map(({ name }, index) => [name, ...cells(sqlite[index]), ...cells(postgres?.[index])]),
    passed: figures.every(({ held }) => held),
    notes: postgres ? [] : ["PostgreSQL's programs are not installed: measured on SQLite alone."],
    figures,
  };
}

/** The slowest step of an engine; none where it was not measured. */
function figuresOf(engine: string, times: Times[] | undefined, steps: Step[], count: number): Figure[] {
  if (!times) return [];
  const slowest = times.reduce((found, { p95 }, index) => (p95 > (times[found]?.p95 ?? 0) ? index : found), 0);
  const p95 = times[slowest]?.p95 ?? Number.NaN;
  return [
    {
      what: `${engine}, the editors' list at ${count} articles, slowest of ${steps.length} steps, p95`,
      limit: `at most ${MAX_MS} ms`,
      measured: `${milliseconds(p95)} (${steps[slowest]?.name})`,
      held: p95 <= MAX_MS,
    },
  ];
}

function stepsAt(pages: number): Step[] {
  const sorts = ["date", "title", "category", "author", "status", "updated"] as const;
  const places = [
    ["first page", 1],
    ["middle", pages / 2],
    ["last page", pages],
  ] as const;
  const filters: ArticleListFilter[] = [
    { status: "published" },
    { status: "scheduled" },
    { status: "draft" },
    { category: "blockchain" },
    { category: "blockchain", sort: "title" },
    { featured: true },
    { editors_pick: true, sort: "author" },
    { auto_update: true, sort: "updated" },
    { query: "the" },
    { query: "b" },
    { query: "bitcoin network" },
    { query: "zzzzqqqq" },
    { query: "the", sort: "title" },
    { query: "the", sort: "author", status: "published", category: "ai" },
  ];
  const listed = (name: string, filter: ArticleListFilter, page: number): Step => ({
    name,
    url: articleListPage(filter, page).queryKey[0],
  });
  const say = (filter: ArticleListFilter) =>
    Object.entries(filter)
      .map((pair) => pair.join("="))
      .join(" ");
  return [
    ...sorts.flatMap((sort) => places.map(([place, page]) => listed(`sort=${sort}, ${place}`, { sort }, page))),
    ...filters.map((filter) => listed(say(filter), filter, 1)),
    listed("query=the, middle", { query: "the" }, pages / 2),
    { name: "counts of the tabs", url: editorApiUrl.listCounts() },
    { name: "overview of the dashboard", url: editorApiUrl.overview() },
  ];
}

async function measureSteps(dataDir: string, env: Record<string, string>, steps: Step[]): Promise<Times[]> {
  const password = addEditor(dataDir, env);
  const site = await startSite(dataDir, env);
  try {
    const headers = await logIn(site.url, password);
    const measured: Times[] = [];
    for (const { url } of steps) {
      const times: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) {
        const began = performance.now();
        const response = await fetch(`${site.url}${url}`, { headers });
        if (!response.ok) throw new Error(`The list answered ${response.status}.`);
        await response.arrayBuffer();
        times.push(performance.now() - began);
      }
      measured.push({ p50: quantile(times, 0.5), p95: quantile(times, 0.95) });
    }
    return measured;
  } finally {
    await site.stop();
  }
}

/** The same on a private PostgreSQL server; undefined where its programs are missing. */
async function onPostgres(count: number, steps: Step[]): Promise<Times[] | undefined> {
  const server = await startPostgres();
  if (!server) return undefined;
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-bench-pg-"));
  try {
    const administrator = new pg.Client({ connectionString: server.address.replace("{database}", "postgres") });
    await administrator.connect();
    await administrator.query("create database bench");
    await administrator.end();
    const env = { DATABASE_URL: server.address.replace("{database}", "bench") };
    addArticles(dataDir, count, env);
    return await measureSteps(dataDir, env, steps);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
