import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageUrl } from "#shared/urls.ts";
import { CORES, type Running, residentMemory, runBeside, supervisorOf } from "./support/child.ts";
import { megabytes, type Outcome } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";

const MAX_BYTES = 150_000_000;
const URLS = 2_000;
const READS = 1_000_000;
const READS_IN_SHORT = 100_000;
const STEPS = 4;

/**
 * Resident memory of the server's process while cached pages are read, the same 2,000 addresses over and over. The
 * supervisor above it only waits; what it holds is listed beside, and most of it is the server's Node once more.
 */
export async function measureMemory(publications: Publications, full: boolean): Promise<Outcome> {
  const reads = full ? READS : READS_IN_SHORT;
  const dataDir = await publications.make(URLS);
  const paths = join(dataDir, "paths.json");
  writeFileSync(paths, JSON.stringify(firstArticles(dataDir, URLS).map(pageUrl.article)));
  const site = await startSite(dataDir, {}, CORES.server);
  try {
    const rows = [row("0", site)];
    for (let step = 1; step <= STEPS; step += 1) {
      await read(site, paths, reads / STEPS);
      rows.push(row(String((reads * step) / STEPS), site));
    }
    const { now } = residentMemory(site.pid);
    return {
      limit: `at most ${megabytes(MAX_BYTES)} resident after ${reads} cached pages of ${URLS} addresses; ${megabytes(now)}`,
      columns: ["pages read", "server", "its peak", "supervisor"],
      rows,
      passed: now <= MAX_BYTES,
      figures: [
        {
          what: "resident memory of the server",
          limit: `${megabytes(MAX_BYTES)} after ${reads} cached pages of ${URLS} addresses`,
          measured: megabytes(now),
          held: now <= MAX_BYTES,
        },
      ],
    };
  } finally {
    await site.stop();
  }
}

function row(name: string, { pid }: Running): string[] {
  const { now, peak } = residentMemory(pid);
  const above = residentMemory(supervisorOf(pid)).now;
  return [name, megabytes(now), peak === undefined ? "?" : megabytes(peak), megabytes(above)];
}

async function read({ url }: Running, paths: string, amount: number): Promise<void> {
  const printed = await runBeside({
    program: process.execPath,
    args: [join(import.meta.dirname, "read-load.ts"), url, paths, String(amount)],
    env: {},
    core: CORES.load,
  });
  const { failed } = JSON.parse(printed) as { failed: number };
  if (failed > 0) throw new Error(`${failed} pages were not answered.`);
}
