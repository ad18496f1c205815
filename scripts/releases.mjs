/**
 * Releases: complete programs in folders of their own, `releases/<version>-<hash>`, which nothing changes once they are
 * there. The link `current` leads to the one in service; switching is one rename. In plain JavaScript for whatever Node
 * (20 or later) started it, without packages.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import util from "node:util";

/** What a program consists of, apart from its packages; not every version has all of it. */
const PARTS = ["dist", "demo", "package.json", "package-lock.json", "publication.json"];
/** Files that a build leaves for the next one, or that a running program writes. */
const NOT_LINKED = new Set([".stamp", ".compiled"]);
/** The packages that a program needs on a terminal although it is not a dependency. */
const ALSO_NEEDED = ["pino-pretty"];
/** How many releases an update leaves: the current one, the former one, and the one before. */
const KEPT = 3;
/** How often to look whether another command has ended, in milliseconds. */
const LOCK_INTERVAL = 100;
/** In the server of versions that have the commands of an update. */
const HAS_COMMANDS = "additive_migration";
const DESCRIPTION = "release.json";

/** What the operator can do about it is in the message. */
export class ReleaseError extends Error {}

/** The releases below a project's folder. */
export class Releases {
  constructor(root) {
    this.root = root;
    this.folder = join(root, "releases");
    this.link = join(root, "current");
    this.history = join(this.folder, "history.jsonl");
    this.sources = join(this.folder, "sources");
  }

  pathOf(name) {
    return join(this.folder, name);
  }

  isComplete(name) {
    return existsSync(join(this.pathOf(name), DESCRIPTION));
  }

  /** The name of the release in service. */
  current() {
    const target = lstatSync(this.link, { throwIfNoEntry: false }) && basename(readlinkSync(this.link));
    return target && this.isComplete(target) ? target : undefined;
  }

