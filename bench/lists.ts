import { onBothEngines, type Times, timeAddresses } from "./support/archives.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { milliseconds, type Outcome } from "./support/outcome.ts";
import type { Publications } from "./support/publication.ts";

const SMALL = 1_000;
const LARGE = 100_000;
/** What is measured without `--full`. */
const LARGE_SAMPLE = 10_000;
const REQUESTS = 60;
/** By how much a median may grow and still count as flat: a row for each 500 articles, and noise. */
const MAX_GROWTH = 1.5;

type Reading = { name: string; address: (index: number, articles: number) => string; isEditors?: boolean };

/** Each address is asked for once or rarely, so that neither pages nor responses that are kept answer it. */
const READINGS: Reading[] = [
  { name: "list, first pages", address: (index) => `/api/articles/?limit=50&offset=${index}` },
  { name: "list, middle", address: (index, all) => `/api/articles/?limit=50&offset=${Math.floor(all / 2) + index}` },
  {
    name: "category, middle",
    address: (index, all) => `/api/categories/blockchain/?limit=50&offset=${Math.floor(all / 12) + index}`,
  },
  { name: "article", address: (index, all) => `/api/articles/${all - index * 7}/` },
  { name: "related", address: (index, all) => `/api/articles/${all - index * 7}/related/` },
  { name: "article's page", address: (index, all) => `/article/${all - 3 - index * 7}` },
  { name: "sitemap index", address: () => "/sitemap.xml" },
  { name: "editors' list", address: (index) => `/api/articles/?limit=50&offset=${index}`, isEditors: true },
  {
    name: "editors' list, middle",
    address: (index, all) => `/api/articles/?limit=50&offset=${Math.floor(all / 2) + index}`,
    isEditors: true,
  },
  { name: "editors' search", address: (index) => `/api/articles/?query=bitcoin&offset=${index}`, isEditors: true },
];

/** Response times of lists and pages in a small and a large archive, on both engines: they should not grow. */
export async function measureLists(publications: Publications, full: boolean): Promise<Outcome> {
  const large = full ? LARGE : LARGE_SAMPLE;
  const measureAt = (articles: number) =>
    onBothEngines(publications, articles, async (site, dataDir, env) => {
      const headers = await logIn(site.url, addEditor(dataDir, env));
      const times: Times[] = [];
      for (const { address, isEditors } of READINGS) {
        const addresses = Array.from({ length: REQUESTS }, (_, index) => address(index, articles));
        times.push(await timeAddresses(site, addresses, isEditors ? headers : {}));
      }
      return times;
    });
  const before = await measureAt(SMALL);
  const after = await measureAt(large);
  const measured = (["sqlite", "postgres"] as const).flatMap((engine) =>
    READINGS.flatMap(({ name }, index) => {
      const [from, to] = [before[engine]?.[index], after[engine]?.[index]];
      return from && to ? [{ name: `${engine}, ${name}`, from, to, growth: to.p50 / from.p50 }] : [];
    }),
  );
  return {
    limit: `medians at ${large} articles at most ${MAX_GROWTH} times those at ${SMALL}`,
    columns: ["read", `${SMALL}: p50`, "p95", `${large}: p50`, "p95", "growth of p50"],
    rows: measured.map(({ name, from, to, growth }) => [
      name,
      ...[from.p50, from.p95, to.p50, to.p95].map(milliseconds),
      growth.toFixed(1),
    ]),
    passed: measured.every(({ growth }) => growth <= MAX_GROWTH),
    figures: measured.map(({ name, to, growth }) => ({
      what: name,
      limit: `p50 at ${large} articles at most ${MAX_GROWTH} times that at ${SMALL}`,
      measured: `${growth.toFixed(1)} times; ${milliseconds(to.p50)}, p95 ${milliseconds(to.p95)}`,
      held: growth <= MAX_GROWTH,
    })),
  };
}
