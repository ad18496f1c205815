import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MESSAGE = {
  firstName: "A",
  lastName: "B",
  email: "r1@example.com",
  subject: "Private subject",
  message: "Private",
};

describeOnEngines("the audience", (open) => {
  async function start() {
    const database = await open();
    const parts = await startTestApp(database);
    const { headers } = await startEditor(parts.app, database);
    const call = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) => {
      const response = await parts.app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: response.statusCode, body: response.body && response.json(), headers: response.headers };
    };
    const post = (url: string, payload: object) => parts.app.inject({ method: "POST", url, payload });
    const list = async (query = "") =>
      (await call("GET", `${editorApiUrl.subscribers()}${query}`)).body.map((one: { email: string }) => one.email);
    return { ...parts, headers, call, post, list };
  }

  test("subscribers are paged, searched and filtered", async () => {
    const { call, post, list } = await start();
    for (const name of ["anna", "ben", "banana", "under_score"])
      await post(apiUrl.subscribe(), { email: `${name}@example.com` });
    await post(apiUrl.unsubscribe(), { email: "ben@example.com" });
    expect(await list("?query=ANNA")).toEqual(["anna@example.com"]);
    expect(await list("?query=ana")).toEqual(["banana@example.com"]);
    expect(await list("?query=_")).toEqual(["under_score@example.com"]);
    expect(await list("?query=%25")).toEqual([]);
    expect(await list("?status=unsubscribed")).toEqual(["ben@example.com"]);
    expect(await list("?status=active&limit=2&offset=1")).toEqual(["banana@example.com", "anna@example.com"]);
    expect((await call("GET", `${editorApiUrl.subscribers()}?status=active&limit=1`)).headers["x-total-count"]).toBe(
      "3",
    );
    expect((await call("GET", `${editorApiUrl.subscribers()}?status=gone`)).status).toBe(400);
  });

  test("an editor adds one, who is welcomed, and removes one; who has unsubscribed returns only by their own action", async () => {
    const { call, post, list, mail, mailFiles } = await start();
    const added = await call("POST", editorApiUrl.subscribers(), { email: "New@Example.com" });
    expect(added).toMatchObject({ status: 201, body: { email: "new@example.com", status: "active", bouncing: false } });
    await mail.mailer.drain();
    expect(mailFiles()).toHaveLength(1);
    expect((await call("POST", editorApiUrl.subscribers(), { email: "new@example.com" })).status).toBe(409);
    await post(apiUrl.unsubscribe(), { email: "new@example.com" });
    const again = await call("POST", editorApiUrl.subscribers(), { email: "new@example.com" });
    expect(again).toMatchObject({
      status: 409,
      body: { code: "subscriber_exists" },
    });
    expect((await call("DELETE", editorApiUrl.subscriber(added.body.id))).status).toBe(204);
    expect((await call("DELETE", editorApiUrl.subscriber(added.body.id))).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test("a CSV is tried first, then imported: nobody twice, nobody resubscribed", async () => {
    const { call, post, list, mail, mailFiles } = await start();
    await post(apiUrl.subscribe(), { email: "known@example.com" });
    await post(apiUrl.subscribe(), { email: "left@example.com" });
    await post(apiUrl.unsubscribe(), { email: "left@example.com" });
    await mail.mailer.drain();
    const before = mailFiles().length;
    const csv = [
      "\ufeffName;E-mail;Status",
      "Anna;anna@example.com;active",
      '"Ben; B";BEN@example.com;',
      "Ben;ben@example.com;active",
      "Known;known@example.com;active",
      "Left;left@example.com;active",
      "Gone;gone@example.com;unsubscribed",
      "Bad;no address;active",
      "",
      'Evil;"x@example.com\nBcc: y@example.com";active',
    ].join("\r\n");
    const report = { rows: 8, added: 2, known: 1, repeated: 1, left: 2, invalid: 2 };
    const dry = await call("POST", editorApiUrl.importSubscribers(), { csv, dry_run: true });
    expect(dry).toMatchObject({ status: 200, body: report });
    expect(dry.body.problems).toMatchObject([
      { line: 8, value: "no address", problem: expect.any(String) },
      { value: "x@example.com\nBcc: y@example.com" },
    ]);
    expect(await list("?status=active")).toEqual(["known@example.com"]);
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv })).body).toMatchObject(report);
    expect(await list("?status=active")).toEqual(["ben@example.com", "anna@example.com", "known@example.com"]);
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv })).body).toMatchObject({ added: 0, known: 3 });
    await mail.mailer.drain();
    expect(mailFiles(), "an import sends no mail").toHaveLength(before);
  });

  test("names and dates are imported; an import or adding by hand clears bounces", async () => {
    const { call, store, clock } = await start();
    const bounce = { count: 3, last_at: clock.now(), last_error: "550 5.1.1" };
    const { db } = store.database;
    for (const email of ["a@example.com", "b@example.com"])
      await db
        .insertInto("mail_bounce")
        .values({ email, ...bounce })
        .execute();
    const csv = "email,name,created_at\na@example.com,Anna A.,2024-01-02\nb@example.com,Ben,someday\n";
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv })).body).toMatchObject({ added: 2 });
    expect((await call("GET", editorApiUrl.subscribers())).body).toMatchObject([
      { email: "b@example.com", name: "Ben", bouncing: false },
      { email: "a@example.com", name: "Anna A.", bouncing: false, created_at: "2024-01-02T00:00:00.000Z" },
    ]);
    await db
      .insertInto("mail_bounce")
      .values({ email: "a@example.com", ...bounce })
      .execute();
    expect(await call("POST", editorApiUrl.subscribers(), { email: "a@example.com" })).toMatchObject({
      status: 201,
      body: { bouncing: false },
    });
    expect((await call("POST", editorApiUrl.subscribers(), { email: "a@example.com" })).status).toBe(409);
  });

  test("an import of more than some hundred addresses is a task, so that nobody waits for it", async () => {
    const { call } = await start();
    const fileOf = (count: number) =>
      ["email", ...Array.from({ length: count }, (_, n) => `reader.${n}@example.com`)].join("\n");
    const check = async (count: number) => {
      const payload = { csv: fileOf(count), dry_run: true };
      return (await call("POST", editorApiUrl.importSubscribers(), payload)).status;
    };
    expect([await check(400), await check(1_000)]).toEqual([200, 202]);
  });

  test("bounces are counted by the last reply, and cleared by kind or for some subscribers", async () => {
    const { call, store } = await start();
    const replies = {
      a: "550 5.1.1 no such user",
      b: "550 5.1.1 no",
      c: "550 blocked by spamhaus",
      d: "553 5.1.8 sender",
    };
    for (const [name, last_error] of Object.entries(replies)) {
      await call("POST", editorApiUrl.subscribers(), { email: `${name}@example.com` });
      await store.database.db
        .insertInto("mail_bounce")
        .values({ email: `${name}@example.com`, count: 3, last_at: 0, last_error })
        .execute();
    }
    expect((await call("GET", editorApiUrl.bounces())).body).toEqual([
      { kind: "mailbox", count: 2, example: replies.a },
      { kind: "sender", count: 2, example: replies.c },
    ]);
    const clear = async (body: object) => (await call("POST", editorApiUrl.clearBounces(), body)).body;
    expect(await clear({ kind: "sender" })).toEqual({ cleared: 2 });
    const [left] = (await call("GET", `${editorApiUrl.subscribers()}?status=bouncing`)).body;
    expect(await clear({ ids: [left.id] })).toEqual({ cleared: 1 });
    expect((await call("GET", editorApiUrl.bounces())).body).toEqual([
      { kind: "mailbox", count: 1, example: replies.a },
    ]);
    expect((await call("POST", editorApiUrl.clearBounces(), {})).status).toBe(400);
  });

  test("nothing of a CSV is stored before its unclear columns are confirmed", async () => {
    const { call, list } = await start();
    const csv = "email,status\na@example.com,active\nb@example.com,zinc\n";
    const dry = await call("POST", editorApiUrl.importSubscribers(), { csv, dry_run: true });
    expect(dry.body).toMatchObject({ unclear: 1, statuses: [{ value: "zinc", count: 1, meaning: "unknown" }, {}] });
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv })).status).toBe(400);
    expect(await list()).toEqual([]);
    const statuses = [{ value: "zinc", is_subscribed: false }];
    const done = await call("POST", editorApiUrl.importSubscribers(), { csv, statuses });
    expect(done.body).toMatchObject({ added: 1, left: 1, unclear: 0 });
    expect(await list()).toEqual(["a@example.com"]);
  });

  test("nobody is imported while a column of few values has no meaning", async () => {
    const { call, list } = await start();
    const csv = "อีเมล,สถานภาพ\na@example.com,สมัคร\nb@example.com,ยกเลิก\n";
    const dry = await call("POST", editorApiUrl.importSubscribers(), { csv, dry_run: true });
    expect(dry.body.columns).toMatchObject([{ role: "email" }, { role: "ignore", is_unclear: true }]);
    const rejected = await call("POST", editorApiUrl.importSubscribers(), { csv });
    expect(rejected).toMatchObject({ status: 400, body: { detail: expect.stringContaining("สถานภาพ") } });
    expect(await list()).toEqual([]);
    const statuses = [
      { value: "สมัคร", is_subscribed: true },
      { value: "ยกเลิก", is_subscribed: false },
    ];
    const done = await call("POST", editorApiUrl.importSubscribers(), { csv, columns: ["email", "status"], statuses });
    expect(done.body).toMatchObject({ added: 1, left: 1 });
    expect(await list()).toEqual(["a@example.com"]);
  });

  test("a CSV without a header, our own export, and an empty file", async () => {
    const { app, call, headers } = await start();
    const csv = "a@example.com\nb@example.com,Ben\n";
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv })).status, "a question").toBe(400);
    const columns = ["email", "name"];
    const plain = await call("POST", editorApiUrl.importSubscribers(), { csv, columns });
    expect(plain.body).toMatchObject({ rows: 2, added: 2, invalid: 0 });
    const own = await app.inject({ url: editorApiUrl.subscribers(), headers: { ...headers, accept: "text/csv" } });
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv: own.body })).body).toMatchObject({
      rows: 2,
      known: 2,
    });
    expect((await call("POST", editorApiUrl.importSubscribers(), { csv: "" })).status).toBe(400);
  });

  test("everything about a person is exported in one call and erased in one call; numbers stay", async () => {
    const { app, call, post, list, store, mail, mailFiles } = await start();
    for (const email of ["r1@example.com", "r2@example.com"]) await post(apiUrl.subscribe(), { email });
    await post(apiUrl.contact(), MESSAGE);
    const { body: issue } = await call("POST", editorApiUrl.issues(), { subject: "Issue", introduction: "Hello." });
    await call("POST", editorApiUrl.issueAction(issue.id, "send"));
    await mail.advanceIssues();
    await mail.mailer.drain();
    await mail.advanceIssues();
    const data = (await call("POST", editorApiUrl.exportPerson(), { email: "R1@example.com" })).body;
    expect(data).toMatchObject({
      email: "r1@example.com",
      subscriber: { email: "r1@example.com", status: "active" },
      messages: [{ subject: "Private subject", message: "Private" }],
    });
    expect(data.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["contact", "issue", "welcome"]);
    expect(mailFiles()).toHaveLength(5);
    for (const _time of [1, 2])
      expect((await call("POST", editorApiUrl.erasePerson(), { email: "r1@example.com" })).status).toBe(204);
    expect((await call("POST", editorApiUrl.exportPerson(), { email: "r1@example.com" })).body).toEqual({
      email: "r1@example.com",
      subscriber: null,
      messages: [],
      replies: [],
      mails: [],
    });
    expect(await list()).toEqual(["r2@example.com"]);
    expect(mailFiles(), "its files are gone too").toHaveLength(2);
    for (const table of ["mail", "mail_body", "contact_message", "subscriber", "mail_bounce"] as const) {
      const rows = await store.database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toMatch(/r1@example|Private/);
    }
    expect((await call("GET", editorApiUrl.issue(issue.id))).body.counts).toMatchObject({ sent: 2 });
    expect(
      (await app.inject({ method: "POST", url: editorApiUrl.erasePerson(), payload: { email: "a@b.example" } }))
        .statusCode,
    ).toBe(401);
  });
});
