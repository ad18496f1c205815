import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { accountNames, findUsers } from "#features/identity/accounts/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import type { Page } from "#shared/schema.ts";
import type { NotificationSettings } from "./endpoints.ts";
import type { NotificationKind } from "./rules.ts";
import { type Choice, KIND_NAMES, KINDS } from "./rules.ts";

/** Whose notifications: an account with its role. */
export type Reader = Pick<Actor, "role"> & { accountId: number };

/**
 * The notifications of somebody whose articles they may see now. Those in the trash are in no `article`; a former author,
 * or an editor who has become a writer, gets none of what is others' by now.
 */
const selectSeen = (db: Kysely<Tables>, reader: Reader) =>
  db
    .selectFrom("notification")
    .innerJoin("article", "article.id", "notification.article_id")
    .where("notification.account_id", "=", reader.accountId)
    .$if(!mayAny(reader, "article.read"), (query) =>
      query.where("notification.article_id", "in", ownedBy(db, reader.accountId)),
    );

/** One page of somebody's notifications, the newest first, with the names of who acted, and the total. */
export async function pageNotifications(db: Kysely<Tables>, reader: Reader, { limit, offset }: Page) {
  const shown = selectSeen(db, reader).where("notification.is_shown", "=", 1);
  const rows = await shown
    .selectAll("notification")
    .select("article.title")
    .orderBy("notification.created_at", "desc")
    .orderBy("notification.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await shown.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const names = await accountNames(
    db,
    rows.map(({ actor_id }) => actor_id),
  );
  return {
    rows: rows.map((row) => ({ ...row, actor: names.get(row.actor_id ?? 0) ?? null })),
    total: Number(total),
  };
}
export type ListedNotification = Awaited<ReturnType<typeof pageNotifications>>["rows"][number];

/** How many notes and replies somebody has not read of, and the first articles they are on. */
export async function unreadNotes(db: Kysely<Tables>, reader: Reader, limit: number) {
  const unread = selectSeen(db, reader)
    .where("notification.kind", "=", "noted")
    .where("notification.is_shown", "=", 1)
    .where("notification.read_at", "is", null);
  const { total } = await unread.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const articles = await unread
    .select(["article.id", "article.title"])
    .groupBy(["article.id", "article.title"])
    .orderBy("article.id", "desc")
    .limit(limit)
    .execute();
  return { total: Number(total), articles };
}

/** How many of somebody's notifications are unread, and when the newest of them happened. */
export async function countUnread(
  db: Kysely<Tables>,
  reader: Reader,
): Promise<{ count: number; newest: number | null }> {
  const { count, newest } = await selectSeen(db, reader)
    .where("notification.read_at", "is", null)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.max<number | null>("notification.created_at").as("newest"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), newest: newest === null ? null : Number(newest) };
}

/** A notification that is to be mailed, with its recipient and article; undefined where it is not wanted any more. */
export async function findToMail(db: Kysely<Tables>, id: number) {
  const stored = await db
    .selectFrom("notification")
    .select(["account_id", "kind"])
    .where("id", "=", id)
    .executeTakeFirst();
  const [person] = stored ? await findUsers(db, [stored.account_id]) : [];
  if (!stored || !person) return undefined;
  const { [stored.kind]: choice } = await choicesOf(db, person.id);
  if (!choice.by_mail) return undefined;
  const row = await selectSeen(db, { accountId: person.id, role: person.role })
    .where("notification.id", "=", id)
    .selectAll("notification")
    .select("article.title")
    .executeTakeFirst();
  // Who has read it in the product knows it already.
  if (!row || (row.is_shown === 1 && row.read_at !== null)) return undefined;
  const names = await accountNames(db, [row.actor_id]);
  return { email: person.email, ...row, actor: names.get(row.actor_id ?? 0) ?? null };
}
export type ToMail = NonNullable<Awaited<ReturnType<typeof findToMail>>>;

/** Where each of these accounts wants notifications of a kind. */
export async function choicesFor(
  db: Kysely<Tables>,
  kind: NotificationKind,
  accountIds: readonly number[],
): Promise<Map<number, Choice>> {
  const rows = await db
    .selectFrom("notification_setting")
    .selectAll()
    .where("account_id", "in", accountIds)
    .where("kind", "=", kind)
    .execute();
  const chosen = new Map(rows.map((row) => [row.account_id, choiceIn(row)]));
  return new Map(accountIds.map((id) => [id, chosen.get(id) ?? KINDS[kind].first]));
}

/** Where somebody wants notifications of each kind. */
export async function choicesOf(db: Kysely<Tables>, accountId: number): Promise<NotificationSettings["kinds"]> {
  const rows = await db.selectFrom("notification_setting").selectAll().where("account_id", "=", accountId).execute();
  const chosen = new Map(rows.map((row) => [row.kind, choiceIn(row)]));
  const choices = KIND_NAMES.map((kind) => [kind, chosen.get(kind) ?? KINDS[kind].first]);
  return Object.fromEntries(choices) as NotificationSettings["kinds"];
}

const choiceIn = ({ in_product, by_mail }: { in_product: 0 | 1; by_mail: 0 | 1 }): Choice => ({
  in_product: in_product === 1,
  by_mail: by_mail === 1,
});

/** The notifications after an id of an account, in their order; at most `limit`. */
export const notificationsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("notification")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
