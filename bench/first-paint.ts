import type { Browser } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { audit } from "./support/audit.ts";
import { blockingTime } from "./support/blocking.ts";
import { launchBrowser } from "./support/browser.ts";
import type { Running } from "./support/child.ts";
import { NEXT_VERSION, nextPeer } from "./support/next-peer.ts";
import { type Figure, median, milliseconds, type Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";

const MAX_RATIO = 1;
const RUNS = 7;
/**
 * The peer has a list of 24 cards as its home page, so home is compared with less than it shows; the category is the same
 * list. The article is one of the first edition with pictures, a table and quotations.
 */
const PAGES = { home: pageUrl.home(), category: pageUrl.category("blockchain"), article: pageUrl.article(40) };
/** In milliseconds. */
type Times = { LCP: number; blocking: number };
const METRICS = ["LCP", "blocking"] as const satisfies (keyof Times)[];

/**
 * How fast a phone first shows home, a category and an article, on Lighthouse's simulated network and processor, and for how
 * long they block it (`blockingTime`), compared with the same pages built with Next.js (`bench/peers/next`) with the same
 * stylesheet, fonts and pictures; runs in turn.
 */
export async function measureFirstPaint(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const peer = nextPeer(dataDir);
  const site = await startSite(dataDir);
  const next = peer.missing === undefined ? await peer.start(dataDir) : undefined;
  const browser = await launchBrowser();
  const rows: string[][] = [];
  const figures: Figure[] = [];
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const ours: Times[] = [];
      const theirs: Times[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        ours.push(await timesOf(browser, site, path));
        if (next) theirs.push(await timesOf(browser, next, path));
      }
      rows.push([`${name}, ours`, ...shown(ours)], [`${name}, Next.js`, ...shown(theirs)]);
      figures.push(...compare(name, ours, theirs));
    }
  } finally {
    await browser.close();
    await next?.stop();
    await site.stop();
  }
  return {
    limit: `largest paint and blocking time at most ${MAX_RATIO} of Next.js; simulated phone, median of ${RUNS}`,
    columns: ["page", ...METRICS],
    rows,
    passed: figures.every(({ held }) => held !== false),
    notes: peer.missing === undefined ? [] : [peer.missing],
    figures,
    peers: NEXT_VERSION,
  };
}

async function timesOf(browser: Browser, server: Running, path: string): Promise<Times> {
  const url = `${server.url}${path}`;
  const { audits } = audit(url, ["performance"], () => undefined);
  const LCP = audits["largest-contentful-paint"]?.numericValue ?? Number.NaN;
  return { LCP, blocking: await blockingTime(browser, url) };
}

const medianOf = (times: Times[], metric: keyof Times) => median(times.map((each) => each[metric]));

const shown = (times: Times[]) =>
  METRICS.map((metric) => (times.length > 0 ? milliseconds(medianOf(times, metric)) : ""));

function compare(name: string, ours: Times[], theirs: Times[]): Figure[] {
  return METRICS.map((metric) => {
    const [own, other] = [medianOf(ours, metric), medianOf(theirs, metric)];
    const isCompared = theirs.length > 0;
    return {
      what: `${name} on a phone: ${metric}, of Next.js`,
      limit: `at most ${MAX_RATIO}`,
      measured: isCompared
        ? `${(own / other).toFixed(2)} (${milliseconds(own)} of ${milliseconds(other)})`
        : "not compared",
      held: isCompared ? own <= other * MAX_RATIO : undefined,
    };
  });
}
