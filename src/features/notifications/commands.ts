import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { findUsers, listUsers } from "#features/identity/accounts/queries.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey } from "#shared/document.ts";
import { NotFoundError } from "#shared/errors.ts";
import { mayAny, type Permission } from "#shared/permissions.ts";
import { nextDaily } from "#shared/time.ts";
import type { NotificationSettingsBody } from "./endpoints.ts";
import { NOTIFICATION_TASK } from "./mail.tsx";
import { choicesFor, isSeen, timingOf, timingsFor } from "./queries.ts";
import {
  CHANGES_PER_MAIL_MS,
  CHANNELS,
  KIND_NAMES,
  KINDS,
  NO_NOTIFICATION,
  type NotificationDetail,
  type NotificationKind,
  type NotifiedName,
  READ_TTL_MS,
  type Timing,
} from "./rules.ts";
import type { NotificationTable } from "./tables.ts";
import type { NotifiedType } from "./types.ts";

/** What was done to the document with this id. `isTimed`: also by the server, at a set time. */
export type Event = { kind: NotificationKind; detail?: NotificationDetail; id: number; isTimed?: boolean };

/** The user whose action causes a notification, in the action's transaction. */
export type Cause = { trx: Transaction<Tables>; clock: Clock; by: Actor };

/**
 * Notifies the accounts that `choose` returns for the document's owners. Skips the actor, users who cannot log in, and
 * users who may not see the document. Actions of the system, also at a scheduled time, notify no one unless `isTimed`:
 * their actor has no role.
 */
export async function notify(
  { trx, clock, by }: Cause,
  kind: NotifiedType<NotifiedName>,
  event: Event,
  choose: (owners: readonly number[]) => readonly number[],
): Promise<void> {
  if (!event.isTimed && (by.accountId === null || by.role === null)) return;
  const owners = await kind.owners(trx, event.id);
  const others = choose(owners).filter((id) => id !== by.accountId);
  if (others.length === 0) return;
  const people: { id: number }[] = [];
  for (const { id, role } of await findUsers(trx, others)) {
    const reader = { accountId: id, role, now: clock.now() };
    if (mayAny(reader, kind.permissions.read) || (await isSeen(trx, kind, reader, event.id))) people.push({ id });
  }
  if (people.length === 0) return;
  const choices = await choicesFor(
    trx,
    event.kind,
    people.map(({ id }) => id),
  );
  const mailed = [...choices].flatMap(([id, { by_mail }]) => (by_mail ? [id] : []));
  const timings = mailed.length > 0 ? await timingsFor(trx, mailed) : new Map<number, Timing>();
  const { id: documentId, isTimed: _isTimed, ...done } = event;
  const written = { ...done, document: { type: kind.type, id: documentId } };
  for (const [to, choice] of choices) {
    const mail = choice.by_mail ? (timings.get(to) ?? "now") : "off";
    const isWanted = choice.in_product || mail !== "off";
    const parts = { trx, clock, by, event: written };
    const id = isWanted ? await write(parts, to, { in_product: choice.in_product, mail }) : undefined;
    if (id !== undefined) await enqueueTask(trx, clock.now(), { kind: NOTIFICATION_TASK, payload: { id } });
  }
}

/**
 * Notifies everyone who may publish any document of the type that `by` submitted one: it was marked as ready, or, with
 * the detail `proposed`, has changes by a user who may not publish it.
 */
export async function notifyPublishers(
  cause: Cause,
  kind: NotifiedType & { permissions: { publish: Permission } },
  { id, detail = "" }: { id: number; detail?: "" | "proposed" },
): Promise<void> {
  const { publish } = kind.permissions;
  if (detail === "proposed" && mayAny(cause.by, publish)) return;
  const users = await listUsers(cause.trx);
  const ids = users.filter(({ role }) => mayAny({ role }, publish)).map((user) => user.id);
  // Owners are notified of changes anyway.
  await notify(cause, kind, { kind: "submitted", detail, id }, (owners) =>
    detail === "proposed" ? ids.filter((one) => !owners.includes(one)) : ids,
  );
}

type Written = { kind: NotificationKind; detail?: NotificationDetail; document: { type: NotifiedName; id: number } };
type Parts = Cause & { event: Written };

