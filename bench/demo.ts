import { changeContent } from "#db/change.ts";
import { openDatabase } from "#db/open-database.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { addArticles, databasePath, type Publications, startSite } from "./support/publication.ts";

const MAX_MS = 120_000;
const WHOLE = 100_000;
const SAMPLE = 10_000;
const REQUESTS = 40;

/**
 * How long 100,000 articles take to generate, and the API's response times at that size (a tenth of it unless `full`).
 */
export async function measureDemo(publications: Publications, full: boolean): Promise<Outcome> {
  const count = full ? WHOLE : SAMPLE;
  const dataDir = await publications.make(0);
  const began = performance.now();
  addArticles(dataDir, count);
  const took = performance.now() - began;
  const estimate = (took * WHOLE) / count;
  const rows = [[`${count} articles made`, seconds(took), full ? "" : `${seconds(estimate)} for all`]];

  const database = await openDatabase({ engine: "sqlite", path: databasePath(dataDir) });
  const site = await startSite(dataDir);
  try {
    const newId = 40 + count / 2;
    for (const [name, path] of calls(newId))
      rows.push(await latency(name, async () => void (await ask(`${site.url}${path}`))));
    const cold = async () => {
      // The cached page is stale now.
      await changeContent(database, async () => ({ result: undefined, changed: [EVERYTHING] }));
      return async () => void (await ask(`${site.url}${pageUrl.home()}`));
    };
    rows.push(await latency("home page, rendered again", undefined, cold));
  } finally {
    await site.stop();
    await database.close();
  }
  return {
    limit: `${WHOLE} articles within ${seconds(MAX_MS)}${full ? "" : ` (estimated from ${count})`}; latencies p50 and p95 at ${count}`,
    columns: ["what", "p50", "p95"],
    rows,
    passed: estimate <= MAX_MS,
    figures: [
      {
        what: `${WHOLE} articles made, SQLite`,
        limit: `at most ${seconds(MAX_MS)}`,
        measured: full ? seconds(took) : `${seconds(estimate)}, estimated from ${count}`,
        held: estimate <= MAX_MS,
      },
    ],
  };
}

const calls = (articleId: number): [name: string, path: string][] => [
  ["articles/latest/", apiUrl.latest()],
  ["articles/trending/", apiUrl.trending()],
  ["categories/", apiUrl.categories()],
  ["categories/blockchain/", apiUrl.category("blockchain")],
  ["categories/blockchain/?offset=10000", `${apiUrl.category("blockchain")}?offset=10000`],
  ["articles/{id}/", apiUrl.article(articleId)],
  ["articles/{id}/related/", apiUrl.related(articleId)],
  ["search, a common word", apiUrl.search("network")],
  ["search, two common words", apiUrl.search("bitcoin network")],
  ["search, one letter", apiUrl.search("b")],
  ["search, a typing error", apiUrl.search("blokchain")],
  ["search, nothing found", apiUrl.search("zzzzqqqq")],
];

const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;

/** Times one thing repeatedly, one run after another; `prepare` sets it up outside the measured time. */
async function latency(
  name: string,
  run: (() => Promise<void>) | undefined,
  prepare?: () => Promise<() => Promise<void>>,
) {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const timed = run ?? (await prepare?.());
    const began = performance.now();
    await timed?.();
    times.push(performance.now() - began);
  }
  return [name, milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 0.95))];
}

async function ask(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  await response.arrayBuffer();
}
