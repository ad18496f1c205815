import { expect, test } from "vitest";
import { unsubscribeToken } from "#features/newsletter/rules.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp, TEST_SECRET } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;

describeOnEngines("mails that were settled long ago", (open) => {
  test("are deleted with their texts and files after 90 days, in batches; an issue's numbers and queued mails stay", async () => {
    const clock = testClock();
    const database = await open();
    const { db } = database;
    const { app, mail, mailFiles } = await startTestApp(database, { clock });
    const editor = await startPatientEditor(app, database, clock);
    const count = async (table: "mail" | "mail_body") => {
      const row = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    const { removeOldMails } = mail;
    const recipients = async () =>
      (await editor({ method: "GET", url: `${editorApiUrl.issueRecipients(id)}?limit=100` })).headers["x-total-count"];

    for (const email of ["old@example.com", "leaves@example.com"])
      await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } });
    const { id } = (
      await editor({
        method: "POST",
        url: editorApiUrl.issues(),
        payload: { subject: "The week", introduction: "Hello." },
      })
    ).body;
    await editor({ method: "POST", url: editorApiUrl.issueAction(id, "send"), payload: {} });
    for (let step = 0; step < 2; step += 1) {
      await mail.advanceIssues();
      await mail.mailer.drain();
    }
    await mail.advanceIssues();
    const people = db.selectFrom("subscriber").select("id");
    const person = await people.where("email", "=", "leaves@example.com").executeTakeFirst();
    const token = unsubscribeToken(TEST_SECRET, person?.id ?? 0, id);
    await app.inject({ method: "POST", url: apiUrl.unsubscribe(), payload: { token } });
    // Enough recipients for two batches.
    const sample = await db.selectFrom("mail").where("issue_id", "=", id).selectAll().executeTakeFirstOrThrow();
    const { id: _id, ...rest } = sample;
    const more = Array.from({ length: 250 }, (_, number) => ({
      ...rest,
      subscriber_id: 1_000 + number,
      is_rejected: number < 2 ? 1 : 0,
      state: number < 3 ? ("failed" as const) : ("sent" as const),
      to_email: `r${number}@example.com`,
    }));
    for (const part of [more.slice(0, 125), more.slice(125)]) await db.insertInto("mail").values(part).execute();
    const issue = async () => (await editor({ method: "GET", url: editorApiUrl.issue(id) })).body;
    const { counts } = await issue();
    expect(counts).toMatchObject({ sent: 249, failed: 3, rejected: 2, unsubscribed: 1, waiting: 0 });

    clock.advance(89 * DAY);
    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "new@example.com" } });
    await removeOldMails();
    expect([await count("mail"), await recipients()]).toEqual([255, "252"]);
    expect(mailFiles()).toHaveLength(4);

    clock.advance(2 * DAY);
    await removeOldMails();
    expect((await issue()).counts).toEqual(counts);
    expect(await recipients()).toBe("0");
    expect(mailFiles()).toEqual([]);
    const left = await db.selectFrom("mail").select(["to_email", "state"]).execute();
    // The welcome of the newest reader had not been sent.
    expect(left.map(({ to_email }) => to_email)).toEqual(["new@example.com"]);
    expect(await count("mail_body"), "its own, and what the issue said").toBe(2);
    await removeOldMails();
    expect((await issue()).counts).toEqual(counts);
  });

  test("are kept for an issue that is paused, however old they are", async () => {
    const clock = testClock();
    const database = await open();
    const { app, mail, mailFiles } = await startTestApp(database, { clock, mail: { ratePerMinute: 60 } });
    const editor = await startPatientEditor(app, database, clock);
    for (const number of [1, 2])
      await database.db
        .insertInto("subscriber")
        .values({ email: `r${number}@example.com`, status: "active", created_at: 0, changed_at: 0 })
        .execute();
    const { id } = (
      await editor({ method: "POST", url: editorApiUrl.issues(), payload: { subject: "x", introduction: "Hello." } })
    ).body;
    await editor({ method: "POST", url: editorApiUrl.issueAction(id, "send"), payload: {} });
    await mail.advanceIssues();
    await mail.mailer.drain();
    await editor({ method: "POST", url: editorApiUrl.issueAction(id, "pause"), payload: {} });
    clock.advance(100 * DAY);
    await mail.removeOldMails();
    expect(mailFiles()).toHaveLength(1);
    const url = editorApiUrl.issueRecipients(id);
    expect((await editor({ method: "GET", url })).body).toMatchObject([{ state: "held" }, { state: "sent" }]);
  });
});
