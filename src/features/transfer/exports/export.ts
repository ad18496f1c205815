import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Storage } from "#platform/storage.ts";
import { writeArchive } from "./archive.ts";
import type { FormatWriter } from "./formats/format.ts";
import { writeGhost } from "./formats/ghost.ts";
import { writeJsonLines } from "./formats/jsonl.ts";
import { writeMarkdown } from "./formats/markdown.ts";
import { writeWordPress } from "./formats/wordpress.ts";
import { type ExportSite, readAuthors } from "./reading.ts";
import { readmeOf } from "./readme.ts";
import type { ExportFormat, ExportReport } from "./rules.ts";

const WRITERS: Readonly<Record<ExportFormat, FormatWriter>> = {
  jsonl: writeJsonLines,
  markdown: writeMarkdown,
  wordpress: writeWordPress,
  ghost: writeGhost,
};

/** What an export is asked for. */
export type ExportRequest = { format: ExportFormat; withSubscribers: boolean };
export type Progress = { done: number; total: number };

type Db = Kysely<Tables>;

/** `db`: one state of the database (`readSnapshot`). */
export type ExportSource = { db: Db; storage: Pick<Storage, "read">; site: ExportSite; now: number };

/** Counts rows by the table. */
const COUNTS = {
  article: (db: Db) => db.selectFrom("article").select((eb) => eb.fn.countAll<number>().as("rows")),
  page: (db: Db) => db.selectFrom("page").select((eb) => eb.fn.countAll<number>().as("rows")),
  picture: (db: Db) => db.selectFrom("picture").select((eb) => eb.fn.countAll<number>().as("rows")),
  issue: (db: Db) => db.selectFrom("issue").select((eb) => eb.fn.countAll<number>().as("rows")),
  revision: (db: Db) => db.selectFrom("revision").select((eb) => eb.fn.countAll<number>().as("rows")),
  published_version: (db: Db) => db.selectFrom("published_version").select((eb) => eb.fn.countAll<number>().as("rows")),
  series: (db: Db) => db.selectFrom("series").select((eb) => eb.fn.countAll<number>().as("rows")),
  redirect: (db: Db) => db.selectFrom("redirect").select((eb) => eb.fn.countAll<number>().as("rows")),
  topic_alias: (db: Db) => db.selectFrom("topic_alias").select((eb) => eb.fn.countAll<number>().as("rows")),
  subscriber: (db: Db) => db.selectFrom("subscriber").select((eb) => eb.fn.countAll<number>().as("rows")),
};
type Counted = keyof typeof COUNTS;

/** What takes the time of an export. */
const TIMED: Record<ExportFormat, readonly Counted[]> = {
  jsonl: ["article", "page", "picture", "revision", "published_version"],
  markdown: ["article", "page", "picture"],
  wordpress: ["article", "page", "picture"],
  ghost: ["article", "page", "picture"],
};

/** The same things as writers name them. */
const PROGRESS: ReadonlySet<string> = new Set([
  ...["articles", "pages", "pictures", "versions", "entries of the public record"],
]);

const NOT_ELSEWHERE = {
  issue: "newsletter issues",
  revision: "stored versions of documents",
  published_version: "entries of the public record",
  series: "series",
  topic_alias: "aliases of topics",
} as const;
/** What a format leaves out, in words. */
const LEFT_OUT: Record<ExportFormat, Partial<Record<Counted, string>>> = {
  jsonl: {},
  markdown: NOT_ELSEWHERE,
  wordpress: { ...NOT_ELSEWHERE, redirect: "redirects" },
  ghost: NOT_ELSEWHERE,
};

/**
 * Writes the publication as a zip at `path`, with a README of what it holds and lacks. `onProgress` is called for each written
 * thing. Memory does not grow with the publication, apart from the names of its files and authors.
 */
export async function writeExport(
  { db, storage, site, now }: ExportSource,
  { format, withSubscribers }: ExportRequest,
  path: string,
  onProgress: (progress: Progress) => void,
): Promise<{ bytes: number; report: ExportReport }> {
  const counts = new Map<string, number>();
  const losses = new Map<string, number>();
  const add = (to: Map<string, number>, what: string, count: number) => {
    if (count > 0) to.set(what, (to.get(what) ?? 0) + count);
  };
  const countRows = async (table: Counted) => Number((await COUNTS[table](db).executeTakeFirstOrThrow()).rows);
  let [done, total] = [0, 0];
  for (const table of TIMED[format]) total += await countRows(table);
  for (const [table, what] of Object.entries(LEFT_OUT[format])) add(losses, what, await countRows(table as Counted));
  if (!withSubscribers) add(losses, "subscribers, who were not asked for", await countRows("subscriber"));
  const report = () => ({
    counts: Object.fromEntries(counts),
    losses: [...losses].map(([what, count]) => ({ count, what })),
  });
  const bytes = await writeArchive(path, now, async (archive) => {
    await WRITERS[format]({
      ...{ db, storage, site, now, archive, withSubscribers, authors: await readAuthors(db) },
      wrote(kind, count = 1) {
        add(counts, kind, count);
        if (!PROGRESS.has(kind)) return;
        done = Math.min(total, done + count);
        onProgress({ done, total });
      },
      lost: (what, count = 1) => add(losses, what, count),
    });
    await archive.add("README.txt", readmeOf(format, site, now, report()));
  });
  return { bytes, report: report() };
}
