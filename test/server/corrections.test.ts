import { expect, test } from "vitest";
import type { Correction, PublishedChange } from "#features/record/endpoints.ts";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

const MINUTE = 60_000;
const TEXT = "An earlier version named the wrong <b>bank</b>.";
const XML: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const SHOWN = "An earlier version named the wrong &lt;b&gt;bank&lt;/b&gt;.";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call } = desk;
  return {
    ...desk,
    read: async (url: string) => (await app.inject(url)).body,
    correct: (id: number, payload: object) => call({ method: "POST", url: editorApiUrl.correct(id), payload }),
  };
}

describeOnSqlite("a correction", (open) => {
  test("stands in its article, its feeds, its record and the list of all, and stays through updates", async () => {
    const { app, read, correct, call, publishOne, clock } = await start(open);
    const id = await publishOne({ title: "Bank halts", content: "<p>The text.</p>" });
    expect(await read(documentUrl.corrections())).toContain("Nothing has been corrected yet");
    clock.advance(MINUTE);
    expect(await correct(id, { text: ` ${TEXT} `, position: "top" })).toMatchObject({
      status: 201,
      body: { article: id, title: "Bank halts", n: 2, text: TEXT, position: "top", date: "2026-11-20T12:01:00.000Z" },
    });
    clock.advance(MINUTE);
    await correct(id, { text: "And another.", position: "bottom" });
    // The response was lost, and the call is made again.
    expect((await correct(id, { text: TEXT, position: "top" })).body.n).toBe(2);
    await call({ method: "PUT", url: apiUrl.article(id), payload: { content: "<p>The new text.</p>" } });

    const page = await read(pageUrl.article(id));
    expect(page.indexOf(SHOWN)).toBeLessThan(page.indexOf("The new text."));
    expect(page.lastIndexOf("And another.")).toBeGreaterThan(page.indexOf("The new text."));
    expect(page).toContain('"@type":"CorrectionComment"');
    const corrected = `<strong>Correction, November 20, 2026:</strong> ${SHOWN}</p><p>The new text.</p><p><strong>Correction`;
    expect(JSON.parse(await read(feedUrl.json())).items[0]).toMatchObject({
      content_html: expect.stringContaining(corrected),
      date_modified: "2026-11-20T12:02:00.000Z",
    });
    expect(await read(feedUrl.rss())).toContain(corrected.replace(/[&<>]/g, (mark) => XML[mark] ?? mark));
    const all = await app.inject(apiUrl.corrections());
    expect(all.headers["x-total-count"]).toBe("2");
    expect(all.json<Correction[]>().map(({ n }) => n)).toEqual([3, 2]);
    expect(await read(documentUrl.corrections())).toMatch(/href="\/article\/1"[^>]*>Bank halts<.*wrong &lt;b&gt;bank/s);
    const changes = JSON.parse(await read(apiUrl.changes(id))) as PublishedChange[];
    expect(changes.map(({ kind }) => kind)).toEqual(["change", "correction", "correction", "publication"]);
    const some = await app.inject(`${apiUrl.changes(id)}?kind=correction&limit=1`);
    expect([some.json<PublishedChange[]>().map(({ n }) => n), some.headers["x-total-count"]]).toEqual([[3], "2"]);
    const none = await app.inject(`${apiUrl.changes(id)}?kind=removal`);
    expect([none.statusCode, none.json()]).toEqual([200, []]);
    expect(await read(documentUrl.changes(id))).toContain("<ins>new </ins>");
    expect((await app.inject(documentUrl.changes(id, 2))).statusCode).toBe(404);
    expect((await app.inject(documentUrl.changes(99))).statusCode).toBe(404);
  });

  test("goes with an update: both are stored, or neither", async () => {
    const { app, read, call, publishOne, clock } = await start(open);
    const id = await publishOne({ title: "Bank halts", content: "<p>The text.</p>" });
    const update = (of: number, payload: object) => call({ method: "PUT", url: apiUrl.article(of), payload });
    const kinds = async () => (JSON.parse(await read(apiUrl.changes(id))) as PublishedChange[]).map(({ kind }) => kind);
    expect(await read(documentUrl.corrections())).toContain("Nothing has been corrected yet");
    clock.advance(MINUTE);
    const said = { change_note: "The bank spoke.", correction: TEXT, correction_position: "bottom" };
    for (const wrong of [{ correction: " " }, { correction: "x".repeat(2_001) }, { correction_position: "middle" }])
      expect(await update(id, { title: "Not this", ...said, ...wrong })).toMatchObject({ status: 400 });
    const draft = await publishOne({ title: "A draft", status: "draft" });
    expect(await update(draft, { title: "Not this", ...said })).toMatchObject({ status: 409 });
    expect((await call({ method: "GET", url: apiUrl.article(draft) })).body.title).toBe("A draft");
    expect(await kinds()).toEqual(["publication"]);

    expect((await update(id, { content: "<p>The new text.</p>", ...said })).status).toBe(200);
    expect(await kinds()).toEqual(["correction", "change", "publication"]);
    const all = (await app.inject(apiUrl.corrections())).json<Correction[]>();
    expect(all).toEqual([expect.objectContaining({ article: id, n: 3, text: TEXT, position: "bottom" })]);
    expect(await read(documentUrl.corrections()), "a page that was shown before").toContain(SHOWN);
    const page = await read(pageUrl.article(id));
    expect(page.lastIndexOf(SHOWN)).toBeGreaterThan(page.indexOf("The new text."));
    const { body: entries } = await call({ method: "GET", url: editorApiUrl.audit({ action: "article.correct" }) });
    expect(entries).toMatchObject([{ subject: { id: String(id) }, changes: { correction: { to: TEXT } } }]);

    // The response was lost, and the call is made again.
    await update(id, { content: "<p>The new text.</p>", ...said });
    expect(await kinds()).toEqual(["correction", "change", "publication"]);
    await update(id, { correction: "And another." });
    expect((await app.inject(apiUrl.corrections())).json<Correction[]>()[0]).toMatchObject({ position: "top" });
  });

  test("of an article that has left the feeds brings it back to them, and dates its structured data", async () => {
    const { read, correct, publishOne, clock } = await start(open);
    const [old, other] = [await publishOne({ title: "Old" }), await publishOne({ title: "Uncorrected" })];
    clock.advance(MINUTE);
    for (let n = 1; n <= 20; n += 1) await publishOne({ title: `New ${n}`, category: n === 1 ? "AI" : "Tech" });
    const idsIn = async (url: string) =>
      JSON.parse(await read(url)).items.map(({ id }: { id: string }) => Number(id.split("/").at(-1)));
    expect(await idsIn(feedUrl.json())).toHaveLength(20);
    clock.advance(MINUTE);
    await correct(old, { text: TEXT, position: "top" });
    const ids = await idsIn(feedUrl.json());
    expect([ids.length, ids.at(-1), ids.includes(other)]).toEqual([21, old, false]);
    expect(await read(feedUrl.rss())).toContain("<lastBuildDate>Fri, 20 Nov 2026 12:02:00 GMT</lastBuildDate>");
    expect(await read(pageUrl.article(old))).toContain('"dateModified":"2026-11-20T12:02:00.000Z"');
    expect(await idsIn(feedUrl.json(pageUrl.category("ai"))), "of another category").not.toContain(old);
  });

  test("is only of what readers see, and goes from the list with its article", async () => {
    const { app, read, correct, call, publishOne } = await start(open);
    const draft = await publishOne({ status: "draft" });
    expect(await correct(draft, { text: TEXT, position: "top" })).toMatchObject({ status: 409 });
    expect(await correct(99, { text: TEXT, position: "top" })).toMatchObject({ status: 404 });
    const id = await publishOne();
    for (const payload of [{ text: " ", position: "top" }, { text: TEXT, position: "middle" }, { text: TEXT }])
      expect(await correct(id, payload)).toMatchObject({ status: 400 });
    expect(await correct(id, { text: "x".repeat(2_001), position: "top" })).toMatchObject({ status: 400 });
    await correct(id, { text: TEXT, position: "bottom" });
    expect(await read(documentUrl.corrections())).toContain(SHOWN);
    await call({ method: "DELETE", url: apiUrl.article(id) });
    expect(await read(documentUrl.corrections())).not.toContain(SHOWN);
    expect(await read(apiUrl.corrections())).toBe("[]");
    const page = await app.inject(documentUrl.changes(id));
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("This article has been removed");
    expect(page.body).toContain(SHOWN);
  });

  test("is in the next issue of the newsletter, and in no other", async () => {
    const { read, correct, call, publishOne, clock, mail } = await start(open);
    const id = await publishOne({ title: "Bank halts" });
    const send = async (subject: string) => {
      const payload = { subject, introduction: "Hello." };
      const { id: issue } = (await call({ method: "POST", url: editorApiUrl.issues(), payload })).body;
      await call({ method: "POST", url: editorApiUrl.issueAction(issue, "send") });
      await mail.advanceIssues();
      clock.advance(MINUTE);
      return read(documentUrl.issue(issue));
    };
    expect(await send("First")).not.toContain("Corrections</h2>");
    await correct(id, { text: TEXT, position: "top" });
    clock.advance(MINUTE);
    expect(await send("Second")).toContain(SHOWN);
    expect(await send("Third")).not.toContain(SHOWN);
  });
});
