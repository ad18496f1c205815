import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { FIRST_EDITION, makeFirstEdition } from "#test/support/first-edition.ts";
import { childOf, ROOT, type Running, runToEnd, startServing } from "./child.ts";

/** The environment of measured servers: no limits, a quiet log, no access to the outside (the discard port). */
export const SITE_ENV = {
  RATE_LIMITS: "off",
  LOG_LEVEL: "warn",
  MARKET_DATA_URL: "http://127.0.0.1:9/",
} as const;

/** Publications to measure, in a folder that is removed at the end. */
export type Publications = {
  /** A separate data folder with the first edition, its pictures in every size, and `articles` generated ones. */
  make: (articles: number) => Promise<string>;
  remove: () => void;
};

export function temporaryPublications(): Publications {
  const folder = mkdtempSync(join(tmpdir(), "jarida-bench-"));
  let made = 0;
  return {
    async make(articles) {
      await makeFirstEdition();
      const dataDir = join(folder, String(++made));
      cpSync(FIRST_EDITION, dataDir, { recursive: true });
      if (articles > 0) addArticles(dataDir, articles);
      return dataDir;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Starts the server as `npm start` does, with the same Node options; `pid` is the server's own, not its wrapper's.
 * `core` binds it to one processor.
 */
export async function startSite(dataDir: string, env: Record<string, string> = {}, core?: number): Promise<Running> {
  const wrapper = await startServing({
    program: process.execPath,
    args: [join(ROOT, "scripts/start.mjs")],
    env: { ...SITE_ENV, DATA_DIR: dataDir, ...env },
    ...(core === undefined ? {} : { core }),
  });
  return { ...wrapper, pid: childOf(wrapper.pid) };
}

/** Adds generated articles by the operator's command, the one that `npm run jarida` runs. */
export function addArticles(dataDir: string, count: number, env: Record<string, string> = {}): void {
  runToEnd({
    program: process.execPath,
    args: [join(ROOT, "dist/server/cli.js"), "demo", "--articles", String(count)],
    env: { ...SITE_ENV, DATA_DIR: dataDir, ...env },
  });
}

export const databasePath = (dataDir: string) => join(dataDir, "jarida.db");

/** Ids of the oldest `count` articles that readers see: those of the first edition. */
export function firstArticles(dataDir: string, count: number): number[] {
  return readColumn(
    dataDir,
    `select id from article where status = 'published' and published_at <= unixepoch() * 1000 order by id limit ${count}`,
  );
}

/** Pictures whose variants are still to be generated. */
export const missingVariants = (dataDir: string) =>
  readColumn(dataDir, "select count(*) from picture where has_variants = 0")[0] ?? 0;

const readColumn = (dataDir: string, query: string): number[] =>
  readRows<Record<string, number>>(dataDir, query).map((row) => Object.values(row)[0] ?? Number.NaN);

/** The rows of a query on a publication's database. */
export function readRows<Row>(dataDir: string, query: string): Row[] {
  const database = new Sqlite(databasePath(dataDir), { readonly: true });
  try {
    return database.prepare(query).all() as Row[];
  } finally {
    database.close();
  }
}
