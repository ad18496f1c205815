import type { Kysely } from "kysely";
import { freeSlug, slugify } from "./frozen/slug.ts";

/** The name of erased people, who have no page. */
const FORMER_AUTHOR = "Former author";

type Shape = { account: { id: number; name: string; slug: string | null } };

/** Authors' pages get addresses with their names; former ones redirect, and so do those of merged authors. */
export async function up(unknown: Kysely<unknown>): Promise<void> {
  await unknown.schema.alterTable("account").addColumn("slug", "text").execute();
  const db = unknown as Kysely<Shape>;
  const taken = new Set<string>();
  const accounts = await db.selectFrom("account").select(["id", "name"]).orderBy("id").execute();
  for (const { id, name } of accounts) {
    if (name === FORMER_AUTHOR) continue;
    const slug = freeSlug(slugify(name, "author"), (one) => taken.has(one));
    taken.add(slug);
    await db.updateTable("account").set({ slug }).where("id", "=", id).execute();
  }
  await unknown.schema.createIndex("account_by_slug").on("account").column("slug").unique().execute();
  await unknown.schema
    .createTable("author_redirect")
    .addColumn("slug", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .execute();
  await unknown.schema.createIndex("author_redirect_by_account").on("author_redirect").column("account_id").execute();
}
