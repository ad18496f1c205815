import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, startServing } from "./support/child.ts";
import { median, milliseconds, type Outcome } from "./support/outcome.ts";
import { type Publications, SITE_ENV } from "./support/publication.ts";

const MAX_MS = 1_000;
const ROUNDS = 5;
const ARTICLES = 1_000;

/** From the command to the first 200 of the home page, and where the time goes: each variant leaves one layer out. */
export async function measureStart(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(ARTICLES);
  const ways = [
    { name: "npm start", program: "npm", args: ["start"] },
    { name: "without npm", program: "node", args: [join(ROOT, "scripts/start.mjs")] },
    { name: "without the scripts", program: process.execPath, args: [join(ROOT, "dist/server/main.js")] },
  ];
  const measured = ways.map((way) => ({ ...way, times: [] as number[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { program, args, times } of measured) {
      const server = await startServing({ program, args, env: { ...SITE_ENV, DATA_DIR: dataDir } });
      await server.stop();
      times.push(server.startedIn);
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
  const whole = median(measured[0]?.times ?? []);
  return {
    limit: `npm start to the first 200 within ${MAX_MS} ms at ${ARTICLES} articles; median ${milliseconds(whole)}`,
    columns: ["start", "median", ...Array.from({ length: ROUNDS }, (_, index) => String(index + 1))],
    rows: measured.map(({ name, times }) => [name, milliseconds(median(times)), ...times.map(milliseconds)]),
    passed: whole <= MAX_MS,
  };
}
