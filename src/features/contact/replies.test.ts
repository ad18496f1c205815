import { expect, it } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { CONTACT_EMAIL, startTestApp } from "#test/support/test-app.ts";

const MESSAGE = {
  firstName: "Amina",
  lastName: "O'Brien",
  email: "amina@example.com",
  subject: "Rates & dates",
  message: "Dear editors,\n100 % of rates_2026",
};

describeOnSqlite("readers' messages as editors answer them", (open) => {
  async function start() {
    const database = await open();
    const { app } = await startTestApp(database, { clock: testClock() });
    const { headers } = await startEditor(app, database);
    const call = async (method: "GET" | "POST" | "PUT", url: string, payload?: object, more: object = {}) => {
      const given = { method, url, headers: { ...headers, ...more }, ...(payload && { payload }) };
      const response = await app.inject(given);
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    };
    const write = async (change: Partial<typeof MESSAGE> = {}): Promise<number> => {
      const response = await app.inject({ method: "POST", url: apiUrl.contact(), payload: { ...MESSAGE, ...change } });
      return response.json().id;
    };
    const mails = () =>
      database.db
        .selectFrom("mail")
        .innerJoin("mail_body", "mail_body.id", "mail.body_id")
        .where("kind", "=", "reply")
        .select(["to_email", "reply_name", "reply_email", "subject", "mail_body.text"])
        .execute();
    return { database, call, write, mails };
  }

  it("finds messages by all words of a search, in any field", async () => {
    const { call, write } = await start();
    await write();
    await write({ firstName: "Ben", lastName: "Kimani", email: "ben@example.com", message: "Other" });
    const found = async (query: string) => {
      const { body } = await call("GET", `${editorApiUrl.messages()}?query=${encodeURIComponent(query)}`);
      return body.map(({ email }: { email: string }) => email);
    };
    expect(await found("AMINA rates")).toEqual(["amina@example.com"]);
    expect(await found("kimani")).toEqual(["ben@example.com"]);
    expect(await found("rates_2026")).toEqual(["amina@example.com"]);
    expect(await found("r_tes")).toEqual([]);
    expect(await found("%")).toEqual(["amina@example.com"]);
    expect(await found("rates")).toHaveLength(2);
    expect(await found("amina kimani")).toEqual([]);
    await write({ lastName: "Zieliński", email: "zofia@example.com", message: "ÄNDERUNG" });
    expect(await found("zielinski änderung")).toEqual(["zofia@example.com"]);
  });

  it("pages the replies to a message, oldest first", async () => {
    const { call, write } = await start();
    const id = await write();
    for (const text of ["One", "Two", "Three"]) await call("POST", editorApiUrl.messageReplies(id), { text });
    const page = await call("GET", `${editorApiUrl.messageReplies(id)}?limit=2&offset=1`);
    expect(page.body.map(({ text }: { text: string }) => text)).toEqual(["Two", "Three"]);
    expect(page.headers["x-total-count"]).toBe("3");
  });

  it("counts unread messages until they are read, and never spam", async () => {
    const { call, write } = await start();
    const id = await write();
    const spam = await write();
    await call("PUT", editorApiUrl.message(spam), { state: "spam" });
    expect((await call("GET", editorApiUrl.unreadMessages())).body).toEqual({ count: 1 });
    await call("PUT", editorApiUrl.message(id), { state: "read" });
    expect((await call("GET", editorApiUrl.unreadMessages())).body).toEqual({ count: 0 });
  });

  it("mails a reply with the message quoted, stores it, and marks the message as done", async () => {
    const { database, call, write, mails } = await start();
    const id = await write();
    const sent = await call("POST", editorApiUrl.messageReplies(id), { text: "Dear Amina,\n\nthe rates rose." });
    expect(sent.status).toBe(201);
    expect((await call("GET", editorApiUrl.messageReplies(id))).body).toEqual([sent.body]);
    expect(sent.body).toMatchObject({ text: "Dear Amina,\n\nthe rates rose.", by: expect.any(String) });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to_email: MESSAGE.email,
      reply_email: CONTACT_EMAIL,
      subject: "Re: Rates & dates",
    });
    expect(mail?.text).toMatch(/the rates rose\.[\s\S]*Amina O'Brien wrote:[\s\S]*> Dear editors,\n> 100 % of/);
    const { state } = await database.db.selectFrom("contact_message").select("state").executeTakeFirstOrThrow();
    expect(state).toBe("done");
  });

  it("sends one mail for one Idempotency-Key, however often it is asked", async () => {
    const { call, write, mails } = await start();
    const url = editorApiUrl.messageReplies(await write());
    const ask = () => call("POST", url, { text: "Thank you." }, { "idempotency-key": "reply-0001" });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
    expect(second.headers["idempotency-replayed"]).toBe("true");
    expect(await mails()).toHaveLength(1);
  });

  it("rejects an empty reply, and one to a message that does not exist, without a mail", async () => {
    const { call, write, mails } = await start();
    const id = await write();
    expect((await call("POST", editorApiUrl.messageReplies(id), { text: "  " })).status).toBe(400);
    expect((await call("POST", editorApiUrl.messageReplies(id + 1), { text: "Hello" })).status).toBe(404);
    expect(await mails()).toEqual([]);
  });
});
