import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { By } from "#features/audit/commands.ts";
import type { Action } from "#features/audit/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { DAY } from "#shared/time.ts";
import type { Cause, EventAction, EventOf, NewsroomEvent, Subscriber } from "./types.ts";

export const on = <A extends EventAction>(
  actions: readonly A[],
  react: (cause: Cause, events: readonly EventOf<A>[]) => ReturnType<Subscriber["react"]>,
): Subscriber => ({
  actions: new Set<string>(actions),
  react: react as Subscriber["react"],
});

const subscribers: Subscriber[] = [];

/**
 * Adds subscribers: they react in this order. Those of the program are the same in every process, so commands need not pass
 * them on. The result removes them.
 */
export function subscribe(added: readonly Subscriber[]): Disposable {
  subscribers.push(...added);
  return {
    [Symbol.dispose]() {
      for (const one of added) subscribers.splice(subscribers.indexOf(one), 1);
    },
  };
}

/**
 * Stores events, and calls all subscribers, in the transaction that caused them; outside of one, in one of its own. Returns the
 * scopes that subscribers touched.
 */
export const recordEvents = (db: Kysely<Tables>, clock: Clock, events: readonly NewsroomEvent[]): Promise<Scope[]> =>
  db.isTransaction
    ? tellAll({ trx: db as Transaction<Tables>, clock }, events)
    : shareCommit(db, (trx) => tellAll({ trx, clock }, events));

export const recordEvent = (db: Kysely<Tables>, clock: Clock, event: NewsroomEvent): Promise<Scope[]> =>
  recordEvents(db, clock, [event]);

async function tellAll(cause: Cause, events: readonly NewsroomEvent[]): Promise<Scope[]> {
  if (subscribers.length === 0) throw new Error("No subscriber is connected: app/subscribers.ts was not loaded.");
  await storeEvents(cause, events);
  const changed: Scope[] = [];
  for (const { actions, react } of [...subscribers]) {
    const concerned = actions === "all" ? events : events.filter(({ action }) => actions.has(action));
    const touched = concerned.length > 0 ? await react(cause, concerned) : undefined;
    if (touched) changed.push(...touched);
  }
  return changed;
}

/** The new words of changed fields, for `shown`. */
export const newWords = (changes: NonNullable<NewsroomEvent["changes"]>, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (changes[field] ? [[field, String(changes[field].to ?? "")]] : [])));

/** Texts that readers see, by field. */
export type SeenTexts = Readonly<Record<string, readonly string[]>>;

/** Those that were not there before, for `shown`. */
export const addedTexts = (before: SeenTexts, after: SeenTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(after).map(([field, texts]) => [
      field,
      texts.filter((text) => !before[field]?.includes(text)).join("\n"),
    ]),
  );

export type AccountAction = Action &
  `${"account" | "author" | "session" | "password" | "factor" | "passkey"}.${string}`;

/** An action on an account. */
export const recordAccount = (
  trx: Kysely<Tables>,
  clock: Clock,
  by: By,
  action: AccountAction,
  id: number,
  changes: NewsroomEvent["changes"] = {},
): Promise<Scope[]> => recordEvent(trx, clock, { by, action, subject: { kind: "account", id }, changes });

async function storeEvents({ trx, clock }: Cause, events: readonly NewsroomEvent[]): Promise<void> {
  const at = clock.now();
  const stored = events.filter(({ isPassing }) => !isPassing);
  for (const some of chunksOf(stored))
    await trx
      .insertInto("event")
      .values(
        some.map(({ by, action, subject: { kind, id }, changes = {}, times = 1 }) => ({
          at,
          action,
          subject_kind: kind,
          subject_id: String(id ?? ""),
          actor_id: by.accountId,
          fields: JSON.stringify(Object.keys(changes)),
          times,
        })),
      )
      .execute();
}

/** Events numbered in one transaction, during which other writers wait on SQLite. */
const NUMBERED_AT_ONCE = 200;

/**
 * Numbers the committed events in the order of their ids, until none is left. One process at a time does it, so that
 * nothing is inserted before a number that was read, and writers never wait for each other.
 */
export async function numberEvents({ db }: Pick<Database, "db">): Promise<void> {
  const waiting = () => db.selectFrom("event").select("id").where("position", "is", null).limit(1).executeTakeFirst();
  while (await waiting()) if ((await shareCommit(db, numberSome)) < NUMBERED_AT_ONCE) return;
}

async function numberSome(trx: Transaction<Tables>): Promise<number> {
  const all = { kind: "", id: "" };
  let position = await lastOf(trx, all);
  const rows = await trx
    .selectFrom("event")
    .select(["id", "subject_kind", "subject_id"])
    .where("position", "is", null)
    .orderBy("id")
    .limit(NUMBERED_AT_ONCE)
    .execute();
  const last = await lastOfAll(trx, rows);
  const numbers = rows.map(({ id, subject_kind, subject_id }) => {
    const key = keyOf(subject_kind, subject_id);
    const counted = last.get(key) ?? { kind: subject_kind, id: subject_id, last_n: 0 };
    counted.last_n += 1;
    last.set(key, counted);
    position += 1;
    return sql`(cast(${id} as integer), cast(${position} as bigint), cast(${counted.last_n} as bigint))`;
  });
  if (rows.length > 0) {
    await sql`update event set position = numbered.column2, n = numbered.column3
      from (values ${sql.join(numbers)}) as numbered where event.id = numbered.column1`.execute(trx);
    await trx
      .insertInto("event_subject")
      .values([...last.values(), { ...all, last_n: position }])
      .onConflict((conflict) =>
        conflict.columns(["kind", "id"]).doUpdateSet((eb) => ({ last_n: eb.ref("excluded.last_n") })),
      )
      .execute();
  }
  return rows.length;
}

const keyOf = (kind: string, id: string) => JSON.stringify([kind, id]);

/** How many events of each subject have been numbered, as far as there are any. */
async function lastOfAll(trx: Transaction<Tables>, rows: readonly { subject_kind: string; subject_id: string }[]) {
  const found = await trx
    .selectFrom("event_subject")
    .selectAll()
    .where("kind", "in", ["", ...new Set(rows.map((row) => row.subject_kind))])
    .where("id", "in", ["", ...new Set(rows.map((row) => row.subject_id))])
    .execute();
  return new Map(found.filter(({ kind }) => kind !== "").map((row) => [keyOf(row.kind, row.id), row]));
}

/** How many events have been numbered; others who number them wait. */
async function lastOf(trx: Transaction<Tables>, { kind, id }: { kind: string; id: string }) {
  const row = await trx
    .selectFrom("event_subject")
    .select("last_n")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row?.last_n ?? 0;
}

export const KEPT_DAYS = 30;
const REMOVED_AT_ONCE = 2_000;

/** Deletes old events that have been numbered. */
export async function removeOldEvents({ db }: Pick<Database, "db">, now: number): Promise<void> {
  for (;;) {
    const old = db
      .selectFrom("event")
      .select("id")
      .where("position", "is not", null)
      .where("at", "<", now - KEPT_DAYS * DAY)
      .orderBy("position")
      .limit(REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom("event").where("id", "in", old).executeTakeFirst();
    if (Number(numDeletedRows) < REMOVED_AT_ONCE) return;
  }
}
