import type { Kysely, Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import { frontScope, KIND_NAMES } from "./queries.ts";
import type { Block } from "./rules.ts";

type Db = Kysely<Tables>;

const illustrated = (db: Db, pattern = "%/media/%") =>
  db
    .selectFrom("front_version")
    .select(["id", "kind", "blocks"])
    .where((eb) => eb(eb.cast<string>("blocks", "text"), "like", pattern));

/** The arrangements with stored pictures, earlier versions included. */
export const picturesOfFronts = async (db: Db): Promise<string[]> =>
  (await illustrated(db).execute()).map(({ blocks }) => blocks ?? "");

/** The front pages that show a picture whose addresses match `pattern`, each once. */
export async function frontsShowing(db: Db, pattern: string) {
  const rows = await illustrated(db, pattern).orderBy("id", "desc").execute();
  const kinds = new Map(rows.map(({ kind, id }) => [kind, id]));
  return [...kinds].map(([kind, id]) => ({ type: "front" as const, id, title: KIND_NAMES[kind] }));
}

/** Replaces the picture `key` in all versions by the one at `url`, or by none if that is empty; returns in how many. */
export async function setPictureOfFronts(
  trx: Transaction<Tables>,
  { key, url }: { key: string; url: string },
): Promise<{ result: number; changed: Scope[] }> {
  const rows = await illustrated(trx, `%/media/${key}/%`).execute();
  for (const { id, blocks } of rows) {
    const replaced = (JSON.parse(blocks ?? "[]") as Block[]).map((block) =>
      parsePictureUrl(block.image_url)?.key === key ? { ...block, image_url: url } : block,
    );
    await trx
      .updateTable("front_version")
      .set({ blocks: JSON.stringify(replaced) })
      .where("id", "=", id)
      .execute();
  }
  return { result: rows.length, changed: rows.length > 0 ? [frontScope] : [] };
}
