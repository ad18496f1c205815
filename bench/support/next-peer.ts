import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { readAssets } from "#app/render/assets.ts";
import { ROOT, type Running, startServing } from "./child.ts";
import { databasePath } from "./publication.ts";

const SOURCE = join(ROOT, "bench", "peers", "next");
/** Outside of the product's own node_modules; installed and built once for each state of the sources. */
const FOLDER = join(ROOT, ".cache", "peers", "next");
const CLIENT = join(ROOT, "dist", "client");
const NEXT = join(FOLDER, "node_modules", "next", "dist", "bin", "next");
/** Next.js reports nothing about us, and looks up nothing but the registry. */
const QUIET = { NEXT_TELEMETRY_DISABLED: "1", CI: "1" };
const SHOWN = 800;

const { dependencies } = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8")) as {
  dependencies: { next: string };
};
/** As a peer of an outcome. */
export const NEXT_VERSION = { "Next.js": dependencies.next };

/** Starts its server on the articles of a data folder, on one processor where the machine can bind it. */
export type NextPeer = { start: (dataDir: string, core?: number) => Promise<Running>; missing?: undefined };
/** Why the peer cannot be measured against here. */
export type MissingPeer = { missing: string };

/**
 * The Next.js application of `bench/peers/next`, installed from the registry and built where it is not yet. Its server
 * reads and writes a database of its own (`peer.db` in the data folder) with the articles of that folder.
 */
export function nextPeer(dataDir: string): NextPeer | MissingPeer {
  const missing = install() ?? build(dataDir);
  if (missing !== undefined) return { missing };
  return {
    start: (dataDir, core) =>
      startServing({
        program: process.execPath,
        args: [NEXT, "start"],
        env: { ...QUIET, PEER_DATABASE: fillPeerDatabase(dataDir) },
        cwd: FOLDER,
        ...(core === undefined ? {} : { core }),
      }),
  };
}

/** Installs what the lock file says; the reason if it could not. */
function install(): string | undefined {
  mkdirSync(FOLDER, { recursive: true });
  const state = stateOf(["package.json", "package-lock.json", ".npmrc"]);
  if (isStamped("installed", state)) return undefined;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  cpSync(SOURCE, FOLDER, { recursive: true });
  return step("installed from the npm registry", npm, ["ci", "--ignore-scripts"]) ?? stamp("installed", state);
}

/** Builds the copied sources; the cached page comes from the articles of `dataDir`. */
function build(dataDir: string): string | undefined {
  copyLook(dataDir);
  const state = stateOf(readdirSync(SOURCE, { recursive: true, encoding: "utf8" }));
  if (isStamped("built", state)) return undefined;
  cpSync(SOURCE, FOLDER, { recursive: true });
  const variables = { PEER_DATABASE: fillPeerDatabase(dataDir) };
  return step("built", process.execPath, [NEXT, "build"], variables) ?? stamp("built", state);
}

/** Gives it our stylesheet, fonts and pictures, so that both sites show the same. */
function copyLook(dataDir: string): void {
  const open = join(FOLDER, "public");
  rmSync(open, { recursive: true, force: true });
  mkdirSync(open, { recursive: true });
  cpSync(join(dataDir, "media"), join(open, "media"), { recursive: true });
  cpSync(join(CLIENT, "assets"), join(open, "assets"), {
    recursive: true,
    filter: (file) => !/\.js(?:\.|$)/.test(file),
  });
  const { stylesheet } = readAssets(CLIENT);
  cpSync(join(CLIENT, stylesheet), join(open, "site.css"));
}

/** Runs one step; the reason if it failed. */
function step(what: string, program: string, args: string[], variables = {}): string | undefined {
  const env = { ...process.env, ...QUIET, NODE_ENV: "production" as const, ...variables };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: FOLDER, encoding: "utf8", env });
  if (status === 0) return undefined;
  return `The Next.js peer could not be ${what}: ${error?.message ?? `${stdout}${stderr}`.trim().slice(-SHOWN)}`;
}

const isStamped = (what: string, state: string): boolean => {
  const path = join(FOLDER, `.${what}`);
  return existsSync(path) && readFileSync(path, "utf8") === state;
};

function stamp(what: string, state: string): undefined {
  writeFileSync(join(FOLDER, `.${what}`), state);
}

function stateOf(paths: string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.sort()) {
    const source = join(SOURCE, path);
    if (statSync(source).isFile()) hash.update(path).update(readFileSync(source));
  }
  return hash.digest("hex");
}

/** Copies what readers see of a publication into the peer's database, each time from the start. Returns its path. */
function fillPeerDatabase(dataDir: string): string {
  const path = join(dataDir, "peer.db");
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  const peer = new Sqlite(path);
  try {
    peer.pragma("journal_mode = WAL");
    peer.prepare("attach database ? as ours").run(databasePath(dataDir));
    peer.exec(PEER_SCHEMA);
  } finally {
    peer.close();
  }
  return path;
}

const PEER_SCHEMA = `
  create table category (id integer primary key, name text not null, slug text not null unique);
  create table price (symbol text primary key, price real not null, change real not null);
  create table article (
    id integer primary key autoincrement,
    title text not null, excerpt text not null, content text not null,
    category_id integer not null references category (id),
    author text not null, image_url text not null, heat real not null, published_at integer not null
  );
  insert into category select id, name, slug from ours.category;
  insert into price select symbol, last_price, price_change_percent from ours.market_price;
  insert into article
    select article.id, title, excerpt, content, category_id, coalesce(account.name, ''),
      coalesce(nullif(article.image_url, ''), nullif(content_image_url, ''), '/fallback.jpg'),
      coalesce(heat, 0), published_at
    from ours.article left join ours.account on account.id = article.author_id
    where status = 'published' and published_at is not null;
  create index article_by_date on article (published_at desc, id desc);
  create index article_by_category on article (category_id, published_at desc, id desc);
  create index article_by_heat on article (heat desc, id desc);
  create virtual table article_search using fts5 (title, excerpt, content, content = 'article', content_rowid = 'id');
  insert into article_search (article_search) values ('rebuild');
  analyze;
`;
