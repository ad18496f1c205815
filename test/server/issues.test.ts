import { expect, test } from "vitest";
import { eventsAfter } from "#features/events/queries.ts";
import { unsubscribeToken } from "#features/newsletter/rules.ts";
import type { MailTransport } from "#platform/mail.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles, startMailServer } from "#test/support/mails.ts";
import { startTestApp, TEST_SECRET, TEST_SITE } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
type Method = "GET" | "POST" | "PUT" | "DELETE";

describeOnSqlite("newsletter issues", (open) => {
  async function start(
    mail: { ratePerMinute?: number; connections?: number } = {},
    { transport, rateLimits = false }: { transport?: MailTransport; rateLimits?: boolean } = {},
  ) {
    const clock = testClock();
    const database = await open();
    const parts = await startTestApp(database, { clock, mail, rateLimits, ...(transport && { transport }) });
    const editor = await startPatientEditor(parts.app, database, clock);
    const call = (method: Method, url: string, payload?: object, ifMatch?: string) =>
      editor({ method, url, ...(payload && { payload }), ...(ifMatch && { ifMatch }) });
    const addReaders = (count: number, from = 0) =>
      database.db
        .insertInto("subscriber")
        .values(
          Array.from({ length: count }, (_, number) => ({
            email: `r${from + number}@example.com`,
            status: "active" as const,
            created_at: 0,
            changed_at: 0,
          })),
        )
        .execute();
    return {
      ...parts,
      clock,
      call,
      addReaders,
      /** What the jobs of a running server do. */
      work: async () => {
        await parts.mail.advanceIssues();
        await parts.mail.mailer.drain();
        await parts.mail.advanceIssues();
      },
      mails: () => readMailFiles(parts.mailFiles()),
      create: async (body: object = {}) =>
        (await call("POST", editorApiUrl.issues(), { subject: "The week", introduction: "Hello.", ...body })).body,
      issue: async (id: number) => (await call("GET", editorApiUrl.issue(id))).body,
    };
  }

  test("limits an account's test mails, to people outside the newsroom more than to its own", async () => {
    const { clock, call, create } = await start({}, { rateLimits: true });
    const { id } = await create();
    const send = (email: string) => call("POST", editorApiUrl.issueAction(id, "test"), { email });
    for (let sent = 0; sent < 5; sent += 1) expect((await send(`r${sent}@example.com`)).status).toBe(204);
    const { status, body } = await send("r6@example.com");
    expect([status, body.code]).toEqual([429, "too_many_test_mails"]);
    expect(body.detail).toContain("Try again in 60 minutes.");
    expect((await send(EDITOR.email.toUpperCase())).status, "a colleague").toBe(204);
    clock.advance(HOUR);
    expect((await send("r6@example.com")).status).toBe(204);
  });

  test("an issue is written, previewed, tested, and sent to every active subscriber once", async () => {
    const { call, create, issue, addReaders, work, mails, store, app } = await start();
    const lead = await publish(store, { title: "Rollups & <b>fees</b>", excerpt: "In short." });
    const second = await publish(store, { title: "A second story" });
    const draft = await publish(store, { title: "Not yet", status: "draft" });
    const { id } = await create({
      preview: "Inside: fees",
      introduction: "One.\n\nTwo\nlines.",
      article_ids: [lead, draft, second],
    });
    const preview = (await call("GET", editorApiUrl.issuePreview(id))).body;
    expect(preview.text).toContain("Rollups & <b>fees</b>");
    expect(preview.text.indexOf("Rollups")).toBeLessThan(preview.text.indexOf("A second story"));
    expect(preview.html).toContain("Rollups &amp; &lt;b&gt;fees&lt;/b&gt;");
    expect(preview.html).toContain(`${TEST_SITE}${pageUrl.article(lead)}`);
    expect(preview.html).not.toContain("Not yet");
    const frame = await app.inject(preview.frame_url);
    expect(frame.body).toBe(preview.html);
    expect(frame.headers["content-security-policy"]).toMatch(/default-src 'none'.*style-src 'unsafe-inline'.*sandbox/);
    expect((await app.inject(`${preview.frame_url.split("?")[0]}?key=x`)).statusCode).toBe(404);

    expect((await call("POST", editorApiUrl.issueAction(id, "test"), { email: "me@news.example" })).status).toBe(204);
    await work();
    expect(await mails()).toMatchObject([{ subject: "Test: The week", to: [{ address: "me@news.example" }] }]);

    await addReaders(3);
    await store.database.db
      .updateTable("subscriber")
      .set({ status: "unsubscribed" })
      .where("email", "=", "r1@example.com")
      .execute();
    expect((await call("POST", editorApiUrl.issueAction(id, "send"))).body).toMatchObject({ state: "scheduled" });
    await work();
    await work();
    const sent = (await mails()).slice(1);
    expect(sent.map(({ to }) => to?.[0]?.address).sort()).toEqual(["r0@example.com", "r2@example.com"]);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(await issue(id)).toMatchObject({
      state: "sent",
      recipients: 2,
      counts: { waiting: 0, sent: 2, failed: 0, uncertain: 0, unsubscribed: 0 },
    });
    const people = await store.database.db.selectFrom("subscriber").select(["id", "email"]).execute();
    for (const mail of sent) {
      const reader = people.find(({ email }) => email === mail.to?.[0]?.address);
      const token = unsubscribeToken(TEST_SECRET, reader?.id ?? 0, id);
      expect(mail.header("list-unsubscribe")).toBe(`<${TEST_SITE}${editorApiUrl.oneClick(token)}>`);
      expect(mail.html).toContain(`href="${TEST_SITE}${pageUrl.unsubscribe(token)}"`);
      expect(mail.text).toContain(`${TEST_SITE}${pageUrl.unsubscribe(token)}`);
    }
    const recipients = (await call("GET", editorApiUrl.issueRecipients(id))).body;
    expect(recipients).toMatchObject([
      { email: "r2@example.com", state: "sent" },
      { email: "r0@example.com", state: "sent" },
    ]);
    for (const [method, url] of [
      ["PUT", editorApiUrl.issue(id)],
      ["DELETE", editorApiUrl.issue(id)],
      ["POST", editorApiUrl.issueAction(id, "send")],
    ] as const)
      expect((await call(method, url, method === "PUT" ? { subject: "x" } : undefined)).status).toBe(409);
  });

  test("an article that is scheduled is left out of an issue that is sent before, and in one that is sent after", async () => {
    const { call, create, addReaders, work, mails, store, clock } = await start();
    await addReaders(1);
    const at = clock.now() + HOUR;
    const id = await publish(store, { title: "At its time", publishedAt: at });
    const [early, late] = [await create({ article_ids: [id] }), await create({ subject: "Later", article_ids: [id] })];
    await call("POST", editorApiUrl.issueAction(early.id, "send"));
    await call("POST", editorApiUrl.issueAction(late.id, "send"), { at: new Date(at + HOUR).toISOString() });
    await work();
    clock.advance(2 * HOUR);
    await work();
    const texts = Object.fromEntries((await mails()).map(({ subject, text }) => [subject, text]));
    expect(texts["The week"]).not.toContain("At its time");
    expect(texts.Later).toContain("At its time");
  });

  test("are found by words of their subjects, misspelt ones too, page by page", async () => {
    const { call } = await start();
    for (const subject of ["Kingfisher season", "The week in rollups", "Kingfishers return"])
      await call("POST", editorApiUrl.issues(), { subject });
    const find = async (query: string) => {
      const { body, headers } = await call("GET", `${editorApiUrl.issues()}?${query}`);
      return [headers["x-total-count"], ...body.map(({ subject }: { subject: string }) => subject)];
    };
    expect(await find("query=kingf&limit=1")).toEqual(["2", "Kingfishers return"]);
    expect(await find("query=kingf&limit=1&offset=1")).toEqual(["2", "Kingfisher season"]);
    expect(await find("query=rolulps+week")).toEqual(["1", "The week in rollups"]);
    expect(await find("query=zzyzx")).toEqual(["0"]);
    expect(await find("query=")).toHaveLength(4);
  });

  test("of two editors on one issue the second gets a conflict, saving or sending; nobody's words are lost", async () => {
    const { call, create, issue, addReaders } = await start();
    await addReaders(1);
    const { id } = await create();
    const seen = await call("GET", editorApiUrl.issue(id));
    const tag = String(seen.headers.etag);
    expect(tag).toMatch(/^"1-/);
    const save = (subject: string, ifMatch?: string) => call("PUT", editorApiUrl.issue(id), { subject }, ifMatch);
    const first = await save("Mine", tag);
    expect(first).toMatchObject({ status: 200, body: { subject: "Mine", version: 2 } });
    expect(String(first.headers.etag)).toMatch(/^"2-/);
    const code = "stale_version";
    expect(await save("Theirs", tag)).toMatchObject({ status: 409, body: { code } });
    expect(await call("POST", editorApiUrl.issueAction(id, "send"), {}, tag)).toMatchObject({
      status: 409,
      body: { code },
    });
    expect(await issue(id)).toMatchObject({ subject: "Mine", state: "draft" });
    expect((await save("Knowingly", '"2"')).status).toBe(200);
    expect((await save("Without looking")).status).toBe(200);
    // Progress in sending does not change the version.
    const { body } = await call("POST", editorApiUrl.issueAction(id, "send"), {}, '"4"');
    expect(body).toMatchObject({ state: "scheduled", version: 4 });
    expect((await save("Still open", '"4"')).status).toBe(200);
    expect((await call("PUT", editorApiUrl.issue(4711), { subject: "x" }, tag)).status).toBe(404);
  });

  test("an issue waits for its time, and can be changed, paused and deleted until then", async () => {
    const { call, create, issue, addReaders, work, mails, clock } = await start();
    await addReaders(2);
    const { id } = await create();
    const at = new Date(clock.now() + HOUR).toISOString();
    expect((await call("POST", editorApiUrl.issueAction(id, "send"), { at })).body).toMatchObject({
      state: "scheduled",
      scheduled_at: at,
    });
    await work();
    expect(await mails()).toEqual([]);
    expect((await call("PUT", editorApiUrl.issue(id), { subject: "Better" })).body).toMatchObject({
      subject: "Better",
      introduction: "Hello.",
      state: "scheduled",
    });
    await call("POST", editorApiUrl.issueAction(id, "pause"));
    clock.advance(2 * HOUR);
    await work();
    expect(await mails()).toEqual([]);
    await call("POST", editorApiUrl.issueAction(id, "resume"));
    await work();
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Better", "Better"]);
    expect(await issue(id)).toMatchObject({ state: "sent" });
    const { id: other } = await create();
    expect((await call("DELETE", editorApiUrl.issue(other))).status).toBe(204);
    expect((await call("GET", editorApiUrl.issue(other))).status).toBe(404);
  });

  test("pausing stops every mail not yet handed over, unsubscribing meanwhile is respected, and resuming sends the rest once", async () => {
    const { promise: paused, resolve: goOn } = Promise.withResolvers<void>();
    const { sink, transport } = await startMailServer({
      connections: 2,
      answer: (to) => (to === "r0@example.com" ? { silentUntil: paused } : { silentUntil: paused, after: "recipient" }),
    });
    const { call, create, issue, addReaders, mail, work, app, store } = await start({ connections: 2 }, { transport });
    await addReaders(30);
    const { id } = await create();
    await call("POST", editorApiUrl.issueAction(id, "send"));
    await mail.advanceIssues();
    const sending = mail.mailer.drain();
    // The server has the whole first mail, and is about to receive the second one.
    await expect.poll(() => [sink.mails.length, sink.tries.size]).toEqual([1, 2]);
    const taken = await store.database.db.selectFrom("mail").where("lease_by", "is not", null).select("id").execute();
    expect(taken.length, "more are taken than are under way").toBeGreaterThan(2);
    expect((await call("POST", editorApiUrl.issueAction(id, "pause"))).body).toMatchObject({
      state: "paused",
      counts: { sent: 0, waiting: 30 },
    });
    expect((await call("POST", editorApiUrl.issueAction(id, "pause"))).status).toBe(409);
    goOn();
    await sending;
    await work();
    expect(sink.mails.map(({ to }) => to)).toEqual(["r0@example.com"]);
    expect(await issue(id)).toMatchObject({ state: "paused", counts: { sent: 1, waiting: 29, uncertain: 0 } });
    await app.inject({ method: "POST", url: apiUrl.unsubscribe(), payload: { email: "r29@example.com" } });
    await call("POST", editorApiUrl.issueAction(id, "resume"));
    expect(await issue(id)).toMatchObject({ state: "sending", counts: { cancelled: 1 } });
    await work();
    expect(await issue(id)).toMatchObject({ state: "sent", counts: { sent: 29, cancelled: 1, waiting: 0 } });
    const readers = Array.from({ length: 29 }, (_, number) => `r${number}@example.com`);
    const reached = sink.mails.map(({ to }) => to).filter((to) => to !== "r29@example.com");
    expect(reached.sort()).toEqual(readers.sort());
  });

  test("the rate limit holds over time", async () => {
    const { call, create, issue, addReaders, work, mails, clock } = await start({ ratePerMinute: 600 });
    await addReaders(25);
    const { id } = await create();
    await call("POST", editorApiUrl.issueAction(id, "send"));
    for (const expected of [10, 20, 25]) {
      await work();
      await work();
      expect(await mails()).toHaveLength(expected);
      clock.advance(1_001);
    }
    expect(await issue(id)).toMatchObject({ state: "sent", counts: { sent: 25 } });
  });

  test("many recipients are queued in batches, each once, without those who subscribe later", async () => {
    const { call, create, issue, addReaders, mail, store } = await start();
    for (let from = 0; from < 1_250; from += 250) await addReaders(250, from);
    const { id } = await create();
    await call("POST", editorApiUrl.issueAction(id, "send"));
    await Promise.all([mail.advanceIssues(), mail.advanceIssues()]);
    const { db } = store.database;
    const written = async () => {
      const { count } = await db
        .selectFrom("mail")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    expect(await written(), "only so far ahead").toBeLessThanOrEqual(1_200);
    await addReaders(1, 9_000);
    expect(await issue(id)).toMatchObject({ recipients: 1_250, counts: { waiting: 1_250 } });
    for (let n = 0; n < 2; n += 1) {
      await db.updateTable("mail").set({ state: "sent" }).execute();
      await mail.advanceIssues();
    }
    expect(await written()).toBe(1_250);
    expect(await issue(id)).toMatchObject({ state: "sent", counts: { sent: 1_250, waiting: 0 } });
  });

  test("an issue that cannot be sent is retried later and later, and does not block others", async () => {
    const { call, create, issue, addReaders, work, mails, store, clock, mail } = await start();
    await addReaders(2);
    const { db } = store.database;
    const [odd, broken, sound] = [await create(), await create(), await create()];
    for (const { id } of [odd, broken, sound]) await call("POST", editorApiUrl.issueAction(id, "send"));
    // Stored by an earlier version without that check; and a row that cannot be parsed.
    await db.updateTable("issue").set({ article_ids: "[3000000000]" }).where("id", "=", odd.id).execute();
    await db.updateTable("issue").set({ article_ids: "[" }).where("id", "=", broken.id).execute();
    await work();
    expect(await mails()).toHaveLength(4);
    expect(await issue(odd.id)).toMatchObject({ state: "sent", article_ids: [] });
    expect(await issue(sound.id)).toMatchObject({ state: "sent", last_error: "" });
    const attempts = async () =>
      (await db.selectFrom("issue").select("attempts").where("id", "=", broken.id).executeTakeFirstOrThrow()).attempts;
    expect(await attempts()).toBe(1);
    await mail.advanceIssues();
    expect(await attempts(), "not before its time").toBe(1);
    for (const expected of [2, 3]) {
      clock.advance(expected * 1_000);
      await mail.advanceIssues();
      expect(await attempts()).toBe(expected);
    }
    await db.updateTable("issue").set({ article_ids: "[]" }).where("id", "=", broken.id).execute();
    expect(await issue(broken.id)).toMatchObject({
      state: "scheduled",
      last_error: expect.stringMatching(/will be retried/),
    });
    clock.advance(HOUR);
    await work();
    expect(await issue(broken.id)).toMatchObject({ state: "sent", last_error: "" });
    expect(await mails()).toHaveLength(6);
  });

  test("the best of the week is filled in from picks and popular articles", async () => {
    const { call, store, clock } = await start();
    const now = clock.now();
    const old = await publish(store, { title: "Old", publishedAt: now - 8 * DAY, is_editors_pick: true });
    const plain = await publish(store, { title: "Plain", publishedAt: now - 3 * DAY });
    const pick = await publish(store, { title: "Pick", publishedAt: now - 6 * DAY, is_editors_pick: true });
    const proposal = (await call("GET", editorApiUrl.bestOfTheWeek())).body;
    expect(proposal.article_ids.slice(0, 2)).toEqual([pick, plain]);
    expect(proposal.article_ids).toEqual([pick, plain, old]);
    expect(proposal.subject).toBe("The week at Jarida: Pick");
    expect((await call("POST", editorApiUrl.issues(), proposal)).status).toBe(201);
  });

  test("the weekly digest fills and sends itself, once a week, and not in a week without news", async () => {
    const { call, addReaders, work, mails, store, clock } = await start();
    await addReaders(1);
    await publish(store, { title: "News of the week" });
    const setting = { enabled: true, weekday: 5, hour: 14 };
    expect((await call("PUT", editorApiUrl.digest(), setting)).body).toEqual(setting);
    expect((await call("GET", editorApiUrl.digest())).body).toEqual(setting);
    await work();
    expect(await mails(), "Friday noon is too early").toEqual([]);
    clock.advance(2 * HOUR);
    await work();
    await work();
    expect(await mails()).toMatchObject([{ subject: "The week at Jarida: News of the week" }]);
    expect((await call("GET", editorApiUrl.issues())).body).toMatchObject([{ is_digest: true, state: "sent" }]);
    const events = await eventsAfter(store.database, 0, 100);
    const ofIssue = events.filter(({ subject_kind }) => subject_kind === "issue").map(({ action }) => action);
    expect(ofIssue).toEqual(["issue.created", "issue.scheduled", "issue.sent"]);
    clock.advance(8 * DAY);
    await work();
    expect(await mails(), "nothing was published since").toHaveLength(1);
    expect((await call("PUT", editorApiUrl.digest(), { ...setting, hour: 24 })).body.errors).toHaveProperty("hour");
  });

  test.each([
    ["subject", { subject: " " }],
    ["article_ids", { subject: "x", article_ids: [1, 1] }],
    ["article_ids.0", { subject: "x", article_ids: ["1"] }],
    ["article_ids.0", { subject: "x", article_ids: [3_000_000_000] }],
    ["introduction", { subject: "x", introduction: "x".repeat(5_001) }],
  ])("rejects %s of %j", async (field, body) => {
    const { call } = await start();
    const answer = await call("POST", editorApiUrl.issues(), body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  test("does not send an empty issue, or one scheduled in the past", async () => {
    const { call, create } = await start();
    const { id } = await create({ introduction: "" });
    const send = (at?: string) => call("POST", editorApiUrl.issueAction(id, "send"), at ? { at } : {});
    expect(await send()).toMatchObject({
      status: 400,
      body: { code: "issue_empty" },
    });
    expect(await send("2020-01-01T00:00:00Z")).toMatchObject({
      status: 400,
      body: { code: "time_in_past" },
    });
    expect(await send("tomorrow")).toMatchObject({ status: 400 });
    expect((await call("POST", editorApiUrl.issueAction(4711, "send"))).status).toBe(404);
  });
});
