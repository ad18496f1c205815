import type { Costs, Traffic } from "./assumptions.ts";

const SECONDS_AN_HOUR = 3_600;
const MICROSECONDS = 1_000_000;
const BITS = 8;
const MEGA = 1_000_000;

/** What readers and editors ask for in the busiest minute, each per second. */
export type Demand = {
  pages: number;
  /** Pages that come as a document: the first of each visit. The others come as API calls. */
  documents: number;
  calls: number;
  prices: number;
  live: number;
  views: number;
  adViews: number;
  pictures: number;
  /** Visits with an empty browser cache, which load scripts, styles and fonts. */
  firstVisits: number;
  /** Files of all kinds. */
  files: number;
  writes: number;
};

/** What reaches the nodes, and what they need for it. Everything but processes and connections is for all together. */
export type Need = {
  /** Requests at the nodes, per second. */
  requests: number;
  /** Pages and API calls among them that no process has in its cache, per second. */
  made: number;
  /** Processors that are busy. */
  cores: number;
  processes: number;
  /** Resident, in MB, on one machine. */
  memory: number;
  /** In Mbit/s, out of the nodes. */
  bandwidth: number;
  /** At the database, per second. */
  queries: number;
  /** Open at PostgreSQL, at most. */
  connections: number;
};

/** The busiest minute of a day with so many readers. */
export function demandOf(readersADay: number, traffic: Traffic): Demand {
  const atPeak = (aDay: number) => (aDay * traffic.peakHourShare * traffic.peakFactor) / SECONDS_AN_HOUR;
  const visits = atPeak(readersADay * traffic.visitsPerReader);
  const pages = visits * traffic.pagesPerVisit;
  const polls = traffic.secondsPerPage / traffic.pollSeconds;
  const firstVisits = visits * traffic.newReaderShare;
  const pictures = pages * traffic.picturesPerPage;
  return {
    pages,
    documents: visits,
    calls: (pages - visits) * traffic.callsPerNextPage,
    prices: pages * polls,
    live: pages * traffic.articleShare * traffic.liveShare * polls,
    views: pages * traffic.articleShare,
    adViews: pages * traffic.adViewsPerPage,
    pictures,
    firstVisits,
    files: pictures + firstVisits * traffic.filesPerFirstVisit,
    writes: atPeak(traffic.writesPerDay),
  };
}

/**
 * How often something is fetched again, per second, that `rate` requests a second ask for at random from `caches` caches,
 * each of which keeps it for `seconds`: after each time it lapses, the next request fetches it.
 */
export function renewals(rate: number, caches: number, seconds: number): number {
  return rate === 0 ? 0 : rate / (1 + (seconds * rate) / caches);
}

const popularities = new Map<number, number[]>();

/** The shares of `count` addresses in all requests, of which the n-th gets 1/n as many as the first. */
export function byPopularity(count: number): number[] {
  const known = popularities.get(count);
  if (known) return known;
  const weights = Array.from({ length: count }, (_, place) => 1 / (place + 1));
  const sum = weights.reduce((left, right) => left + right, 0);
  const shares = weights.map((weight) => weight / sum);
  popularities.set(count, shares);
  return shares;
}

/** One page, however many read it: the most that reaches the nodes. */
export function mostPerPage(caches: number, { program }: Costs): { perSecond: number; perChange: number } {
  return { perSecond: caches / program.keptSeconds, perChange: caches };
}

/** Requests per second, the shares of the addresses in them, and how long each may be kept. */
type Asked = { rate: number; shares: number[]; seconds: number };
type Reached = { requests: number; made: number };

/** What passes `caches` (0: all of it), and what `processes` with a cache each must make of that. */
function pass({ rate, shares, seconds }: Asked, caches: number, processes: number): Reached {
  let requests = 0;
  let made = 0;
  for (const share of shares) {
    const passed = caches === 0 ? rate * share : renewals(rate * share, caches, seconds);
    requests += passed;
    // Behind a cache requests for a page no longer come at random: at worst each of them finds it lapsed.
    made += caches === 0 ? renewals(passed, processes, seconds) : Math.min(passed, processes / seconds);
  }
  return { requests, made };
}

