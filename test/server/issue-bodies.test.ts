import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;
const MINUTE = 60_000;
/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describeOnSqlite("the text of newsletter issues", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { sink, transport } = await startMailServer();
    const parts = await startTestApp(database, { clock, transport });
    const editor = await startPatientEditor(parts.app, database, clock);
    const call = (
      method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
      url: string,
      payload?: object,
      ifMatch?: string,
    ) => editor({ method, url, ...(payload && { payload }), ...(ifMatch && { ifMatch }) });
    return {
      ...parts,
      clock,
      call,
      create: async (body: object) =>
        (await call("POST", editorApiUrl.issues(), { subject: "The week", ...body })).body,
      /** What the jobs of a running server do. */
      work: async () => {
        await parts.mail.advanceIssues();
        await parts.mail.mailer.drain();
        await parts.mail.advanceIssues();
      },
      mails: () => Promise.all(sink.mails.map(({ raw }) => readMail(raw))),
    };
  }
  const blockOf = (id: number, kind = "with-picture") => `<article class="${kind}" data-article="${id}"></article>`;

  test("is cleaned as it is written, and mailed with its articles, sponsor and button", async () => {
    const { call, create, store, work, mails, app } = await start();
    const lead = await publish(store, { title: "Rollups", excerpt: "In short." });
    const draft = await publish(store, { title: "Not yet", status: "draft" });
    const body =
      `<h2>Hello</h2><script>alert(1)</script><p style="x" onclick="y">Dear <strong>readers</strong>,</p>${blockOf(lead)}${blockOf(draft)}` +
      '<aside class="sponsor"><p><a href="https://acme.example/">Acme</a></p></aside><p class="button"><a href="javascript:alert(1)">No</a></p>' +
      '<p class="button"><a href="/about">About us</a></p>';
    const issue = await create({ body });
    expect(issue.body).toBe(
      `<h2>Hello</h2><p>Dear <strong>readers</strong>,</p>${blockOf(lead)}${blockOf(draft)}` +
        '<aside class="sponsor"><p><a href="https://acme.example/">Acme</a></p></aside><p class="button">No</p><p class="button"><a href="/about">About us</a></p>',
    );
    expect(issue).toMatchObject({ introduction: "", article_ids: [] });
    // Stored again as it was read, it is the same.
    expect((await call("PUT", editorApiUrl.issue(issue.id), { body: issue.body })).body.body).toBe(issue.body);

    const { frame_url } = (await call("GET", editorApiUrl.issuePreview(issue.id))).body;
    const frame = async (theme: string) => app.inject(`${frame_url}&theme=${theme}`);
    expect((await frame("dark")).body).toContain("@media all {");
    expect((await frame("light")).body).toContain("@media not all {");
    expect((await frame("odd")).statusCode).toBe(400);

    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "r@example.com" } });
    await work();
    await call("POST", editorApiUrl.issueAction(issue.id, "send"));
    await work();
    const mail = (await mails()).at(-1);
    expect(mail?.header("list-unsubscribe")).toBeDefined();
    for (const part of [mail?.html ?? "", mail?.text ?? ""]) {
      for (const words of ["Rollups", "In short.", "Sponsored", "https://acme.example/", `${TEST_SITE}/about`])
        expect(part).toContain(words);
      expect(part).not.toMatch(/Not yet|alert|\{\{/);
    }
  });

  test("may name an article once only, and 30 of them, and is not longer than mail programs show", async () => {
    const { call } = await start();
    const post = (body: string) => call("POST", editorApiUrl.issues(), { subject: "a", body });
    expect(await post(blockOf(1) + blockOf(1, "without-picture"))).toMatchObject({
      status: 400,
      body: { code: "invalid_input", errors: { body: expect.stringContaining("only once") } },
    });
    const many = (count: number) => Array.from({ length: count }, (_, n) => blockOf(n + 1)).join("");
    expect((await post(many(31))).status).toBe(400);
    expect((await post(many(30))).status).toBe(201);
    const long = await post(`<p>${"a".repeat(65 * 1024)}</p>`);
    expect(long).toMatchObject({ status: 400, body: { errors: { body: expect.stringContaining("64 KiB") } } });
  });

  test("keeps its pictures: embedded ones are stored, and one in use cannot be deleted", async () => {
    const { call, create } = await start();
    const issue = await create({ body: `<p>a</p><img src="data:image/png;base64,${PIXEL}" alt="A dot" />` });
    expect(issue.body).toMatch(/^<p>a<\/p><img src="\/media\/[a-z0-9]+\/1x1\.png" alt="A dot" \/>$/);
    const [picture] = (await call("GET", editorApiUrl.pictures())).body;
    expect(await call("DELETE", editorApiUrl.storedPicture(picture.id))).toMatchObject({
      status: 409,
      body: { used_in: [{ type: "issue", id: issue.id, title: "The week" }] },
    });
    await call("PUT", editorApiUrl.issue(issue.id), { body: "<p>a</p>" });
    expect((await call("DELETE", editorApiUrl.storedPicture(picture.id))).status).toBe(204);
  });

  test("has versions: saves are kept, autosaves within ten minutes are one, any comes back as a new one", async () => {
    const { call, create, clock } = await start();
    const { id } = await create({ body: "<p>One</p>" });
    const says = (text: string) => ({ body: `<p>${text}</p>` });
    const versions = async () => (await call("GET", editorApiUrl.issueRevisions(id))).body;
    clock.advance(MINUTE);
    await call("PUT", editorApiUrl.issueDraft(id), says("Tw"));
    clock.advance(MINUTE);
    const { body: typed } = await call("PUT", editorApiUrl.issueDraft(id), says("Two"), '"1d1"');
    expect(typed).toMatchObject({ etag: '"1d2"', ...says("Two") });
    expect((await call("PUT", editorApiUrl.issueDraft(id), says("Else"), '"1d1"')).status).toBe(409);
    expect(await versions()).toMatchObject([
      { n: 2, is_autosave: true },
      { n: 1, is_autosave: false, author: expect.any(String) },
    ]);
    clock.advance(10 * MINUTE);
    await call("PUT", editorApiUrl.issueDraft(id), says("Three"));
    await call("PUT", editorApiUrl.issue(id), says("Four"));
    expect(await call("PATCH", editorApiUrl.issueRevision(id, 2), { note: "Before lunch" })).toMatchObject({
      body: { n: 2, note: "Before lunch" },
    });
    expect((await versions()).map(({ n }: { n: number }) => n)).toEqual([4, 3, 2, 1]);
    for (const [n, text] of [
      [1, "One"],
      [2, "Two"],
      [3, "Three"],
      [4, "Four"],
    ] as const)
      expect((await call("GET", editorApiUrl.issueRevision(id, n))).body, `version ${n}`).toMatchObject(says(text));
    expect((await call("POST", editorApiUrl.restoreIssueRevision(id, 2), {}, '"1"')).status).toBe(409);
    const { body: restored } = await call("POST", editorApiUrl.restoreIssueRevision(id, 2), {}, '"2"');
    expect(restored).toMatchObject({ ...says("Two"), subject: "The week" });
    expect(await versions()).toHaveLength(5);
    expect((await call("GET", editorApiUrl.issueRevision(id, 9))).status).toBe(404);
    await call("DELETE", editorApiUrl.issue(id));
    expect((await call("GET", editorApiUrl.issueRevisions(id))).status).toBe(404);
  });

  test("has its stored state as the only version, where it was written before there were versions", async () => {
    const { call, store } = await start();
    const { id } = await store.database.db
      .insertInto("issue")
      .values({
        state: "draft",
        subject: "Old",
        preview: "",
        introduction: "Hello.",
        article_ids: "[3]",
        created_at: 0,
        updated_at: 5,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect((await call("GET", editorApiUrl.issueRevisions(id))).body).toMatchObject([{ n: 1, author: null }]);
    await call("PUT", editorApiUrl.issueDraft(id), { introduction: "Changed." });
    expect((await call("GET", editorApiUrl.issueRevisions(id))).body).toMatchObject([{ n: 2 }, { n: 1 }]);
    const { body: first } = await call("GET", editorApiUrl.issueRevision(id, 1));
    expect(first).toMatchObject({ subject: "Old", introduction: "Hello.", body: "", article_ids: [3] });
  });

  test("is not changed while it is typed once it is scheduled, and not at all once it is being sent", async () => {
    const { call, create, clock, work, app } = await start();
    const { id } = await create({ body: "<p>One</p>" });
    const at = new Date(clock.now() + HOUR).toISOString();
    await call("POST", editorApiUrl.issueAction(id, "send"), { at });
    expect((await call("PUT", editorApiUrl.issueDraft(id), { subject: "Half a sen" })).status).toBe(200);
    expect((await call("GET", editorApiUrl.issue(id))).body).toMatchObject({ subject: "The week", has_draft: true });
    expect((await call("PUT", editorApiUrl.issue(id), { subject: "A sentence" })).status).toBe(200);
    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "r@example.com" } });
    clock.advance(HOUR);
    await work();
    for (const [method, url, payload] of [
      ["PUT", editorApiUrl.issueDraft(id), { subject: "x" }],
      ["POST", editorApiUrl.restoreIssueRevision(id, 1), {}],
    ] as const)
      expect((await call(method, url, payload)).status, url).toBe(409);
    expect((await call("GET", editorApiUrl.issueRevisions(id))).body).toHaveLength(3);
  });

  test("every mail to subscribers carries the newsroom's postal address, as it is when it is written", async () => {
    const { call, create, work, mails, app } = await start();
    const subscribe = (email: string) => app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } });
    await subscribe("before@example.com");
    await call("PUT", editorApiUrl.newsroom(), { postal_address: "Moi Avenue 1\nNairobi" });
    await subscribe("after@example.com");
    const { id } = await create({ body: "<p>One</p>" });
    await call("POST", editorApiUrl.issueAction(id, "test"), { email: "me@example.com" });
    await call("POST", editorApiUrl.issueAction(id, "send"));
    await work();
    await work();
    const all = await mails();
    const without = all.filter(({ text, html }) => !text?.includes("Moi Avenue 1") && !html?.includes("Moi Avenue 1"));
    expect(without.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
      ["Welcome to Jarida", "before@example.com"],
    ]);
    const carrying = all.filter((mail) => !without.includes(mail));
    expect(carrying.map(({ subject }) => subject).sort()).toEqual(
      ["Test: The week", "The week", "The week", "Welcome to Jarida"].sort(),
    );
    for (const { text, html } of carrying) {
      expect(text).toContain("\nMoi Avenue 1\nNairobi\n");
      expect(html).toContain("Moi Avenue 1<br/>Nairobi");
    }
  });
});
