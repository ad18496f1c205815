import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keepScratchInMemory } from "./test/support/scratch.ts";
import { patient } from "./test/support/slowness.ts";

keepScratchInMemory();

/** The slowest files: one that starts last would be waited for alone. */
const LONG =
  /\/(backup|client-package|crash|content|images|killed-start|mail-process|move|process|remote-pictures|roles)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Components that are mounted in a DOM, clicked and typed into (decision 142). */
const COMPONENTS = ["test/components/**/*.test.ts"];

/** Next to their code. */
const UNIT = [
  "src/**/*.test.{ts,tsx}",
  "scripts/**/*.test.ts",
  "demo/*.test.ts",
  "bench/**/*.test.ts",
  "clients/**/*.test.ts",
  "test/support/*.test.ts",
];

/**
 * Those that call `vi.mock`, as a module can be replaced only where no other file has loaded it, and those that change the
 * time zone, as formats of times are kept with the zone in which they were first needed.
 */
const ALONE = [
  "test/server/imports.test.ts",
  "test/server/import-places.test.ts",
  "src/features/articles/schema.test.ts",
  "src/ui/admin/local-time.test.ts",
  "src/platform/storage.test.ts",
  "src/features/editor/admin/internal/remote-pictures.test.ts",
  "src/features/media/pictures/admin/picture-kind.test.ts",
  "src/features/newsletter/issues/rules.test.ts",
];

const moved = ALONE.filter((path) => !existsSync(path));
if (moved.length > 0) throw new Error(`No such test files: ${moved.join(", ")}`);

/**
 * `npm test` runs all projects but `faults`, which `npm run test:faults` runs. Files of the projects with `isolate: false`
 * share a process and load their imports once, which saves two fifths of the unit tests' processor time.
 */
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: UNIT, exclude: ALONE, isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        test: {
          name: "component",
          include: COMPONENTS,
          environment: "happy-dom",
          environmentOptions: {
            happyDOM: { url: "http://localhost/", settings: { handleDisabledFileLoadingAsSuccess: true } },
          },
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "server", include: ["test/server/**/*.test.ts"], exclude: ALONE, isolate: false },
      },
      { extends: true, test: { name: "faults", include: ["test/faults/**/*.test.ts"] } },
    ],
    globalSetup: ["test/support/postgres-cluster.ts"],
    setupFiles: ["test/support/repeat-seed.ts"],
    sequence: { sequencer: LongFilesFirst },
    // One more than the least machine has processors: tests of whole servers often wait.
    maxWorkers: 3,
    // Generous: a busy machine is no fault of the code, and a condition that holds ends the wait at once.
    testTimeout: patient(120_000),
    hookTimeout: patient(120_000),
    expect: { poll: { timeout: patient(30_000) } },
  },
});
