import { type Kysely, sql } from "kysely";

/** When each job last succeeded, which monitoring watches: a job that fails must not look like one that runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job_run").addColumn("succeeded_at", "bigint").execute();
  await sql`update job_run set succeeded_at = ran_at where failed_at is null or failed_at <> ran_at`.execute(db);
}
