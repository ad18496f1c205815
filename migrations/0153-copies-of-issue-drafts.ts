import { type Kysely, sql } from "kysely";

/**
 * Drafts of newsletter issues were autosaved without a working copy, under their own versions: working copies count on from
 * these, so that no state of one has the number of another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into working_copy (document_type, document_id, version, changes, saved_at, saved_by)
    select document_type, document_id, max(version), null, max(saved_at), null
    from working_copy_state where document_type = 'issue' group by document_type, document_id
    on conflict (document_type, document_id) do update set version = excluded.version
    where excluded.version > working_copy.version
  `.execute(db);
}
