import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CORES, cpuTime, type Running, runBeside, startServing } from "./support/child.ts";
import { median, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { firstArticles, type Publications, readRows, startSite } from "./support/publication.ts";

const MIN_PER_SECOND = 20_000;
/** What bare `node:http` reaches on a quiet machine: where it is slower, its share of that is asked for. */
const QUIET_BARE_PER_SECOND = 60_000;
const MAX_HOME_P95_MS = 25;
const ROUNDS = 3;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const ARTICLES = 40;
const HOME_INTERVAL_MS = 10;

type Round = { perSecond: number; microseconds: number; home: number[] };

/**
 * Views of articles a second, by 32,000 readers behind a proxy and with all limits on, as a share of what bare
 * `node:http` does with the same calls; and how long the cached home page takes meanwhile.
 */
export async function measureViews(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const ids = firstArticles(dataDir, ARTICLES);
  const site = await startSite(dataDir, { RATE_LIMITS: "on", TRUST_PROXY: "on" }, CORES.server);
  let bare: Running | undefined;
  try {
    bare = await startServing({
      program: process.execPath,
      args: [join(import.meta.dirname, "bare-counter.ts")],
      env: {},
      core: CORES.server,
    });
    for (const server of [site, bare]) await load(server, ids, WARM_UP_SECONDS);
    const ours: Round[] = [];
    const theirs: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await load(site, ids, SECONDS));
      theirs.push(await load(bare, ids, SECONDS));
    }
    await site.stop();
    const [stored] = readRows<{ views: number; rows: number }>(
      dataDir,
      "select (select sum(views) from article) as views, (select count(*) from view_mark) as rows",
    );
    return outcome(ours, theirs, `${stored?.views} views and ${stored?.rows} marks are stored.`);
  } finally {
    await bare?.stop();
    await site.stop();
  }
}

function outcome(ours: Round[], theirs: Round[], note: string): Outcome {
  const perSecond = median(ours.map((round) => round.perSecond));
  const ratio = median(ours.map((round, index) => round.perSecond / (theirs[index]?.perSecond ?? Number.NaN)));
  const home = ours.flatMap((round) => round.home);
  const p95 = quantile(home, 0.95);
  const minRatio = MIN_PER_SECOND / QUIET_BARE_PER_SECOND;
  const isFast = perSecond >= MIN_PER_SECOND || ratio >= minRatio;
  const measured = `${perSecond.toFixed(0)}/s, ${ratio.toFixed(2)} of bare node:http`;
  return {
    limit: `${MIN_PER_SECOND} views a second, or ${minRatio.toFixed(2)} of bare node:http; home page p95 ${MAX_HOME_P95_MS} ms meanwhile; ${measured}, ${milliseconds(p95)}`,
    columns: ["round", "per second", "CPU µs each", "home p50", "home p95"],
    rows: [
      ...ours.map((round, index) => row(`ours ${index + 1}`, round)),
      ...theirs.map((round, index) => row(`bare ${index + 1}`, round)),
    ],
    passed: isFast && p95 <= MAX_HOME_P95_MS,
    notes: [note],
    figures: [
      {
        what: "views counted",
        limit: `${MIN_PER_SECOND}/s or ${minRatio.toFixed(2)} of bare node:http`,
        measured,
        held: isFast,
      },
      {
        what: "cached home page meanwhile, p95",
        limit: `${MAX_HOME_P95_MS} ms`,
        measured: `${milliseconds(p95)} (p50 ${milliseconds(median(home))})`,
        held: p95 <= MAX_HOME_P95_MS,
      },
    ],
  };
}

const row = (name: string, { perSecond, microseconds, home }: Round) => [
  name,
  perSecond.toFixed(0),
  microseconds.toFixed(1),
  milliseconds(median(home)),
  milliseconds(quantile(home, 0.95)),
];

async function load(server: Running, ids: number[], seconds: number): Promise<Round> {
  const before = cpuTime(server.pid) ?? Number.NaN;
  const reading = readHome(server.url);
  const printed = await runBeside({
    program: process.execPath,
    args: [join(import.meta.dirname, "view-load.ts"), server.url, String(seconds), ids.join(",")],
    env: {},
    core: CORES.load,
  });
  const { total, perSecond, failed } = JSON.parse(printed) as { total: number; perSecond: number; failed: number };
  if (failed > 0) throw new Error(`${failed} requests of ${server.url} failed.`);
  const used = (cpuTime(server.pid) ?? Number.NaN) - before;
  return { perSecond, microseconds: (used * 1000) / total, home: await reading.stop() };
}

/** Reads the home page every few milliseconds until it is stopped; then the times in milliseconds. */
function readHome(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let stopped = false;
  const reading = (async () => {
    while (!stopped) {
      const began = performance.now();
      await readOnce(url, agent);
      times.push(performance.now() - began);
      await wait(HOME_INTERVAL_MS);
    }
    agent.destroy();
    return times;
  })();
  return {
    stop() {
      stopped = true;
      return reading;
    },
  };
}

const readOnce = (url: string, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume().once("end", resolve).once("error", reject);
    }).once("error", reject);
  });
