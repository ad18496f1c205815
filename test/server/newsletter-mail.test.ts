import { expect, test } from "vitest";
import { confirmToken, unsubscribeToken } from "#features/newsletter/rules.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { CONTACT_EMAIL, startTestApp, TEST_SECRET, TEST_SITE } from "#test/support/test-app.ts";

const MESSAGE = {
  firstName: "Amina",
  lastName: "O'Brien",
  email: "amina@example.com",
  subject: "A correction",
  message: "Dear editors,\n\n<b>line two</b> {{unsubscribe_url}}",
};

describeOnSqlite("mails caused by forms", (open) => {
  async function start(settings: { asksToConfirm?: boolean; rateLimits?: boolean } = {}) {
    const clock = testClock();
    const database = await open();
    const parts = await startTestApp(database, { clock, ...settings });
    const post = (url: string, payload: object) => parts.app.inject({ method: "POST", url, payload });
    return {
      ...parts,
      clock,
      post,
      subscribe: (email: string, traces: object = {}) => post(apiUrl.subscribe(), { email, ...traces }),
      leave: (email: string) => post(apiUrl.unsubscribe(), { email }),
      /** All mails so far, in the order they were written. */
      mails: async () => {
        await parts.mail.mailer.drain();
        const mails = await readMailFiles(parts.mailFiles());
        return mails.sort((left, right) => Number(left.number) - Number(right.number));
      },
      people: () => database.db.selectFrom("subscriber").select(["id", "email", "status"]).orderBy("id").execute(),
    };
  }

  test("a new subscriber is welcomed once; the mail has two equivalent parts and its own unsubscribe link", async () => {
    const { subscribe, mails, people } = await start();
    for (const _time of [1, 2, 3]) await subscribe("reader@example.com");
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const [{ id } = { id: 0 }] = await people();
    const token = unsubscribeToken(TEST_SECRET, id);
    expect(mail?.subject).toBe("Welcome to Jarida");
    expect(mail?.header("list-unsubscribe")).toBe(`<${TEST_SITE}${editorApiUrl.oneClick(token)}>`);
    expect(mail?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@news\.example>$/);
    expect(mail?.header("content-type")).toMatch(/^multipart\/alternative/);
    for (const part of [mail?.html, mail?.text]) {
      expect(part).toContain("Welcome aboard");
      expect(part).toContain(`${TEST_SITE}${pageUrl.unsubscribe(token)}`);
      expect(part).not.toContain("{{");
    }
    // Each word that a reader of the HTML sees is in the plain part too.
    const seen = (mail?.html ?? "").replace(/<head>.*<\/head>/s, "").replace(/<[^>]*>/g, " ");
    const words = seen.replace(/&\w+;|&#\w+;/g, " ").match(/[A-Za-z]{4,}/g) ?? [];
    expect(words.filter((word) => !mail?.text?.includes(word))).toEqual(["Your", "subscription"]);
    for (const [, address] of (mail?.html ?? "").matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(new RegExp(`^${TEST_SITE}/`));
    expect(mail?.html).not.toMatch(/<script|javascript:/i);
    expect(mail?.raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
  });

  test("one click in the mail client unsubscribes, without cookies, login or JSON; opening the link does not", async () => {
    const { app, subscribe, people } = await start();
    await subscribe("reader@example.com");
    const [{ id } = { id: 0 }] = await people();
    const url = editorApiUrl.oneClick(unsubscribeToken(TEST_SECRET, id));
    for (const method of ["GET", "HEAD"] as const) {
      const looked = await app.inject({ method, url });
      expect(looked.statusCode).toBe(303);
      expect(looked.headers.location).toBe(pageUrl.unsubscribe(unsubscribeToken(TEST_SECRET, id)));
    }
    expect((await people())[0]?.status).toBe("active");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await app.inject({ method: "POST", url, headers, payload: "List-Unsubscribe=One-Click" });
    expect(answer.statusCode).toBe(200);
    expect((await people())[0]?.status).toBe("unsubscribed");
    await subscribe("reader@example.com");
    const boundary = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const multipart = { "content-type": "multipart/form-data; boundary=x" };
    expect((await app.inject({ method: "POST", url, headers: multipart, payload: boundary })).statusCode).toBe(200);
    expect((await people())[0]?.status).toBe("unsubscribed");
    for (const token of ["x", `${id}.x`, confirmToken(TEST_SECRET, id), unsubscribeToken(TEST_SECRET, 4711)])
      expect(
        (await app.inject({ method: "POST", url: editorApiUrl.oneClick(token), headers, payload: "" })).statusCode,
      ).toBe(400);
  });

  test("unsubscribing by address sends a mail with a way back; by token it does not", async () => {
    const { app, subscribe, leave, mails, people } = await start();
    await subscribe("reader@example.com");
    await leave("reader@example.com");
    await leave("reader@example.com");
    await leave("unknown@example.com");
    const [, note, ...more] = await mails();
    expect(more).toEqual([]);
    expect(note?.subject).toBe("You have been unsubscribed from Jarida");
    const way = /https:\/\/news\.example(\/newsletter\/confirm\?token=\S+)/.exec(note?.text ?? "")?.[1] ?? "";
    const page = await app.inject(way);
    expect(page.statusCode).toBe(200);
    expect(page.body).toMatch(/<form [^>]*method="post"/);
    expect((await people())[0]?.status, "looking changes nothing").toBe("unsubscribed");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const back = await app.inject({ method: "POST", url: way, headers, payload: "" });
    expect(back.statusCode).toBe(200);
    expect((await people())[0]?.status).toBe("active");
    const bad = await app.inject({ method: "POST", url: `${way}x`, headers, payload: "" });
    expect(bad.statusCode).toBe(400);
  });

  test("if the operator requires it, an address is first confirmed by mail, with the same response", async () => {
    const { app, subscribe, mails, people } = await start({ asksToConfirm: true });
    const asked = await subscribe("reader@example.com");
    expect([asked.statusCode, asked.json()]).toEqual([200, { message: expect.stringMatching(/^Thank you/) }]);
    expect(await people()).toMatchObject([{ status: "pending" }]);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Please confirm your subscription to Jarida");
    const way = /https:\/\/news\.example(\/newsletter\/confirm\?token=\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await app.inject({ method: "POST", url: way });
    await app.inject({ method: "POST", url: way });
    expect(await people()).toMatchObject([{ status: "active" }]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([mail?.subject, "Welcome to Jarida"]);
    expect((await subscribe("reader@example.com")).json()).toEqual(asked.json());
    expect(await mails()).toHaveLength(2);
  });

  test("a bot gets the same response and is not added; a person who is that fast confirms by mail", async () => {
    const { subscribe, mails, people } = await start();
    const answers = [
      await subscribe("machine@example.com", { website: "https://spam.example" }),
      await subscribe("hasty@example.com", { website: "", elapsed: 200 }),
      await subscribe("person@example.com", { website: "", elapsed: 9_000 }),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect((await people()).map(({ email, status }) => [email, status])).toEqual([
      ["hasty@example.com", "pending"],
      ["person@example.com", "active"],
    ]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "Please confirm your subscription to Jarida",
      "Welcome to Jarida",
    ]);
  });

  test("nobody can fill a stranger's mailbox: five mails a day, ten calls in a quarter of an hour", async () => {
    const { subscribe, leave, mails, clock } = await start({ rateLimits: true });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await subscribe("victim@example.com")).statusCode);
      statuses.push((await leave("victim@example.com")).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await mails()).toHaveLength(5);
    clock.advance(16 * 60_000);
    expect((await subscribe("victim@example.com")).statusCode).toBe(200);
    expect(await mails()).toHaveLength(5);
    clock.advance(25 * 60 * 60_000);
    await leave("victim@example.com");
    expect(await mails()).toHaveLength(6);
  });

  test.each(["o'neil@example.com", "all.!#$%&'*+/=?^_`{|}~-@example.com", "reader@localhost"])(
    "%s, which browsers accept as an email, receives its mail and replies",
    async (email) => {
      const { subscribe, post, mails, people } = await start();
      expect((await subscribe(` ${email.toUpperCase()} `)).statusCode).toBe(200);
      expect(await people()).toMatchObject([{ email }]);
      expect((await post(apiUrl.contact(), { ...MESSAGE, email })).statusCode).toBe(201);
      const [welcome, message] = await mails();
      expect(welcome?.to).toMatchObject([{ address: email }]);
      expect(message?.replyTo).toMatchObject([{ address: email }]);
    },
  );

  test("a contact message is stored and mailed, with the sender to reply to; nothing in it can inject headers", async () => {
    const { post, mails, clock } = await start();
    const hostile = "x\r\nBcc: victim@example.com\r\n\r\nbody";
    expect((await post(apiUrl.contact(), MESSAGE)).statusCode).toBe(201);
    clock.advance(1_000);
    await post(apiUrl.contact(), {
      ...MESSAGE,
      subject: `Zürich 😀 ${hostile}`,
      firstName: hostile.slice(0, 40),
      lastName: '"<a@b.example>,',
    });
    const [mail, second] = await mails();
    expect(mail?.to).toEqual([{ address: CONTACT_EMAIL, name: "" }]);
    expect(mail?.replyTo).toEqual([{ address: MESSAGE.email, name: "Amina O'Brien" }]);
    expect(mail?.subject).toBe("Contact: A correction");
    expect(mail?.text).toContain("> <b>line two</b> {{unsubscribe_url}}");
    expect(mail?.html).toContain("&lt;b&gt;line two&lt;/b&gt; {{unsubscribe_url}}");
    expect(second?.bcc).toBeUndefined();
    expect(second?.header("bcc")).toBeUndefined();
    expect(second?.replyTo).toMatchObject([{ address: MESSAGE.email }]);
    expect(second?.replyTo).toHaveLength(1);
    expect(second?.subject).toBe("Contact: Zürich 😀 x Bcc: victim@example.com body");
    expect(second?.to).toHaveLength(1);
  });

  test("messages from bots are kept apart and not mailed; editors read, mark and delete the rest", async () => {
    const { app, store, post, mails } = await start();
    await post(apiUrl.contact(), MESSAGE);
    const machine = await post(apiUrl.contact(), { ...MESSAGE, subject: "Buy", website: "https://spam.example" });
    expect(machine.statusCode).toBe(201);
    expect(Object.keys(machine.json())).not.toContain("state");
    expect(await mails()).toHaveLength(1);
    const { headers } = await startEditor(app, store.database);
    const list = async (query = "") => (await app.inject({ url: `${apiUrl.contact()}${query}`, headers })).json();
    expect((await list()).map((message: { subject: string }) => message.subject)).toEqual(["A correction"]);
    expect(await list("?state=spam")).toMatchObject([{ subject: "Buy", state: "spam" }]);
    const [{ id }] = await list();
    for (const state of ["read", "done"]) {
      const marked = await app.inject({ method: "PUT", url: editorApiUrl.message(id), headers, payload: { state } });
      expect(marked.json()).toMatchObject({ id, state });
    }
    const wrong = await app.inject({
      method: "PUT",
      url: editorApiUrl.message(id),
      headers,
      payload: { state: "lost" },
    });
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ["state"]]);
    expect((await app.inject({ method: "DELETE", url: editorApiUrl.message(id), headers })).statusCode).toBe(204);
    expect((await app.inject({ method: "DELETE", url: editorApiUrl.message(id), headers })).statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });
});
