import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, startServing } from "./support/child.ts";
import { median, milliseconds, type Outcome } from "./support/outcome.ts";
import { type Publications, SITE_ENV } from "./support/publication.ts";

const MAX_MS = 500;
const MAX_MS_LARGE = 1_000;
const ROUNDS = 5;
const ARTICLES = 1_000;
const ARTICLES_LARGE = 100_000;

/**
 * From the command to the first 200 of the home page, and where the time goes: each variant leaves one layer out. The
 * limit is for `npm start`, all of it.
 */
export async function measureStart(publications: Publications, full: boolean): Promise<Outcome> {
  const [articles, max] = full ? [ARTICLES_LARGE, MAX_MS_LARGE] : [ARTICLES, MAX_MS];
  const dataDir = await publications.make(articles);
  const ways = [
    { name: "npm start", program: "npm", args: ["start"] },
    { name: "without npm", program: "node", args: [join(ROOT, "scripts/start.mjs")] },
    { name: "without the scripts", program: process.execPath, args: [join(ROOT, "dist/server/main.js")] },
  ];
  const measured = ways.map((way) => ({ ...way, times: [] as number[] }));
  // Before the first round: the build, where it is stale, and V8's compile cache.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { program, args, times } of measured) {
      const server = await startServing({ program, args, env: { ...SITE_ENV, DATA_DIR: dataDir } });
      await server.stop();
      if (round >= 0) times.push(server.startedIn);
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
  const whole = median(measured[0]?.times ?? []);
  return {
    limit: `npm start to the first 200 within ${max} ms at ${articles} articles; median ${milliseconds(whole)}`,
    columns: ["start", "median", ...Array.from({ length: ROUNDS }, (_, index) => String(index + 1))],
    rows: measured.map(({ name, times }) => [name, milliseconds(median(times)), ...times.map(milliseconds)]),
    passed: whole <= max,
    figures: measured.map(({ name, times }, index) => ({
      what: `start to the first 200, ${articles} articles, ${name}`,
      limit: index === 0 ? `${max} ms` : "",
      measured: milliseconds(median(times)),
      held: index === 0 ? whole <= max : undefined,
    })),
  };
}
