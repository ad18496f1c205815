import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { CORES, type Running, startServing } from "./support/child.ts";
import { type Load, load } from "./support/load.ts";
import { median, type Outcome } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";

const MIN_RATIO = 0.9;
const MIN_RATIO_KNOWN = 1;
/** Enough for a second page of a category. */
const ARTICLES = 200;
/** Many short ones: a shared processor changes its pace every few seconds, and both of a pair should have the same. */
const ROUNDS = 15;
const SECONDS = 1;
const WARM_UP_SECONDS = 1;
/** Node adds these to every response itself. */
const OWN_HEADERS = new Set(["date", "connection", "keep-alive"]);

/**
 * Below this share of one processor the server was waiting for the load generator, and its requests per second mean
 * nothing.
 */
const SATURATED = 0.9;

/** What is asked for; `isKnown`: by clients that have it, and are told so. */
type Target = { name: string; path: string; encoding: "br" | "gzip"; isKnown?: boolean };
type Pair = { site: Load; bare: Load };
type Row = { target: Target; pairs: Pair[]; ratio: number; isSaturated: boolean };
type Answer = { headers: Record<string, string>; body: string };

const targets = (article: number): Target[] => {
  const { slug } = FIRST_CATEGORIES[0];
  return [
    { name: "home", path: pageUrl.home(), encoding: "br" },
    { name: "home, gzip", path: pageUrl.home(), encoding: "gzip" },
    { name: "category", path: pageUrl.category(slug), encoding: "br" },
    { name: "article", path: pageUrl.article(article), encoding: "br" },
    { name: "category?page=2&…", path: `${pageUrl.category(slug)}?page=2&utm_source=mail`, encoding: "br" },
    { name: "articles/latest/", path: apiUrl.latest(), encoding: "br" },
    { name: "articles/latest/, gzip", path: apiUrl.latest(), encoding: "gzip" },
    { name: "articles/?limit&offset", path: `${apiUrl.articles()}?limit=20&offset=20`, encoding: "gzip" },
    { name: "home, 304", path: pageUrl.home(), encoding: "br", isKnown: true },
  ];
};

/** Requests per second of cached responses, as a share of what bare `node:http` achieves with the same bytes. */
export async function measurePages(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(ARTICLES);
  const site = await startSite(dataDir, {}, CORES.server);
  try {
    const rows: Row[] = [];
    for (const target of targets(firstArticles(dataDir, 1)[0] ?? 1)) rows.push(await compare(site, dataDir, target));
    return outcome(rows);
  } finally {
    await site.stop();
  }
}

async function compare(site: Running, dataDir: string, target: Target): Promise<Row> {
  const answer = await fetchRaw(site.url + target.path, target.encoding);
  const file = join(dataDir, "answer.json");
  writeFileSync(file, JSON.stringify(answer));
  const bare = await startServing({
    program: process.execPath,
    args: [join(import.meta.dirname, "bare-server.ts"), file],
    env: {},
    core: CORES.server,
  });
  const headers: Record<string, string> = { "accept-encoding": target.encoding };
  const known = target.isKnown ? { ...headers, "if-none-match": answer.headers.etag ?? "" } : headers;
  const ofSite = (seconds: number) => load(site, { path: target.path, headers: known, seconds });
  const ofBare = (seconds: number) => load(bare, { path: target.path, headers, seconds });
  try {
    for (const warmUp of [ofSite, ofBare]) warmUp(WARM_UP_SECONDS);
    const pairs: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) pairs.push({ site: ofSite(SECONDS), bare: ofBare(SECONDS) });
    return { target, pairs, ...ratioOf(pairs) };
  } finally {
    await bare.stop();
  }
}

function ratioOf(pairs: Pair[]): { ratio: number; isSaturated: boolean } {
  const isSaturated = pairs.every(({ site, bare }) => [site, bare].every(({ busy }) => (busy ?? 1) >= SATURATED));
  const ratio = ({ site, bare }: Pair) =>
    isSaturated
      ? site.perSecond / bare.perSecond
      : (bare.microseconds ?? Number.NaN) / (site.microseconds ?? Number.NaN);
  return { ratio: median(pairs.map(ratio)), isSaturated };
}

const limitOf = ({ isKnown }: Target) => (isKnown ? MIN_RATIO_KNOWN : MIN_RATIO);

function outcome(rows: Row[]): Outcome {
  const isHeld = ({ target, ratio }: Row) => ratio >= limitOf(target);
  const middle = (pairs: Pair[], value: (pair: Pair) => number | undefined) =>
    median(pairs.map((pair) => value(pair) ?? Number.NaN));
  return {
    limit: `cached responses at least ${MIN_RATIO} of bare node:http with the same bytes, a 304 at least ${MIN_RATIO_KNOWN}`,
    columns: ["response", "site/s", "bare/s", "site CPU µs", "bare CPU µs", "site busy", "bare busy", "ratio", "by"],
    rows: rows.map(({ target, pairs, ratio, isSaturated }) => [
      target.name,
      middle(pairs, ({ site }) => site.perSecond).toFixed(0),
      middle(pairs, ({ bare }) => bare.perSecond).toFixed(0),
      middle(pairs, ({ site }) => site.microseconds).toFixed(1),
      middle(pairs, ({ bare }) => bare.microseconds).toFixed(1),
      percent(middle(pairs, ({ site }) => site.busy)),
      percent(middle(pairs, ({ bare }) => bare.busy)),
      ratio.toFixed(2),
      isSaturated ? "requests" : "processor",
    ]),
    passed: rows.every(isHeld),
    notes: [
      "By processor time where the load generator was slower than a server: its inverse is what a full processor would serve.",
    ],
    figures: rows.map((row) => ({
      what: `cached ${row.target.name}, of bare \`node:http\``,
      limit: `at least ${limitOf(row.target)}`,
      measured: row.ratio.toFixed(2),
      held: isHeld(row),
    })),
  };
}

const percent = (share: number) => (Number.isNaN(share) ? "?" : `${(share * 100).toFixed(0)}%`);

/** The response as it is on the wire; `fetch` would undo the compression and its headers. */
function fetchRaw(url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { "accept-encoding": encoding } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      if (response.statusCode !== 200 || response.headers["content-encoding"] !== encoding)
        reject(new Error(`${url} answered ${response.statusCode} ${response.headers["content-encoding"]}.`));
      const listed = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name));
      resolve({ headers: Object.fromEntries(listed) as Record<string, string>, body: body.toString("base64") });
    }).once("error", reject);
  });
}
