import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (time: number) => new Date(time).toISOString();

describeOnSqlite("a working copy", (open) => {
  test("is what editors get back, on any machine, and readers do not see", async () => {
    const { call, callAsColleague, asReader, publishOne, clock } = await startDesk(open);
    const id = await publishOne({ title: "Old title" });
    expect(await call({ method: "GET", url: editorApiUrl.draft(id) })).toMatchObject({ status: 404 });
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body.has_draft).toBe(false);
    const payload = {
      title: "New title",
      content: "<p>New text<script>x</script></p>",
      tags: ["One"],
      category: "Fresh",
    };
    const saved = await call({ method: "PUT", url: editorApiUrl.draft(id), payload });
    const expected = {
      id,
      title: "New title",
      content: "<p>New text</p>",
      tags: ["One"],
      category: "Fresh",
      category_slug: "fresh",
      excerpt: "What it says in short.",
      has_draft: true,
      saved: iso(clock.now()),
      saved_by: "Amina Otieno",
      publish_at: null,
    };
    expect(saved).toMatchObject({ status: 200, body: expected });
    expect((await callAsColleague("GET", editorApiUrl.draft(id))).body).toEqual(saved.body);
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body).toMatchObject({
      title: "Old title",
      has_draft: true,
    });
    const reader = await asReader(id);
    expect([reader.title, reader.content, "has_draft" in reader]).toEqual([
      "Old title",
      "<p>What it says at length.</p>",
      false,
    ]);
  });

  test("keeps what a save leaves out, may lack title and category, and rejects status and date", async () => {
    const { call, publishOne } = await startDesk(open);
    const id = await publishOne();
    const put = (payload: object) => call({ method: "PUT", url: editorApiUrl.draft(id), payload });
    await put({ excerpt: "Shorter" });
    expect((await put({ status: "draft", published_date: null })).status).toBe(400);
    const { body } = await put({ title: "", category: "" });
    expect(body).toMatchObject({ title: "", category: "", excerpt: "Shorter", status: "published" });
    expect(body.published_date).not.toBeNull();
    expect(await put({ title: "x".repeat(301) })).toMatchObject({
      status: 400,
      body: { errors: { title: expect.any(String) } },
    });
    expect(await put({ image_url: "javascript:alert(1)" })).toMatchObject({ status: 400 });
    expect((await call({ method: "PUT", url: editorApiUrl.draft(999), payload: { title: "x" } })).status).toBe(404);
  });
});

describeOnSqlite("a picture of a working copy", (open) => {
  test("that came with its text is stored, and cannot be deleted while it is shown", async () => {
    const { call, publishOne } = await startDesk(open);
    const id = await publishOne({ title: "With a picture" });
    const black = { create: { width: 40, height: 30, channels: 3 as const, background: "black" } };
    const data = (await sharp(black).png().toBuffer()).toString("base64");
    const payload = { content: `<p>Look:</p><img src="data:image/png;base64,${data}" alt="Night">` };
    const { body } = await call({ method: "PUT", url: editorApiUrl.draft(id), payload });
    expect(body.content).toMatch(/<img src="\/media\/[^"]+" alt="Night"/);
    const [picture] = (await call({ method: "GET", url: editorApiUrl.pictures() })).body;
    const remove = () => call({ method: "DELETE", url: editorApiUrl.storedPicture(picture.id) });
    expect(await remove()).toMatchObject({
      status: 409,
      body: { used_in: [{ type: "article", id, title: "With a picture" }] },
    });
    await call({ method: "DELETE", url: editorApiUrl.draft(id) });
    expect((await remove()).status).toBe(204);
  });
});

