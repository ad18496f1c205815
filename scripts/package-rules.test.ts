import { expect, test } from "vitest";
import { lockProblems, npmProblems } from "./package-rules.mjs";

const integrity = `sha512-${"a".repeat(86)}==`;

test("a lock file names everything that runs by a hash", () => {
  const packages = {
    "": {},
    "node_modules/whole": { integrity },
    "node_modules/bundle": { integrity, bundleDependencies: ["inner"] },
    "node_modules/bundle/node_modules/inner": { inBundle: true },
  };
  expect(lockProblems(packages)).toEqual([]);
});

test.each([
  ["has no sha512", {}],
  ["has no sha512", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }],
  ["has no sha512", { integrity: "sha512-short==" }],
  ["has no sha512", { inBundle: true }],
  ["runs a script on installation", { integrity, hasInstallScript: true }],
  ["names the place that it comes from", { integrity, resolved: "git+ssh://git@example.com/a.git#1234" }],
])("reports a package that %s", (problem, entry) => {
  expect(lockProblems({ "node_modules/a": entry })).toEqual([`node_modules/a ${problem}`]);
});

test("reports a package inside of another one that doesn't contain it", () => {
  const packages = {
    "node_modules/outer": { integrity },
    "node_modules/outer/node_modules/inner": { inBundle: true },
  };
  expect(lockProblems(packages)).toEqual(["node_modules/outer/node_modules/inner has no sha512"]);
});

test("reports settings with which npm would run scripts", () => {
  expect(npmProblems("ignore-scripts=false\n")).toEqual([
    "the line ignore-scripts=true is missing",
    "the line omit-lockfile-registry-resolved=true is missing",
  ]);
});
