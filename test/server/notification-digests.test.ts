import { expect, test } from "vitest";
import { documentTypes } from "#app/features.ts";
import { noticedIdeas } from "#features/calendar/budget/subscribers.ts";
import { createMailQueue } from "#features/mail/commands.ts";
import { sendDigests } from "#features/notifications/mail.tsx";
import { DAY, HOUR, nextDaily } from "#shared/time.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

async function start(open: OpenTestDatabase) {
  const { sink, transport } = await startMailServer();
  const staff = await startStaff(open, { transport, mail: { smtpUrl: sink.url } });
  const { as, runJob, clock } = staff;
  const subjects = async (to: Person) => {
    await staff.sendNotifications();
    const { email } = await staff.database.db
      .selectFrom("account")
      .select("email")
      .where("id", "=", staff.ids[to])
      .executeTakeFirstOrThrow();
    const own = sink.mails.filter((mail) => mail.to === email);
    const all = await Promise.all(own.map(async ({ raw }) => readMail(raw)));
    return all.filter(({ subject }) => !/sign-in/.test(subject ?? ""));
  };
  return {
    ...staff,
    subjects,
    choose: (who: Person, mail: object) => as(who, "PUT", editorApiUrl.notificationSettings(), { mail }),
    digests: () => runJob("notification digests"),
    due: () => runJob("due stories"),
    async toDigest(hour = 7) {
      const at = nextDaily("UTC", hour, clock.now());
      clock.advance(at - clock.now());
    },
    plan: async (title: string, hours: number, people: number[]) => {
      const due = new Date(clock.now() + hours * HOUR).toISOString();
      return (await as("editor", "POST", "/api/budget/", { title, due, people })).body.id as number;
    },
  };
}

describeOnEngines("mails of notifications", (open) => {
  test("come once a day in one mail, with what is unread, and stop when switched off", async () => {
    const { choose, plan, due, digests, subjects, ids, toDigest, as } = await start(open);
    expect((await choose("writer", { timing: "daily", hour: 7 })).body.mail).toEqual({ timing: "daily", hour: 7 });
    await plan("The bridge", 2, [ids.writer]);
    await plan("The harbour", 3, [ids.writer]);
    await due();
    await digests();
    expect(await subjects("writer")).toEqual([]);
    await toDigest();
    await Promise.all([digests(), digests()]);
    const [mail, ...others] = await subjects("writer");
    expect([mail?.subject, others]).toEqual(["2 unread notifications from Jarida", []]);
    expect(mail?.text).toContain("“The bridge” is due soon.");
    expect(mail?.text).toContain("“The harbour” is due soon.");
    await toDigest();
    await digests();
    expect(await subjects("writer"), "nothing new").toHaveLength(1);

    await plan("The market", 2, [ids.writer]);
    await due();
    await as("writer", "POST", editorApiUrl.readAll());
    await toDigest();
    await digests();
    expect(await subjects("writer"), "it was read").toHaveLength(1);
    await choose("writer", { timing: "off" });
    await plan("The school", 2, [ids.writer]);
    await due();
    await toDigest();
    await digests();
    expect(await subjects("writer")).toHaveLength(1);
  });

  test("are not sent to people who were suspended, nor about what they may no longer see", async () => {
    const { choose, plan, due, digests, subjects, ids, toDigest, database } = await start(open);
    for (const who of ["writer", "contributor"] as const) await choose(who, { timing: "daily", hour: 7 });
    await plan("The bridge", 2, [ids.writer]);
    const lost = await plan("The harbour", 2, [ids.contributor]);
    await due();
    const { db } = database;
    await db.updateTable("account").set({ is_active: 0 }).where("id", "=", ids.writer).execute();
    await db.deleteFrom("idea_person").where("idea_id", "=", lost).execute();
    await toDigest();
    await digests();
    expect([await subjects("writer"), await subjects("contributor")]).toEqual([[], []]);
  });

  test("that wait for a digest leave when mails are wanted at once", async () => {
    const { choose, plan, due, digests, subjects, ids } = await start(open);
    await choose("writer", { timing: "daily", hour: 7 });
    await plan("The bridge", 2, [ids.writer]);
    await due();
    await choose("writer", { timing: "now" });
    await digests();
    expect((await subjects("writer")).map(({ subject }) => subject)).toEqual(["1 unread notification from Jarida"]);
    for (const mail of [{ timing: "weekly" }, { hour: 24 }, { hour: 1.5 }, { at: 1 }])
      expect((await choose("writer", mail)).status, JSON.stringify(mail)).toBe(400);
  });

  test("reach the others if one of them cannot be made", async () => {
    const { choose, plan, due, ids, toDigest, database, store, clock } = await start(open);
    for (const who of ["writer", "contributor"] as const) await choose(who, { timing: "daily", hour: 7 });
    await plan("The bridge", 2, [ids.writer, ids.contributor]);
    await due();
    await toDigest();
    const queued: (number | null | undefined)[] = [];
    const mailQueue = {
      ...createMailQueue({
        clock,
        site: { name: "Jarida", url: "https://news.example" },
        sends: async () => true,
        wake: () => {},
      }),
      enqueue: async (_trx: unknown, { accountId }: { accountId?: number | null }) => {
        if (accountId === ids.writer) throw new Error("No such mailbox.");
        queued.push(accountId);
      },
    };
    const parts = { database, clock, mailQueue, kinds: [...documentTypes(store), noticedIdeas] };
    for (const _run of [1, 2])
      await expect(sendDigests(parts)).rejects.toThrow("1 digests failed: Error: No such mailbox.");
    expect(queued).toEqual([ids.contributor]);
  });

  test("name stories that are due soon to their people, and late ones to the desk, once for each due time", async () => {
    const { plan, due, ids, as, clock, notifications, subjects } = await start(open);
    const id = await plan("The bridge", 20, [ids.writer]);
    await plan("Much later", 60, [ids.writer]);
    await due();
    await due();
    const told = async (who: Person) =>
      (await notifications(who)).map(
        ({ kind, detail, document }) => `${kind} ${detail} ${document.type} ${document.id}`,
      );
    const [soon, late] = [`due  idea ${id}`, `due late idea ${id}`];
    expect([await told("writer"), await told("editor")]).toEqual([[soon], []]);
    expect((await subjects("writer")).map(({ subject }) => subject)).toEqual(["“The bridge” is due soon"]);
    clock.advance(21 * HOUR);
    await due();
    await due();
    expect(await told("writer")).toEqual([late, soon]);
    for (const who of ["editor", "chief"] as const) expect(await told(who), who).toEqual([late]);
    const moved = new Date(clock.now() + 2 * HOUR).toISOString();
    await as("editor", "PUT", `/api/budget/${id}/`, { due: moved });
    await due();
    expect(await told("writer")).toEqual([soon, late, soon]);
    await as("chief", "DELETE", `/api/budget/${id}/`);
    expect(await told("writer")).toEqual([]);
    clock.advance(30 * DAY);
    await due();
    expect(await told("editor"), "long ago").toEqual([]);
  });
});
