import { existsSync } from "node:fs";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { Page } from "#shared/schema.ts";
import { isoDate } from "#shared/time.ts";
import type { ExportRow } from "../tables.ts";
import type { PublicationExport } from "./endpoints.ts";
import { EXPORT_TTL_MS, type ExportReport, NO_EXPORT } from "./rules.ts";

export const findExport = (db: Kysely<Tables>, id: number): Promise<ExportRow | undefined> =>
  db.selectFrom("publication_export").selectAll().where("id", "=", id).executeTakeFirst();

/** Throws NotFoundError. */
export async function requireExport(db: Kysely<Tables>, id: number): Promise<ExportRow> {
  const row = await findExport(db, id);
  if (!row) throw new NotFoundError("export_not_found", NO_EXPORT);
  return row;
}

/** A page of exports, newest first, and the total. */
export async function pageExports(db: Kysely<Tables>, { limit, offset }: Page) {
  const rows = await db
    .selectFrom("publication_export")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom("publication_export")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** An export as chiefs see it. `pathOf`: where its zip is on this machine. */
export function presentExport(row: ExportRow, pathOf: (file: string) => string): PublicationExport {
  const { counts, losses } = (row.report ? JSON.parse(row.report) : { counts: {}, losses: [] }) as ExportReport;
  return {
    ...{ id: row.id, format: row.format, include_subscribers: row.includes_subscribers === 1, state: row.state },
    started: isoDate(row.started_at),
    finished: isoDate(row.finished_at),
    ...{ done: row.done, total: row.total, bytes: Number(row.bytes) },
    is_here: row.state === "done" && existsSync(pathOf(row.file)),
    expires: row.finished_at === null ? null : isoDate(row.finished_at + EXPORT_TTL_MS),
    error: row.error,
    ...{ counts, losses },
  };
}
