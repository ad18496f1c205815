import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";

/** Articles of one span, as the program that came with this migration fills them. */
const SPAN = 500;
/** Before every date: where the first span of a list begins. */
const BEGINNING = Number.MIN_SAFE_INTEGER;

/**
 * How many articles lie in each stretch of a reader's list (docs/decisions/0032): its total, and where a distant page
 * begins, without counting or skipping articles. `list` 0 is all published articles, any other a category's.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await db.schema
    .createTable("article_list_span")
    .addColumn("list", "integer", (column) => column.notNull())
    .addColumn("from_at", "bigint", (column) => column.notNull())
    .addColumn("from_id", "integer", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("article_list_span_pk", ["list", "from_at", "from_id"])
    .execute();
  for (const list of [sql`0`, sql`category_id`])
    await sql`insert into article_list_span (list, from_at, from_id, size)
      select list, case when part = 0 then ${sql.lit(BEGINNING)} else min(published_at) end,
        case when part = 0 then 0 else min(case when place % ${sql.lit(SPAN)} = 0 then id end) end, count(*)
      from (
        select list, published_at, id, place, place / ${sql.lit(SPAN)} as part from (
          select ${list} as list, published_at, id,
            row_number() over (partition by ${list} order by published_at, id) - 1 as place
          from article where status = 'published'
        ) as placed
      ) as parted group by list, part`.execute(db);
}
