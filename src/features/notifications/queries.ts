import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { accountNames, findUsers } from "#features/identity/accounts/queries.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { Page } from "#shared/schema.ts";
import type { NotificationSettings } from "./endpoints.ts";
import {
  type Choice,
  FIRST_TIMING,
  KIND_NAMES,
  KINDS,
  type NotificationKind,
  type NotifiedName,
  type Timing,
} from "./rules.ts";
import type { NotificationTable } from "./tables.ts";
import { seenTitle, storiesNow, titlesNow } from "./titles.ts";
import type { NotifiedType, Reader } from "./types.ts";

const documentOf = (row: Pick<Selectable<NotificationTable>, "document_type" | "document_id">) => ({
  type: row.document_type,
  id: row.document_id,
});

/**
 * An account's notifications of documents that it may see now, with their titles. A document in the trash has no title;
 * a former author, or an editor who became a writer, no longer gets notifications of others' documents.
 */
function selectSeen(db: Kysely<Tables>, kinds: readonly NotifiedType<NotifiedName>[], reader: Reader) {
  const title = seenTitle(db, kinds, reader, "notification");
  return db
    .selectFrom("notification")
    .where("notification.account_id", "=", reader.accountId)
    .where(title, "is not", null)
    .select(title.as("title"));
}

/** Whether notifications of a document are shown to a reader. */
export async function isSeen(
  db: Kysely<Tables>,
  kind: NotifiedType<NotifiedName>,
  reader: Reader,
  id: number,
): Promise<boolean> {
  const title = kind.seenTitle(db, reader, sql<number>`cast(${id} as integer)`);
  const { seen } = await db.selectNoFrom(sql<string | null>`${title}`.as("seen")).executeTakeFirstOrThrow();
  return seen !== null;
}

/** One page of an account's notifications, newest first, with the actors' names, and the total. */
export async function pageNotifications(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  reader: Reader,
  { limit, offset }: Page,
) {
  const shown = selectSeen(db, kinds, reader).where("notification.is_shown", "=", 1);
  const rows = await shown
    .selectAll("notification")
    .orderBy("notification.created_at", "desc")
    .orderBy("notification.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await shown
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const names = await accountNames(
    db,
    rows.map(({ actor_id }) => actor_id),
  );
  const titled = await titlesNow(db, kinds, rows, documentOf);
  const stories = await storiesNow(db, kinds, titled, { keyOf: documentOf, now: reader.now });
  return {
    rows: titled.map((row) => ({
      ...row,
      actor: names.get(row.actor_id ?? 0) ?? null,
      story: stories.get(row),
    })),
    total: Number(total),
  };
}
export type ListedNotification = Awaited<ReturnType<typeof pageNotifications>>["rows"][number];

/** How many notes, replies and mentions an account has not read, and the first documents with them. */
export async function unreadNotes(db: Kysely<Tables>, kinds: readonly NotifiedType[], reader: Reader, limit: number) {
  const unread = selectSeen(db, kinds, reader)
    .where("notification.kind", "in", ["noted", "mentioned"])
    .where("notification.is_shown", "=", 1)
    .where("notification.read_at", "is", null);
  const { total } = await unread
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const documents = await unread
    .select(["notification.document_type as type", "notification.document_id as id"])
    .$narrowType<{ type: DocumentTypeName }>()
    .distinct()
    .orderBy("notification.document_id", "desc")
    .limit(limit)
    .execute();
  return { total: Number(total), documents: await titlesNow(db, kinds, documents, (row) => row) };
}

/** How many of an account's notifications are unread, and the time of the newest. */
export async function countUnread(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  reader: Reader,
): Promise<{ count: number; newest: number | null }> {
  const { count, newest } = await selectSeen(db, kinds, reader)
    .clearSelect()
    .where("notification.read_at", "is", null)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.max<number | null>("notification.created_at").as("newest"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), newest: newest === null ? null : Number(newest) };
}

/** A notification to mail, with its recipient and document; undefined if it is no longer wanted. */
export async function findToMail(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  id: number,
  now: number,
) {
  const stored = await db.selectFrom("notification").select("account_id").where("id", "=", id).executeTakeFirst();
  const [person] = stored ? await findUsers(db, [stored.account_id]) : [];
  const [found] = person
    ? await mailable(db, kinds, { ...person, now }, (rows) => rows.where("notification.id", "=", id))
    : [];
  return person && found ? { ...found, email: person.email } : undefined;
}

/** An account's notifications that wait for its digest, the newest first; at most `limit`. */
export async function findForDigest(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  person: Mailed,
  limit: number,
): Promise<ToMail[]> {
  return mailable(db, kinds, person, (rows) =>
    rows.where("notification.mailed_at", "is", null).orderBy("notification.created_at", "desc").limit(limit),
  );
}

type Mailed = { id: number; role: Reader["role"]; now: number };
type Seen = ReturnType<typeof selectSeen>;

/** Notifications of an account that it may see, wants by mail, and has not read in the product. */
async function mailable(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType<NotifiedName>[],
  { id, ...reader }: Mailed,
  narrow: (rows: Seen) => Seen,
) {
  const choices = await choicesOf(db, id);
  const wanted = KIND_NAMES.filter((kind) => choices[kind].by_mail);
  if (wanted.length === 0) return [];
  const rows = await narrow(selectSeen(db, kinds, { accountId: id, ...reader }))
    .where("notification.kind", "in", wanted)
    .where((eb) => eb.or([eb("notification.is_shown", "=", 0), eb("notification.read_at", "is", null)]))
    .selectAll("notification")
    .execute();
  const names = await accountNames(
    db,
    rows.map(({ actor_id }) => actor_id),
  );
  const titled = await titlesNow(db, kinds, rows, documentOf);
  return titled.map((row) => ({ ...row, actor: names.get(row.actor_id ?? 0) ?? null }));
}
export type ToMail = Awaited<ReturnType<typeof mailable>>[number];

/** When an account gets the mails of its notifications. */
export async function timingOf(db: Kysely<Tables>, accountId: number): Promise<{ timing: Timing; hour: number }> {
  const row = await db
    .selectFrom("notification_digest")
    .select(["timing", "hour"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? FIRST_TIMING;
}

/** The accounts among these whose mails do not leave immediately. */
export async function timingsFor(db: Kysely<Tables>, accountIds: readonly number[]): Promise<Map<number, Timing>> {
  const rows = await db
    .selectFrom("notification_digest")
    .select(["account_id", "timing"])
    .where("account_id", "in", accountIds)
    .execute();
  return new Map(rows.map(({ account_id, timing }) => [account_id, timing]));
}

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

/** Where an account wants notifications of each kind. */
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

/** The notifications of an account after an id, in order; at most `limit`. */
export const notificationsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("notification")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
