/**
 * What every package of the server must be, by the lock: under a licence that allows its use in any newsroom, without a script
 * that runs on installation, without the address of a registry. Also that the list of what building takes is complete.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

const LICENCES = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC LGPL-3.0-or-later MIT MIT-0 Unlicense".split(" "),
);

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const { building, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const server = Object.entries(packages).filter(([path, { dev }]) => path && !dev);

const isAllowed = (licence = "none") => licence.split(" AND ").every((name) => LICENCES.has(name));
const problems = [
  ...server
    .filter(([, entry]) => !isAllowed(entry.license))
    .map(([path, { license }]) => `${path}: licence ${license}`),
  ...server.filter(([, entry]) => entry.hasInstallScript).map(([path]) => `${path}: runs a script on installation`),
  ...Object.entries(packages)
    .filter(([, entry]) => entry.resolved)
    .map(([path]) => `${path}: package-lock.json names a registry`),
  ...Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name}: ${version} is not an exact version`),
  ...building
    .filter((name) => !devDependencies[name])
    .map((name) => `package.json: building names ${name}, which is not among the devDependencies`),
];

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${server.length} packages in production\n`);
process.exit(problems.length === 0 ? 0 : 1);
