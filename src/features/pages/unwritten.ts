import type { Kysely } from "kysely";
import { isPublic } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { FIRST_SLUGS } from "./rules.ts";

/** The version of a page before its first edit. */
const UNEDITED = 1;

/** The first pages that their owner still has to write, by slug with their ids: an unedited About page, and drafts. */
export async function unwrittenPages(db: Kysely<Tables>, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom("page").selectAll().where("slug", "in", FIRST_SLUGS).execute();
  const open = rows.filter((row) => !isPublic(row, now) || (row.slug === "about" && row.version === UNEDITED));
  return new Map(open.map(({ slug, id }) => [slug, id]));
}
