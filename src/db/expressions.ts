import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { engineOf } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** The elements of a JSON list as rows, each a JSON value in the column `value`. */
export const jsonElements = (db: Kysely<Tables>, json: string): RawBuilder<unknown> =>
  engineOf(db) === "sqlite" ? sql`json_each(${json})` : sql`json_array_elements(${json}::text::json)`;

/** Whether a text column contains `part` literally. */
export const hasText = (db: Kysely<Tables>, column: string, part: string): RawBuilder<SqlBool> =>
  sql`${engineOf(db) === "sqlite" ? sql`instr` : sql`strpos`}(${sql.ref(column)}, ${part}) > 0`;
