import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.mjs";
import { findPrograms } from "./test/support/postgres-cluster.ts";
import { keepScratchInMemory } from "./test/support/scratch.ts";
import { patient } from "./test/support/slowness.ts";

keepScratchInMemory();
const executablePath = findBrowser();

/**
 * End-to-end tests run on SQLite. Those marked run on PostgreSQL as well, if its programs are installed;
 * `E2E_ON_POSTGRES=all` runs every one there.
 */
const ENGINES = /@engines/;
const onPostgres = {
  name: "postgres",
  grep: process.env.E2E_ON_POSTGRES === "all" ? /./ : ENGINES,
  use: { engine: "postgres" as const },
};

/** End-to-end tests of the built server in a browser; each worker process starts its own (test/e2e/site.ts). */
export default defineConfig<object, { engine: "sqlite" | "postgres" }>({
  testDir: "test/e2e",
  testMatch: "*.spec.ts",
  // Part of `npm run test:faults`.
  testIgnore: process.env.FAULTS ? [] : ["admin-two-writers.spec.ts"],
  fullyParallel: true,
  // One more than a small machine has processors: a test that waits for the browser leaves a third of one idle.
  workers: 3,
  // In CI a test may fail once; scripts/test.mjs lists those that did, so that they are fixed.
  retries: process.env.CI ? 1 : 0,
  // Generous, for busy machines.
  timeout: patient(120_000),
  expect: { timeout: patient(30_000) },
  projects: [{ name: "sqlite" }, ...(findPrograms() ? [onPostgres] : [])],
  globalSetup: "./test/e2e/global-setup.ts",
  reporter: [["list"], ["json", { outputFile: ".cache/test-results/end-to-end.json" }]],
  outputDir: ".cache/test-results/end-to-end",
  use: {
    // A trace doubles the time of a test; `playwright test --trace on NAME` makes one.
    trace: "off",
    timezoneId: "Africa/Nairobi",
    // Its requests would bypass those that a test holds or fails.
    serviceWorkers: "block",
    // Painting motion takes a twentieth of the time. Tests of motion turn it on.
    contextOptions: { reducedMotion: "reduce" },
    // A click on an unreachable element then fails with a reason, not by the test's own timeout.
    actionTimeout: patient(60_000),
    // For failures in CI.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        // Without a spare renderer for each page, which would take a tenth of the time.
        "--renderer-process-limit=1",
      ],
    },
  },
});
