import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.mjs";
import { findPrograms } from "./test/support/postgres-cluster.ts";
import { keepScratchInMemory } from "./test/support/scratch.ts";

keepScratchInMemory();
const executablePath = findBrowser();

/**
 * All journeys run on SQLite. Of those in which the database takes part, one of each kind is marked and runs on
 * PostgreSQL as well, where its programs are installed; `JOURNEYS_ON_POSTGRES=all` runs every one there.
 */
const ENGINES = /@engines/;
const onPostgres = {
  name: "postgres",
  grep: process.env.JOURNEYS_ON_POSTGRES === "all" ? /./ : ENGINES,
  // There a change by another process shows within a second (test/server/nodes.test.ts), not on the very next request.
  testIgnore: "freshness.spec.ts",
  use: { engine: "postgres" as const },
};

/** Browser journeys over the built server; each worker process starts its own (test/e2e/site.ts). */
export default defineConfig<object, { engine: "sqlite" | "postgres" }>({
  testDir: "test/e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  // One more than the least machine has processors: a journey that waits for the browser leaves a third of one idle.
  workers: 3,
  // In CI a journey may fail once; scripts/test.mjs names those that did, and each is mended.
  retries: process.env.CI ? 1 : 0,
  // Generous: a busy machine is no fault of the code, and what hangs is found out all the same.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [{ name: "sqlite" }, ...(findPrograms() ? [onPostgres] : [])],
  globalSetup: "./test/e2e/global-setup.ts",
  reporter: [["list"], ["json", { outputFile: ".cache/test-results/journeys.json" }]],
  outputDir: ".cache/test-results/journeys",
  use: {
    // Traces double the time of a journey; `playwright test --trace on NAME` makes one.
    trace: "off",
    timezoneId: "Africa/Nairobi",
    // What moves is painted by the processor: a twentieth of the time of all journeys. Those of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Without one a click on what is out of reach waits until the journey's own end, and says nothing of why.
    actionTimeout: 60_000,
    // What a journey saw that failed on a machine that cannot be looked at.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        // No renderer in reserve: each page would start one more process than it uses, a tenth of the time of all journeys.
        "--renderer-process-limit=1",
      ],
    },
  },
});
