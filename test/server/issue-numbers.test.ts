import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import { countByIssue } from "#features/mail/queries.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import type { IssueNumbers } from "#features/newsletter/issues/numbers/endpoints.ts";
import { UNSUBSCRIPTION_DAYS } from "#features/newsletter/issues/numbers/rules.ts";
import { DAY, HOUR } from "#shared/time.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import {
  createPostgresDatabase,
  createSqliteDatabase,
  describeOnEngines,
  openSqliteForTest,
} from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { openBefore } from "#test/support/old-database.ts";
import type { SinkAnswer } from "#test/support/smtp-sink.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const LINK = new RegExp(`${TEST_SITE}/r/([\\w-]+)`, "g");
const LEAVE = /\/unsubscribe\?token=([\w.-]+)/;

describeOnEngines("the numbers of a newsletter issue", (open) => {
  async function start(answer: (to: string, nthTry: number) => SinkAnswer = () => "take") {
    const { sink, transport } = await startMailServer({ answer });
    const desk = await startDesk(open, { transport, trustProxy: 1 });
    const { app, call, database, mail, runJob, store } = desk;
    const { db } = database;
    const send = async (body: object = {}) => {
      const payload = { subject: "The week", introduction: "Hello.", ...body };
      const { id } = (await call({ method: "POST", url: editorApiUrl.issues(), payload })).body as Issue;
      await call({ method: "POST", url: editorApiUrl.issueAction(id, "send"), payload: {} });
      await mail.advanceIssues();
      await mail.mailer.drain();
      await mail.advanceIssues();
      return id;
    };
    return {
      ...desk,
      db,
      sink,
      send,
      addReaders: (...names: string[]) =>
        db
          .insertInto("subscriber")
          .values(
            names.map((name) => ({ email: `${name}@example.com`, status: "active", created_at: 0, changed_at: 0 })),
          )
          .execute(),
      mailTo: async (name: string, nth = 0) => {
        const mails = sink.mails.filter(({ to }) => to === `${name}@example.com`);
        return readMail(mails.at(nth)?.raw ?? Buffer.alloc(0));
      },
      numbers: async (id: number) => {
        await runJob("newsletter clicks");
        return (await call({ method: "GET", url: `/api/newsletter/issues/${id}/numbers/` })).body as IssueNumbers;
      },
      leave: (token: string) => app.inject({ method: "POST", url: apiUrl.unsubscribe(), payload: { token } }),
      countClicks: (counts_clicks: boolean) =>
        call({ method: "PUT", url: "/api/settings/newsletter/", payload: { counts_clicks } }),
      click: (path: string, { reader = 1, method = "GET" as "GET" | "HEAD", headers = {} } = {}) =>
        app.inject({
          method,
          url: path,
          headers: { "user-agent": BROWSER, "x-forwarded-for": `198.51.100.${reader}`, ...headers },
        }),
      articleOf: (title: string) => publish(store, { title }),
    };
  }

  test("tell mails that were accepted from those that were rejected, however often they are sent", async () => {
    let rejects = true;
    const { addReaders, send, numbers, call, mail, clock, sink } = await start((to) => {
      if (to.startsWith("gone") && rejects) return { at: "recipient", code: 550, text: "5.1.1 User unknown" };
      if (to.startsWith("spam")) return { at: "text", code: 554, text: "5.7.1 Rejected as spam" };
      return to.startsWith("slow") ? { at: "text", code: 451 } : "take";
    });
    await addReaders("here", "gone", "spam", "slow");
    const id = await send();
    const outcome = async () => {
      const { recipients, counts } = await numbers(id);
      const { sent, failed, rejected, waiting } = counts;
      return { recipients, sent, failed, rejected, waiting };
    };
    expect(await outcome()).toEqual({ recipients: 4, sent: 1, failed: 2, rejected: 1, waiting: 1 });
    // The reader's address works now: the mail counts once, where it is.
    rejects = false;
    const failed = (await call({ method: "GET", url: `${editorApiUrl.outbox()}?state=failed` })).body as {
      id: number;
      email: string;
    }[];
    const again = failed.find(({ email }) => email.startsWith("gone"))?.id ?? 0;
    await call({ method: "POST", url: editorApiUrl.sendAgain(again), payload: {} });
    expect(await outcome()).toMatchObject({ failed: 1, rejected: 0, waiting: 2 });
    await mail.mailer.drain();
    expect(await outcome()).toMatchObject({ sent: 2, failed: 1, rejected: 0, waiting: 1 });
    // What was retried for a day has failed, but is not rejected.
    for (let hours = 0; hours < 25; hours += 1) {
      clock.advance(HOUR);
      await mail.mailer.drain();
    }
    await mail.advanceIssues();
    expect(await outcome()).toEqual({ recipients: 4, sent: 2, failed: 2, rejected: 0, waiting: 0 });
    expect(sink.mails).toHaveLength(2);
  });

  test("count who unsubscribes by the issue's own link, within its time, and keep no person with it", async () => {
    const { addReaders, send, numbers, mailTo, leave, app, clock, db, call, mail } = await start();
    await addReaders("ann", "ben", "cas", "dan");
    const [first, second] = [await send(), await send({ subject: "The next week" })];
    const tokenIn = async (name: string, nth: number) => LEAVE.exec((await mailTo(name, nth)).text ?? "")?.[1] ?? "";
    const unsubscribed = async () => [
      (await numbers(first)).counts.unsubscribed,
      (await numbers(second)).counts.unsubscribed,
    ];
    // Each link counts for the issue it is in, once, and one click in a mail program counts as well.
    const token = await tokenIn("ann", 0);
    for (let time = 0; time < 2; time += 1) expect((await leave(token)).statusCode).toBe(200);
    const oneClick = (await mailTo("ben", 1)).header("list-unsubscribe")?.slice(1, -1).replace(TEST_SITE, "") ?? "";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await app.inject({ method: "POST", url: oneClick, headers, payload: "List-Unsubscribe=One-Click" });
    // By address: no issue's link.
    await app.inject({ method: "POST", url: apiUrl.unsubscribe(), payload: { email: "dan@example.com" } });
    expect(await unsubscribed()).toEqual([1, 1]);
    // Erasing a reader changes no number.
    await call({ method: "POST", url: "/api/newsletter/people/erase/", payload: { email: "ann@example.com" } });
    await mail.removeOldMails();
    expect(await unsubscribed()).toEqual([1, 1]);
    expect((await db.selectFrom("mail_tally").select(["issue_id", "unsubscribed_count"]).execute()).length).toBe(2);
    clock.advance(UNSUBSCRIPTION_DAYS * DAY);
    expect((await leave(await tokenIn("cas", 1))).statusCode).toBe(200);
    expect(await unsubscribed()).toEqual([1, 1]);
    const states = await db.selectFrom("subscriber").select("status").distinct().execute();
    expect(states).toEqual([{ status: "unsubscribed" }]);
  });

  test("have no clicks by default, and links lead directly to their targets", async () => {
    const { addReaders, send, numbers, mailTo, articleOf } = await start();
    await addReaders("ann");
    const article = await articleOf("Fees fall");
    const id = await send({ article_ids: [article], body: '<p><a href="https://other.example/">Other</a></p>' });
    const { html = "", text = "" } = await mailTo("ann");
    expect(`${html}${text}`).not.toMatch(LINK);
    expect(html).toContain('href="https://other.example/"');
    expect(await numbers(id)).toMatchObject({ counts: { clicks: null }, links: [] });
  });

  test("count clicks by link if a chief has switched that on, each reader once an hour, and no programs", async () => {
    const { addReaders, send, numbers, mailTo, articleOf, countClicks, click, clock } = await start();
    await countClicks(true);
    await addReaders("ann", "ben");
    const article = await articleOf("Fees fall");
    const id = await send({ article_ids: [article], body: '<p><a href="https://other.example/a?b=1">Other</a></p>' });
    const linksTo = async (name: string) => [...((await mailTo(name)).html ?? "").matchAll(LINK)].map(([url]) => url);
    const links = await linksTo("ann");
    expect(links, "the same for everybody").toEqual(await linksTo("ben"));
    const [other = "", own = ""] = [...new Set(links)].map((url) => url.replace(TEST_SITE, ""));
    const { statusCode, headers } = await click(other);
    expect([statusCode, headers.location]).toEqual([302, "https://other.example/a?b=1"]);
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
    expect((await click(own, { reader: 2 })).headers.location).toBe(`${TEST_SITE}/article/${article}`);
    // The same reader again, and what is no reader.
    await click(other);
    await click(other, { method: "HEAD", reader: 3 });
    for (const name of [
      "BarracudaSentinel/1.0",
      "Mozilla/5.0 (Windows NT 10.0; ms-office)",
      "Mimecast",
      "Googlebot/2.1",
    ])
      await click(other, { reader: 4, headers: { "user-agent": name } });
    await click(other, { reader: 5, headers: { "sec-purpose": "prefetch" } });
    await click(other, { reader: 6, headers: { "user-agent": "" } });
    const clicks = async () => (await numbers(id)).links.map(({ url, label, clicks }) => [url, label, clicks]);
    expect(await clicks()).toEqual([
      ["https://other.example/a?b=1", "Other", 1],
      [`${TEST_SITE}/article/${article}`, "Fees fall", 1],
    ]);
    expect((await numbers(id)).counts.clicks).toBe(2);
    clock.advance(2 * HOUR);
    await click(other);
    expect((await clicks())[0]?.[2]).toBe(2);
    // Off: the links work for ever, and nothing is counted.
    await countClicks(false);
    clock.advance(400 * DAY);
    expect((await click(other, { reader: 9 })).headers.location).toBe("https://other.example/a?b=1");
    expect((await clicks())[0]?.[2]).toBe(2);
  });
});

