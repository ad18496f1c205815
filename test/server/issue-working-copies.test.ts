import { expect, test } from "vitest";
import { PICTURE_USES } from "#app/picture-uses.ts";
import { findUses } from "#features/media/pictures/queries.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;

describeOnSqlite("the working copy of a scheduled issue", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { sink, transport } = await startMailServer();
    const { app, mail } = await startTestApp(database, { clock, transport });
    const editor = await startPatientEditor(app, database, clock);
    const call = (
      method: "GET" | "POST" | "PUT" | "DELETE",
      url: string,
      payload?: object,
      ifMatch?: string | undefined,
    ) => editor({ method, url, ...(payload && { payload }), ...(ifMatch && { ifMatch }) });
    const payload = { subject: "The week", introduction: "Hello.", body: "<p>One.</p><p>Two.</p>" };
    const { id } = (await call("POST", editorApiUrl.issues(), payload)).body;
    const at = new Date(clock.now() + HOUR).toISOString();
    const send = (body: object = {}, ifMatch?: string) =>
      call("POST", editorApiUrl.issueAction(id, "send"), body, ifMatch);
    await send({ at });
    return {
      app,
      call,
      clock,
      database,
      id,
      send,
      type: (change: object, ifMatch?: string, query = "") =>
        call("PUT", `${editorApiUrl.issueDraft(id)}${query}`, change, ifMatch),
      issue: () => call("GET", editorApiUrl.issue(id)),
      draft: () => call("GET", editorApiUrl.issueDraft(id)),
      work: async () => {
        await mail.advanceIssues();
        await mail.mailer.drain();
        await mail.advanceIssues();
      },
      mails: () => Promise.all(sink.mails.map(({ raw }) => readMail(raw))),
    };
  }

  test("has what is typed, while the issue stays as it was approved and is sent so", async () => {
    const { app, call, clock, id, type, issue, draft, work, mails } = await start();
    expect((await draft()).status).toBe(404);
    expect((await type({ subject: "The week" })).body, "no change").toMatchObject({ has_draft: false });
    const typed = await type({ subject: "Half a sen" });
    expect(typed.body).toMatchObject({ subject: "Half a sen", introduction: "Hello.", saved_by: EDITOR.name });
    expect(await draft()).toMatchObject({ status: 200, body: typed.body, headers: { etag: typed.headers.etag } });
    expect((await issue()).body).toMatchObject({ subject: "The week", has_draft: true, state: "scheduled" });
    expect((await call("GET", editorApiUrl.issues())).body).toMatchObject([{ subject: "The week", has_draft: true }]);
    expect((await call("GET", editorApiUrl.issuePreview(id))).body.subject).toBe("Half a sen");
    const link = (await call("POST", editorApiUrl.issueShare(id))).body.url;
    expect((await app.inject(link.slice(TEST_SITE.length))).body).toContain("Half a sen");

    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "r@example.com" } });
    clock.advance(HOUR);
    await work();
    expect((await mails()).map(({ subject }) => subject)).toContain("The week");
    expect((await issue()).body).toMatchObject({ has_draft: false });
    expect((await draft()).status).toBe(404);
    const [newest] = (await call("GET", editorApiUrl.issueRevisions(id))).body;
    expect((await call("GET", editorApiUrl.issueRevision(id, newest.n))).body.subject).toBe("Half a sen");
  });

  test("stays where only the time changes, and is sent with the issue that is saved or sent again", async () => {
    const { clock, id, call, send, type, issue } = await start();
    const before = (await issue()).headers.etag;
    const typed = String((await type({ subject: "Better" })).headers.etag);
    const later = new Date(clock.now() + 2 * HOUR).toISOString();
    expect((await send({ at: later }, String(before))).status).toBe(409);
    expect((await send({ at: later }, typed)).body).toMatchObject({
      subject: "The week",
      has_draft: true,
      scheduled_at: later,
    });
    expect((await send({}, String(before))).status, "the working copy was not looked at").toBe(409);
    const seen = (await issue()).headers.etag;
    expect((await send({}, String(seen))).body).toMatchObject({ subject: "Better", has_draft: false, version: 2 });

    await type({ subject: "Best" });
    expect((await call("PUT", editorApiUrl.issue(id), { preview: "New" })).body).toMatchObject({
      subject: "Better",
      preview: "New",
      has_draft: false,
    });
  });

  test("has what is typed while the issue is paused, and resuming sends the approved text that the caller saw", async () => {
    const { call, id, type, issue, draft } = await start();
    const step = (action: "pause" | "resume", ifMatch?: string) =>
      call("POST", editorApiUrl.issueAction(id, action), undefined, ifMatch);
    await step("pause");
    const before = String((await issue()).headers.etag);
    await type({ subject: "Half a sen" });
    expect((await issue()).body).toMatchObject({ subject: "The week", has_draft: true, state: "paused" });
    expect((await draft()).body).toMatchObject({ subject: "Half a sen", state: "paused" });
    expect(await step("resume", before)).toMatchObject({ status: 409, body: { code: "stale_version" } });
    expect((await issue()).body.state).toBe("paused");
    const { etag } = (await issue()).body;
    expect((await step("resume", etag)).body).toMatchObject({
      subject: "The week",
      has_draft: true,
      state: "scheduled",
    });
    // The working copy is sent by those who have seen it.
    await step("pause");
    expect((await call("PUT", editorApiUrl.issue(id), { subject: "All of it" }, etag)).body.state).toBe("paused");
    expect((await step("resume")).body).toMatchObject({ subject: "All of it", has_draft: false });
    // A save of other fields brings none of the words that were only typed.
    await step("pause");
    await type({ subject: "Not seen", body: "<p>Not seen.</p>" });
    expect((await call("PUT", editorApiUrl.issue(id), { preview: "Seen" })).body).toMatchObject({
      subject: "All of it",
      preview: "Seen",
      body: "<p>One.</p><p>Two.</p>",
      has_draft: false,
    });
  });

  test("keeps its pictures, also in the trash, and goes on where the issue comes back as a draft", async () => {
    const { call, clock, database, id, type, draft } = await start();
    const key = "a".repeat(24);
    await type({ body: `<p><img src="/media/${key}/800x450.jpg" alt="A map"></p>` });
    const uses = () => findUses(database.db, PICTURE_USES, key);
    expect(await uses()).toEqual([{ type: "issue", id, title: "The week" }]);
    await call("DELETE", editorApiUrl.issue(id));
    expect(await uses()).toEqual([{ type: "issue", id, title: "The week", is_trashed: true }]);
    clock.advance(2 * HOUR);
    await call("POST", editorApiUrl.issueRestore(id));
    expect((await draft()).body).toMatchObject({ state: "draft", body: expect.stringContaining(key) });
    await type({ subject: "Goes on" });
    expect((await draft()).body).toMatchObject({ subject: "Goes on", has_draft: true });
  });
});
