import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keepScratchInMemory } from "./test/support/scratch.ts";

keepScratchInMemory();

/** Files of half a minute: one that begins last would be waited for alone. */
const LONG = /\/(backup|crash|guessing|killed-start|mail-process|move|nodes|page-survival|process|tasks)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Unit tests and the server suite. Browser journeys are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "demo/*.test.ts",
            "bench/**/*.test.ts",
            "test/support/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["test/server/**/*.test.ts"],
          // Each test builds an app of its own; its modules, a second's work, are loaded once for all files.
          isolate: false,
        },
      },
    ],
    globalSetup: ["test/support/postgres-cluster.ts"],
    setupFiles: ["test/support/repeat-seed.ts"],
    sequence: { sequencer: LongFilesFirst },
    // One more than the least machine has processors: tests of whole servers often wait.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Generous: a busy machine is no fault of the code, and a condition that holds ends the wait at once.
    expect: { poll: { timeout: 10_000 } },
  },
});
