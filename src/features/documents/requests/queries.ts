import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { accountNames, findUsers, listUsers } from "#features/identity/accounts/queries.ts";
import { isReviewer } from "./rules.ts";
import type { ReviewRequest } from "./schema.ts";

/** Who can be asked to review articles, by name. */
export async function listReviewers(db: Kysely<Tables>): Promise<{ id: number; name: string }[]> {
  const people = (await listUsers(db)).filter((user) => user.is_active === 1 && isReviewer(user));
  return people
    .map(({ id, name }) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id);
}

/**
 * Who is asked to review an article, as `reader`, an account, sees it. Not somebody who was suspended or has another role
 * since, which ends the request: its row goes within the hour.
 */
export async function findRequest(
  db: Kysely<Tables>,
  articleId: number,
  reader: number | null,
): Promise<ReviewRequest["asked"]> {
  const row = await db.selectFrom("review_request").selectAll().where("article_id", "=", articleId).executeTakeFirst();
  const [person] = row ? await findUsers(db, [row.asked_id]) : [];
  if (!row || !person || !isReviewer(person)) return null;
  const { id, name } = person;
  const by = (await accountNames(db, [row.asked_by])).get(row.asked_by ?? 0) ?? null;
  return { id, name, by, at: new Date(row.asked_at).toISOString(), is_me: id === reader };
}

/** The requests after an article's id that an account has made or is asked by, in their order; at most `limit`. */
export const requestsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("review_request")
    .selectAll()
    .where((eb) => eb.or([eb("asked_id", "=", accountId), eb("asked_by", "=", accountId)]))
    .where("article_id", ">", after)
    .orderBy("article_id")
    .limit(limit)
    .execute();