describeOnSqlite("the tag of an article", (open) => {
  test("names its working copy too: whoever saves from an older one is told", async () => {
    const { call, publishOne } = await startDesk(open);
    const id = await publishOne();
    const url = apiUrl.article(id);
    const before = String((await call({ method: "GET", url })).headers.etag);
    const saved = await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Copy" } });
    const put = (ifMatch: string) => call({ method: "PUT", url, payload: { excerpt: "Mine" }, ifMatch });
    expect((await put(before)).status).toBe(409);
    expect((await put(String(saved.headers.etag))).status).toBe(200);
    // A working copy that was thrown away and begun again is another one.
    const draft = editorApiUrl.draft(id);
    const first = await call({ method: "PUT", url: draft, payload: { title: "Same" } });
    await call({ method: "DELETE", url: draft });
    const second = await call({ method: "PUT", url: draft, payload: { title: "Same" } });
    expect(second.headers.etag).not.toBe(first.headers.etag);
    expect((await call({ method: "GET", url })).headers.etag).toMatch(/^"2d4-/);
  });
});

describeOnSqlite("working copies of two editors", (open) => {
  const BASE = "<p>One.</p><p>Two.</p><p>Three.</p>";

  test("that changed different blocks and fields are merged; no word of either is lost", async () => {
    const { call, callAsColleague, publishOne } = await startDesk(open);
    const id = await publishOne({ content: BASE });
    const url = editorApiUrl.draft(id);
    const begun = String((await call({ method: "GET", url: apiUrl.article(id) })).headers.etag);
    const mine = { title: "Mine", content: "<p>One, mine.</p><p>Two.</p><p>Three.</p>" };
    const first = await call({ method: "PUT", url, payload: mine, ifMatch: begun });
    const theirs = {
      excerpt: "Theirs",
      title: "A plain article",
      content: "<p>One.</p><p>Two, theirs.</p><p>Three.</p>",
    };
    const second = await callAsColleague("PUT", url, theirs, begun);
    const merged = { title: "Mine", excerpt: "Theirs", content: "<p>One, mine.</p><p>Two, theirs.</p><p>Three.</p>" };
    expect(second).toMatchObject({ status: 200, body: { ...merged, saved_by: "Baraka Njoroge" } });
    // From a state of the working copy that somebody has saved over.
    const third = { content: "<p>One, mine.</p><p>Two.</p><p>Three.</p><p>Four.</p>" };
    const fourth = await call({ method: "PUT", url, payload: third, ifMatch: String(first.headers.etag) });
    expect(fourth.body.content).toBe("<p>One, mine.</p><p>Two, theirs.</p><p>Three.</p><p>Four.</p>");
  });

  test("that are sent again after a lost answer are not merged with themselves, whoever saved in between", async () => {
    const { call, callAsColleague, publishOne, clock } = await startDesk(open);
    const id = await publishOne({ content: BASE });
    const url = editorApiUrl.draft(id);
    const begun = String((await call({ method: "GET", url: apiUrl.article(id) })).headers.etag);
    const again = (content: string) =>
      call({ method: "PUT", url: `${url}?retry=1`, payload: { content }, ifMatch: begun });
    // The try never arrived: it is merged with what a colleague has saved.
    clock.advance(MINUTE);
    await callAsColleague("PUT", url, { excerpt: "Theirs" }, begun);
    expect(await again(`${BASE}<p>Mine.</p>`)).toMatchObject({ status: 200, body: { excerpt: "Theirs" } });
    // It has arrived: there is nothing to do, not even another version.
    const { body: versions } = await call({ method: "GET", url: editorApiUrl.revisions(id) });
    const { headers } = await call({ method: "GET", url });
    clock.advance(MINUTE);
    const known = await again(`${BASE}<p>Mine.</p>`);
    expect([known.status, known.headers.etag]).toEqual([200, headers.etag]);
    expect((await call({ method: "GET", url: editorApiUrl.revisions(id) })).body).toEqual(versions);
    // It has arrived, and somebody has gone on from it: nobody can tell, so it is refused.
    await callAsColleague("PUT", url, { content: `${BASE}<p>Mine.</p><p>Theirs.</p>` }, String(headers.etag));
    clock.advance(MINUTE);
    expect((await again(`${BASE}<p>Mine.</p>`)).status).toBe(409);
    expect((await call({ method: "GET", url })).body.content).toBe(`${BASE}<p>Mine.</p><p>Theirs.</p>`);
  });

  test("that began from a version nobody knows are refused", async () => {
    const { call, publishOne } = await startDesk(open);
    const id = await publishOne({ content: BASE });
    const put = (ifMatch: string) =>
      call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Mine" }, ifMatch });
    for (const tag of ['"77-abc"', '"1d5-abc"', '"nonsense"', "nonsense"]) expect((await put(tag)).status).toBe(409);
  });
});

describeOnSqlite("publishing", (open) => {
  test("brings the working copy before readers; an update keeps the date and says when it was", async () => {
    const { call, publishOne, asReader, clock } = await startDesk(open);
    const id = await publishOne();
    const { published_date: date } = await asReader(id);
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { tags: ["Later"], author_name: "Zuri" } });
    clock.advance(HOUR);
    const { status, body } = await call({ method: "POST", url: editorApiUrl.publish(id) });
    const seen = { published_date: date, last_updated: iso(clock.now()), tags: ["Later"], author: { name: "Zuri" } };
    expect([status, body.has_draft]).toEqual([200, false]);
    expect(body).toMatchObject(seen);
    expect(await asReader(id)).toMatchObject(seen);
  });

  test("an update at a time leaves the old text until then", async () => {
    const { call, publishOne, asReader, clock, publishDue } = await startDesk(open);
    const id = await publishOne({ title: "Old" });
    const publishAt = (payload: object) => call({ method: "POST", url: editorApiUrl.publish(id), payload });
    const at = iso(clock.now() + HOUR);
    expect((await publishAt({ at })).status).toBe(400);
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "New" } });
    expect((await publishAt({ at })).body).toMatchObject({ title: "Old", has_draft: true });
    expect((await call({ method: "GET", url: editorApiUrl.draft(id) })).body.publish_at).toBe(at);
    const listed = async () => (await call({ method: "GET", url: apiUrl.articles() })).body[0];
    expect(await listed()).toMatchObject({ id, title: "Old", publish_at: at });
    clock.advance(HOUR - 1);
    await publishDue();
    expect((await asReader(id)).title).toBe("Old");
    clock.advance(1);
    await publishDue();
    expect(await asReader(id)).toMatchObject({ title: "New", last_updated: at });
    expect((await listed()).publish_at).toBeNull();
    const [newest] = (await call({ method: "GET", url: editorApiUrl.revisions(id) })).body;
    expect(newest).toMatchObject({ author: "Amina Otieno", is_autosave: false });
  });

  test("an update that is taken back, thrown away or incomplete does not become public", async () => {
    const { call, publishOne, asReader, clock, publishDue } = await startDesk(open);
    const at = iso(clock.now() + HOUR);
    const ends = {
      back: (id: number) => call({ method: "POST", url: editorApiUrl.unpublish(id) }),
      away: (id: number) => call({ method: "DELETE", url: editorApiUrl.draft(id) }),
      empty: (id: number) =>
        call({ method: "PUT", url: `${editorApiUrl.draft(id)}?scheduled=1`, payload: { title: "" } }),
      cancelled: (id: number) => call({ method: "DELETE", url: editorApiUrl.publish(id) }),
    };
    const ids: number[] = [];
    for (const end of Object.values(ends)) {
      const id = await publishOne({ title: "Old" });
      await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "New" } });
      await call({ method: "POST", url: editorApiUrl.publish(id), payload: { at } });
      await end(id);
      ids.push(id);
    }
    clock.advance(2 * HOUR);
    await publishDue();
    await publishDue();
    const titles = await Promise.all(ids.map(async (id) => (await asReader(id)).title));
    expect(titles).toEqual([undefined, "Old", "Old", "Old"]);
    const [back = 0, , empty = 0, cancelled = 0] = ids;
    expect((await call({ method: "GET", url: editorApiUrl.draft(back) })).body).toMatchObject({
      title: "New",
      publish_at: null,
    });
    expect((await call({ method: "GET", url: editorApiUrl.draft(empty) })).body).toMatchObject({
      title: "",
      publish_at: null,
    });
    expect((await call({ method: "GET", url: editorApiUrl.draft(cancelled) })).body).toMatchObject({
      title: "New",
      publish_at: null,
    });
    expect((await call({ method: "DELETE", url: editorApiUrl.publish(cancelled) })).status).toBe(404);
  });

  test("nothing new is no update: readers see no date of one, and there is no version", async () => {
    const { call, publishOne, asReader, clock } = await startDesk(open);
    const id = await publishOne({ title: "Same" });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Sam" } });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Same" } });
    const versions = async () => (await call({ method: "GET", url: editorApiUrl.revisions(id) })).body.length;
    const before = await versions();
    clock.advance(HOUR);
    const { status, body } = await call({ method: "POST", url: editorApiUrl.publish(id) });
    expect([status, body.last_updated, body.has_draft]).toEqual([200, null, false]);
    expect([(await asReader(id)).last_updated, await versions()]).toEqual([null, before]);
  });

  test("status or date alone leaves the working copy of what readers have, or will have, unpublished", async () => {
    const { call, publishOne, asReader, clock } = await startDesk(open);
    const later = iso(clock.now() + HOUR);
    const id = await publishOne({ title: "Approved", publishedAt: clock.now() + 2 * HOUR });
    const put = (payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Unfinished" } });
    expect((await put({ published_date: later })).body).toMatchObject({ title: "Approved", has_draft: true });
    clock.advance(HOUR);
    expect((await asReader(id)).title).toBe("Approved");
    // A draft is what its working copy says.
    await put({ status: "draft" });
    await put({ status: "published" });
    expect(await asReader(id)).toMatchObject({ title: "Unfinished", published_date: later });
  });

  test("a later publication does not use the date of a cancelled schedule", async () => {
    const { call, publishOne, clock } = await startDesk(open);
    const bulk = (id: number, status: string) =>
      call({ method: "POST", url: editorApiUrl.bulk(), payload: { ids: [id], change: { status } } });
    const put = (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload });
    const publish = (id: number) => call({ method: "POST", url: editorApiUrl.publish(id) });
    const at = clock.now() + HOUR;
    const ways: [(id: number) => Promise<unknown>, (id: number) => Promise<unknown>][] = [
      [(id) => bulk(id, "draft"), (id) => bulk(id, "published")],
      [(id) => bulk(id, "ready"), publish],
      [(id) => put(id, { status: "draft" }), (id) => put(id, { status: "published" })],
      [(id) => put(id, { status: "draft", published_date: iso(at) }), publish],
    ];
    const ids: number[] = [];
    for (const [takeBack] of ways) {
      const id = await publishOne({ publishedAt: at });
      await takeBack(id);
      ids.push(id);
    }
    clock.advance(2 * HOUR);
    for (const [index, [, again]] of ways.entries()) await again(ids[index] ?? 0);
    for (const id of ids)
      expect((await call({ method: "GET", url: apiUrl.article(id) })).body).toMatchObject({
        status: "published",
        published_date: iso(clock.now()),
      });
  });

  describe("refuses", () => {
    test("what has no title or category, and what somebody has changed since", async () => {
      const { call, publishOne } = await startDesk(open);
      const id = await publishOne();
      const url = editorApiUrl.publish(id);
      const first = await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "", category: "" } });
      expect(await call({ method: "POST", url })).toMatchObject({
        status: 400,
        body: { code: "incomplete_document", errors: { title: expect.any(String), category: expect.any(String) } },
      });
      const second = await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "T", category: "C" } });
      const stale = { method: "POST" as const, ifMatch: String(first.headers.etag) };
      expect((await call({ ...stale, url })).status).toBe(409);
      expect((await call({ ...stale, url: editorApiUrl.unpublish(id) })).status).toBe(409);
      expect((await call({ method: "POST", url, ifMatch: String(second.headers.etag) })).status).toBe(200);
      expect((await call({ method: "POST", url, payload: { at: "tomorrow" } })).status).toBe(400);
      expect((await call({ method: "POST", url: editorApiUrl.publish(999) })).status).toBe(404);
      expect((await call({ method: "POST", url: editorApiUrl.unpublish(999) })).status).toBe(404);
    });
  });
});
