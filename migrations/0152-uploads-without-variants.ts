import { type Kysely, sql } from "kysely";

/** Only an index changes, which the former release can do without. */
export const isAdditive = true;

/** Pictures without an uploader get their variants on first request, so the job must not read past their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index picture_without_variants`.execute(db);
  await sql`create index picture_without_variants on picture (id desc) where has_variants = 0 and uploaded_by is not null`.execute(
    db,
  );
}
