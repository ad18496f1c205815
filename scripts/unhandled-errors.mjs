/**
 * A reporter of Vitest for `npm test`: writes errors outside of any test, which fail a run without a failed test, to
 * `.cache/test-results/unhandled-errors.json`, as one line each with the first place in our code.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    if (errors.length === 0) return;
    const lines = errors.map(({ name, message, stack = "" }) => {
      const place = stack.split("\n").find((line) => line.includes(ROOT) && !line.includes("node_modules"));
      return `outside of any test: ${name}: ${message} ${place?.trim().replace(`${ROOT}/`, "") ?? ""}`.trimEnd();
    });
    writeFileSync(join(ROOT, ".cache", "test-results", "unhandled-errors.json"), JSON.stringify([...new Set(lines)]));
  }
}