test("an unknown link is the site's own 404 page, whatever is appended to it", async () => {
  const { app } = await startDesk(openSqliteForTest);
  for (const path of ["/r/none", "/r/https:%2F%2Fevil.example", "/r/none?url=https://evil.example", "/r/%00"]) {
    const response = await app.inject(path);
    expect([response.statusCode, response.headers.location], path).toEqual([404, undefined]);
    expect(response.headers["content-type"], path).toMatch(/^text\/html/);
  }
});

test.each([
  ["en", "Links in the newsletter"],
  ["sw", "Viungo katika jarida la barua pepe"],
  ["ar", "الروابط في النشرة البريدية"],
] as const)(
  "the privacy page of a site in %s says that clicks are counted, while they are",
  async (siteLanguage, title) => {
    const { app, call } = await startDesk(openSqliteForTest, { siteLanguage });
    const page = async () => (await app.inject("/privacy-policy")).body;
    const set = (counts_clicks: boolean) =>
      call({ method: "PUT", url: "/api/settings/newsletter/", payload: { counts_clicks } });
    expect(await page()).not.toContain(title);
    await set(true);
    expect(await page()).toContain(title);
    await set(false);
    expect(await page()).not.toContain(title);
  },
);

const ENGINES = {
  sqlite: createSqliteDatabase,
  postgres: async () => ({ engine: "postgres" as const, url: await createPostgresDatabase() }),
};

