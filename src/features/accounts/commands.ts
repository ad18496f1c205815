import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { hashPassword } from "#platform/password.ts";

const GENERATED_BYTES = 15;

/**
 * Makes the first account where nobody can log in yet. Answers its generated password, to be shown once; undefined
 * where the operator chose the password or an account was there already.
 */
export async function ensureFirstAccount(
  database: Database,
  clock: Clock,
  first: { email: string; password: string | undefined },
): Promise<string | undefined> {
  if (await someoneCanLogIn(database.db)) return undefined;
  const generated = first.password === undefined ? randomBytes(GENERATED_BYTES).toString("base64url") : undefined;
  const password_hash = await hashPassword(first.password ?? generated ?? "");
  const made = await database.db.transaction().execute(async (trx) => {
    if (await someoneCanLogIn(trx)) return false;
    await trx
      .insertInto("account")
      .values({ email: first.email, password_hash, name: "Editor", image_url: "", bio: "", created_at: clock.now() })
      .execute();
    return true;
  });
  return made ? generated : undefined;
}

async function someoneCanLogIn(db: Database["db"]): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("password_hash", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An author as readers see one; `imageUrl` is the picture's canonical address. */
export type AuthorProfile = { name: string; imageUrl: string; bio: string };

/** Adds an author who cannot log in, and answers the id. */
export async function addAuthor(trx: Transaction<Tables>, clock: Clock, author: AuthorProfile): Promise<number> {
  const { id } = await trx
    .insertInto("account")
    .values({
      email: null,
      password_hash: null,
      name: author.name,
      image_url: author.imageUrl,
      bio: author.bio,
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
