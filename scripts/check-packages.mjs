/**
 * Checks the packages against the lock: each is named by a hash, runs no script on installation, and has no address of a
 * registry; those of the server have a licence that allows their use in any newsroom. Also that the list of what building
 * takes is complete.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lockProblems, npmProblems } from "./package-rules.mjs";
import { ROOT } from "./project.mjs";

const LICENCES = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC LGPL-3.0-or-later MIT MIT-0 Python-2.0 Unlicense Zlib".split(
    " ",
  ),
);

const read = (name) => readFileSync(join(ROOT, name), "utf8");
const { packages } = JSON.parse(read("package-lock.json"));
const { building, dependencies, optionalDependencies, devDependencies } = JSON.parse(read("package.json"));
const server = Object.entries(packages).filter(([path, { dev }]) => path && !dev);

const isAllowed = (licence = "none") =>
  licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" AND ")
    .every((name) => LICENCES.has(name));
const problems = [
  ...server
    .filter(([, entry]) => !isAllowed(entry.license))
    .map(([path, { license }]) => `${path}: licence ${license}`),
  // The other project's packages are only for measurements, but whoever measures runs them.
  ...["package-lock.json", "bench/peers/next/package-lock.json"].flatMap((name) =>
    lockProblems(JSON.parse(read(name)).packages).map((problem) => `${name}: ${problem}`),
  ),
  ...[".npmrc", "bench/peers/next/.npmrc"].flatMap((name) =>
    npmProblems(read(name)).map((problem) => `${name}: ${problem}`),
  ),
  ...Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name}: ${version} is not an exact version`),
  ...building
    .filter((name) => !devDependencies[name])
    .map((name) => `package.json: building names ${name}, which is not among the devDependencies`),
];

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${server.length} packages in production\n`);
process.exit(problems.length === 0 ? 0 : 1);
