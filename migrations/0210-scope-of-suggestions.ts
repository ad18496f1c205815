import { type Kysely, sql } from "kysely";

export const isAdditive = true;

/** Suggesting has a permission of its own: keys that could suggest until now still can. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update api_key set scopes = replace(scopes, '"article.read"', '"article.read","article.suggest"')
    where scopes like '%"article.read"%' and scopes not like '%"article.suggest"%'
  `.execute(db);
}
