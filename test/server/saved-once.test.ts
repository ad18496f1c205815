import { expect, test } from "vitest";
import { forgetSaves } from "#features/documents/history/saves.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const KEY = "0198c5f2-7a11-7c3e";
const DAY = 24 * 60 * 60_000;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  /** A save by the first editor under a key; `isReplayed`: the server has recognised it. */
  const save = async (
    url: string,
    payload: object,
    options: { key?: string; etag?: string; method?: "PUT" | "POST" },
  ) => {
    const { key = KEY, etag, method = "PUT" } = options;
    const answer = await desk.call({ method, url, payload, key, ifMatch: etag });
    return { ...answer, isReplayed: answer.headers["idempotency-replayed"] === "true" };
  };
  const get = (url: string) => desk.call({ method: "GET", url });
  const etagOf = async (url: string) => String((await get(url)).headers.etag);
  const versionsOf = async (id: number) => (await get(editorApiUrl.revisions(id))).body.length;
  return { ...desk, save, get, etagOf, versionsOf };
}

describeOnEngines("saving once", (open) => {
  test("a repeated autosave writes nothing, whatever its body, and returns what others have saved since", async () => {
    const { save, get, etagOf, callAsColleague, publishOne } = await start(open);
    const id = await publishOne();
    const url = editorApiUrl.draft(id);
    const etag = await etagOf(apiUrl.article(id));
    const first = await save(url, { title: "Mine" }, { etag });
    expect([first.status, first.isReplayed]).toEqual([200, false]);
    const again = await save(url, { title: "Mine" }, { etag });
    expect([again.status, again.isReplayed, again.body, again.headers.etag]).toEqual([
      ...[200, true, first.body, first.headers.etag],
    ]);
    await callAsColleague("PUT", url, { title: "Theirs" });
    const late = await save(url, { title: "Something else" }, { etag });
    expect([late.status, late.isReplayed, late.body.title]).toEqual([200, true, "Theirs"]);
    expect((await get(url)).headers.etag).toBe(late.headers.etag);
    expect((await save(url, { title: "New" }, { key: `${KEY}-2` })).isReplayed).toBe(false);
  });

  test("a repeated autosave returns the article once its working copy was published or discarded", async () => {
    const { save, call, publishOne } = await start(open);
    const id = await publishOne({ title: "Old" });
    const url = editorApiUrl.draft(id);
    await save(url, { title: "New" }, {});
    await call({ method: "DELETE", url });
    expect(await save(url, { title: "New" }, {})).toMatchObject({
      status: 200,
      isReplayed: true,
      body: { title: "Old", has_draft: false, publish_at: null },
    });
    await save(url, { title: "Newer" }, { key: `${KEY}-2` });
    await call({ method: "POST", url: editorApiUrl.publish(id) });
    expect(await save(url, { title: "Newer" }, { key: `${KEY}-2` })).toMatchObject({
      isReplayed: true,
      body: { title: "Newer", has_draft: false, saved_by: "Amina Otieno" },
    });
  });

  test("a save and a publication are stored once: one version, one date, no conflict with themselves", async () => {
    const { save, etagOf, versionsOf, publishOne, clock } = await start(open);
    const id = await publishOne({ status: "draft" });
    const url = apiUrl.article(id);
    const etag = await etagOf(url);
    await save(url, { title: "Saved" }, { etag });
    const versions = await versionsOf(id);
    expect(await save(url, { title: "Saved" }, { etag })).toMatchObject({ status: 200, isReplayed: true });
    expect(await versionsOf(id)).toBe(versions);
    const publication = { key: `${KEY}-2`, method: "POST", etag: await etagOf(url) } as const;
    const published = await save(editorApiUrl.publish(id), {}, publication);
    expect(published).toMatchObject({ status: 200, isReplayed: false, body: { status: "published" } });
    clock.advance(1_000);
    const again = await save(editorApiUrl.publish(id), {}, publication);
    expect([again.isReplayed, again.body]).toEqual([true, published.body]);
    // An update with a time is scheduled once as well.
    await save(editorApiUrl.draft(id), { title: "Later" }, { key: `${KEY}-3` });
    const scheduled = { key: `${KEY}-4`, method: "POST" } as const;
    for (const days of [1, 2])
      await save(editorApiUrl.publish(id), { at: new Date(clock.now() + days * DAY).toISOString() }, scheduled);
    expect((await save(editorApiUrl.draft(id), {}, { key: `${KEY}-3` })).body.publish_at).toBe(
      new Date(clock.now() + DAY).toISOString(),
    );
  });

  test("of parallel saves with one key exactly one is stored", async () => {
    const { save, etagOf, versionsOf, publishOne } = await start(open);
    const id = await publishOne();
    const versions = await versionsOf(id);
    const stored = async (url: string, options: Parameters<typeof save>[2], hasFields = true) => {
      const twins = Array.from({ length: 5 }, (_, at) => save(url, hasFields ? { title: `Twin ${at}` } : {}, options));
      return (await Promise.all(twins)).map(({ status, isReplayed }) => `${status} ${isReplayed}`).sort();
    };
    const once = ["200 false", "200 true", "200 true", "200 true", "200 true"];
    const etag = await etagOf(apiUrl.article(id));
    expect(await stored(apiUrl.article(id), { key: `${KEY}-1`, etag })).toEqual(once);
    expect(await stored(apiUrl.article(id), { key: `${KEY}-2` })).toEqual(once);
    expect(await versionsOf(id)).toBe(versions + 2);
    expect(await stored(editorApiUrl.draft(id), { key: `${KEY}-3`, etag: await etagOf(apiUrl.article(id)) })).toEqual(
      once,
    );
    expect(await stored(editorApiUrl.publish(id), { key: `${KEY}-4`, method: "POST" }, false)).toEqual(once);
  });

  test("keys are separate for each document and account, and a save that fails leaves its key unused", async () => {
    const { save, call, callAsColleague, publishOne, etagOf } = await start(open);
    const [one, other] = [await publishOne(), await publishOne()];
    await save(editorApiUrl.draft(one), { title: "One" }, {});
    expect(await save(editorApiUrl.draft(other), { title: "Other" }, {})).toMatchObject({
      isReplayed: false,
      body: { title: "Other" },
    });
    expect((await save(apiUrl.article(other), { title: "" }, { key: `${KEY}-2` })).status).toBe(400);
    expect(await save(apiUrl.article(other), { title: "Now" }, { key: `${KEY}-2` })).toMatchObject({
      status: 200,
      isReplayed: false,
    });
    const stale = await etagOf(apiUrl.article(other));
    await callAsColleague("PUT", apiUrl.article(other), { title: "Theirs" });
    expect((await save(apiUrl.article(other), { title: "Late" }, { key: `${KEY}-3`, etag: stale })).status).toBe(409);
    expect((await save(editorApiUrl.draft(one), {}, { key: "short" })).status).toBe(400);
    await call({ method: "DELETE", url: apiUrl.article(one) });
    expect((await save(editorApiUrl.draft(one), { title: "One" }, {})).status).toBe(404);
  });

  test("an issue's autosaves and saves are stored once", async () => {
    const { save, call } = await start(open);
    const { body } = await call({ method: "POST", url: editorApiUrl.issues(), payload: { subject: "Week" } });
    const [url, draft] = [editorApiUrl.issue(body.id), editorApiUrl.issueDraft(body.id)];
    const first = await save(draft, { subject: "Week 1" }, {});
    expect(first).toMatchObject({ status: 200, isReplayed: false });
    await save(url, { subject: "Week 2" }, { key: `${KEY}-2` });
    for (const [path, key] of [
      [draft, KEY],
      [url, `${KEY}-2`],
    ] as const)
      expect(await save(path, { subject: "Week 3" }, { key, etag: String(first.headers.etag) })).toMatchObject({
        status: 200,
        isReplayed: true,
        body: { subject: "Week 2" },
      });
  });

  test("keys are deleted after a time, and the oldest where a document has too many", async () => {
    const { save, database, clock, publishOne } = await start(open);
    const id = await publishOne();
    for (const n of [1, 2, 3, 4]) {
      await save(editorApiUrl.draft(id), { title: `${n}` }, { key: `${KEY}-${n}` });
      clock.advance(1_000);
    }
    const keys = async () => (await database.db.selectFrom("document_save").select("save_key").execute()).length;
    await forgetSaves(database.db, clock.now() - 3_500);
    expect(await keys()).toBe(3);
    await forgetSaves(database.db, 0, 2);
    expect(await keys()).toBe(2);
    expect((await save(editorApiUrl.draft(id), { title: "4" }, { key: `${KEY}-4` })).isReplayed).toBe(true);
  });
});
