import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Names of one document outside of the rows of articles: authors by id or name, a category by name or slug. */
type StoredNames = { id: number; authors?: (number | string)[]; category?: string };

/**
 * Where unpublished documents name authors and categories as JSON, so that these are in use. The trash and versions are
 * not listed: authors of articles in the trash still own them, and restoring either adds a deleted category again.
 */
export const NAME_PLACES = {
  copy: (db: Kysely<Tables>, field: string) =>
    db
      .selectFrom("working_copy")
      .select(["document_id as id", "changes as fields"])
      .where("document_type", "=", "article")
      .where("changes", "like", `%"${field}":%`),
  template: (db: Kysely<Tables>, field: string) =>
    db
      .selectFrom("template")
      .select(["id", sql<string | null>`fields`.as("fields")])
      .where("document_type", "=", "article")
      .where("fields", "like", `%"${field}":%`),
};

/** The documents of a place that contain a name. */
export async function namedIn(
  db: Kysely<Tables>,
  place: keyof typeof NAME_PLACES,
  field: "authors" | "category",
  isNamed: (names: StoredNames) => boolean,
): Promise<number[]> {
  const rows = await NAME_PLACES[place](db, field).execute();
  return rows
    .map(({ id, fields }) => ({ ...(JSON.parse(fields ?? "{}") as Omit<StoredNames, "id">), id }))
    .filter(isNamed)
    .map(({ id }) => id);
}
