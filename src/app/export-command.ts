import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { readSnapshot } from "#db/dump.ts";
import { migrate } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import { openWords } from "#features/settings/words/queries.ts";
import { writeExport } from "#features/transfer/exports/export.ts";
import type { ExportSite } from "#features/transfer/exports/reading.ts";
import { EXPORT_FORMATS, type ExportFormat, type ExportReport } from "#features/transfer/exports/rules.ts";
import { systemClock } from "#platform/clock.ts";
import { CommandError } from "#shared/errors.ts";
import { languageOf } from "#shared/language.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Env } from "../env.ts";
import { PUBLICATION } from "./backup.ts";
import { inOneLine } from "./backup-commands.ts";
import type { ExportMessage } from "./export-process.ts";
import { recordCommand } from "./operator-entries.ts";
import { openStorage } from "./services.ts";
import { siteReader } from "./site-info.ts";

export const EXPORT_USAGE = `${EXPORT_FORMATS.join("|")} PATH.zip [--subscribers]`;

/** How often the progress is reported, in milliseconds. */
const REPORT_INTERVAL_MS = 250;

/** `export`: returns the exit code. Safe to use while the server runs. */
export function runExportCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      // `report`: to the server that started the command, which has recorded it and ends it.
      options: { subscribers: { type: "boolean", default: false }, report: { type: "boolean", default: false } },
    });
    const [format, path, ...more] = positionals;
    if (!isFormat(format) || path === undefined || more.length > 0)
      throw new CommandError(`Usage: npm run jarida -- export ${EXPORT_USAGE}`);
    if (existsSync(path)) throw new CommandError(`${path} exists already. Choose another name.`);
    const reportTo = values.report ? connect() : undefined;
    const withSubscribers = values.subscribers;
    const { bytes, report } = await write(env, { format, withSubscribers }, path, reportTo);
    if (reportTo) {
      await reportTo({ bytes, report });
      return "";
    }
    const changes = { format: { to: format }, subscribers: { to: withSubscribers }, place: { to: path } };
    await recordCommand(env, { action: "export.start", subject: PUBLICATION, changes }, "The export is made");
    return summaryOf(path, report);
  });
}

const isFormat = (given: string | undefined): given is ExportFormat =>
  EXPORT_FORMATS.some((format) => format === given);

type Report = (message: ExportMessage) => Promise<void>;

/** Reports to the server, and ends with it. */
function connect(): Report {
  process.once("disconnect", () => process.exit(1));
  return (message) => new Promise((resolve) => process.send?.(message, () => resolve()));
}

async function write(
  env: Env,
  request: { format: ExportFormat; withSubscribers: boolean },
  path: string,
  report: Report | undefined,
) {
  const site = await readExportSite(env);
  const now = systemClock.now();
  let reported = 0;
  return readSnapshot(env.database, `${path}.database`, (db) =>
    writeExport({ db, storage: openStorage(env), site, now }, request, path, (progress) => {
      if (!report || Date.now() - reported < REPORT_INTERVAL_MS) return;
      reported = Date.now();
      void report(progress);
    }),
  );
}

async function readExportSite(env: Env): Promise<ExportSite> {
  const database = await openDatabase(env.database);
  try {
    await migrate(database);
    return exportSiteOf(await siteReader({ database, clock: systemClock, words: await openWords(database) }, env)());
  } finally {
    await database.close();
  }
}

/** What an export says of the publication. */
export const exportSiteOf = (site: SiteInfo): ExportSite => ({
  name: site.name,
  description: site.description,
  url: site.url,
  language: languageOf(site),
  timeZone: site.timeZone ?? "UTC",
  ...(site.hasSlugs && { hasSlugs: true }),
});

function summaryOf(path: string, { counts, losses }: ExportReport): string {
  const lines = [
    `${Object.entries(counts)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(", ")}`,
    ...losses.map(({ count, what }) => `Not in it: ${what}: ${count}`),
    `The export is in ${path}`,
  ];
  return lines.join("\n");
}
