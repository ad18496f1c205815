/**
 * How many packages the server consists of, by the lock: what `npm ci --omit=dev` installs on a common machine. Also that
 * the list of what building takes names only what is there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

const MAX_PRODUCTION_PACKAGES = 149;
const MACHINE = { os: "linux", cpu: "x64", libc: "glibc" };

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const { building, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const fits = (entry) => Object.entries(MACHINE).every(([key, value]) => !entry[key] || entry[key].includes(value));
const others = Object.keys(packages).filter((path) => !fits(packages[path]));
const counted = Object.keys(packages).filter(
  (path) =>
    path && !packages[path].dev && fits(packages[path]) && !others.some((other) => path.startsWith(`${other}/`)),
);
const problems = building
  .filter((name) => !devDependencies[name])
  .map((name) => `package.json: building names ${name}, which is not among the devDependencies`);
if (counted.length > MAX_PRODUCTION_PACKAGES)
  problems.push(`${counted.length} packages in production, of at most ${MAX_PRODUCTION_PACKAGES}`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${counted.length} packages in production\n`);
process.exit(problems.length === 0 ? 0 : 1);
