import { expect, test } from "vitest";
import type { Revision } from "#features/documents/history/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";

const MINUTE = 60_000;
type Desk = Awaited<ReturnType<typeof startDesk>>;

const listOf = async ({ call }: Pick<Desk, "call">, id: number): Promise<Revision[]> =>
  (await call({ method: "GET", url: editorApiUrl.revisions(id) })).body;

describeOnEngines("the versions of an article", (open) => {
  test("are one for each save, with author and time, the newest first; a new article is its own first one", async () => {
    const desk = await startDesk(open);
    const { call, callAsColleague, clock } = desk;
    const article = { title: "One", category: "AI", content: "<p>First</p>" };
    const { id } = (await call({ method: "POST", url: apiUrl.articles(), payload: article })).body;
    const first = {
      n: 1,
      author: "Amina Otieno",
      created: new Date(clock.now()).toISOString(),
      note: "",
      is_autosave: false,
    };
    expect(await listOf(desk, id)).toEqual([first]);
    expect((await call({ method: "GET", url: editorApiUrl.revision(id, 1) })).body).toMatchObject({
      ...first,
      title: "One",
    });
    clock.advance(MINUTE);
    await callAsColleague("PUT", apiUrl.article(id), { title: "Two" });
    const list = await call({ method: "GET", url: editorApiUrl.revisions(id) });
    expect(list.body).toEqual([
      { ...first, n: 2, author: "Baraka Njoroge", created: new Date(clock.now()).toISOString() },
      first,
    ]);
    expect(list.headers["x-total-count"]).toBe("2");
    const whole = async (n: number) => (await call({ method: "GET", url: editorApiUrl.revision(id, n) })).body;
    expect(await whole(1)).toMatchObject({
      title: "One",
      content: "<p>First</p>",
      category: "AI",
      authors: ["Amina Otieno"],
    });
    expect(await whole(2)).toMatchObject({ title: "Two", content: "<p>First</p>", status: "draft" });
    expect((await call({ method: "GET", url: `${editorApiUrl.revisions(id)}?limit=1&offset=1` })).body).toEqual([
      first,
    ]);
    for (const url of [editorApiUrl.revision(id, 3), editorApiUrl.revisions(999), editorApiUrl.revision(999, 1)])
      expect((await call({ method: "GET", url })).status).toBe(404);
  });

  test("fold the autosaves of one person within ten minutes into one, but not one that was named", async () => {
    const desk = await startDesk(open);
    const { call, callAsColleague, clock, publishOne } = desk;
    const id = await publishOne();
    const save = (title: string) => call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title } });
    await save("a");
    clock.advance(9 * MINUTE);
    await save("ab");
    expect(await listOf(desk, id)).toMatchObject([{ n: 2, is_autosave: true, author: "Amina Otieno" }, { n: 1 }]);
    expect((await call({ method: "GET", url: editorApiUrl.revision(id, 2) })).body.title).toBe("ab");
    clock.advance(MINUTE);
    await save("abc");
    await callAsColleague("PUT", editorApiUrl.draft(id), { title: "theirs" });
    await save("abcd");
    // The colleague's version stays, below the folded one.
    expect(await listOf(desk, id)).toMatchObject([
      { n: 4, author: "Amina Otieno" },
      { n: 3, author: "Baraka Njoroge" },
      { n: 2 },
      { n: 1 },
    ]);
    const named = await call({
      method: "PATCH",
      url: editorApiUrl.revision(id, 4),
      payload: { note: "Before the cut" },
    });
    expect(named).toMatchObject({ status: 200, body: { n: 4, note: "Before the cut" } });
    const long = { method: "PATCH", url: editorApiUrl.revision(id, 4), payload: { note: "x".repeat(201) } } as const;
    expect((await call(long)).status).toBe(400);
    await save("abcde");
    expect(await listOf(desk, id)).toMatchObject([{ n: 5 }, { n: 4, note: "Before the cut" }, {}, {}, {}]);
  });

  test("are restored as a new one: a draft at once, what readers see when it is published", async () => {
    const desk = await startDesk(open);
    const { call, publishOne, asReader } = desk;
    const restore = (id: number, n: number, ifMatch?: string) =>
      call({ method: "POST", url: editorApiUrl.restoreRevision(id, n), ...(ifMatch && { ifMatch }) });
    const draft = await publishOne({ status: "draft", publishedAt: null, title: "One", tags: ["a"] });
    await call({
      method: "PUT",
      url: apiUrl.article(draft),
      payload: { title: "Two", tags: ["b"], is_featured: true },
    });
    expect(await restore(draft, 1)).toMatchObject({
      status: 200,
      body: { title: "One", tags: ["a"], is_featured: true, has_draft: false },
    });
    expect((await listOf(desk, draft)).map(({ n }) => n)).toEqual([3, 2, 1]);

    const published = await publishOne({ title: "One" });
    const changed = await call({ method: "PUT", url: apiUrl.article(published), payload: { title: "Two" } });
    await call({ method: "PUT", url: editorApiUrl.draft(published), payload: { title: "Three" } });
    expect((await restore(published, 1, String(changed.headers.etag))).status).toBe(409);
    expect((await restore(published, 1)).body).toMatchObject({ title: "Two", has_draft: true });
    expect((await call({ method: "GET", url: editorApiUrl.draft(published) })).body.title).toBe("One");
    expect((await asReader(published)).title).toBe("Two");
    expect(await listOf(desk, published)).toMatchObject([{ n: 4, is_autosave: false }, { n: 3 }, { n: 2 }, { n: 1 }]);
    for (const [id, n] of [
      [published, 9],
      [999, 1],
    ] as const)
      expect((await restore(id, n)).status).toBe(404);
    const untouched = await publishOne();
    expect([(await restore(untouched, 2)).status, (await restore(untouched, 1)).status]).toEqual([404, 200]);
  });

  test("say which one readers have and since when, and can be those with a name alone", async () => {
    const desk = await startDesk(open);
    const { call, clock, publishOne } = desk;
    const id = await publishOne();
    const publicOnes = async () =>
      (await listOf(desk, id)).flatMap(({ n, public_since: since }) => (since ? [[n, Date.parse(since)]] : []));
    const [[, first] = []] = await publicOnes();
    expect(first).toBeLessThanOrEqual(clock.now());
    clock.advance(MINUTE);
    // What is in the working copy is nobody's but the editors'.
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Newer" } });
    expect(await publicOnes()).toEqual([[1, first]]);
    await call({ method: "POST", url: editorApiUrl.publish(id), payload: {} });
    const newest = (await listOf(desk, id))[0]?.n;
    expect(await publicOnes()).toEqual([[newest, clock.now()]]);
    const named = async () =>
      (await call({ method: "GET", url: `${editorApiUrl.revisions(id)}?named=true` })).body.map(({ n }: Revision) => n);
    expect(await named()).toEqual([]);
    await call({ method: "PATCH", url: editorApiUrl.revision(id, 1), payload: { note: "As agreed" } });
    expect(await named()).toEqual([1]);
    await call({ method: "POST", url: editorApiUrl.unpublish(id), payload: {} });
    expect(await publicOnes()).toEqual([]);
  });
});
