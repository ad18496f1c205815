/**
 * `npm run jarida -- update|rollback|releases`: the commands that change the program. The release in service is never
 * written to: the next one is built in a folder of its own, and switching is one rename (decision 180).
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { ROOT, sourceState } from "./project.mjs";
import { ReleaseError, Releases } from "./releases.mjs";
import { tryOut } from "./trial-start.mjs";

const releases = new Releases(ROOT);
const UNIT = "/etc/systemd/system/jarida.service";
/** What a checkout has that is not part of its sources. */
const NOT_SOURCES = new Set([".git", ".cache", "current", "data", "dist", "node_modules", "releases", "test-results"]);

const say = (line) => void process.stdout.write(`${line}\n`);

/** Runs one of the commands; returns the exit code. */
export async function runReleases(command, args) {
  try {
    await COMMANDS[command](args);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

const COMMANDS = {
  update: ([target, ...more]) => {
    if (more.length > 0 || target?.startsWith("-"))
      throw new ReleaseError("Usage: npm run jarida -- update [TAG|COMMIT|FOLDER]");
    return releases.alone(() => update(target));
  },
  rollback: (args) => {
    const names = args.filter((arg) => arg !== "--restore");
    if (names.length > 1 || names[0]?.startsWith("-"))
      throw new ReleaseError("Usage: npm run jarida -- rollback [RELEASE] [--restore]");
    return releases.alone(() => rollBack(names[0], args.includes("--restore")));
  },
  releases: ([action, option, number = option === undefined ? "3" : "", ...more]) => {
    if (action === undefined) return show();
    const isKnown = option === undefined || option === "--keep";
    if (action !== "prune" || !isKnown || !/^\d+$/.test(number) || more.length > 0)
      throw new ReleaseError("Usage: npm run jarida -- releases [prune [--keep N]]");
    return releases.alone(() => prune(Number(number)));
  },
};

async function update(target) {
  releases.clean();
  adoptFormer();
  const { folder, commit } = fetchSources(target);
  let name;
  try {
    build(folder);
    name = releases.pack(folder, { commit });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const before = releases.current();
  if (name === before) return say(`${name} is in service already.`);
  if (!hasCommands(name)) throw new ReleaseError(`${name} is from before releases. Only rollback goes back to it.`);
  say(`Trying ${name} …`);
  await tryOut(releases.pathOf(name));
  if (!before) {
    releases.switchTo(name);
    return say(`${name} is in service at the next start.`);
  }
  const clientDir = join(releases.pathOf(before), "dist", "client");
  const backupAt = new Date().toISOString();
  const { pending, newer, ...made } = JSON.parse(asService(name, ["release", "prepare", name, clientDir]));
  if (newer) throw new ReleaseError(`${newer} ${name} is older than that, and cannot run over it.`);
  const { backup } = made;
  reportBackup(made, ` (${pending.join(", ")})`);
  const since = switchAndHandOver(name, { backup, backupAt });
  followSources(commit);
  for (const old of releases.prune()) say(`Removed ${old}.`);
  say(`${name} ${since}. To go back to ${before}: npm run jarida -- rollback`);
}

/** What `release prepare` has done to the backups. */
function reportBackup({ backup, deleted, notDeleted }, changes = "") {
  if (backup) say(`The database will be changed${changes}. Backup before that: ${backup}`);
  if (deleted) say(`${deleted === 1 ? "1 older backup was" : `${deleted} older backups were`} deleted.`);
  if (notDeleted) say(`Warning: older backups were not deleted: ${notDeleted}`);
}

/**
 * Switches, and back again if the new program does not serve: the former one has gone on serving then. Returns since when
 * the release is in service, in words.
 */
function switchAndHandOver(name, details) {
  const before = releases.current();
  releases.switchTo(name, details);
  try {
    // The first versions have no such command: then the other one's.
    const result = hasCommands(name)
      ? asService(name, ["release", "hand-over"], before)
      : asService(before, ["release", "hand-over", "first-version"], before);
    say(result);
    return result.startsWith("No running server") ? "is in service at the next start" : "is in service";
  } catch (error) {
    if (before) releases.switchTo(before);
    throw error;
  }
}

/** A program that runs from the project's folder, as those before releases did, becomes one: it can be rolled back to. */
function adoptFormer() {
  if (releases.current() || !existsSync(join(ROOT, "dist", "server", "main.js"))) return;
  const builtAt = statSync(join(ROOT, "dist", "server", "main.js")).mtime.toISOString();
  const builtFrom = git(["rev-parse", "--verify", "--quiet", `HEAD@{${builtAt}}`]) || git(["rev-parse", "HEAD"]);
  const version = builtFrom && JSON.parse(git(["show", `${builtFrom}:package.json`]) || "{}").version;
  const work = workFolder();
  try {
    for (const part of ["dist", "node_modules"]) linkAll(join(ROOT, part), join(work, part));
    if (!builtFrom || !extract(builtFrom, work, ["package.json", "package-lock.json", "publication.json", "demo"]))
      for (const part of ["package.json", "package-lock.json", "publication.json", "demo"])
        cpSync(join(ROOT, part), join(work, part), { recursive: true });
    const name = releases.pack(work, { version, commit: builtFrom || undefined, allPackages: true });
    releases.switchTo(name);
    say(`The program so far is the release ${name}.`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function workFolder() {
  mkdirSync(releases.folder, { recursive: true });
  return mkdtempSync(join(releases.folder, ".work-"));
}

/** The sources to build, in a folder of their own. */
function fetchSources(target) {
  const folder = workFolder();
  if (target && existsSync(join(resolve(target), "package.json"))) {
    const from = resolve(target);
    for (const name of readdirSync(from))
      if (!NOT_SOURCES.has(name)) cpSync(join(from, name), join(folder, name), { recursive: true });
    return { folder };
  }
  if (git(["rev-parse", "--is-inside-work-tree"]) !== "true")
    throw new ReleaseError(
      "This folder is no clone. Name the folder of the new version: npm run jarida -- update FOLDER",
    );
  if (git(["remote"])) {
    say("Fetching …");
    if (spawnSync("git", ["fetch", "--quiet", "--tags"], { cwd: ROOT, stdio: "inherit" }).status !== 0 && !target)
      throw new ReleaseError("git fetch failed.");
  }
  const names = target ? [target, `origin/${target}`] : ["@{upstream}", "HEAD"];
  const commit = names.map((name) => git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`])).find(Boolean);
  if (!commit) throw new ReleaseError(`${target} is neither a tag, a commit nor a folder with a version.`);
  if (!extract(commit, folder)) throw new ReleaseError("git archive failed.");
  return { folder, commit };
}

/** Runs git in the project's folder; returns its output, empty if it failed. */
function git(args) {
  const { status, stdout } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : "";
}

/** Puts files of a commit into a folder. */
function extract(commit, folder, paths = []) {
  const archive = join(folder, ".archive.tar");
  const packed =
    spawnSync("git", ["archive", "-o", archive, commit, ...paths], { cwd: ROOT, stdio: "ignore" }).status === 0;
  const unpacked = packed && spawnSync("tar", ["-xf", archive, "-C", folder], { stdio: "ignore" }).status === 0;
  rmSync(archive, { force: true });
  return unpacked;
}

/** Builds by the version's own commands. Its packages are linked if ours are the same, and installed otherwise. */
function build(folder) {
  const lock = (of) => readFileSync(join(of, "package-lock.json"), "utf8");
  if (existsSync(join(ROOT, "node_modules", ".jarida-install")) && lock(ROOT) === lock(folder))
    linkAll(join(ROOT, "node_modules"), join(folder, "node_modules"));
  say("Building …");
  if (spawnSync("npm", ["run", "--silent", "build"], { cwd: folder, stdio: "inherit" }).status !== 0)
    throw new ReleaseError("The new version could not be built. Nothing was changed.");
}

function linkAll(from, to) {
  const info = lstatSync(from);
  if (info.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (info.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) linkAll(join(from, name), join(to, name));
  } else
    try {
      linkSync(from, to);
    } catch {
      cpSync(from, to);
    }
}

/**
 * Runs an operator's command of a release with the publication's settings: under systemd as the service's user. Returns
 * the last line that it prints; throws with its error.
 */
function asService(name, args, current) {
  const release = releases.pathOf(name);
  const isUnit = process.getuid?.() === 0 && existsSync(UNIT) && readFileSync(UNIT, "utf8").includes(`${ROOT}/current`);
  const [program, ...first] = isUnit
    ? [join(ROOT, "deploy", "jarida")]
    : [join(release, "node"), join(release, "dist", "server", "cli.js")];
  const env = { ...releases.settingsFor(name), ...process.env, NODE_ENV: "production", JARIDA_RELEASE: release };
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { cwd: ROOT, env, encoding: "utf8" });
  if (status === 0) return stdout.trim().split("\n").at(-1) ?? "";
  const kept = current ? ` ${current} stays in service.` : "";
  throw new ReleaseError(`${stderr?.trim() || `${args.join(" ")} failed.`}${kept}`);
}

/** Moves the clone to the version in service, unless it has changes of its own, so that commands and files are its. */
function followSources(commit) {
  if (commit && git(["rev-parse", "HEAD"]) !== commit) {
    if (git(["status", "--porcelain", "--untracked-files=no"])) {
      say("The clone has changes of its own and stays where it is.");
    } else if (!git(["merge", "--ff-only", "--quiet", commit]) && git(["rev-parse", "HEAD"]) !== commit) {
      git(["checkout", "--quiet", "--detach", commit]);
    }
  }
  // So that npm start serves this release, and builds again only after the next change.
  releases.remember(sourceState());
}

async function rollBack(chosen, mayRestore) {
  releases.clean();
  const before = releases.current();
  const name = chosen ?? releases.former()?.name;
  if (!before || !name) throw new ReleaseError("There is no former release to go back to.");
  if (name === before) throw new ReleaseError(`${name} is in service already.`);
  const backupAt = new Date().toISOString();
  const { refusal, backup: madeNow } = judge(name);
  if (!refusal) {
    const since = switchAndHandOver(name, { backup: madeNow, backupAt });
    return say(`${name} ${since}. Nothing was lost${madeNow ? "" : ": it runs over the database as it is"}.`);
  }
  const { backup, backupAt: time } = releases.entryOf(before) ?? {};
  if (!backup || !existsSync(backup))
    throw new ReleaseError(
      `${refusal} There is no backup of the time before ${before}: restore one by hand, then roll back.`,
    );
  say(
    `${refusal}\nGoing back restores the backup that was made before the update. What was stored since ${inWords(time)} is lost.`,
  );
  if (!mayRestore && !(await isConfirmed()))
    throw new ReleaseError("Nothing was changed. To go on without a question: --restore");
  await restore(name, before, backup);
  say(`${name} is in service with the data of ${inWords(time)}.`);
}

const inWords = (time) => `${time.slice(0, 16).replace("T", " ")} UTC`;

async function isConfirmed() {
  if (!process.stdin.isTTY) return false;
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await questions.question("Lose it, and go back? Type yes: ");
  questions.close();
  return answer.trim() === "yes";
}

/** Whether a release has the commands of an update; those of the first versions have not. */
const hasCommands = (name) => releases.list().find((one) => one.name === name)?.hasCommands ?? false;

/**
 * Why a release can't run over the database as it is, by its own program. If it would change the database, the backup
 * that was made of it.
 */
function judge(name) {
  try {
    if (hasCommands(name)) {
      const { newer, ...made } = JSON.parse(asService(name, ["release", "prepare", name]));
      reportBackup(made);
      return { refusal: newer, backup: made.backup };
    }
    // The first versions have no such command; this one opens the database.
    asService(name, ["user", "list"]);
    return {};
  } catch (error) {
    const line = error.message.split("\n").find((text) => text.includes("newer version"));
    if (!line) throw error;
    return { refusal: line.replace(/^Error: /, "") };
  }
}

/** Restores a backup while the site shows its maintenance page, and goes back to the former release. */
async function restore(name, before, backup) {
  say(asService(before, ["release", "hold"]));
  try {
    const safety = join(backup, "..", `before-rollback-${new Date().toISOString().replace(/[:.]/g, "-")}`);
    say(asService(before, ["backup", safety]));
    say(restoreBy(name, backup, before, safety));
    releases.switchTo(name);
  } finally {
    asService(before, ["release", "resume"]);
    const isBack = releases.current() === before || hasCommands(name);
    say(asService(before, ["release", "hand-over", ...(isBack ? [] : ["first-version"])]));
  }
}

/** Restores a backup by the program that made it. If it fails, nothing is lost. */
function restoreBy(name, backup, before, safety) {
  const run = () => asService(name, ["restore", backup, "--replace"]);
  try {
    return run();
  } catch (error) {
    // 0.1.0 cannot replace the tables that newer versions have on PostgreSQL.
    if (hasCommands(name) || !error.message.includes("pg_restore: error")) throw error;
    asService(before, ["release", "clear", safety]);
  }
  try {
    return run();
  } catch (error) {
    say(asService(before, ["restore", safety, "--replace"]));
    throw error;
  }
}

function show() {
  const rows = releases.list();
  if (rows.length === 0) return say("There is no release yet. npm start and npm run jarida -- update make one.");
  for (const { name, state, builtAt, commit } of rows)
    say(
      [
        name.padEnd(24),
        state.padEnd(8),
        builtAt.slice(0, 16).replace("T", " "),
        sizeOf(name).padStart(8),
        commit?.slice(0, 8) ?? "",
      ].join("  "),
    );
}

/** Disk space by du, which counts files once that several releases share. */
function sizeOf(name) {
  const { stdout } = spawnSync("du", ["-sh", releases.pathOf(name)], { encoding: "utf8" });
  return stdout?.split("\t")[0] ?? "";
}

function prune(keep) {
  releases.clean();
  const removed = releases.prune(keep);
  say(removed.length > 0 ? `Removed ${removed.join(", ")}.` : "Nothing to remove.");
}