describe.each(["sqlite", "postgres"] as const)("an older database (%s)", (engine) => {
  test.skipIf(engine === "postgres" && inject("postgres") === null)(
    "keeps how many readers unsubscribed by issue, and no longer who",
    async () => {
      const database = await openBefore("0196-unsubscriptions-without-persons", await ENGINES[engine]());
      const { db } = database;
      await sql`insert into mail_tally (issue_id, state, count, unsubscribed_count) values (1, 'sent', 5, 2)`.execute(
        db,
      );
      await sql`insert into mail_body (subject, html, text) values ('x', 'x', 'x')`.execute(db);
      for (const [issue, subscriber, at] of [
        [1, 1, 9],
        [1, 2, 9],
        [1, 3, null],
        [2, 1, 9],
      ])
        await sql`insert into mail (kind, state, priority, body_id, issue_id, subscriber_id, created_at, due_at,
          message_id, to_email, unsubscribed_at)
          values ('issue', 'sent', 1, 1, ${issue}, ${subscriber}, 0, 0, 'x', 'x', ${at})`.execute(db);
      await migrate(database);
      const rows = await countByIssue(db, [1, 2]);
      const sumOf = (id: number, of: "count" | "unsubscribed") =>
        rows.filter(({ issue_id }) => issue_id === id).reduce((sum, row) => sum + Number(row[of]), 0);
      expect([sumOf(1, "count"), sumOf(1, "unsubscribed")]).toEqual([8, 4]);
      expect([sumOf(2, "count"), sumOf(2, "unsubscribed")]).toEqual([1, 1]);
      const { rows: named } = await sql`select id from mail where unsubscribed_at is not null`.execute(db);
      expect(named).toEqual([]);
    },
  );
});
