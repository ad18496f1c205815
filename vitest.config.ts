import { defineConfig } from "vitest/config";
import { keepScratchInMemory } from "./test/support/scratch.ts";

keepScratchInMemory();

/** Unit tests and the server suite. Browser journeys are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    include: [
      "src/**/*.test.{ts,tsx}",
      "test/server/**/*.test.ts",
      "scripts/**/*.test.ts",
      "demo/*.test.ts",
      "bench/**/*.test.ts",
    ],
    globalSetup: ["test/support/postgres-cluster.ts"],
    setupFiles: ["test/support/repeat-seed.ts"],
    // PGlite takes 400 MB and a second to start: two files at a time, each with an instance of its own.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Generous: a busy machine is no fault of the code, and a condition that holds ends the wait at once.
    expect: { poll: { timeout: 10_000 } },
  },
});
