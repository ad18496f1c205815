import { join } from "node:path";
import { parseArgs } from "node:util";
import Fastify from "fastify";
import { lookUpTxt } from "#features/system/mail-check/records.ts";
import { continueImport, createImport, type ImportStore, jobNameOf } from "#features/transfer/imports/commands.ts";
import { findingsAfter, type LiveImports, pageImports, requireImport } from "#features/transfer/imports/queries.ts";
import { openImportFolder, storeLocalFile } from "#features/transfer/imports/uploads.ts";
import { IMPORT_KINDS, type ImportKind, SourceError } from "#features/transfer/sources/items.ts";
import type { ImportRow } from "#features/transfer/tables.ts";
import { operator } from "#shared/actor.ts";
import { CommandError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";
import { backupProcess } from "./backup-process.ts";
import { exportProcess } from "./export-process.ts";
import { closeFeatures, composeFeatures, jobsOf } from "./features.ts";
import type { ImportMessage } from "./import-process.ts";
import { closeStores, openMail, openStores, workersIn } from "./services.ts";

export const IMPORT_USAGE = "PATH [--kind KIND]|start ID|release ID|undo ID|list";

const HELP = `Usage: npm run jarida -- import ACTION

  PATH                      checks a file or folder of another system, and stores nothing but a report
  start ID                  stores a checked import so that only editors see it
  release ID                makes a stored import public
  undo ID                   removes what an import has brought
  list                      lists the newest imports
  work                      does the work that is due, as the server's own process for imports

  --kind KIND               with PATH: ${IMPORT_KINDS.join(", ")}; recognized by default
  --edited                  with undo: also what people have edited since`;

const WORKS = ["start", "release", "undo"] as const;
type Order = (typeof WORKS)[number];
const isOrder = (given: string): given is Order => WORKS.some((work) => work === given);
const isKind = (given: string): given is ImportKind => IMPORT_KINDS.some((kind) => kind === given);

/** `import`: returns the exit code. Safe to use while the server runs. */
export function runImportCommand(env: Env, args: string[], programs: string): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { kind: { type: "string" }, edited: { type: "boolean", default: false } },
    });
    const [action, id, ...more] = positionals;
    if (action === undefined || more.length > 0) throw new CommandError(HELP);
    if (values.kind !== undefined && !isKind(values.kind))
      throw new CommandError(`--kind must be one of ${IMPORT_KINDS.join(", ")}.`);
    const kind = values.kind;
    return withImports(env, { programs, isLogged: action === "work" }, async (store, { work, runDue }) => {
      if (action === "work" && id === undefined) return runDue();
      if (action === "list" && id === undefined) return list(store);
      if (!isOrder(action)) return report(store, await work(await check(store, action, kind)));
      const number = parseId(id ?? "");
      if (number === null) throw new CommandError(HELP);
      const ordered = await continueImport(store, operator, number, action, { includesEdited: values.edited });
      return report(store, await work(ordered));
    });
  });
}

type Works = {
  /** Works on an import until it is done, alone or together with the server. */
  work: (row: ImportRow) => Promise<ImportRow>;
  /** Does all work that is due. */
  runDue: () => Promise<string>;
};

/** `isLogged`: what happens is for the log of the server that has started this process. */
async function withImports(
  env: Env,
  { programs, isLogged }: { programs: string; isLogged: boolean },
  run: (store: ImportStore, works: Works) => Promise<string>,
): Promise<string> {
  const { log } = Fastify({ logger: isLogged && { level: env.logLevel, stream: process.stderr } });
  const stores = await openStores(env, workersIn(programs));
  const features = await composeFeatures({
    env,
    stores,
    ...(await openMail(env, stores.database)),
    log,
    demoDir: join(programs, "..", "..", "demo"),
    backups: backupProcess(env.dataDir, programs),
    exporter: exportProcess(env.dataDir, programs),
    lookUp: lookUpTxt,
  });
  try {
    const folder = await openImportFolder(env.dataDir);
    const store = { ...stores, folder: async () => folder };
    const name = jobNameOf(folder.node);
    const job = jobsOf(features).find((one) => one.name === name);
    if (!job) throw new Error(`There is no job "${name}".`);
    return await run(store, {
      async work({ id }) {
        for (;;) {
          const row = await requireImport(stores.database.db, id);
          if (row.work === "") return row;
          await job.run(new AbortController().signal);
          // A server may hold the task.
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      },
      async runDue() {
        await using reporting = reportToServer(features.imports);
        await job.run(reporting.signal);
        return "";
      },
    });
  } finally {
    stores.images.close();
    await closeFeatures(features, log);
    await closeStores(stores);
  }
}

const REPORT_INTERVAL_MS = 500;

/** Reports the progress to the server that has started this process, and stops with it. */
function reportToServer({ live, waiting }: LiveImports) {
  const stopping = new AbortController();
  const report = () =>
    new Promise<void>((resolve) => {
      const message: ImportMessage = { live: [...live], waiting: [...waiting] };
      if (!process.send?.(message, () => resolve())) resolve();
    });
  const timer = setInterval(() => void report(), REPORT_INTERVAL_MS);
  const stop = () => stopping.abort();
  const leave = () => process.exit(1);
  process.once("SIGTERM", stop);
  process.once("disconnect", leave);
  return {
    signal: stopping.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await report();
      process.off("SIGTERM", stop).off("disconnect", leave);
    },
  };
}

async function check(store: ImportStore, path: string, kind: ImportKind | undefined): Promise<ImportRow> {
  try {
    const file = await storeLocalFile(await store.folder(), path);
    return await createImport(store, operator, { file, kind });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (isMissing) throw new CommandError(`There is no file or folder at ${path}.`);
    if (error instanceof SourceError) throw new CommandError(error.message);
    throw error;
  }
}

const countsOf = ({ counts }: ImportRow): string =>
  Object.entries(JSON.parse(counts) as Record<string, number>)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ");

async function list({ database }: ImportStore): Promise<string> {
  const { rows } = await pageImports(database.db, { limit: 20, offset: 0 });
  return rows.map((row) => [row.id, row.state, row.kind ?? "", row.name, countsOf(row)].join("\t")).join("\n");
}

const SHOWN_FINDINGS = 20;
/** What can follow, by state. */
const NEXT: Partial<Record<ImportRow["state"], string>> = {
  checked: "Nothing is stored yet. Store it for editors: npm run jarida -- import start",
  staged: "Readers see nothing of it yet. Make it public: npm run jarida -- import release",
  released: "To remove it again: npm run jarida -- import undo",
};

/** Throws CommandError for an import that failed. */
async function report({ database }: ImportStore, row: ImportRow): Promise<string> {
  if (row.error !== "") throw new CommandError(`Import ${row.id}: ${row.error}`);
  const findings = row.state === "checked" ? await findingsAfter(database.db, row.id, 0, SHOWN_FINDINGS) : [];
  const more = row.findings - findings.length;
  const kept = JSON.parse(row.kept) as string[];
  return [
    `Import ${row.id} is ${row.state}${countsOf(row) && `: ${countsOf(row)}`}`,
    ...findings.map(({ level, item, message }) => `  ${level}\t${item}\t${message}`),
    ...(findings.length > 0 && more > 0 ? [`  and ${more} more lines: Settings, Move in`] : []),
    ...kept.map((title) => `  Not removed, because people have edited it: ${title}`),
    ...(NEXT[row.state] ? [`${NEXT[row.state]} ${row.id}`] : []),
  ].join("\n");
}