  /** What was in service, the oldest first. */
  readHistory() {
    const lines = existsSync(this.history) ? readFileSync(this.history, "utf8").split("\n") : [];
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        // The last line of an update that was killed.
        return [];
      }
    });
  }

  /** The last entry of another release that was in service and is still there. */
  former() {
    const current = this.current();
    return this.readHistory().findLast(({ name }) => name !== current && this.isComplete(name));
  }

  note(entry) {
    appendFileSync(this.history, `\n${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
  }

  /**
   * Puts a release in service for the next process that starts: by one rename, whatever happens at the same time.
   * `details` belong to the switch, such as the backup made before it.
   */
  switchTo(name, details = {}) {
    if (!this.isComplete(name)) throw new ReleaseError(`${name} is not a release. See npm run jarida -- releases.`);
    const before = this.current();
    if (before && this.readHistory().at(-1)?.name !== before) this.note({ name: before });
    const fresh = `${this.link}.${randomUUID()}`;
    symlinkSync(join("releases", name), fresh);
    renameSync(fresh, this.link);
    if (before !== name) this.note({ name, ...details });
  }

  /**
   * Makes a release of a program that is complete in `source`: its files are linked, which takes no space and less than
   * a second, and become a release by one rename. Returns its name.
   */
  pack(source, { version, commit, allPackages = false } = {}) {
    const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    const name = `${version ?? manifest.version}-${hashOf(source)}`;
    if (this.isComplete(name)) return name;
    mkdirSync(this.folder, { recursive: true });
    const partial = join(this.folder, `.partial-${randomUUID()}`);
    mkdirSync(partial);
    for (const part of PARTS) if (existsSync(join(source, part))) linkTree(join(source, part), join(partial, part));
    for (const path of allPackages ? ["node_modules"] : neededPackages(source))
      linkTree(join(source, path), join(partial, path));
    const node = nodeIn(source);
    symlinkSync(node ?? process.execPath, join(partial, "node"));
    const description = {
      version: version ?? manifest.version,
      commit,
      builtAt: new Date().toISOString(),
      hasCommands: serverHas(source, HAS_COMMANDS),
    };
    writeFileSync(join(partial, DESCRIPTION), `${JSON.stringify(description)}\n`);
    // After a power cut a release is either complete or not there.
    spawnSync("sync", ["-f", partial], { stdio: "ignore" });
    rmSync(this.pathOf(name), { recursive: true, force: true });
    renameSync(partial, this.pathOf(name));
    return name;
  }

  /** The settings file as variables, for a release of the first versions, which do not read it; empty for others. */
  settingsFor(name) {
    const file = resolve(this.root, process.env.ENV_FILE || ".env");
    const readsIt = JSON.parse(readFileSync(join(this.pathOf(name), DESCRIPTION), "utf8")).hasCommands;
    return readsIt || !existsSync(file) ? {} : util.parseEnv(readFileSync(file, "utf8"));
  }

  /** Removes what interrupted updates have left behind. Not while another one runs. */
  clean() {
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder))
      if (/^\.(partial|removed|work)-/.test(name)) rmSync(join(this.folder, name), { recursive: true, force: true });
    for (const name of readdirSync(this.root))
      if (name.startsWith("current.")) rmSync(join(this.root, name), { force: true });
  }

  /** All releases, the newest first. */
  list() {
    const names = existsSync(this.folder) ? readdirSync(this.folder).filter((name) => this.isComplete(name)) : [];
    const [inService, before] = [this.current(), this.former()?.name];
    return names
      .map((name) => ({
        name,
        ...JSON.parse(readFileSync(join(this.pathOf(name), DESCRIPTION), "utf8")),
        state: name === inService ? "current" : name === before ? "former" : "",
      }))
      .sort((one, other) => (one.builtAt < other.builtAt ? 1 : -1));
  }

  /** Removes old releases; never the current one, the former one, or one that a process runs. Returns their names. */
  prune(keep = KEPT) {
    const running = commandLines();
    const removed = this.list()
      .filter(({ state, name }, at) => at >= keep && !state && !running.includes(`${this.pathOf(name)}/`))
      .map(({ name }) => name);
    for (const name of removed) {
      const gone = join(this.folder, `.removed-${randomUUID()}`);
      renameSync(this.pathOf(name), gone);
      rmSync(gone, { recursive: true, force: true });
    }
    return removed;
  }

  /** Runs `work` unless another update, rollback or start is changing the releases. */
  async alone(work, patience = 0) {
    mkdirSync(this.folder, { recursive: true });
    const lock = join(this.folder, ".lock");
    for (const giveUp = Date.now() + patience; ; ) {
      try {
        writeFileSync(lock, String(process.pid), { flag: "wx" });
        break;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        const pid = Number(existsSync(lock) && readFileSync(lock, "utf8"));
        if (pid === 0 || !isAlive(pid)) rmSync(lock, { force: true });
        else if (Date.now() < giveUp) await wait(LOCK_INTERVAL);
        else
          throw new ReleaseError(
            `Another command is changing the releases (process ${pid}). Try again when it has ended.`,
          );
      }
    }
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  }

  /** The entry of the last time that a release came into service. */
  entryOf(name) {
    return this.readHistory().findLast((entry) => entry.name === name);
  }

  /** Whether a release was made of sources in this state, or an update has replaced it. */
  knows(state) {
    return existsSync(this.sources) && readFileSync(this.sources, "utf8").split("\n").includes(state);
  }

  remember(state) {
    appendFileSync(this.sources, `${state}\n`);
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** What a build consists of: the same sources give the same name. */
function hashOf(source) {
  const hash = createHash("sha256");
  const walk = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info || NOT_LINKED.has(basename(path))) return;
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(`${relative(source, path)}\n`).update(readFileSync(path));
  };
  for (const part of PARTS) if (part !== "demo") walk(join(source, part));
  return hash.digest("hex").slice(0, 8);
}

/** Links files, which are never changed in place, and copies them where the file system has no links. */
function linkTree(from, to) {
  const info = lstatSync(from);
  if (NOT_LINKED.has(basename(from))) return;
  if (info.isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  if (info.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name));
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** The paths of the packages that a program needs, by its lock file; those inside of others come with these. */
function neededPackages(source) {
  const { packages } = JSON.parse(readFileSync(join(source, "package-lock.json"), "utf8"));
  const needed = new Set(Object.keys(packages).filter((path) => path && !packages[path].dev));
  const add = (name) => {
    const path = `node_modules/${name}`;
    if (!packages[path] || (needed.has(path) && packages[path].dev)) return;
    needed.add(path);
    for (const other of Object.keys(packages[path].dependencies ?? {})) add(other);
  };
  for (const name of ALSO_NEEDED) add(name);
  const isInside = (path) => [...needed].some((other) => path !== other && path.startsWith(`${other}/`));
  return [...needed].filter((path) => existsSync(join(source, path)) && !isInside(path));
}

/** Whether a text is in the server's bundle. */
function serverHas(source, text) {
  const folder = join(source, "dist", "server");
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));
  return files.some((name) => readFileSync(join(folder, name), "utf8").includes(text));
}

/** The path of the Node among a program's packages. */
function nodeIn(source) {
  const own = `node-${process.platform}-${process.arch}`;
  return [own, "node"]
    .map((name) => join("node_modules", name, "bin", "node"))
    .find((path) => existsSync(join(source, path)));
}

/** The command lines of all processes that can be seen. */
function commandLines() {
  if (existsSync("/proc/self/cmdline"))
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8");
        } catch {
          // It has ended.
          return "";
        }
      })
      .join("\n");
  return spawnSync("ps", ["-axo", "command"], { encoding: "utf8" }).stdout ?? "";
}

/** The real path of the release in service; undefined if there is none. */
export function currentRelease(root) {
  const name = new Releases(root).current();
  return name && realpathSync(join(root, "releases", name));
}
