import { onBothEngines, type Times, timeAddresses } from "./support/archives.ts";
import { milliseconds, type Outcome } from "./support/outcome.ts";
import type { Publications } from "./support/publication.ts";

const MAX_P95_MS = 25;
const MAX_GROWTH = 2;
const SMALL = 10_000;
const LARGE = 100_000;
/** What is compared without `--full`. */
const SMALL_SAMPLE = 1_000;
const LARGE_SAMPLE = 10_000;
const REQUESTS = 100;
const PAGE_SIZE = 50;

/** Words of the first edition, which generated articles are made of: some in most of them, some in few. */
const WORDS = "bitcoin wallet network transaction ledger tokens model seed market price contract bridge staking".split(
  " ",
);
const word = (index: number) => WORDS[index % WORDS.length] ?? "";
/** With two letters in the middle swapped. */
const misspelt = ([first, second, third, fourth, ...rest]: string) => [first, second, fourth, third, ...rest].join("");

const articleSearch = (query: string) => `/api/articles/search/?query=${encodeURIComponent(query)}`;
const prefix = (index: number) => word(index).slice(0, 4);

/** The addresses of searches, without a limit. A page that searches while a reader types asks for the last two. */
const KINDS: [name: string, address: (index: number) => string][] = [
  ["one word", (index) => articleSearch(word(index))],
  ["three words", (index) => articleSearch([index, index * 3 + 1, index * 5 + 2].map(word).join(" "))],
  ["a misspelling", (index) => articleSearch(misspelt(word(index)))],
  ["a prefix", (index) => articleSearch(prefix(index))],
  ["a prefix of topics", (index) => `/api/topics/?query=${encodeURIComponent(prefix(index))}&sort=count`],
];

/** Response times of searches through the API, and how they grow with the archive, on both engines. */
export async function measureSearch(publications: Publications, full: boolean): Promise<Outcome> {
  const [small, large] = full ? [SMALL, LARGE] : [SMALL_SAMPLE, LARGE_SAMPLE];
  const measureAt = (articles: number) =>
    onBothEngines(publications, articles, async (site) => {
      const times: Times[] = [];
      for (const [, addressOf] of KINDS) {
        // Another limit for each round of words: no response that is kept answers it.
        const address = (index: number, limit: number) => `${addressOf(index)}&limit=${limit}`;
        const addresses = Array.from({ length: REQUESTS }, (_, index) =>
          address(index, PAGE_SIZE - Math.floor(index / WORDS.length)),
        );
        await timeAddresses(
          site,
          WORDS.map((_, index) => address(index, PAGE_SIZE + 1)),
        );
        times.push(await timeAddresses(site, addresses));
      }
      return times;
    });
  const before = await measureAt(small);
  const after = await measureAt(large);
  const engines = [
    ["SQLite", before.sqlite, after.sqlite],
    ["PostgreSQL", before.postgres, after.postgres],
  ] as const;
  const measured = engines.flatMap(([engine, was, is]) =>
    KINDS.flatMap(([kind], index) => {
      const [from, to] = [was?.[index], is?.[index]];
      return from && to ? [{ name: `${engine}, ${kind}`, from, to, growth: to.p95 / from.p95 }] : [];
    }),
  );
  const isWithinLimits = ({ to, growth }: { to: Times; growth: number }) => to.p95 <= MAX_P95_MS && growth < MAX_GROWTH;
  return {
    limit: `searches within ${MAX_P95_MS} ms (p95) at ${large} articles, less than ${MAX_GROWTH} times those at ${small}`,
    columns: ["search", `${small}: p50`, "p95", `${large}: p50`, "p95", "growth of p95"],
    rows: measured.map(({ name, from, to, growth }) => [
      name,
      ...[from.p50, from.p95, to.p50, to.p95].map(milliseconds),
      growth.toFixed(1),
    ]),
    passed: measured.every(isWithinLimits),
    figures: measured.map((one) => ({
      what: one.name,
      limit: `p95 at most ${MAX_P95_MS} ms at ${large} articles, less than ${MAX_GROWTH} times that at ${small}`,
      measured: `${milliseconds(one.to.p95)}, ${one.growth.toFixed(1)} times`,
      held: isWithinLimits(one),
    })),
    notes: after.postgres ? [] : ["PostgreSQL's programs are not installed: measured on SQLite alone."],
  };
}
