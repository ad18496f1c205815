import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, startServing } from "./support/child.ts";
import { median, milliseconds, type Outcome } from "./support/outcome.ts";
import { type Publications, SITE_ENV } from "./support/publication.ts";

const ROUNDS = 5;
const SMALL = { articles: 1_000, maxMs: 500 };
const LARGE = { articles: 100_000, maxMs: 1_000 };

type Size = typeof SMALL;
type Way = { name: string; program: string; args: string[] };
type Measured = Way & Size & { times: number[] };

const WAYS: Way[] = [
  { name: "npm start", program: "npm", args: ["start"] },
  { name: "without npm", program: "node", args: [join(ROOT, "scripts/start.mjs")] },
  { name: "without the scripts", program: process.execPath, args: [join(ROOT, "dist/server/main.js")] },
];

/**
 * From the command to the first 200 of the home page, and where the time goes: each variant leaves one layer out. The
 * limits are for `npm start`, all of it; that of the large publication is measured with `full`.
 */
export async function measureStart(publications: Publications, full: boolean): Promise<Outcome> {
  const sizes = full ? [SMALL, LARGE] : [SMALL];
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(...(await measureSize(publications, size)));
  const isWhole = ({ name }: Way) => name === WAYS[0]?.name;
  const isHeld = ({ times, maxMs }: Measured) => median(times) <= maxMs;
  const whole = measured.filter(isWhole);
  const largest = whole.at(-1);
  return {
    limit: `npm start to the first 200 within ${largest?.maxMs} ms at ${largest?.articles} articles; median ${milliseconds(median(largest?.times ?? []))}`,
    columns: ["start", "articles", "median", ...Array.from({ length: ROUNDS }, (_, index) => String(index + 1))],
    rows: measured.map(({ name, articles, times }) => [
      name,
      String(articles),
      milliseconds(median(times)),
      ...times.map(milliseconds),
    ]),
    passed: whole.every(isHeld),
    figures: measured.map((one) => ({
      what: `start to the first 200, ${one.articles} articles, ${one.name}`,
      limit: isWhole(one) ? `${one.maxMs} ms` : "",
      measured: milliseconds(median(one.times)),
      held: isWhole(one) ? isHeld(one) : undefined,
    })),
  };
}

async function measureSize(publications: Publications, size: Size): Promise<Measured[]> {
  const dataDir = await publications.make(size.articles);
  const measured = WAYS.map((way) => ({ ...way, ...size, times: [] as number[] }));
  // Before the first round: the build, where it is stale, and V8's compile cache.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { program, args, times } of measured) {
      const server = await startServing({ program, args, env: { ...SITE_ENV, DATA_DIR: dataDir } });
      await server.stop();
      if (round >= 0) times.push(server.startedIn);
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
  return measured;
}
