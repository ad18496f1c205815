import { createWriteStream, openAsBlob, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { ghostExportParts } from "#test/support/ghost-export.ts";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import { type Running, residentMemory } from "./support/child.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { type Figure, megabytes, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";

const POSTS = 50_000;
const POSTS_IN_SHORT = 2_000;
/** Paragraphs of a post: 6 kB of HTML. */
const PARAGRAPHS = 17;
const MAX_MINUTES = 10;
const MAX_BYTES = 300_000_000;
/**
 * The p95 of readers' pages during an import, as a multiple of the idle value. The editor saves in both states: each save
 * makes pages stale, which are rendered again, so that an idle value without saves would count them as an effect of the import.
 */
const MAX_RATIO = 2;
const IDLE_MS = 15_000;
const READ_INTERVAL_MS = 20;
const SAVE_INTERVAL_MS = 250;
const LOOK_INTERVAL_MS = 250;
const TOKEN_MS = 10 * 60_000;

const PHASES = ["check", "start", "release"] as const;
type Phase = (typeof PHASES)[number];
type Measured = {
  seconds: Record<Phase, number>;
  idle: number[];
  reads: Record<Phase, number[]>;
  saves: number[];
  failed: number;
  server: number;
  process: number;
};

/** An import of Ghost's posts by the desk's calls, next to readers and an editor who saves as before it, on both engines. */
export async function measureImports(publications: Publications, full: boolean): Promise<Outcome> {
  const posts = full ? POSTS : POSTS_IN_SHORT;
  const measured: [engine: string, import: Measured][] = [["SQLite", await onSqlite(publications, posts)]];
  const postgres = await onPostgres(publications, posts);
  if (postgres) measured.push(["PostgreSQL", postgres]);
  const figures = measured.flatMap(([engine, one]) => figuresOf(engine, one, posts));
  return {
    limit: `importing ${posts} posts: ${MAX_MINUTES} minutes for ${POSTS}, ${megabytes(MAX_BYTES)} for each process, readers' p95 below ${MAX_RATIO} times the idle one`,
    columns: ["engine", "phase", "seconds", "posts/s", "readers' p95", "idle p95"],
    rows: measured.flatMap(([engine, { seconds, reads, idle }]) =>
      PHASES.map((phase) => [
        engine,
        phase,
        seconds[phase].toFixed(1),
        (posts / seconds[phase]).toFixed(0),
        milliseconds(quantile(reads[phase], 0.95)),
        milliseconds(quantile(idle, 0.95)),
      ]),
    ),
    passed: figures.every(({ held }) => held !== false),
    notes: postgres ? [] : ["PostgreSQL's programs are not installed."],
    figures,
  };
}

function figuresOf(
  engine: string,
  { seconds, reads, idle, saves, failed, ...memory }: Measured,
  posts: number,
): Figure[] {
  const total = PHASES.reduce((sum, phase) => sum + seconds[phase], 0);
  const limit = (MAX_MINUTES * 60 * posts) / POSTS;
  const ratio =
    quantile(
      PHASES.flatMap((phase) => reads[phase]),
      0.95,
    ) / quantile(idle, 0.95);
  return [
    {
      what: `${engine}, import of ${posts} posts`,
      limit: `under ${limit.toFixed(0)} s`,
      measured: `${total.toFixed(1)} s, ${(posts / total).toFixed(0)} posts a second`,
      held: total < limit,
    },
    ...(["server", "process"] as const).map((name) => ({
      what: `${engine}, resident memory of ${name === "server" ? "the server" : "the process of the import"}, at its peak`,
      limit: `under ${megabytes(MAX_BYTES)}`,
      measured: megabytes(memory[name]),
      held: memory[name] < MAX_BYTES,
    })),
    {
      what: `${engine}, p95 of readers' pages during an import, to that without`,
      limit: `below ${MAX_RATIO}`,
      measured: ratio.toFixed(2),
      held: ratio < MAX_RATIO,
    },
    {
      what: `${engine}, saves of articles that fail during an import`,
      limit: "none",
      measured: `${failed} of ${saves.length + failed}, the longest took ${milliseconds(Math.max(0, ...saves))}`,
      held: failed === 0,
    },
  ];
}

const onSqlite = async (publications: Publications, posts: number): Promise<Measured> =>
  runImport(await publications.make(0), posts);

/** Undefined without PostgreSQL's programs. */
async function onPostgres(publications: Publications, posts: number): Promise<Measured | undefined> {
  const server = await startPostgres();
  if (!server) return undefined;
  try {
    const administrator = new pg.Client({ connectionString: server.address.replace("{database}", "postgres") });
    await administrator.connect();
    await administrator.query("create database imports");
    await administrator.end();
    const env = { DATABASE_URL: server.address.replace("{database}", "imports") };
    return await runImport(await publications.make(0), posts, env);
  } finally {
    await server.stop();
  }
}

async function runImport(dataDir: string, posts: number, env: Record<string, string> = {}): Promise<Measured> {
  const file = join(dataDir, "ghost.json");
  await pipeline(Readable.from(ghostExportParts({ posts, paragraphs: PARAGRAPHS })), createWriteStream(file));
  const site = await startSite(dataDir, env);
  try {
    const password = addEditor(dataDir, env);
    const desk = deskOf(site, password);
    const listed = await fetch(`${site.url}${apiUrl.articles()}?limit=20`);
    const ids = ((await listed.json()) as { id: number }[]).map(({ id }) => id);
    const paths = ["/", ...ids.map(pageUrl.article)];
    const peak = { process: 0 };
    const saves = { took: [] as number[], failed: 0 };
    const stopped = new AbortController();
    const watching = [
      watchProcess(site.pid, peak, stopped.signal),
      saveArticles(desk, ids[0] ?? 0, saves, stopped.signal),
    ];
    const idle = await readDuring(site, paths, pause(IDLE_MS));
    saves.took.length = 0;
    const seconds = { check: 0, start: 0, release: 0 };
    const reads: Measured["reads"] = { check: [], start: [], release: [] };
    let id = 0;
    for (const phase of PHASES) {
      const work = async () => {
        const began = performance.now();
        if (phase === "check") id = await desk.upload(file);
        else await desk.call("POST", `/api/imports/${id}/${phase}/`, {});
        await desk.finished(id);
        seconds[phase] = (performance.now() - began) / 1000;
      };
      reads[phase] = await readDuring(site, paths, work());
    }
    stopped.abort();
    await Promise.all(watching);
    const server = residentMemory(site.pid).peak ?? Number.NaN;
    return { seconds, idle, reads, saves: saves.took, failed: saves.failed, server, process: peak.process };
  } finally {
    await site.stop();
  }
}

type Progress = { state: string; error: string; progress: object | null };

/** The desk's calls, with a token that is renewed. */
function deskOf({ url }: Running, password: string) {
  let token: { headers: { authorization: string }; at: number } | undefined;
  const headers = async () => {
    if (!token || performance.now() - token.at > TOKEN_MS)
      token = { headers: await logIn(url, password), at: performance.now() };
    return token.headers;
  };
  const send = async <Result>(method: string, path: string, body?: object | FormData): Promise<Result> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(await headers()), ...(body && !isForm && { "content-type": "application/json" }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Result;
  };
  return {
    call: <Result>(method: string, path: string, body?: object) => send<Result>(method, path, body),
    async upload(path: string): Promise<number> {
      const form = new FormData();
      form.append("file", await openAsBlob(path), "ghost.json");
      return (await send<{ id: number }>("POST", "/api/imports/", form)).id;
    },
    async finished(id: number): Promise<void> {
      for (;;) {
        const { error, progress } = await send<Progress>("GET", `/api/imports/${id}/`);
        if (error !== "") throw new Error(error);
        if (progress === null) return;
        await pause(LOOK_INTERVAL_MS);
      }
    },
  };
}

/** Reads pages at an even pace until the work is done; returns how long each took. */
async function readDuring({ url }: Running, paths: readonly string[], work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const reading = (async () => {
    for (let n = 0; !isDone; n++) {
      const began = performance.now();
      const response = await fetch(`${url}${paths[n % paths.length]}`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${paths[n % paths.length]} answered ${response.status}.`);
      times.push(performance.now() - began);
      await pause(READ_INTERVAL_MS);
    }
  })();
  try {
    await work;
  } finally {
    isDone = true;
  }
  await reading;
  return times;
}

/** Saves an article at an even pace, as an editor at work does. */
async function saveArticles(
  desk: ReturnType<typeof deskOf>,
  id: number,
  saves: { took: number[]; failed: number },
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const began = performance.now();
    try {
      await desk.call("PUT", apiUrl.article(id), { excerpt: `A new word: ${wordOf(n)}.` });
      saves.took.push(performance.now() - began);
    } catch (error) {
      saves.failed += 1;
      process.stderr.write(`${(error as Error).message}\n`);
    }
    await pause(SAVE_INTERVAL_MS);
  }
}

/** A word of letters that no text has yet. */
const wordOf = (n: number) => `${n}`.padStart(6, "0").replace(/\d/g, (digit) => "bdfgklmnpr"[Number(digit)] ?? "");

/** The largest memory of the server's process for imports, as Linux knows it. */
async function watchProcess(pid: number, peak: { process: number }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const child of textOf(`/proc/${pid}/task/${pid}/children`).trim().split(" "))
      if (textOf(`/proc/${child}/cmdline`).includes("\0import\0work\0")) {
        const highest = /VmHWM:\s+(\d+) kB/.exec(textOf(`/proc/${child}/status`))?.[1];
        peak.process = Math.max(peak.process, Number(highest ?? 0) * 1024);
      }
    await pause(LOOK_INTERVAL_MS);
  }
}

/** A process may end at any time. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
