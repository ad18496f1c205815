import type { Kysely } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { findItems, type RemoteRow, remoteKey } from "#features/media/remote/queries.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { isRemote } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import { isoDate } from "#shared/time.ts";
import type { Finding } from "../sources/items.ts";
import type { ImportRow, TargetKind } from "../tables.ts";
import type { Import, ListedImport, StagedText } from "./endpoints.ts";
import type { TextData } from "./internal/check.ts";
import { addressesIn } from "./internal/links.ts";
import { NO_COUNTS, NO_DIFFERENCES, NO_IMPORT, taskKindOf } from "./rules.ts";

type Db = Kysely<Tables>;

export const findImport = (db: Db, id: number): Promise<ImportRow | undefined> =>
  db.selectFrom("import").selectAll().where("id", "=", id).executeTakeFirst();

/** Throws NotFoundError. */
export async function requireImport(db: Db, id: number): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw new NotFoundError("import_not_found", NO_IMPORT);
  return row;
}

/** A page of the imports, newest first, and the total. */
export async function pageImports(db: Db, { limit, offset }: Page): Promise<{ rows: ImportRow[]; total: number }> {
  const rows = await db.selectFrom("import").selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom("import")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** A page of an import's report, and the total. */
export async function pageFindings(
  db: Db,
  id: number,
  { level, limit, offset }: Page & { level?: Finding["level"] | undefined },
): Promise<{ rows: Import["findings"]; total: number }> {
  const found = db
    .selectFrom("import_finding")
    .where("import_id", "=", id)
    .$if(level !== undefined, (query) => query.where("level", "=", level ?? "info"));
  const rows = await found.select(["n", "level", "item", "message"]).orderBy("n").limit(limit).offset(offset).execute();
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** A page of what editors can open of imports that are not released, and the total. */
export async function pageStagedTexts(
  db: Db,
  { import: id, limit, offset }: Page & { import?: string | undefined },
): Promise<{ rows: StagedText[]; total: number }> {
  const found = db
    .selectFrom("import_item")
    .innerJoin("import", "import.id", "import_item.import_id")
    .where("import_item.kind", "in", ["post", "page"])
    .where("import_item.is_stored", "=", 1)
    .where("import.released_at", "is", null)
    .$if(id !== undefined, (query) => query.where("import.id", "=", parseId(id ?? "") ?? 0));
  const rows = await found
    .select(["import_item.target_kind", "import_item.target_id", "import_item.title", "import_item.data"])
    .select(["import.id", "import.name"])
    .orderBy("import_item.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const texts = rows.map(({ target_kind, target_id, title, data, ...imported }): StagedText => {
    const { isPublished, publishedAt } = JSON.parse(data) as TextData;
    return {
      type: target_kind === "page" ? "page" : "article",
      id: target_id ?? 0,
      title,
      import: imported,
      becomes: isPublished ? "published" : "draft",
      published: isoDate(publishedAt),
    };
  });
  return { rows: texts, total: Number(total) };
}

/** The next lines of a report after the one numbered `after`. */
export const findingsAfter = (db: Db, id: number, after: number, limit: number) =>
  db
    .selectFrom("import_finding")
    .selectAll()
    .where("import_id", "=", id)
    .where("n", ">", after)
    .orderBy("n")
    .limit(limit)
    .execute();

/** Progress in memory of what a transaction does that is not committed yet, by import. */
export type LiveProgress = ReadonlyMap<number, { done: number; total: number }>;

/** Seconds that remain if it goes on as it has: not before a hundredth is done. */
function secondsLeft(done: number, total: number, elapsed: number): number | null {
  if (total === 0 || done * 100 < total) return null;
  return Math.round(((elapsed / done) * Math.max(0, total - done)) / 1000);
}

function progressOf(row: ImportRow, now: number, live: LiveProgress): ListedImport["progress"] {
  if (row.work === "") return null;
  const { done, total } = live.get(row.id) ?? row;
  return { work: row.work, done, total, seconds_left: secondsLeft(done, total, now - (row.work_started_at ?? now)) };
}

/** An import as the list has it. */
export const presentListed = (row: ImportRow, now: number, live: LiveProgress): ListedImport => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  size: Number(row.size),
  state: row.state,
  counts: { ...NO_COUNTS, ...JSON.parse(row.counts) },
  differences: { ...NO_DIFFERENCES, ...JSON.parse(row.differences) },
  site: { address: "", name: "", language: "", ...JSON.parse(row.site) },
  findings_total: row.findings,
  progress: progressOf(row, now, live),
  error: row.error,
  created: new Date(row.created_at).toISOString(),
  checked: isoDate(row.checked_at),
  staged: isoDate(row.staged_at),
  released: isoDate(row.released_at),
  finished: isoDate(row.finished_at),
});

/** What the last attempt of an import's task said. */
export async function lastTaskError(db: Db, row: Pick<ImportRow, "node" | "work">): Promise<string> {
  const task = await db
    .selectFrom("task")
    .select("last_error")
    .where("kind", "=", taskKindOf(row))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return task?.last_error ?? "";
}

