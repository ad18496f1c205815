import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { CORES, cpuTime, type Running } from "./support/child.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { NEXT_VERSION, nextPeer } from "./support/next-peer.ts";
import { median, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";

const MIN_RATIO = 1;
const WARM_UP = 100;
const ROUNDS = 5;
const ARTICLES = 300;
const BODIES = 12;
const SEVERAL = 32;

type Target = { server: Running; url: string; headers: Record<string, string> };
type Round = { perSecond: number; times: number[]; cpu: number };
type Way = { name: string; connections: number; ours: Round[]; theirs: Round[] };

/**
 * Articles a second, created through the API without a picture, each durable before it is answered: one after another,
 * and over 32 connections. Beside it a bare route of Next.js that checks JSON and inserts one row into SQLite, as
 * durably; rounds in turn, each server on the same processor.
 */
export async function measureArticles(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const password = addEditor(dataDir);
  const peer = nextPeer(dataDir);
  const site = await startSite(dataDir, {}, CORES.server);
  const next = peer.missing === undefined ? await peer.start(dataDir, CORES.server) : undefined;
  try {
    const json = { "content-type": "application/json" };
    const headers = { ...(await logIn(site.url, password)), ...json };
    const ours: Target = { server: site, url: `${site.url}${apiUrl.articles()}`, headers };
    const theirs = next && { server: next, url: `${next.url}/api/articles`, headers: json };
    const bodies: ArticleDetail[] = [];
    for (const id of firstArticles(dataDir, BODIES))
      bodies.push((await (await fetch(`${site.url}${apiUrl.article(id)}`)).json()) as ArticleDetail);
    const ways: Way[] = [
      { name: "one by one", connections: 1, ours: [], theirs: [] },
      { name: `${SEVERAL} connections`, connections: SEVERAL, ours: [], theirs: [] },
    ];
    for (const target of [ours, theirs]) if (target) await create(target, bodies, { connections: 1, count: WARM_UP });
    for (let round = 0; round < ROUNDS; round += 1)
      for (const way of ways) {
        way.ours.push(await create(ours, bodies, { ...way, count: ARTICLES }));
        if (theirs) way.theirs.push(await create(theirs, bodies, { ...way, count: ARTICLES }));
      }
    return outcome(ways, peer.missing);
  } finally {
    await next?.stop();
    await site.stop();
  }
}

function outcome(ways: Way[], missing: string | undefined): Outcome {
  const figures = ways.map(({ name, ours, theirs }) => {
    const ratio = median(theirs.map((round, index) => (ours[index]?.perSecond ?? Number.NaN) / round.perSecond));
    const rate = median(ours.map(({ perSecond }) => perSecond)).toFixed(0);
    return {
      what: `articles created through the API, ${name}`,
      limit: `${MIN_RATIO} of Next.js with a bare insert`,
      measured: missing === undefined ? `${rate}/s, ${ratio.toFixed(2)} of Next.js` : `${rate}/s`,
      held: missing === undefined ? ratio >= MIN_RATIO : undefined,
    };
  });
  return {
    limit: `at least ${MIN_RATIO} of Next.js with a bare insert; ${figures.map(({ measured }) => measured).join("; ")}`,
    columns: ["articles", "per second", "p50", "p95", "CPU each"],
    rows: ways.flatMap(({ name, ours, theirs }) => [
      ...ours.map((round, index) => row(`${name}, ours ${index + 1}`, round)),
      ...theirs.map((round, index) => row(`${name}, Next.js ${index + 1}`, round)),
    ]),
    passed: figures.every(({ held }) => held !== false),
    ...(missing === undefined ? { peers: NEXT_VERSION } : { notes: [missing] }),
    figures,
  };
}

const row = (name: string, { perSecond, times, cpu }: Round) => [
  name,
  perSecond.toFixed(0),
  milliseconds(quantile(times, 0.5)),
  milliseconds(quantile(times, 0.95)),
  milliseconds(cpu),
];

let created = 0;

async function create(
  { server, url, headers }: Target,
  bodies: ArticleDetail[],
  { connections, count }: { connections: number; count: number },
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const before = cpuTime(server.pid) ?? Number.NaN;
  const began = performance.now();
  const writer = async () => {
    while (left > 0) {
      left -= 1;
      created += 1;
      const { title, excerpt, content, category, tags } = bodies[created % bodies.length] as ArticleDetail;
      const body = { title: `${title} ${created}`, excerpt, content, category, tags, status: "published" };
      const start = performance.now();
      await post(url, { agent, headers }, JSON.stringify(body));
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, writer));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { perSecond: count / seconds, times, cpu: ((cpuTime(server.pid) ?? Number.NaN) - before) / count };
}

/** One call over a keep-alive connection. `fetch` would take as long on this side as the server itself. */
function post(url: string, options: { agent: Agent; headers: Record<string, string> }, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", ...options }, (response) =>
      text(response).then((answer) => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`Creating an article answered ${response.statusCode}: ${answer}`));
      }, reject),
    );
    call.on("error", reject);
    call.end(body);
  });
}
