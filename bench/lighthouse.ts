import type { Result } from "lighthouse";
import { audit } from "./support/audit.ts";
import { type Figure, median, type Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";
import { SCREENS } from "./support/screens.ts";

const LEAST = 100;
/** The performance score of one run depends on what else the machine does. */
const RUNS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const PAGES = SCREENS.filter(({ name }) => name === "home" || name === "article" || name === "category");
/** Times in milliseconds on Lighthouse's simulated line and phone; nothing may move. */
const METRICS = [
  { id: "first-contentful-paint", name: "FCP", limit: Number.POSITIVE_INFINITY, digits: 0 },
  { id: "largest-contentful-paint", name: "LCP", limit: 1_200, digits: 0 },
  { id: "total-blocking-time", name: "TBT", limit: 50, digits: 0 },
  { id: "cumulative-layout-shift", name: "CLS", limit: 0, digits: 3 },
];

/** Lighthouse's four scores as its default phone sees the production build. */
export async function measureLighthouse(publications: Publications): Promise<Outcome> {
  const site = await startSite(await publications.make(0));
  try {
    const rows: string[][] = [];
    const notes: string[] = [];
    const figures: Figure[] = [];
    const limit = `${LEAST} in all four categories, LCP 1.2 s, TBT 50 ms, CLS 0; simulated phone, median of ${RUNS}`;
    for (const { name, path } of PAGES) {
      const results: Result[] = [];
      for (let run = 0; run < RUNS; run += 1)
        results.push(
          audit(`${site.url}${path}`, CATEGORIES, (reason) =>
            notes.push(`${name}: an audit without a result was repeated (${reason})`),
          ),
        );
      const scores = CATEGORIES.map((category) => median(results.map((result) => scoreOf(result, category))));
      const metrics = METRICS.map(({ id }) =>
        median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN)),
      );
      const times = METRICS.map(({ digits }, index) => (metrics[index] ?? Number.NaN).toFixed(digits));
      const isFast = METRICS.every(({ limit: max }, index) => (metrics[index] ?? Number.NaN) <= max);
      rows.push([name, ...scores.map(String), ...times]);
      figures.push({
        what: name,
        limit,
        measured: `${scores.join(", ")}; ${METRICS.map((metric, index) => `${metric.name} ${times[index]}`).join(", ")}`,
        held: isFast && scores.every((score) => score >= LEAST),
      });
      const losses = new Set(results.flatMap(costs));
      notes.push(...[...losses].map((loss) => `${name}: ${loss}`));
    }
    return {
      limit,
      columns: ["page", ...CATEGORIES, ...METRICS.map(({ name }) => name)],
      rows,
      passed: figures.every(({ held }) => held),
      notes,
      figures,
    };
  } finally {
    await site.stop();
  }
}

const scoreOf = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);

/** The weighted audits without a full score, in words. */
function costs({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const found = audits[id];
      if (!found || found.score === null || weight === 0 || found.score >= 0.95) return [];
      return [`${title}, ${found.title} (${id}, weight ${weight})`];
    }),
  );
}