/** What is known in memory of imports that are worked on: progress that is not committed yet, and why they wait. */
export type LiveImports = { live: LiveProgress; waiting: ReadonlyMap<number, string> };

/** Lines of the report in the import itself. */
const SHOWN_FINDINGS = 100;

/** An import with its report. */
export async function presentImport(
  db: Db,
  row: ImportRow,
  now: number,
  { live, waiting }: LiveImports,
): Promise<Import> {
  const findings = await findingsAfter(db, row.id, 0, SHOWN_FINDINGS);
  return {
    ...presentListed(row, now, live),
    ...(row.work !== "" && { error: waiting.get(row.id) ?? (await lastTaskError(db, row)) }),
    findings: findings.map(({ n, level, item, message }) => ({ n, level, item, message })),
    samples: JSON.parse(row.samples),
    mappings: JSON.parse(row.mappings),
    kept: JSON.parse(row.kept),
    pictures: row.staged_at === null || row.state === "undone" ? null : await countRemotePictures(db, row.id),
  };
}

/** The ids of what an import has stored of a kind. */
const storedOf = (db: Db, id: number, kind: TargetKind) =>
  db
    .selectFrom("import_item")
    .select("target_id")
    .where("import_id", "=", id)
    .where("target_kind", "=", kind)
    .where("is_stored", "=", 1)
    .$narrowType<{ target_id: number }>();

/** The topics of items that became a category, too. */
const topicsOf = (db: Db, id: number) =>
  db
    .selectFrom("import_item")
    .select("topic_id")
    .where("import_id", "=", id)
    .where("topic_id", "is not", null)
    .$narrowType<{ topic_id: number }>();

/** Texts that still show a picture on another host. */
const ELSEWHERE = '%src="http%';

/** The addresses of pictures on other hosts that an import's pages, issues, authors, topics, categories and series still show. */
async function shownElsewhere(db: Db, id: number): Promise<string[]> {
  const brought = [
    db
      .selectFrom("account")
      .select("image_url")
      .where("id", "in", storedOf(db, id, "author")),
    db
      .selectFrom("topic")
      .select("image_url")
      .where((eb) => eb.or([eb("id", "in", storedOf(db, id, "topic")), eb("id", "in", topicsOf(db, id))])),
    db
      .selectFrom("category")
      .select("image_url")
      .where("id", "in", storedOf(db, id, "category")),
    db
      .selectFrom("series")
      .select("image_url")
      .where("id", "in", storedOf(db, id, "series")),
  ];
  const addresses: string[] = [];
  for (const records of brought)
    addresses.push(...(await records.execute()).map(({ image_url }) => image_url).filter(isRemote));
  const pages = await db
    .selectFrom("page")
    .select("content")
    .where((eb) => eb(eb.cast<string>("content", "text"), "like", ELSEWHERE))
    .where("id", "in", storedOf(db, id, "page"))
    .execute();
  const issues = await db
    .selectFrom("issue")
    .select("body as content")
    .where((eb) => eb(eb.cast<string>("body", "text"), "like", ELSEWHERE))
    .where("id", "in", storedOf(db, id, "issue"))
    .execute();
  const pictures = [...pages, ...issues].flatMap(({ content }) => addressesIn(content).pictures);
  return [...addresses, ...pictures.filter(isRemote)];
}

/** What an import's texts and names show from other hosts that is not copied yet, or could not be. */
async function remoteItemsOf(db: Db, id: number): Promise<RemoteRow[]> {
  const found = new Map<string, RemoteRow>();
  const inArticles = await db
    .selectFrom("remote_item")
    .selectAll()
    .where("key", "in", (eb) =>
      eb
        .selectFrom("article_picture")
        .select("picture_key")
        .where("article_id", "in", storedOf(db, id, "article")),
    )
    .where((eb) => eb.or([eb("done_at", "is", null), eb("error", "!=", "")]))
    .execute();
  for (const row of inArticles) found.set(row.key, row);
  const others = (await shownElsewhere(db, id)).map((address) => remoteKey({ kind: "picture", address }));
  for (const keys of chunksOf([...new Set(others)]))
    for (const [key, row] of await findItems(db, keys)) found.set(key, row);
  return [...found.values()];
}

/** How many pictures on other hosts are still to be copied, and could not be. */
async function countRemotePictures(db: Db, id: number): Promise<NonNullable<Import["pictures"]>> {
  const rows = (await remoteItemsOf(db, id)).filter(({ done_at }) => done_at === null);
  const failed = rows.filter(({ error }) => error !== "").length;
  return { waiting: rows.length - failed, failed };
}

/** Pictures that could not be copied. */
export const failedPictures = async (db: Db, id: number): Promise<RemoteRow[]> =>
  (await remoteItemsOf(db, id)).filter(({ error }) => error !== "");
