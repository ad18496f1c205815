import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleChange, ArticleListener } from "#features/articles/changes.ts";
import { type ArticleEvent, unknownEvent } from "#features/articles/events.ts";
import { findOwners } from "#features/articles/policy.ts";
import { findUsers, listUsers } from "#features/identity/accounts/queries.ts";
import type { NotificationTable } from "#features/notifications/tables.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { may, mayAny } from "#shared/permissions.ts";
import type { NotificationSettingsBody } from "./endpoints.ts";
import { NOTIFICATION_TASK } from "./mail.tsx";
import { choicesFor } from "./queries.ts";
import type { NotificationDetail, NotificationKind } from "./rules.ts";
import { CHANGES_PER_MAIL_MS, CHANNELS, KIND_NAMES, KINDS, NO_NOTIFICATION, READ_TTL_MS } from "./rules.ts";

/** What somebody did to an article. */
export type Event = { kind: NotificationKind; detail?: NotificationDetail; articleId: number };

/**
 * Tells accounts what `by` did, in the transaction in which it is done: those of `choose`, given the article's owners.
 * Left out are whoever did it, who cannot log in, and who may not see the article. What the program does by itself, or
 * at a time that somebody has set, causes no notification: both of these have no role.
 */
export async function notify(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  event: Event,
  choose: (owners: readonly number[]) => readonly number[],
): Promise<void> {
  if (by.accountId === null || by.role === null) return;
  const owners = await findOwners(trx, event.articleId);
  const others = choose(owners).filter((id) => id !== by.accountId);
  if (others.length === 0) return;
  const people = (await findUsers(trx, others)).filter(({ id, role }) =>
    may({ accountId: id, role }, "article.read", { owners }),
  );
  if (people.length === 0) return;
  const choices = await choicesFor(
    trx,
    event.kind,
    people.map(({ id }) => id),
  );
  for (const [to, choice] of choices) {
    const id = choice.in_product || choice.by_mail ? await write({ trx, clock, by, event }, to, choice) : undefined;
    if (id !== undefined) await enqueueTask(trx, clock.now(), { kind: NOTIFICATION_TASK, payload: { id } });
  }
}

/** Tells the owners of an article, its authors and whoever created it, what `by` did, as `notify` does. */
export const notifyOwners = (trx: Transaction<Tables>, clock: Clock, by: Actor, event: Event): Promise<void> =>
  notify(trx, clock, by, event, (owners) => owners);

/**
 * Notifies everyone who may publish any article that `by` submitted one: it was marked as ready, or, with the detail
 * `proposed`, has changes of somebody who may not publish it.
 */
export async function notifyPublishers(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { articleId, detail = "" }: { articleId: number; detail?: "" | "proposed" },
): Promise<void> {
  if (detail === "proposed" && mayAny(by, "article.publish")) return;
  const users = await listUsers(trx);
  const publishers = users.filter(({ role }) => mayAny({ role }, "article.publish"));
  const ids = publishers.map(({ id }) => id);
  // Owners are notified of changes anyway.
  await notify(trx, clock, by, { kind: "submitted", detail, articleId }, (owners) =>
    detail === "proposed" ? ids.filter((id) => !owners.includes(id)) : ids,
  );
}

type Parts = { trx: Transaction<Tables>; clock: Clock; by: Actor; event: Event };

/** Writes a notification to one person. Returns its id where a mail is to tell of it, too. */
async function write(
  { trx, clock, by, event: { kind, detail = "", articleId } }: Parts,
  to: number,
  { in_product, by_mail }: { in_product: boolean; by_mail: boolean },
): Promise<number | undefined> {
  const now = clock.now();
  const about = { account_id: to, kind, article_id: articleId, actor_id: by.accountId };
  // Whoever writes in an article does so every few seconds.
  const isRepeated = kind === "changed" || detail === "proposed";
  const repeats = isRepeated ? await findChanges(trx, { ...about, detail }) : [];
  const isMailed = by_mail && !repeats.some(({ mailed_at }) => (mailed_at ?? 0) > now - CHANGES_PER_MAIL_MS);
  const mailed = isMailed ? { mailed_at: now } : {};
  const unread = in_product ? repeats.find(({ read_at }) => read_at === null) : undefined;
  if (unread) {
    await trx
      .updateTable("notification")
      .set({ created_at: now, ...mailed })
      .where("id", "=", unread.id)
      .execute();
    return isMailed ? unread.id : undefined;
  }
  if (!in_product && !isMailed) return undefined;
  const shown = in_product ? { is_shown: 1 as const, read_at: null } : { is_shown: 0 as const, read_at: now };
  const { id } = await trx
    .insertInto("notification")
    .values({ ...about, detail, created_at: now, ...shown, ...mailed })
    .returning("id")
    .executeTakeFirstOrThrow();
  return isMailed ? id : undefined;
}

type About = Pick<Selectable<NotificationTable>, "account_id" | "kind" | "detail" | "article_id" | "actor_id">;

/** Somebody's notification of one person's changes of an article, if it is unread or belongs to a recent mail. */
const findChanges = (trx: Transaction<Tables>, { account_id, kind, detail, article_id, actor_id }: About) =>
  trx
    .selectFrom("notification")
    .select(["id", "read_at", "mailed_at"])
    .where("article_id", "=", article_id)
    .where("account_id", "=", account_id)
    .where("kind", "=", kind)
    .where("detail", "=", detail)
    .where("actor_id", "=", actor_id)
    .execute();

/** What of an article is its text: whoever changes something else, such as a tag, changes nobody's words. */
const TEXT = ["title", "excerpt", "content", "image_url", "image_alt"] as const;
type Text = { [Column in (typeof TEXT)[number]]?: unknown };

