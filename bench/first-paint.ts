import { pageUrl } from "#shared/urls.ts";
import { audit } from "./support/audit.ts";
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
const METRICS = { LCP: "largest-contentful-paint", TBT: "total-blocking-time" };

type Times = Record<keyof typeof METRICS, number>;

/**
 * How fast a phone first shows home, a category and an article, on Lighthouse's simulated network and processor, compared with
 * the same pages built with Next.js (`bench/peers/next`) with the same stylesheet, fonts and pictures; runs in turn.
 */
export async function measureFirstPaint(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const peer = nextPeer(dataDir);
  const site = await startSite(dataDir);
  const next = peer.missing === undefined ? await peer.start(dataDir) : undefined;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const ours: Times[] = [];
      const theirs: Times[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        ours.push(timesOf(site, path));
        if (next) theirs.push(timesOf(next, path));
      }
      rows.push([`${name}, ours`, ...shown(ours)], [`${name}, Next.js`, ...shown(theirs)]);
      figures.push(...compare(name, ours, theirs));
    }
  } finally {
    await next?.stop();
    await site.stop();
  }
  return {
    limit: `largest paint and blocking time at most ${MAX_RATIO} of Next.js; simulated phone, median of ${RUNS}`,
    columns: ["page", ...Object.keys(METRICS)],
    rows,
    passed: figures.every(({ held }) => held !== false),
    notes: peer.missing === undefined ? [] : [peer.missing],
    figures,
    peers: NEXT_VERSION,
  };
}

function timesOf(server: Running, path: string): Times {
  const { audits } = audit(`${server.url}${path}`, ["performance"], () => undefined);
  const time = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return { LCP: time(METRICS.LCP), TBT: time(METRICS.TBT) };
}

const medianOf = (times: Times[], metric: keyof Times) => median(times.map((each) => each[metric]));

const shown = (times: Times[]) =>
  times.length > 0 ? [milliseconds(medianOf(times, "LCP")), milliseconds(medianOf(times, "TBT"))] : ["", ""];

function compare(name: string, ours: Times[], theirs: Times[]): Figure[] {
  return (["LCP", "TBT"] as const).map((metric) => {
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
