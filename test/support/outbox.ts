import type { Insertable, Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import { storeBody } from "#features/mail/commands.ts";
import { MailLeases } from "#features/mail/leases.ts";
import type { MailTable } from "#features/mail/tables.ts";
import { testClock } from "./clock.ts";
import type { OpenTestDatabase } from "./engines.ts";

type Mail = Selectable<MailTable>;

/** The outbox of an empty database: mails are put into it as rows, in any state. */
export async function startOutbox(open: OpenTestDatabase) {
  const clock = testClock();
  const database = await open();
  const { db } = database;
  const body_id = await storeBody(db, { subject: "A subject", html: "<p>Text</p>", text: "Text" });
  return {
    clock,
    database,
    db,
    body_id,
    newProcess: (ratePerMinute = 600_000) =>
      new MailLeases({ database, clock, staging: { read: async () => false } }, ratePerMinute),
    /** Adds a mail that is due now, and returns its id; a test names only what it is about. */
    async put(values: Partial<Insertable<MailTable>> = {}): Promise<number> {
      const now = clock.now();
      const plain = {
        kind: "welcome",
        state: "queued",
        priority: 0,
        body_id,
        issue_id: null,
        subscriber_id: null,
      } as const;
      const times = { created_at: now, due_at: now, first_tried_at: null, claimed_at: null, lease_until: null };
      const rest = { lease_by: null, settled_at: null, message_id: "<1@news.example>" };
      const mail = { ...plain, ...times, ...rest, to_email: "reader@example.com", ...values };
      return (await db.insertInto("mail").values(mail).returning("id").executeTakeFirstOrThrow()).id;
    },
    read: (id: number): Promise<Mail | undefined> =>
      db.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst(),
    readAll: (): Promise<Mail[]> => db.selectFrom("mail").selectAll().orderBy("id").execute(),
    bounces: () => bouncesOf(database),
  };
}

async function bouncesOf({ db }: Database): Promise<Record<string, number>> {
  const rows = await db.selectFrom("mail_bounce").select(["email", "count"]).execute();
  return Object.fromEntries(rows.map(({ email, count }) => [email, count]));
}
