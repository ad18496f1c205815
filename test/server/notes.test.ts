import { expect, test } from "vitest";
import type { ListedArticle } from "#features/articles/schema.ts";
import type { Note } from "#features/documents/notes/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";

type Desk = Awaited<ReturnType<typeof startDesk>>;

async function writeNote({ call }: Pick<Desk, "call">, id: number, payload: object): Promise<Note> {
  return (await call({ method: "POST", url: editorApiUrl.notes(id), payload })).body;
}

describeOnEngines("notes on a passage", (open) => {
  test("are listed for editors with their replies, oldest first, and never for readers", async () => {
    const desk = await startDesk(open);
    const { call, callAsColleague, clock, publishOne, app } = desk;
    const id = await publishOne();
    const created = new Date(clock.now()).toISOString();
    const first = await call({
      method: "POST",
      url: editorApiUrl.notes(id),
      payload: { quote: "at length", text: "Source?" },
    });
    const written = {
      quote: "at length",
      text: "Source?",
      state: "open",
      author: "Amina Otieno",
      created,
      replies: [],
    };
    expect(first).toMatchObject({ status: 201, body: { ...written, is_mine: true } });
    const second = await writeNote(desk, id, { text: "Whole article" });
    clock.advance(1_000);
    const replied = await callAsColleague("POST", editorApiUrl.noteReplies(id, first.body.id), { text: "The report." });
    const reply = { text: "The report.", author: "Baraka Njoroge", created: new Date(clock.now()).toISOString() };
    expect(replied).toMatchObject({ status: 201, body: { state: "answered", replies: [{ ...reply, is_mine: true }] } });
    const list = (await call({ method: "GET", url: editorApiUrl.notes(id) })).body;
    expect(list).toEqual([
      { ...first.body, state: "answered", replies: [{ ...replied.body.replies[0], is_mine: false }] },
      { ...second, quote: "" },
    ]);
    expect((await app.inject(editorApiUrl.notes(id))).statusCode).toBe(401);
  });

  test("work alike on newsletter issues, apart from the article of the same number, and go with the issue", async () => {
    const desk = await startDesk(open);
    const { call, publishOne, database } = desk;
    const article = await publishOne();
    const given = { subject: "The week", preview: "", introduction: "Hello.", article_ids: [] };
    const { body: issue } = await call({ method: "POST", url: editorApiUrl.issues(), payload: given });
    expect(issue.id).toBe(article);
    const url = editorApiUrl.issueNotes(issue.id);
    const { body: note } = await call({ method: "POST", url, payload: { quote: "Hello", text: "Warmer?" } });
    const onArticle = await writeNote(desk, article, { text: "Source?" });
    const textsAt = async (url: string) => (await call({ method: "GET", url })).body.map(({ text }: Note) => text);
    expect([await textsAt(url), await textsAt(editorApiUrl.notes(article))]).toEqual([["Warmer?"], ["Source?"]]);
    const settled = { method: "PATCH", payload: { state: "resolved" } } as const;
    expect(await call({ ...settled, url: editorApiUrl.issueNote(issue.id, onArticle.id) })).toMatchObject({
      status: 404,
    });
    expect(await call({ ...settled, url: editorApiUrl.issueNote(issue.id, note.id) })).toMatchObject({
      status: 200,
      body: { state: "resolved" },
    });
    await call({ method: "DELETE", url: editorApiUrl.issue(issue.id) });
    expect(await call({ method: "GET", url })).toMatchObject({ status: 404 });
    await call({ method: "DELETE", url: editorApiUrl.trashed(issue.id, { type: "issue" }) });
    expect(await database.db.selectFrom("note").select("text").execute()).toEqual([{ text: "Source?" }]);
  });

  test("are counted in the editors' list until they are resolved", async () => {
    const desk = await startDesk(open);
    const { call, publishOne, app } = desk;
    const [id, other] = [await publishOne(), await publishOne()];
    const counts = async () => {
      const rows: ListedArticle[] = (await call({ method: "GET", url: apiUrl.articles() })).body;
      return [id, other].map((one) => rows.find((row) => row.id === one)?.open_notes);
    };
    expect(await counts()).toEqual([0, 0]);
    const first = await writeNote(desk, id, { quote: "at length", text: "Source?" });
    await writeNote(desk, id, { text: "Whole article" });
    expect(await counts()).toEqual([2, 0]);
    await call({ method: "PATCH", url: editorApiUrl.note(id, first.id), payload: { state: "resolved" } });
    expect(await counts()).toEqual([1, 0]);
    const [forReaders] = (await app.inject(apiUrl.articles())).json<ListedArticle[]>();
    expect(forReaders).not.toHaveProperty("open_notes");
  });

  test("are in nothing that readers get: pages, feeds, search, lists, previews", async () => {
    const desk = await startDesk(open);
    const { call, callAsColleague, publishOne, app } = desk;
    const id = await publishOne({ title: "Measured growth", content: "<p>It grew at length.</p>" });
    const [secret, quoted, answer] = ["Zanzibarsource", "Pembaquote", "Mafiareply"];
    const { id: n } = await writeNote(desk, id, { quote: quoted, text: secret });
    await callAsColleague("POST", editorApiUrl.noteReplies(id, n), { text: answer });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { excerpt: "In short" } });
    const preview = await call({ method: "POST", url: editorApiUrl.preview(id) });
    const places = [
      pageUrl.article(id),
      pageUrl.home(),
      new URL(preview.body.url).pathname,
      "/rss.xml",
      "/feed.json",
      "/sitemap.xml",
      apiUrl.article(id),
      apiUrl.articles(),
      apiUrl.search(secret),
      apiUrl.search("Measured"),
    ];
    for (const place of places) {
      const { statusCode, body } = await app.inject(place);
      expect(statusCode, place).toBe(200);
      for (const word of [quoted, answer]) expect(body, place).not.toContain(word);
      if (!place.includes(secret)) expect(body, place).not.toContain(secret);
    }
    for (const url of [editorApiUrl.notes(id), editorApiUrl.note(id, n), editorApiUrl.noteReplies(id, n)])
      expect([401, 404, 405], url).toContain((await app.inject(url)).statusCode);
  });

  test("are answered by others only, resolved and opened by anybody, changed and deleted by their author", async () => {
    const desk = await startDesk(open);
    const { call, callAsColleague, publishOne } = desk;
    const id = await publishOne();
    const mine = await writeNote(desk, id, { quote: "q", text: "Mine" });
    const theirs = (await callAsColleague("POST", editorApiUrl.notes(id), { text: "Theirs" })).body as Note;
    const own = await call({
      method: "POST",
      url: editorApiUrl.noteReplies(id, mine.id),
      payload: { text: "Still wondering" },
    });
    expect(own.body.state).toBe("open");
    const change = (n: number, payload: object) => call({ method: "PATCH", url: editorApiUrl.note(id, n), payload });
    expect((await change(theirs.id, { state: "resolved" })).body).toMatchObject({ state: "resolved", text: "Theirs" });
    expect((await change(theirs.id, { text: "Put into their mouth" })).status).toBe(403);
    expect((await change(mine.id, { text: "Changed" })).body).toMatchObject({ state: "open", text: "Changed" });
    const remove = (n: number) => call({ method: "DELETE", url: editorApiUrl.note(id, n) });
    expect([(await remove(theirs.id)).status, (await remove(mine.id)).status]).toEqual([403, 204]);
    expect((await call({ method: "GET", url: editorApiUrl.notes(id) })).body).toHaveLength(1);
  });

  test("belong to one article, and have limits", async () => {
    const desk = await startDesk(open);
    const { call, publishOne } = desk;
    const [id, other] = [await publishOne(), await publishOne()];
    const { id: n } = await writeNote(desk, id, { text: "Here" });
    const calls = [
      { method: "PATCH", url: editorApiUrl.note(other, n), payload: { state: "resolved" } },
      { method: "DELETE", url: editorApiUrl.note(other, n) },
      { method: "POST", url: editorApiUrl.noteReplies(other, n), payload: { text: "x" } },
      { method: "GET", url: editorApiUrl.notes(999) },
      { method: "POST", url: editorApiUrl.notes(999), payload: { text: "x" } },
    ] as const;
    for (const one of calls) expect((await call(one)).status, `${one.method} ${one.url}`).toBe(404);
    for (const payload of [{}, { text: "" }, { text: "x".repeat(5_001) }, { text: "x", quote: "x".repeat(1_001) }])
      expect((await call({ method: "POST", url: editorApiUrl.notes(id), payload })).status).toBe(400);
    expect((await call({ method: "PATCH", url: editorApiUrl.note(id, n), payload: { state: "odd" } })).status).toBe(
      400,
    );
  });
});
