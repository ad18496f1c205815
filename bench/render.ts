import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeContent } from "#db/change.ts";
import { openDatabase } from "#db/open-database.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { ARTICLES_PER_PAGE } from "#features/articles/rules.ts";
import { pageUrl } from "#shared/urls.ts";
import type { PageLoad } from "./page-load.ts";
import { CORES, cpuTime, type Running, runToEnd } from "./support/child.ts";
import { NEXT_VERSION, nextPeer } from "./support/next-peer.ts";
import { kilobytes, median, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { databasePath, firstArticles, type Publications, readRows, startSite } from "./support/publication.ts";

const MIN_RATIO = 2.5;
const MAX_P99_MS = 40;
const WHOLE = 100_000;
const SAMPLE = 10_000;
const ROUNDS = 5;
const CONNECTIONS = 32;
/** Pages in a round, each requested once. */
const PAGES = 300;
const ARTICLES = 1_500;
const WARM_UP = 2;

/**
 * Pages that no cache holds. First a category's page of 24 cards and 7 further entries, in pages a second, beside the
 * same page built with Next.js (`bench/peers/next`): the server on one processor, the load on the other, rounds in turn.
 * Then one article after another, each for the first time.
 */
export async function measureRender(publications: Publications, full: boolean): Promise<Outcome> {
  const count = full ? WHOLE : SAMPLE;
  const dataDir = await publications.make(count);
  const pages = join(dataDir, "pages.json");
  writeFileSync(pages, JSON.stringify(categoryPages(dataDir)));
  const articles = join(dataDir, "articles.json");
  writeFileSync(articles, JSON.stringify(spread(firstArticles(dataDir, count), ARTICLES).map(pageUrl.article)));
  const peer = nextPeer(dataDir);
  const site = await startSite(dataDir, {}, CORES.server);
  const forget = await forgetter(dataDir);
  const next = peer.missing === undefined ? await peer.start(dataDir, CORES.server) : undefined;
  try {
    const round = async (server: Running) => {
      await forget.pages();
      return load(server, pages, CONNECTIONS);
    };
    for (let turn = 0; turn < WARM_UP; turn += 1) {
      await round(site);
      if (next) await round(next);
    }
    const ours: Load[] = [];
    const theirs: Load[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      ours.push(await round(site));
      if (next) theirs.push(await round(next));
    }
    await forget.pages();
    const article = load(site, articles, 1);
    return outcome({ count, ours, theirs, article, notes: [peer.missing ?? (await sizes(site, next))] });
  } finally {
    await forget.close();
    await next?.stop();
    await site.stop();
  }
}

type Load = { perSecond: number; times: number[]; bytes: number; cpu: number };
type Measured = { count: number; ours: Load[]; theirs: Load[]; article: Load; notes: string[] };

function outcome({ count, ours, theirs, article, notes }: Measured): Outcome {
  const ratios = theirs.map((load, turn) => (ours[turn]?.perSecond ?? 0) / load.perSecond);
  const ratio = median(ratios);
  const p99 = quantile(article.times, 0.99);
  const versus = theirs.length > 0 ? `${ratio.toFixed(2)} times Next.js` : "no Next.js to compare with";
  return {
    limit: `a page of cards at least ${MIN_RATIO} times as often as Next.js renders it, an article's p99 under ${MAX_P99_MS} ms, at ${count} articles; ${versus}, ${milliseconds(p99)}`,
    columns: ["uncached", "per second", "ratio", "p50", "p99", "CPU each", "bytes"],
    rows: [
      ...ours.map((load, turn) => row(`cards, ours ${turn + 1}`, load, ratios[turn])),
      ...theirs.map((load, turn) => row(`cards, Next.js ${turn + 1}`, load)),
      row("articles one by one", article),
    ],
    passed: !(ratio < MIN_RATIO) && p99 < MAX_P99_MS,
    notes,
    figures: [
      {
        what: "Rendering a page of cards, times Next.js",
        limit: `at least ${MIN_RATIO}`,
        measured: theirs.length > 0 ? ratio.toFixed(2) : "not compared",
        held: theirs.length > 0 ? ratio >= MIN_RATIO : undefined,
      },
      {
        what: `Uncached article at ${count} articles, p99`,
        limit: `under ${MAX_P99_MS} ms`,
        measured: milliseconds(p99),
        held: p99 < MAX_P99_MS,
      },
    ],
    peers: NEXT_VERSION,
  };
}

const row = (name: string, { perSecond, times, bytes, cpu }: Load, ratio?: number) => [
  name,
  perSecond.toFixed(0),
  ratio?.toFixed(2) ?? "",
  milliseconds(quantile(times, 0.5)),
  milliseconds(quantile(times, 0.99)),
  Number.isNaN(cpu) ? "?" : milliseconds(cpu),
  kilobytes(bytes),
];

function load(server: Running, paths: string, connections: number): Load {
  const before = cpuTime(server.pid);
  const printed = runToEnd({
    program: process.execPath,
    args: [join(import.meta.dirname, "page-load.ts"), server.url, paths, String(connections)],
    env: {},
    core: CORES.load,
  });
  const { seconds, times, bytes } = JSON.parse(printed) as PageLoad;
  const used = (cpuTime(server.pid) ?? Number.NaN) - (before ?? Number.NaN);
  return { perSecond: times.length / seconds, times, bytes, cpu: used / times.length };
}

/** Full pages of all categories, spread evenly over what there is. The first has a larger card; it is left out. */
function categoryPages(dataDir: string): string[] {
  const categories = readRows<{ slug: string; count: number }>(
    dataDir,
    `select slug, count(*) as count from article join category on category.id = category_id
     where status = 'published' and published_at <= unixepoch() * 1000 group by slug order by slug`,
  );
  const all = categories.flatMap(({ slug, count }) =>
    Array.from(
      { length: Math.max(0, Math.floor(count / ARTICLES_PER_PAGE) - 1) },
      (_, place) => `${pageUrl.category(slug)}?page=${place + 2}`,
    ),
  );
  return spread(all, PAGES);
}

/** At most `count` of the items, evenly spread over the list. */
const spread = <Item>(items: Item[], count: number): Item[] => {
  const step = Math.max(1, items.length / count);
  return Array.from({ length: Math.min(count, items.length) }, (_, place) => items[Math.floor(place * step)] as Item);
};

/** Makes every cached page of a running site stale, as a change of everything would. */
async function forgetter(dataDir: string) {
  const database = await openDatabase({ engine: "sqlite", path: databasePath(dataDir) });
  return {
    pages: () => changeContent(database, async () => ({ result: undefined, changed: [EVERYTHING] })),
    close: () => database.close(),
  };
}

/** What the two pages weigh: as markup for readers, and with the data that their scripts start from. */
async function sizes(site: Running, next: Running | undefined): Promise<string> {
  const lengths: string[] = [];
  for (const [name, server] of Object.entries({ ours: site, "Next.js": next })) {
    if (!server) continue;
    const html = await (await fetch(`${server.url}${pageUrl.category("crypto")}?page=2`)).text();
    const markup = html.slice(html.indexOf("<body")).replace(/<script[^>]*>.*?<\/script>/gs, "");
    lengths.push(`${name} ${kilobytes(markup.length)} of markup in ${kilobytes(html.length)}`);
  }
  return `The page: ${lengths.join(", ")}.`;
}