/** Whether two states of an article say something else. */
export const differsInText = (before: Text, after: Text): boolean =>
  TEXT.some((column) => before[column] !== after[column]);

/** Notifies the owners of an article of events that somebody else caused, and publishers of a submitted one. */
export const notifyOfChanges =
  (clock: Clock): ArticleListener =>
  async (trx, changes, by) => {
    for (const change of changes) {
      const articleId = (change.after ?? change.before)?.id ?? 0;
      for (const event of change.events) {
        const news = newsOf(event, change);
        if (news) await notifyOwners(trx, clock, by, { ...news, articleId });
        if (event.kind === "submitted") await notifyPublishers(trx, clock, by, { articleId });
      }
    }
  };

/** The notification that an event causes for the owners of an article. */
function newsOf(event: ArticleEvent, change: ArticleChange): Omit<Event, "articleId"> | undefined {
  switch (event.kind) {
    case "edited":
      return event.source === "editor" && isRewritten(change) ? { kind: "changed" } : undefined;
    case "published":
      return { kind: "published" };
    case "scheduled":
      return { kind: "published", detail: "scheduled" };
    case "updated":
      return { kind: "published", detail: "updated" };
    case "unpublished":
      return { kind: "returned", detail: "unpublished" };
    case "returned":
      return { kind: "returned" };
    // Publishers learn that an article is ready.
    case "submitted":
    case "created":
    case "corrected":
    case "trashed":
    case "restored":
    case "renamed":
    case "reindexed":
      return undefined;
    default:
      return unknownEvent(event);
  }
}

/** Whether a write says something that neither the article nor its working copy said. */
const isRewritten = ({ before, after, ended }: ArticleChange): boolean =>
  before !== null && after !== null && differsInText({ ...before, ...ended }, after);

/** Takes back the unread notification of a request. */
export async function forgetRequest(
  trx: Transaction<Tables>,
  { articleId, accountId }: { articleId: number; accountId: number },
): Promise<void> {
  await trx
    .deleteFrom("notification")
    .where("article_id", "=", articleId)
    .where("account_id", "=", accountId)
    .where("kind", "=", "asked")
    .where("read_at", "is", null)
    .execute();
}

/** Marks one of somebody's notifications as read. Throws NotFoundError. */
export async function markRead(db: Kysely<Tables>, clock: Clock, accountId: number, id: number): Promise<void> {
  const own = db.selectFrom("notification").select("id").where("id", "=", id).where("account_id", "=", accountId);
  if (!(await own.where("is_shown", "=", 1).executeTakeFirst())) throw new NotFoundError(NO_NOTIFICATION);
  await db
    .updateTable("notification")
    .set({ read_at: clock.now() })
    .where("id", "=", id)
    .where("read_at", "is", null)
    .execute();
}

/** Marks all of somebody's notifications as read, or those up to a time (epoch milliseconds). */
export async function markAllRead(
  db: Kysely<Tables>,
  clock: Clock,
  accountId: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db
    .updateTable("notification")
    .set({ read_at: clock.now() })
    .where("account_id", "=", accountId)
    .where("read_at", "is", null)
    .where("created_at", "<=", until)
    .execute();
}

/** Stores where somebody wants notifications of some kinds; what is left out keeps its value. */
export async function chooseChannels(
  db: Kysely<Tables>,
  accountId: number,
  { kinds }: NotificationSettingsBody,
): Promise<void> {
  const flagOf = (on: boolean) => (on ? 1 : 0);
  await db.transaction().execute(async (trx) => {
    for (const kind of KIND_NAMES) {
      const given = kinds[kind];
      const changed = CHANNELS.flatMap((channel) => {
        const on = given?.[channel];
        return on === undefined ? [] : [[channel, flagOf(on)] as const];
      });
      if (changed.length === 0) continue;
      const { in_product, by_mail } = KINDS[kind].first;
      const first = { in_product: flagOf(in_product), by_mail: flagOf(by_mail) } as const;
      // Only what is given is written, so that two switches that are turned at once do not undo each other.
      const values = Object.fromEntries(changed) as Partial<Record<"in_product" | "by_mail", 0 | 1>>;
      await trx
        .insertInto("notification_setting")
        .values({ account_id: accountId, kind, ...first, ...values })
        .onConflict((conflict) => conflict.columns(["account_id", "kind"]).doUpdateSet(values))
        .execute();
    }
  });
}

/** Deletes the notifications about articles that are gone for good. */
export async function forgetNotificationsAbout(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("notification").where("article_id", "in", articleIds).execute();
}

/** Deletes the notifications of an account and its choices. */
export async function forgetNotificationsOf(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("notification").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("notification_setting").where("account_id", "=", accountId).execute();
}

/** Removes what was read long ago. */
export async function removeReadNotifications(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom("notification")
    .where("read_at", "<=", now - READ_TTL_MS)
    .execute();
}

/** Removes the notifications of people who cannot log in any more and whose names articles keep; not of suspended ones. */
export async function removeUnreachable(db: Kysely<Tables>): Promise<void> {
  const users = new Set((await listUsers(db)).map(({ id }) => id));
  const told = await db.selectFrom("notification").select("account_id").distinct().execute();
  const chosen = await db.selectFrom("notification_setting").select("account_id").distinct().execute();
  const gone = new Set([...told, ...chosen].map(({ account_id }) => account_id).filter((id) => !users.has(id)));
  for (const id of gone) await db.transaction().execute((trx) => forgetNotificationsOf(trx, id));
}