/** Stores a notification for one account. Returns its id if a mail is due now as well; one for a digest only waits. */
async function write(
  { trx, clock, by, event: { kind, detail = "", document } }: Parts,
  to: number,
  { in_product, mail }: { in_product: boolean; mail: Timing },
): Promise<number | undefined> {
  const now = clock.now();
  const about = {
    account_id: to,
    actor_id: by.accountId,
    kind,
    document_type: document.type,
    document_id: document.id,
  };
  // Writing in an article saves every few seconds.
  const isRepeated = kind === "changed" || detail === "proposed";
  const repeats = isRepeated ? await findChanges(trx, { ...about, detail }) : [];
  const isMailed = mail === "now" && !repeats.some(({ mailed_at }) => (mailed_at ?? 0) > now - CHANGES_PER_MAIL_MS);
  const mailed = isMailed ? { mailed_at: now } : mail === "daily" ? { mailed_at: null } : {};
  const isWaiting = mail === "daily" && !repeats.some(({ mailed_at }) => mailed_at === null);
  const unread = in_product ? repeats.find(({ read_at }) => read_at === null) : undefined;
  if (unread) {
    await trx
      .updateTable("notification")
      .set({ created_at: now, ...mailed })
      .where("id", "=", unread.id)
      .execute();
    return isMailed ? unread.id : undefined;
  }
  if (!in_product && !isMailed && !isWaiting) return undefined;
  const shown = in_product ? { is_shown: 1 as const, read_at: null } : { is_shown: 0 as const, read_at: now };
  const { id } = await trx
    .insertInto("notification")
    .values({ ...about, detail, created_at: now, ...shown, mailed_at: isMailed ? now : null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return isMailed ? id : undefined;
}

type About = Pick<
  Selectable<NotificationTable>,
  "account_id" | "kind" | "detail" | "document_type" | "document_id" | "actor_id"
>;

/** An account's notification of one person's changes to a document, if it is unread or was mailed recently. */
const findChanges = (trx: Transaction<Tables>, about: About) =>
  trx
    .selectFrom("notification")
    .select(["id", "read_at", "mailed_at"])
    .where((eb) => eb.and(about))
    .execute();

/** Deletes the unread notification of a review request. */
export async function forgetRequest(trx: Transaction<Tables>, document: DocumentKey, accountId: number): Promise<void> {
  await trx
    .deleteFrom("notification")
    .where("document_type", "=", document.type)
    .where("document_id", "=", document.id)
    .where("account_id", "=", accountId)
    .where("kind", "=", "asked")
    .where("detail", "=", "")
    .where("read_at", "is", null)
    .execute();
}

/** Marks one of an account's notifications as read. Throws NotFoundError. */
export async function markRead(db: Kysely<Tables>, clock: Clock, accountId: number, id: number): Promise<void> {
  const own = db.selectFrom("notification").select("id").where("id", "=", id).where("account_id", "=", accountId);
  if (!(await own.where("is_shown", "=", 1).executeTakeFirst()))
    throw new NotFoundError("notification_not_found", NO_NOTIFICATION);
  await db
    .updateTable("notification")
    .set({ read_at: clock.now() })
    .where("id", "=", id)
    .where("read_at", "is", null)
    .execute();
}

/** Marks all of an account's notifications as read, or those up to a time (epoch milliseconds). */
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

/** Stores where an account wants some kinds of notifications; omitted kinds keep their value. */
export async function chooseChannels(
  db: Kysely<Tables>,
  accountId: number,
  { kinds }: NotificationSettingsBody,
): Promise<void> {
  const flagOf = (on: boolean) => (on ? 1 : 0);
  await db.transaction().execute(async (trx) => {
    for (const kind of KIND_NAMES) {
      const given = kinds?.[kind];
      const changed = CHANNELS.flatMap((channel) => {
        const on = given?.[channel];
        return on === undefined ? [] : [[channel, flagOf(on)] as const];
      });
      if (changed.length === 0) continue;
      const { in_product, by_mail } = KINDS[kind].first;
      const first = { in_product: flagOf(in_product), by_mail: flagOf(by_mail) } as const;
      // Only given values are written, so that two concurrent changes do not undo each other.
      const values = Object.fromEntries(changed) as Partial<Record<"in_product" | "by_mail", 0 | 1>>;
      await trx
        .insertInto("notification_setting")
        .values({ account_id: accountId, kind, ...first, ...values })
        .onConflict((conflict) => conflict.columns(["account_id", "kind"]).doUpdateSet(values))
        .execute();
    }
  });
}

/** Stores when an account gets the mails of its notifications. What waits for a digest is sent if there are no more of them. */
export async function chooseTiming(
  db: Kysely<Tables>,
  accountId: number,
  { timing, hour }: { timing?: Timing | undefined; hour?: number | undefined },
  now: number,
): Promise<void> {
  if (timing === undefined && hour === undefined) return;
  await db.transaction().execute(async (trx) => {
    const before = await timingOf(trx, accountId);
    const after = { timing: timing ?? before.timing, hour: hour ?? before.hour };
    // A repeated request must not postpone what waits, or drop it.
    if (after.timing === before.timing && after.hour === before.hour) return;
    const isLast = before.timing === "daily" && after.timing === "now";
    const { time_zone: zone } = await readNewsroom(trx);
    const due_at = after.timing === "daily" ? nextDaily(zone, after.hour, now) : isLast ? now : null;
    await trx
      .insertInto("notification_digest")
      .values({ account_id: accountId, ...after, due_at })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ ...after, due_at }))
      .execute();
  });
}

/** Deletes the notifications about documents that are deleted permanently. */
export async function forgetNotificationsAbout(
  trx: Transaction<Tables>,
  type: NotifiedName,
  ids: readonly number[],
): Promise<void> {
  await trx.deleteFrom("notification").where("document_type", "=", type).where("document_id", "in", ids).execute();
}

export async function forgetNotificationsOf(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("notification").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("notification_setting").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("notification_digest").where("account_id", "=", accountId).execute();
}

/** Deletes notifications that were read long ago. */
export async function removeReadNotifications(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom("notification")
    .where("read_at", "<=", now - READ_TTL_MS)
    .execute();
}

/** Deletes the notifications of authors who can no longer log in; those of suspended users stay. */
export async function removeUnreachable(db: Kysely<Tables>): Promise<void> {
  const users = new Set((await listUsers(db)).map(({ id }) => id));
  const notified = await db.selectFrom("notification").select("account_id").distinct().execute();
  const chosen = await db.selectFrom("notification_setting").select("account_id").distinct().execute();
  const timed = await db.selectFrom("notification_digest").select("account_id").execute();
  const gone = new Set(
    [...notified, ...chosen, ...timed].map(({ account_id }) => account_id).filter((id) => !users.has(id)),
  );
  for (const id of gone) await db.transaction().execute((trx) => forgetNotificationsOf(trx, id));
}
