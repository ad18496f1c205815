/** A number that the load model starts from, and where it comes from. */
export type Given = { what: string; value: number; unit: string; source: string };

const given = (what: string, value: number, unit: string, source: string): Given => ({ what, value, unit, source });

const ASSUMED = "assumed";
/** Figures of a shared virtual machine with two cores, which is at times half as fast as at others. */
const BY_HAND = "by hand, 1,200 to 6,000 calls, busy machine; no bench";

/** What readers and editors do. None of it was measured: put your own numbers here. */
export const TRAFFIC = {
  visitsPerReader: given("visits of a reader in a day", 1, "", ASSUMED),
  pagesPerVisit: given("pages in a visit", 4, "", ASSUMED),
  peakHourShare: given("share of the day's visits in the busiest hour", 0.1, "", ASSUMED),
  peakFactor: given("its busiest minute, as a multiple of its average", 3, "", ASSUMED),
  newReaderShare: given("share of visits with an empty browser cache", 0.5, "", ASSUMED),
  addresses: given("pages that are read; the n-th is read 1/n as often", 5_000, "", ASSUMED),
  articleShare: given("share of pages that are articles: each counts a view", 0.7, "", ASSUMED),
  adViewsPerPage: given("creatives seen on a page: each is counted", 1, "", ASSUMED),
  secondsPerPage: given("time that a page is visible", 60, "s", ASSUMED),
  pollSeconds: given("prices, and live articles, are asked for every", 10, "s", "the program"),
  liveShare: given("share of article pages that are live", 0.05, "", ASSUMED),
  liveArticles: given("live articles at a time", 20, "", ASSUMED),
  callsPerNextPage: given("API calls for each page after a visit's first", 2, "", ASSUMED),
  picturesPerPage: given("pictures loaded with a page", 10, "", ASSUMED),
  filesPerFirstVisit: given("scripts, styles and fonts of a first visit", 15, "", ASSUMED),
  writesPerDay: given("articles created or edited in a day", 500, "", ASSUMED),
  pagesPerWrite: given("pages that show what was changed", 100, "", ASSUMED),
} satisfies Record<string, Given>;

/** What a request costs the server's process, in microseconds of processor time. TLS and the proxy are not in it. */
export const PROCESSOR = {
  cachedPage: given("cached page", 20, "µs", "`pages`: bare `node:http` 15 to 18, ratio 0.9"),
  cachedCall: given("cached API call", 22, "µs", "`pages`: ratio 0.79 to 0.89"),
  page: given("page that is rendered", 5_000, "µs", "`render`: 30 cards, one core, quiet"),
  call: given("API call that is made", 3_500, "µs", `lists 3,200 to 3,700, ${BY_HAND}`),
  view: given("view of an article", 72, "µs", "`views`: 44 to 72"),
  adView: given("view of a creative", 200, "µs", `280, then 170, ${BY_HAND}`),
  file: given("picture, script or font", 500, "µs", `470 to 500, ${BY_HAND}`),
  write: given("article created or edited", 4_400, "µs", "`articles`: 4.1 to 4.4 ms, busy machine"),
} satisfies Record<string, Given>;

/** What leaves the origin, in bytes. */
export const BYTES = {
  page: given("page with its headers, brotli", 16_000, "B", "first edition: 12,500 to 17,000"),
  call: given("API call with its headers, brotli", 4_000, "B", "first edition: 3,600 to 10,000"),
  poll: given("prices with their headers, brotli", 1_300, "B", "first edition: 1,200"),
  firstVisit: given("scripts, styles, fonts", 150_000, "B", "`size`: 132,000 to 159,000"),
  picture: given("picture", 15_000, "B", "first edition: 11,000 to 18,000 at 640 pixels"),
} satisfies Record<string, Given>;

/** What the program keeps, asks and holds. */
export const PROGRAM = {
  keptSeconds: given("age at which a page is made again", 10, "s", "the program"),
  tickerKeptSeconds: given("age at which prices are read again", 1, "s", "the program"),
  queriesPerPage: given("queries of a page that is made", 8, "", "`/metrics`, 30 articles: 7.7"),
  queriesPerCall: given("queries of an API call that is made", 2, "", ASSUMED),
  queriesPerView: given("statements for a view", 0.02, "", "four for 200 readers (decision 34)"),
  queriesPerWrite: given("statements for a write", 20, "", ASSUMED),
  idleQueries: given("a process's own queries in a second", 15, "", "`/metrics`, SQLite, idle"),
  connections: given("PostgreSQL connections, at most", 11, "", "the program: a pool of 10, and one"),
  megabytes: given("memory of a process", 234, "MB", "`memory`, 2,000 cached addresses"),
  supervisorMegabytes: given("memory of a machine's supervisor", 63, "MB", "`memory`"),
  busyShare: given("most that a process may be busy at the peak", 0.5, "", "our choice"),
} satisfies Record<string, Given>;

/** What stands between readers and the nodes; `caches`: places that keep pages, each for itself. */
export const FRONTS = [
  { name: "nothing that caches", caches: 0 },
  { name: "one cache", caches: 1 },
  { name: "CDN, 20 places", caches: 20 },
] as const;

export const READERS_A_DAY = [10_000, 100_000, 1_000_000, 10_000_000, 50_000_000] as const;

type Values<Table> = { [Name in keyof Table]: number };

/** The numbers alone, as the model takes them. */
export function valuesOf<Table extends Record<string, Given>>(table: Table): Values<Table> {
  return Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value])) as Values<Table>;
}

export type Traffic = Values<typeof TRAFFIC>;
export type Costs = {
  processor: Values<typeof PROCESSOR>;
  bytes: Values<typeof BYTES>;
  program: Values<typeof PROGRAM>;
};

export const OUR_TRAFFIC: Traffic = valuesOf(TRAFFIC);
export const OUR_COSTS: Costs = {
  processor: valuesOf(PROCESSOR),
  bytes: valuesOf(BYTES),
  program: valuesOf(PROGRAM),
};
