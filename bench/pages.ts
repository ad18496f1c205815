import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { cpuTime, type Running, runToEnd, startServing } from "./support/child.ts";
import { median, type Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";

const LEAST_RATIO = 0.7;
const ROUNDS = 3;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
/** Node adds these to every response itself. */
const OWN_HEADERS = new Set(["date", "connection", "keep-alive"]);

/**
 * Below this share of one processor the server was waiting for the load generator, and its requests per second mean
 * nothing.
 */
const SATURATED = 0.9;

type Round = { perSecond: number; microseconds: number | undefined; busy: number | undefined };
type Pair = { site: Round; bare: Round };

/** Requests per second of the cached home page, as a share of what bare `node:http` achieves with the same bytes. */
export async function measurePages(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const site = await startSite(dataDir);
  const answer = join(dataDir, "home.json");
  let bare: Running | undefined;
  try {
    writeFileSync(answer, JSON.stringify(await fetchRaw(site.url)));
    bare = await startServing({
      program: process.execPath,
      args: [join(import.meta.dirname, "bare-server.ts"), answer],
      env: {},
    });
    for (const server of [site, bare]) load(server, WARM_UP_SECONDS);
    const rounds: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ site: load(site, SECONDS), bare: load(bare, SECONDS) });
    return outcome(rounds);
  } finally {
    await bare?.stop();
    await site.stop();
  }
}

function outcome(rounds: Pair[]): Outcome {
  const isSaturated = rounds.every(({ site, bare }) => [site, bare].every(({ busy }) => (busy ?? 1) >= SATURATED));
  const byRequests = median(rounds.map(({ site, bare }) => site.perSecond / bare.perSecond));
  const byProcessor = median(
    rounds.map(({ site, bare }) => (bare.microseconds ?? Number.NaN) / (site.microseconds ?? Number.NaN)),
  );
  const measured = isSaturated ? byRequests : byProcessor;
  return {
    limit: `cached home page at least ${LEAST_RATIO} of bare node:http; ${measured.toFixed(2)} by ${isSaturated ? "requests" : "processor time"}`,
    columns: ["round", "home/s", "bare/s", "ratio", "home CPU µs", "bare CPU µs", "ratio", "home busy", "bare busy"],
    rows: rounds.map(({ site, bare }, index) => [
      String(index + 1),
      site.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      (site.perSecond / bare.perSecond).toFixed(2),
      site.microseconds?.toFixed(1) ?? "?",
      bare.microseconds?.toFixed(1) ?? "?",
      ((bare.microseconds ?? Number.NaN) / (site.microseconds ?? Number.NaN)).toFixed(2),
      percent(site.busy),
      percent(bare.busy),
    ]),
    passed: measured >= LEAST_RATIO,
    notes: isSaturated
      ? []
      : [
          "The load generator was slower than the servers: judged by the processor time of a request, its inverse being what a full processor would serve.",
        ],
  };
}

const percent = (share: number | undefined) => (share === undefined ? "?" : `${(share * 100).toFixed(0)}%`);

function load(server: Running, seconds: number): Round {
  const before = cpuTime(server.pid);
  const printed = runToEnd({
    program: process.execPath,
    args: [join(import.meta.dirname, "load.ts"), `${server.url}/`, String(seconds)],
    env: {},
  });
  const { total, perSecond, failed } = JSON.parse(printed) as { total: number; perSecond: number; failed: number };
  if (failed > 0) throw new Error(`${failed} requests of ${server.url} failed.`);
  const after = cpuTime(server.pid);
  if (before === undefined || after === undefined) return { perSecond, microseconds: undefined, busy: undefined };
  const used = after - before;
  return { perSecond, microseconds: (used * 1000) / total, busy: used / (seconds * 1000) };
}

/** The response as it is on the wire; `fetch` would undo the compression and its headers. */
function fetchRaw(url: string): Promise<{ headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { "accept-encoding": "br" } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      const listed = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name));
      resolve({ headers: Object.fromEntries(listed) as Record<string, string>, body: body.toString("base64") });
    }).once("error", reject);
  });
}
