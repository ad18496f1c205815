import { Agent, get } from "node:http";
import { residentMemory } from "./support/child.ts";
import type { Outcome } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";
import { mixedReading } from "./support/screens.ts";

const MAX_BYTES = 180_000_000;
const ARTICLES = 1_000;
const VIEWS = 10_000;
const STAGES = [0, 1_000, 5_000, VIEWS];
const READERS = 8;
const ARTICLES_READ = 45;

/** Resident memory of the server process as page views add up. */
export async function measureMemory(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(ARTICLES);
  const paths = mixedReading(firstArticles(dataDir, ARTICLES_READ));
  const site = await startSite(dataDir);
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  try {
    const rows: string[][] = [];
    let last = Number.NaN;
    let peak: number | undefined;
    let seen = 0;
    for (const stage of STAGES) {
      await read(site.url, paths, agent, seen, stage);
      seen = stage;
      ({ now: last, peak } = residentMemory(site.pid));
      rows.push([String(stage), megabytes(last), peak === undefined ? "?" : megabytes(peak)]);
    }
    return {
      limit: `at most ${megabytes(MAX_BYTES)} resident after ${VIEWS} page views at ${ARTICLES} articles`,
      columns: ["page views", "resident", "peak"],
      rows,
      passed: last <= MAX_BYTES,
    };
  } finally {
    agent.destroy();
    await site.stop();
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;

/** Views number `from` to `to`, cycling through the addresses, by several readers at once. */
async function read(url: string, paths: string[], agent: Agent, from: number, to: number): Promise<void> {
  let next = from;
  const reader = async () => {
    while (next < to) {
      const path = paths[next++ % paths.length] ?? "/";
      const status = await view(`${url}${path}`, agent);
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}

function view(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
      response.once("error", reject);
    }).once("error", reject);
  });
}