/** All that may be kept: pages and calls by popularity, live articles, prices. */
function passAll(processes: number, demand: Demand, caches: number, traffic: Traffic, { program }: Costs) {
  const { addresses, pagesPerWrite, liveArticles } = traffic;
  const changes = (demand.writes * pagesPerWrite) / addresses;
  const seconds = 1 / (1 / program.keptSeconds + changes);
  const shares = byPopularity(addresses);
  const live = Array.from({ length: liveArticles }, () => 1 / liveArticles);
  const reached = (asked: Asked) => pass(asked, caches, processes);
  return {
    documents: reached({ rate: demand.documents, shares, seconds }),
    calls: reached({ rate: demand.calls, shares, seconds }),
    live: reached({ rate: demand.live, shares: live, seconds }),
    prices: reached({ rate: demand.prices, shares: [1], seconds: program.tickerKeptSeconds }),
    // Files never change under their address: caches have them, apart from the first time.
    files: caches === 0 ? demand.files : 0,
  };
}

/** What the nodes need behind so many caches, with as few processes as the share that each may be busy allows. */
export function needOf(demand: Demand, caches: number, traffic: Traffic, costs: Costs): Need {
  for (let processes = 1; ; processes += 1) {
    const need = needWith(processes, demand, caches, traffic, costs);
    if (need.cores / processes <= costs.program.busyShare) return need;
  }
}

/** The most readers a day that so many processes serve behind so many caches, to a hundredth. */
export function mostReaders(processes: number, caches: number, traffic: Traffic, costs: Costs): number {
  const isEnough = (readers: number) =>
    needWith(processes, demandOf(readers, traffic), caches, traffic, costs).cores <=
    processes * costs.program.busyShare;
  let [enough, tooMany] = [1, 1e10];
  while (tooMany / enough > 1.01) {
    const middle = Math.sqrt(enough * tooMany);
    if (isEnough(middle)) enough = middle;
    else tooMany = middle;
  }
  return enough;
}

function needWith(processes: number, demand: Demand, caches: number, traffic: Traffic, costs: Costs): Need {
  const reached = passAll(processes, demand, caches, traffic, costs);
  const { documents, calls, live, prices, files } = reached;
  const kept = [documents, calls, live, prices];
  return {
    requests: sum(kept, "requests") + files + demand.views + demand.adViews + demand.writes,
    made: sum(kept, "made"),
    cores: coresFor(reached, demand, costs),
    processes,
    memory: processes * costs.program.megabytes + costs.program.supervisorMegabytes,
    bandwidth: bandwidthOf(reached, demand, costs),
    queries: queriesOf(reached, demand, costs) + processes * costs.program.idleQueries,
    connections: processes * costs.program.connections,
  };
}

type AllReached = ReturnType<typeof passAll>;

const sum = (all: Reached[], field: keyof Reached) => all.reduce((total, reached) => total + reached[field], 0);

function coresFor({ documents, calls, live, prices, files }: AllReached, demand: Demand, { processor }: Costs): number {
  const api = [calls, live, prices];
  const microseconds =
    (documents.requests - documents.made) * processor.cachedPage +
    documents.made * processor.page +
    (sum(api, "requests") - sum(api, "made")) * processor.cachedCall +
    sum(api, "made") * processor.call +
    files * processor.file +
    demand.views * processor.view +
    demand.adViews * processor.adView +
    demand.writes * processor.write;
  return microseconds / MICROSECONDS;
}

function bandwidthOf({ documents, calls, live, prices, files }: AllReached, demand: Demand, { bytes }: Costs): number {
  const still = files === 0 ? 0 : demand.firstVisits * bytes.firstVisit + demand.pictures * bytes.picture;
  const answers = sum([calls, live], "requests") * bytes.call + prices.requests * bytes.poll;
  return ((documents.requests * bytes.page + answers + still) * BITS) / MEGA;
}

function queriesOf({ documents, calls, live, prices }: AllReached, demand: Demand, { program }: Costs): number {
  return (
    documents.made * program.queriesPerPage +
    sum([calls, live, prices], "made") * program.queriesPerCall +
    (demand.views + demand.adViews) * program.queriesPerView +
    demand.writes * program.queriesPerWrite
  );
}
