import { addEditor, logIn } from "./support/editor.ts";
import { type Figure, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";

const WEBHOOKS = 20;
const KEYS = 50;
/** Reads of the home page in each phase, and the wait between two, in milliseconds. */
const READS = 400;
const READ_INTERVAL = 20;
/** How often an article changes, and how often a program reads the API, in milliseconds. */
const CHANGE_INTERVAL = 400;
const CALL_INTERVAL = 40;
/** The most by which the home page may be later with other programs than without, in milliseconds. */
const MAX_DELAY_MS = { median: 1, twentieth: 20 };

type Headers = Record<string, string>;

/**
 * What other programs cost readers: the home page while an article changes, first with an editor's requests alone, then with
 * webhooks for each change, whose receivers cannot be reached, and with the same requests by API keys.
 */
export async function measureInterfaces(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const password = addEditor(dataDir);
  const [article = 0] = firstArticles(dataDir, 1);
  const site = await startSite(dataDir);
  try {
    const own: Headers = { ...(await logIn(site.url, password)), "content-type": "application/json" };
    const call = async (method: string, path: string, headers: Headers, body?: object) => {
      const response = await fetch(`${site.url}/api/${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
      return response.json();
    };
    const change = (n: number) => call("PUT", `articles/${article}/`, own, { excerpt: `Changed ${n} times.` });
    const read = (headers: Headers) => call("GET", "articles/?limit=1", headers);
    await readDuring(site.url, { change, read: () => read(own) });
    const without = await readDuring(site.url, { change, read: () => read(own) });
    const keys: Headers[] = [];
    for (let n = 0; n < KEYS; n += 1) {
      const { key } = await call("POST", "api-keys/", own, { name: `Program ${n}`, role: "chief", scopes: ["read"] });
      keys.push({ authorization: `Bearer ${key}` });
    }
    for (let n = 0; n < WEBHOOKS; n += 1)
      await call("POST", "webhooks/", own, { url: `https://receiver-${n}.example/`, events: ["article.updated"] });
    const withAll = await readDuring(site.url, { change, read: (n) => read(keys[n % KEYS] ?? own) });
    return outcomeOf(without, withAll);
  } finally {
    await site.stop();
  }
}

type Work = { change: (n: number) => Promise<unknown>; read: (n: number) => Promise<unknown> };

/** How long the home page took, in milliseconds, while an article changed and programs read. */
async function readDuring(url: string, { change, read }: Work): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const pending: Promise<unknown>[] = [];
  let [changes, calls] = [0, 0];
  while (times.length < READS) {
    const elapsed = performance.now() - began;
    if (elapsed > changes * CHANGE_INTERVAL) pending.push(change(changes++));
    if (elapsed > calls * CALL_INTERVAL) pending.push(read(calls++));
    times.push(await readHome(url));
    await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL));
  }
  await Promise.all(pending);
  return times;
}

async function readHome(url: string): Promise<number> {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - began;
}

function outcomeOf(without: number[], withAll: number[]): Outcome {
  const figures = (
    [
      [0.5, "p50", MAX_DELAY_MS.median],
      [0.95, "p95", MAX_DELAY_MS.twentieth],
    ] as const
  ).map(([share, name, max]): Figure => {
    const delay = quantile(withAll, share) - quantile(without, share);
    return {
      what: `home page with ${WEBHOOKS} webhooks and ${KEYS} API keys in use, how much later at ${name}`,
      limit: `under ${max} ms`,
      measured: `${milliseconds(delay)} (${milliseconds(quantile(withAll, share))})`,
      held: delay < max,
    };
  });
  const reading = (times: number[]) =>
    [0.5, 0.95, 0.99].map((share) => milliseconds(quantile(times, share))).join(" / ");
  return {
    limit: `home page at most ${MAX_DELAY_MS.median} ms later at p50 and ${MAX_DELAY_MS.twentieth} ms at p95 with other programs`,
    columns: ["home without p50/p95/p99", "home with p50/p95/p99"],
    rows: [[reading(without), reading(withAll)]],
    passed: figures.every(({ held }) => held),
    figures,
  };
}
