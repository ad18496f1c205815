import { expect, test } from "vitest";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

const MINUTE = 60_000;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call } = desk;
  const get = async (url: string) => {
    const { statusCode: status, body, headers } = await app.inject(url);
    return { status, body, headers };
  };
  return {
    ...desk,
    get,
    /** The page of a version's text; null where there is none. */
    read: async (id: number, n: number) => {
      const { status, body } = await get(documentUrl.version(id, n));
      return status === 404 ? null : body;
    },
    put: (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload }),
    /** The numbers of the versions that the page of all changes leads to. */
    linked: async (id: number) => {
      const { body } = await get(documentUrl.changes(id));
      return [...body.matchAll(/href="\/article\/\d+\/changes\/(\d+)"/g)].map(([, n]) => Number(n));
    },
  };
}

describeOnSqlite("an older text", (open) => {
  test("has a page with all that readers saw, which names its date and leads to the article", async () => {
    const { get, read, put, linked, publishOne, clock, call } = await start(open);
    const long = `<p>${"A long text. ".repeat(80)}The end.</p>`;
    const id = await publishOne({ title: "Bank <i>halts</i>", excerpt: "In short.", content: `<h2>Part</h2>${long}` });
    expect(await linked(id), "the text is the current one").toEqual([]);
    expect(await read(id, 1)).toContain("This is still the current text");
    clock.advance(MINUTE);
    const correction = { text: "It was the other bank.", position: "top" };
    await call({ method: "POST", url: editorApiUrl.correct(id), payload: correction });
    clock.advance(MINUTE);
    await put(id, { title: "Bank resumes", content: "<p>The new text.</p>" });

    expect(await linked(id)).toEqual([2, 1]);
    const { body, headers } = await get(documentUrl.version(id, 1));
    for (const part of [
      'This is an older text, from <time dateTime="2026-11-20T12:00:00.000Z">November 20, 2026, 12:00 UTC</time>.',
      `href="${pageUrl.article(id)}" class="underline">Read the current article</a>`,
      "Bank &lt;i&gt;halts&lt;/i&gt;</h1>",
      "In short.</p>",
      ">Part</a></h2>",
      "The end.",
      'name="robots" content="noindex"',
      `rel="canonical" href="https://news.example${pageUrl.article(id)}"`,
    ])
      expect(body).toContain(part);
    expect(body).not.toContain("new text");
    expect(body).not.toContain("other bank");
    expect(await read(id, 2), "as it was when it was corrected").toContain("It was the other bank.");
    expect(headers["cache-control"]).toBe((await get(documentUrl.changes(id))).headers["cache-control"]);
    // The same text again is the current one again.
    await put(id, { title: "Bank <i>halts</i>", content: `<h2>Part</h2>${long}` });
    expect(await read(id, 1)).toContain("This is still the current text");
    expect(await linked(id)).toEqual([3]);
  });

  test("is only of what readers saw, while they see the article", async () => {
    const { read, put, linked, publishOne, call, clock, get } = await start(open);
    const draft = await publishOne({ status: "draft" });
    expect(await read(draft, 1)).toBeNull();
    const planned = await publishOne({ publishedAt: clock.now() + MINUTE });
    expect(await read(planned, 1)).toBeNull();
    const id = await publishOne({ content: "<p>The old text.</p>" });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { content: "<p>Not approved.</p>" } });
    expect(await read(id, 1)).not.toContain("Not approved");
    await put(id, { content: "<p>The new text.</p>" });
    clock.advance(MINUTE);
    expect(await read(planned, 1), "its time has come").toContain("A plain article");
    for (const n of ["3", "0", "01", "-1", "1x", "1.5", "99999999999", "9".repeat(400), "%31%00", "1/2"])
      expect((await get(`/article/${id}/changes/${n}`)).status, n).toBe(404);

    expect(await read(id, 1)).toContain("The old text.");
    await call({ method: "POST", url: editorApiUrl.unpublish(id) });
    expect([await read(id, 1), await read(id, 2), await linked(id)]).toEqual([null, null, []]);
    await put(id, { status: "published" });
    expect(await read(id, 1), "published again").toContain("The old text.");
    expect(await read(id, 3), "the removal has no text").toBeNull();
    await call({ method: "DELETE", url: apiUrl.article(id) });
    expect([await read(id, 1), await linked(id)]).toEqual([null, []]);
  });

  test("has the language of its article", async () => {
    const { read, publishOne } = await start(open);
    const page = await read(await publishOne({ title: "Bitcoin", excerpt: "ETF", language: "ar" }), 1);
    expect(page?.match(/lang="ar" dir="rtl"/g), "title, excerpt and text").toHaveLength(3);
  });

  test("that was never stored is not linked: the article was changed without the product", async () => {
    const { read, put, linked, publishOne, database } = await start(open);
    const id = await publishOne();
    await database.db.updateTable("article").set({ title: "From the side" }).where("id", "=", id).execute();
    await put(id, { title: "By an editor" });
    expect(await read(id, 1)).toBeNull();
    expect(await linked(id)).toEqual([2]);
    expect(await read(id, 2)).toContain("From the side");
  });

  test("shows the alternative text of a picture that was removed since, and no place for the main one", async () => {
    const { read, put, publishOne, database } = await start(open);
    const picture = (key: string) => `/media/${key.repeat(24)}/800x400.jpg`;
    await database.db
      .insertInto("picture")
      .values({
        key: "a".repeat(24),
        sha256: "a".repeat(64),
        width: 800,
        height: 400,
        fallback_format: "jpg",
        created_at: 0,
        has_variants: 0,
        focal_x: 0.5,
        focal_y: 0.5,
        size: 6,
        uploaded_by: null,
        name: "",
        alt: "",
        caption: "",
        credit: "",
        licence: "",
        words: "",
      })
      .execute();
    const content = `<p>Text</p><img src="${picture("a")}" alt="Kept" /><figure><img src="${picture("b")}" alt="A chart &quot;x&quot;" width="800" height="400" /><figcaption>Caption</figcaption></figure>`;
    const id = await publishOne({ content, image_url: picture("c") });
    await put(id, { content: "<p>Other</p>", image_url: "" });
    const page = (await read(id, 1)) ?? "";
    expect(page).toContain(picture("a"));
    for (const key of ["b", "c"]) expect(page).not.toContain(key.repeat(24));
    expect(page).toMatch(/<figure><img alt="A chart &quot;x&quot;"[^>]*><figcaption>Caption/);
  });
});
