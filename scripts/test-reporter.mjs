/**
 * A reporter of Vitest for `npm test`. Writes to `.cache/test-results/run.json` what the JSON report lacks: `unhandled`, errors
 * outside of any test, which fail a run without a failed test, as one line each with its place, in our code if it passed there;
 * and `times`, the milliseconds of each file with its imports and hooks.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

function lineOf({ name, message, stack = "" }) {
  const places = stack.split("\n").filter((line) => line.includes(ROOT));
  const place = places.find((line) => !line.includes("node_modules")) ?? places[0];
  return `outside of any test: ${name}: ${message} ${place?.trim().replace(`${ROOT}/`, "") ?? ""}`.trimEnd();
}

function timeOf(module) {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return { file: module.relativeModuleId, time: setupDuration + collectDuration + duration };
}

export default class TestReporter {
  onTestRunEnd(modules, errors) {
    const run = { unhandled: [...new Set(errors.map(lineOf))], times: modules.map(timeOf) };
    writeFileSync(join(ROOT, ".cache", "test-results", "run.json"), JSON.stringify(run));
  }
}
