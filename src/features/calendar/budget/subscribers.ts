import { type Kysely, sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { listUsers } from "#features/identity/accounts/queries.ts";
import { notify } from "#features/notifications/commands.ts";
import type { NotifiedType } from "#features/notifications/types.ts";
import type { Clock } from "#platform/clock.ts";
import { system } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";
import type { IdeaRow } from "../tables.ts";
import { knownIdeas, ownersOf } from "./queries.ts";
import { isDone } from "./rules.ts";

/** How long before its due time a story is due soon, and how long after it people are still notified. */
const SOON_MS = DAY;
const LATE_MS = 7 * DAY;
/** Stories of one run of the job. */
const AT_ONCE = 100;

const ideaRows = (db: Kysely<Tables>, ids: readonly number[]) =>
  db.selectFrom("idea").selectAll().where("id", "in", ids).execute();

/** How notifications refer to stories of the budget. */
export const noticedIdeas: NotifiedType<"idea"> = {
  type: "idea",
  permissions: { read: "idea.write" },
  async owners(db, id) {
    const [idea] = await knownIdeas(db, await ideaRows(db, [id]), 0);
    return idea ? ownersOf(idea).owners.filter((owner) => owner !== null) : [];
  },
  async titles(db, ids) {
    const ideas = await knownIdeas(db, await ideaRows(db, ids), 0);
    return new Map(ideas.map(({ row, story }) => [row.id, story?.title || row.title]));
  },
  async stories(db, ids, now) {
    const ideas = await knownIdeas(db, await ideaRows(db, ids), now);
    return new Map(ideas.map(({ row, state }) => [row.id, { state, has_changes: false }]));
  },
  seenTitle: (db, reader, id) =>
    db
      .selectFrom("idea")
      .select("idea.title")
      .where("idea.id", "=", id)
      .$if(!mayAny(reader, "idea.write"), (query) =>
        query.where((eb) =>
          eb.or([
            eb("idea.created_by", "=", reader.accountId),
            eb(
              "idea.id",
              "in",
              eb.selectFrom("idea_person").select("idea_id").where("idea_person.account_id", "=", reader.accountId),
            ),
          ]),
        ),
      )
      .$asScalar(),
};

/** The columns that remember for which due time a story was announced. */
type Notice = { column: "soon_for" | "late_for"; detail: "" | "late" };
const NOTICES: readonly Notice[] = [
  { column: "soon_for", detail: "" },
  { column: "late_for", detail: "late" },
];

/**
 * Notifies the people of stories that are due soon, and also the desk of late ones: once for each due time, whatever process
 * ends, as the row that remembers it is changed in the same transaction.
 */
export async function noticeDueIdeas({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const { db } = database;
  const now = clock.now();
  for (const { column, detail } of NOTICES) {
    const [from, until] = detail === "late" ? [now - LATE_MS, now] : [now, now + SOON_MS];
    const rows = await db
      .selectFrom("idea")
      .selectAll()
      .where("due_at", ">", from)
      .where("due_at", "<=", until)
      .where((eb) => eb.or([eb(column, "is", null), eb(column, "<>", eb.ref("due_at"))]))
      .orderBy("due_at")
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) await notice({ database, clock }, row, { column, detail });
  }
}

async function notice(
  { database, clock }: { database: Database; clock: Clock },
  { id, due_at }: IdeaRow,
  { column, detail }: Notice,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("idea")
      .set({ [column]: due_at })
      .where("id", "=", id)
      .where("due_at", "=", due_at)
      .where(sql<boolean>`coalesce(${sql.ref(column)}, -1) <> ${due_at}`)
      .returningAll()
      .executeTakeFirst();
    const [idea] = row ? await knownIdeas(trx, [row], clock.now()) : [];
    if (!idea || isDone(idea.state)) return;
    const own = idea.people.length > 0 ? idea.people : [idea.row.created_by].filter((one) => one !== null);
    const desk = detail === "late" ? (await listUsers(trx)).filter((user) => mayAny(user, "idea.assign")) : [];
    const recipients = [...new Set([...own, ...desk.map((user) => user.id)])];
    await notify(
      { trx, clock, by: system },
      noticedIdeas,
      { kind: "due", detail, id, isTimed: true },
      () => recipients,
    );
  });
}
