import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import type { SinkAnswer } from "#test/support/smtp-sink.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeOnSqlite("the outbox", (open) => {
  type Limits = { connections?: number; socketTimeout?: number };
  async function start(
    answer?: (to: string, nthTry: number) => SinkAnswer,
    { connections, socketTimeout = 30_000 }: Limits = {},
  ) {
    const clock = testClock();
    const database = await open();
    const { sink, transport } = await startMailServer({
      ...(answer && { answer }),
      ...(connections && { connections }),
      socketTimeout,
    });
    const parts = await startTestApp(database, { clock, transport, ...(connections && { mail: { connections } }) });
    const editor = await startPatientEditor(parts.app, database, clock);
    const call = (method: "GET" | "POST", url: string) => editor({ method, url });
    return {
      ...parts,
      clock,
      sink,
      call,
      subscribe: (email: string) => parts.app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } }),
      send: () => parts.mail.mailer.drain(),
      outbox: async () => (await call("GET", editorApiUrl.outbox())).body as Record<string, unknown>[],
    };
  }

  test("a mail is sent once, complete, to its one recipient", async () => {
    const { subscribe, send, sink, outbox } = await start();
    await subscribe("reader@example.com");
    expect(await outbox()).toMatchObject([{ state: "queued", kind: "welcome", email: "reader@example.com" }]);
    await send();
    await send();
    expect(sink.mails.map(({ to }) => to)).toEqual(["reader@example.com"]);
    const mail = await readMail(sink.mails[0]?.raw ?? Buffer.alloc(0));
    expect(mail.to).toEqual([{ address: "reader@example.com", name: "" }]);
    expect(mail.from).toEqual({ address: "news@news.example", name: "Jarida" });
    expect(mail.html).toContain("Welcome aboard");
    expect(mail.text).toContain("Welcome aboard");
    expect(await outbox()).toMatchObject([{ state: "sent", attempts: 1, last_error: "" }]);
  });

  test("a temporary rejection is retried after 1, 2, 4 … minutes, the last time after 24 hours, under one Message-ID", async () => {
    const { subscribe, send, sink, outbox, clock } = await start(() => ({ at: "text", code: 451 }));
    await subscribe("later@example.com");
    const startedAt = clock.now();
    const waits: number[] = [];
    for (;;) {
      await send();
      const [mail] = await outbox();
      if (mail?.state !== "queued") break;
      expect(mail.last_error).toContain("as the test wants it");
      const wait = Date.parse(String(mail.due_at)) - clock.now();
      waits.push(wait / MINUTE);
      clock.advance(wait - 1);
      const before = sink.tries.get("later@example.com");
      await send();
      expect(sink.tries.get("later@example.com"), "not before its time").toBe(before);
      clock.advance(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 24 * 60 - 1023]);
    expect(clock.now() - startedAt).toBe(24 * HOUR);
    expect(await outbox()).toMatchObject([{ state: "failed", attempts: 12 }]);
  });

  test("a permanent rejection is not retried", async () => {
    const { subscribe, send, sink, outbox, clock } = await start(() => ({ at: "text", code: 554, text: "spam" }));
    await subscribe("never@example.com");
    await send();
    clock.advance(48 * HOUR);
    await send();
    expect(sink.tries.get("never@example.com")).toBe(1);
    expect(await outbox()).toMatchObject([{ state: "failed", last_error: expect.stringContaining("554") }]);
  });

  test("a mail whose connection breaks before the text is sent is not uncertain, and is retried", async () => {
    const { subscribe, send, sink, outbox, clock } = await start((_to, nth) =>
      nth === 1 ? { break: "before-text" } : "take",
    );
    await subscribe("broken@example.com");
    await send();
    expect(await outbox()).toMatchObject([{ state: "queued" }]);
    clock.advance(MINUTE);
    await send();
    expect(sink.mails).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: "sent" }]);
  });

  test.each<[string, SinkAnswer, number]>([
    ["breaks after the text", { break: "after-text" }, 30_000],
    ["says nothing after the text", { silentFor: 60_000 }, 1_000],
  ])(
    "a server that %s leaves a mail uncertain, and only an editor sends it again",
    async (_name, first, socketTimeout) => {
      const answer = (_to: string, nth: number) => (nth === 1 ? first : "take");
      const { subscribe, send, sink, outbox, clock, call } = await start(answer, { socketTimeout });
      await subscribe("doubt@example.com");
      await send();
      const [mail] = await outbox();
      expect(mail).toMatchObject({ state: "uncertain", settled_at: expect.any(String) });
      clock.advance(48 * HOUR);
      await send();
      expect(sink.tries.get("doubt@example.com")).toBe(1);
      expect(await call("POST", editorApiUrl.sendAgain(Number(mail?.id)))).toMatchObject({
        status: 200,
        body: { state: "queued" },
      });
      const told = (await call("GET", editorApiUrl.audit({ action: "mail.again" }))).body;
      expect(told).toMatchObject([
        { subject: { kind: "mail", id: String(mail?.id) }, changes: { kind: { to: mail?.kind } } },
      ]);
      expect(JSON.stringify(told)).not.toContain("doubt@example.com");
      await send();
      expect(await outbox()).toMatchObject([{ state: "sent" }]);
      const ids = await Promise.all(sink.mails.map(async ({ raw }) => (await readMail(raw)).messageId));
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size, "so that a receiver can tell").toBe(1);
      expect((await call("POST", editorApiUrl.sendAgain(Number(mail?.id)))).status).toBe(409);
      expect((await call("POST", editorApiUrl.sendAgain(4711))).status).toBe(404);
    },
  );

  test("an unreachable mail server is left alone for a while, and loses no mail", async () => {
    const { subscribe, send, sink, outbox, clock, call, store } = await start();
    await sink.stop();
    for (let n = 0; n < 12; n += 1) await subscribe(`r${n}@example.com`);
    await send();
    const tried = (await outbox()).filter(({ attempts }) => attempts === 1);
    expect(tried.length).toBeLessThanOrEqual(5);
    const delayed = async () => (await call("GET", `${editorApiUrl.outbox()}?delayed=true`)).body;
    expect(await delayed()).toEqual(tried);
    expect(tried[0]?.last_error).toContain("ECONNREFUSED");
    const begun = await store.database.db
      .selectFrom("mail")
      .where("first_tried_at", "is not", null)
      .select("id")
      .execute();
    expect(begun, "the 24 hours of the others have not begun").toHaveLength(tried.length);
    expect((await outbox()).map(({ state }) => state)).toEqual(Array(12).fill("queued"));
    await sink.restart();
    clock.advance(2 * MINUTE);
    await send();
    expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(12);
    expect(sink.mails).toHaveLength(12);
    expect(await delayed()).toEqual([]);
  });

  test("when a process dies, mails it had claimed become free, those it had begun are uncertain", async () => {
    const { subscribe, send, sink, outbox, clock, store } = await start();
    for (const name of ["taken", "begun", "new"]) await subscribe(`${name}@example.com`);
    const dead = { lease_by: "a process that died", lease_until: clock.now() + 10_000 };
    const { db } = store.database;
    await db.updateTable("mail").set(dead).where("to_email", "=", "taken@example.com").execute();
    await db
      .updateTable("mail")
      .set({ ...dead, state: "sending" })
      .where("to_email", "=", "begun@example.com")
      .execute();
    await send();
    expect(sink.mails.map(({ to }) => to)).toEqual(["new@example.com"]);
    clock.advance(10_001);
    await send();
    expect(sink.mails.map(({ to }) => to)).toEqual(["new@example.com", "taken@example.com"]);
    expect((await outbox()).map(({ email, state }) => [email, state])).toEqual([
      ["new@example.com", "sent"],
      ["begun@example.com", "uncertain"],
      ["taken@example.com", "sent"],
    ]);
  });

  test("two processes share the work and send nothing twice", async () => {
    const { subscribe, send, sink, store, clock } = await start();
    const second = await startTestApp(store.database, {
      clock,
      transport: (await startMailServer()).transport,
    });
    // The second process has a mail server of its own: what both have received together counts.
    for (let n = 0; n < 40; n += 1) await subscribe(`r${n}@example.com`);
    await Promise.all([send(), second.mail.mailer.drain(), send(), second.mail.mailer.drain()]);
    const sent = await store.database.db.selectFrom("mail").where("state", "=", "sent").select("id").execute();
    expect(sent).toHaveLength(40);
    expect([...sink.tries.values()].every((count) => count === 1)).toBe(true);
    expect(sink.mails.length).toBeLessThanOrEqual(40);
  });

  test.each<[string, SinkAnswer, object]>([
    [
      "a blocklist",
      { at: "recipient", code: 550, text: "client host blocked using zen.spamhaus.org" },
      { state: "queued" },
    ],
    ["quota", { at: "recipient", code: 550, text: "5.2.2 mailbox is over quota" }, { state: "queued" }],
    [
      "the sender's domain",
      { at: "recipient", code: 553, text: "5.1.8 sender domain does not exist" },
      { state: "failed" },
    ],
    ["spam", { at: "recipient", code: 550, text: "High probability of spam" }, { state: "failed" }],
  ])("a rejection because of %s is no bounce", async (_name, answer, outcome) => {
    const { subscribe, send, outbox, call, store } = await start(() => answer);
    await subscribe("reader@example.com");
    await send();
    expect(await outbox()).toMatchObject([outcome]);
    expect(await store.database.db.selectFrom("mail_bounce").selectAll().execute()).toEqual([]);
    const rejected = (await call("GET", `${editorApiUrl.outbox()}?rejected=true`)).body;
    expect(rejected).toHaveLength("state" in outcome && outcome.state === "failed" ? 1 : 0);
  });

  test("an address that servers reject as unknown three times is bouncing, until it is entered again", async () => {
    const { subscribe, send, clock, call, app } = await start((to) =>
      to.startsWith("gone") ? { at: "recipient", code: 550, text: "5.1.1 no such user" } : "take",
    );
    const post = (url: string, email: string) => app.inject({ method: "POST", url, payload: { email } });
    const bouncing = async () => (await call("GET", `${editorApiUrl.subscribers()}?status=bouncing`)).body;
    await subscribe("fine@example.com");
    await subscribe("gone@example.com");
    await send();
    for (const _time of [2, 3]) {
      expect(await bouncing()).toEqual([]);
      const [failed] = (await call("GET", `${editorApiUrl.outbox()}?state=failed`)).body;
      expect((await call("POST", editorApiUrl.sendAgain(failed.id))).status).toBe(200);
      await send();
    }
    expect(await bouncing()).toMatchObject([{ email: "gone@example.com", status: "active", bouncing: true }]);
    clock.advance(HOUR);
    await post(apiUrl.unsubscribe(), "gone@example.com");
    await post(apiUrl.subscribe(), "gone@example.com");
    expect(await bouncing()).toEqual([]);
  });

  test("uses no more connections than allowed, and keeps to the rate", async () => {
    const { subscribe, send, sink } = await start(undefined, { connections: 2 });
    for (let n = 0; n < 20; n += 1) await subscribe(`r${n}@example.com`);
    await send();
    expect(sink.mails).toHaveLength(20);
    expect(sink.mostConnections()).toBeLessThanOrEqual(2);
  });
});
