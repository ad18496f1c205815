import lighthouse, { type Result } from "lighthouse";
import { launchBrowser } from "./support/browser.ts";
import { freePort } from "./support/child.ts";
import { median, type Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";
import { SCREENS } from "./support/screens.ts";

const LEAST = 95;
/** The performance score of one run depends on what else the machine does. */
const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const PAGES = SCREENS.filter(({ name }) => name === "home" || name === "article");

/** Lighthouse's four scores as its default phone sees the production build. */
export async function measureLighthouse(publications: Publications): Promise<Outcome> {
  const site = await startSite(await publications.make(0));
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const rows: string[][] = [];
    const notes: string[] = [];
    let passed = true;
    for (const { name, path } of PAGES) {
      const results: Result[] = [];
      for (let run = 0; run < RUNS; run += 1) results.push(await audit(`${site.url}${path}`, port));
      const scores = CATEGORIES.map((category) => median(results.map((result) => scoreOf(result, category))));
      passed &&= scores.every((score) => score >= LEAST);
      const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"].map((id) =>
        median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN)).toFixed(0),
      );
      rows.push([name, ...scores.map(String), ...times]);
      const losses = new Set(results.flatMap(costs));
      notes.push(...[...losses].map((loss) => `${name}: ${loss}`));
    }
    return {
      limit: `at least ${LEAST} in all four categories, phone, median of ${RUNS}`,
      columns: ["page", ...CATEGORIES, "FCP ms", "LCP ms", "TBT ms"],
      rows,
      passed,
      notes,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function audit(url: string, port: number): Promise<Result> {
  const run = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: "error" });
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? "Lighthouse gave no result.");
  return run.lhr;
}

const scoreOf = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);

/** The audits that count and are not full, in words. */
function costs({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const found = audits[id];
      if (!found || found.score === null || weight === 0 || found.score >= 0.95) return [];
      return [`${title}, ${found.title} (${id}, weight ${weight})`];
    }),
  );
}
