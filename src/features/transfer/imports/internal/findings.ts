import type { Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { beginningOf } from "#shared/text.ts";
import type { Finding } from "../../sources/items.ts";
import { MAX_FINDINGS } from "../rules.ts";

const MAX_ITEM = 200;
const MAX_MESSAGE = 500;

/** A text that both engines can store. */
export const storable = (text: string, max: number): string =>
  beginningOf(text.toWellFormed().replaceAll("\0", ""), max).trim();

/** Adds lines to a report after the first `count`; returns the new count. */
export async function addFindings(
  trx: Transaction<Tables>,
  importId: number,
  count: number,
  findings: readonly Finding[],
): Promise<number> {
  const rows = findings.slice(0, Math.max(0, MAX_FINDINGS - count)).map(({ level, item, message }, at) => ({
    import_id: importId,
    n: count + at + 1,
    level,
    item: storable(item, MAX_ITEM),
    message: storable(message, MAX_MESSAGE),
  }));
  for (const some of chunksOf(rows)) await trx.insertInto("import_finding").values(some).execute();
  return count + findings.length;
}
