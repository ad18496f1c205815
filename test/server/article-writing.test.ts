import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { NEW_FIELDS } from "#features/articles/fields.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { type TestClock, testClock } from "#test/support/clock.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { expectLinear } from "#test/support/growth.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type Headers = Record<string, string>;

const picture = (color: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer();

async function start(database: Database, clock: TestClock = testClock()) {
  const site = await startTestApp(database, { clock });
  const { headers } = await startEditor(site.app, database);
  const { app } = site;
  const call = (
    method: "POST" | "PUT" | "DELETE" | "GET",
    url: string,
    payload?: object | string,
    more: Headers = {},
  ) => app.inject({ method, url, headers: { ...headers, ...more }, ...(payload === undefined ? {} : { payload }) });
  const create = async (fields: object = {}) => {
    const response = await call("POST", apiUrl.articles(), { title: "A title", category: "Tech", ...fields });
    expect(response.body).toContain('"id"');
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  return { ...site, clock, headers, call, create };
}

const pictureRows = ({ db }: Database) => db.selectFrom("picture").selectAll().execute();
const readersList = async (app: FastifyInstance) => (await app.inject(apiUrl.articles())).json();

const NO_LOOK = { description: "", editor: "", image_url: "", accent: "" };

describeOnSqlite("writing articles", (open) => {
  test("a new article is a draft by the account, with every switch off", async () => {
    const { app, create } = await start(await open());
    const article = await create();
    expect(article).toEqual({
      ...NEW_FIELDS,
      id: expect.any(Number),
      title: "A title",
      slug: "a-title",
      category: "Tech",
      category_slug: "tech",
      author: { name: EDITOR.name, image_url: "/authorPlaceholder.jpg", bio: "", links: [] },
      authors: [expect.objectContaining({ name: EDITOR.name, slug: "amina-otieno", links: [] })],
      byline: EDITOR.name,
      published_date: null,
      last_updated: null,
      tags: [],
      sources: [],
      content: "",
      has_draft: false,
    });
    expect(await readersList(app)).toEqual([]);
    expect((await app.inject(apiUrl.article(article.id))).statusCode).toBe(404);
  });

  test("every field is stored as it is given", async () => {
    const { app, clock, call, create } = await start(await open());
    const fields = {
      title: "Ünïcode — “quotes” & <angles> 🦊",
      excerpt: "Line one\nline two",
      category: "Deep Space",
      content: '<h2>Head</h2><p class="indent-2">Text <strong>bold</strong></p>',
      image_url: "https://pictures.example/a.png?x=1&y=2",
      image_alt: "A fox",
      author_name: "Wanjiru Kamau",
      tags: ["Space", "space", " Travel "],
      status: "published",
      published_date: new Date(clock.now() - HOUR).toISOString(),
      is_auto_update: true,
      is_featured: "true",
      is_editors_pick: "false",
    };
    const { id } = await create(fields);
    const { author_name, ...rest } = fields;
    const read = (await call("GET", apiUrl.article(id))).json();
    expect(read).toMatchObject({
      ...rest,
      tags: ["space", "Travel"],
      is_featured: true,
      is_editors_pick: false,
      author: { name: author_name, image_url: "/authorPlaceholder.jpg", bio: "", links: [] },
    });
    expect((await app.inject("/api/articles/search/?query=wanjiru")).json()).toHaveLength(1);
  });

  test("an author's name in any case is the same author", async () => {
    const database = await open();
    const { create } = await start(database);
    await create({ author_name: "Wanjiru Kamau" });
    expect((await create({ author_name: "wanjiru kamau" })).author.name).toBe("Wanjiru Kamau");
    expect((await create({ author_name: "" })).author.name).toBe(EDITOR.name);
    expect(await database.db.selectFrom("account").select("name").execute()).toHaveLength(2);
  });

  test("editors list and read drafts and scheduled articles; readers do not", async () => {
    const { app, clock, call, create } = await start(await open());
    const draft = await create({ title: "Draft" });
    clock.advance(MINUTE);
    const scheduled = await create({
      title: "Scheduled",
      status: "published",
      published_date: new Date(clock.now() + HOUR).toISOString(),
    });
    const published = await create({ title: "Published", status: "published" });
    const listed = await call("GET", apiUrl.articles());
    expect(listed.json().map((article: { title: string }) => article.title)).toEqual([
      "Scheduled",
      "Published",
      "Draft",
    ]);
    expect(listed.headers["x-total-count"]).toBe("3");
    expect(listed.headers.vary).toContain("Authorization");
    const second = await call("GET", `${apiUrl.articles()}?limit=1&offset=1`);
    expect(second.json().map((article: { id: number }) => article.id)).toEqual([published.id]);
    for (const { id } of [draft, scheduled]) {
      expect((await call("GET", apiUrl.article(id))).statusCode).toBe(200);
      expect((await app.inject(apiUrl.article(id))).statusCode).toBe(404);
    }
    expect((await readersList(app)).map((article: { id: number }) => article.id)).toEqual([published.id]);
  });

  test("fields missing from a change keep their values, and unknown ones are ignored", async () => {
    const { clock, call, create } = await start(await open());
    const before = await create({ excerpt: "Short", tags: "a, b", content: "<p>Long</p>", status: "published" });
    clock.advance(MINUTE);
    const changed = await call("PUT", apiUrl.article(before.id), { title: "Another" });
    expect(changed.statusCode).toBe(200);
    const last_updated = new Date(clock.now()).toISOString();
    expect(changed.json()).toEqual({ ...before, title: "Another", slug: "another", last_updated });
    const whole = { ...changed.json(), id: 999, last_updated: null, views: 7, is_featured: true };
    const again = await call("PUT", apiUrl.article(before.id), whole);
    expect(again.json()).toEqual({ ...changed.json(), is_featured: true });
  });

  test("a reader's whole object sent back changes nothing: placeholders for picture and tags are ignored", async () => {
    const database = await open();
    const { app, call, create } = await start(database);
    const ids: number[] = [];
    for (const content of ["<p>None</p>", '<p><img src="https://pictures.example/in.png" alt=""></p>'])
      ids.push((await create({ status: "published", content })).id);
    for (const id of ids) {
      const read = (await app.inject(apiUrl.article(id))).json();
      expect(read.image_url).not.toBe("");
      expect(read.tags).toHaveLength(3);
      const put = await call("PUT", apiUrl.article(id), read);
      expect(put.json()).toMatchObject({ image_url: "", tags: [], last_updated: null });
    }
  });

  test("a draft can be published, and a published article made a draft again", async () => {
    const { app, clock, call, create } = await start(await open());
    const { id } = await create();
    const published = await call("PUT", apiUrl.article(id), { status: "published", published_date: null });
    expect(published.json().published_date).toBe(new Date(clock.now()).toISOString());
    expect((await app.inject(apiUrl.article(id))).statusCode).toBe(200);
    clock.advance(MINUTE);
    const kept = await call("PUT", apiUrl.article(id), { published_date: "" });
    expect(kept.json().published_date).toBe(published.json().published_date);
    await call("PUT", apiUrl.article(id), { status: "draft" });
    expect((await app.inject(apiUrl.article(id))).statusCode).toBe(404);
    expect((await app.inject("/api/articles/search/?query=title")).json()).toEqual([]);
  });

  test("a stale edit is rejected with 409 and changes nothing; a current one succeeds", async () => {
    const { call, create } = await start(await open());
    const { id } = await create();
    const read = await call("GET", apiUrl.article(id));
    const tag = String(read.headers.etag);
    const mine = await call("PUT", apiUrl.article(id), { title: "Mine" }, { "if-match": tag });
    expect(mine.statusCode).toBe(200);
    const stale = await call("PUT", apiUrl.article(id), { title: "Theirs" }, { "if-match": tag });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: "stale_version" });
    expect((await call("GET", apiUrl.article(id))).json().title).toBe("Mine");
    for (const matching of [String(mine.headers.etag), `"0-x", W/${mine.headers.etag}`, "*"]) {
      const again = await call("PUT", apiUrl.article(id), { title: "Mine" }, { "if-match": matching });
      expect(again.statusCode, matching).toBe(matching === "*" || matching === mine.headers.etag ? 200 : 409);
    }
    expect((await call("PUT", apiUrl.article(id), { title: "X" }, { "if-match": "garbage" })).statusCode).toBe(409);
  });

  test("of two concurrent edits with the same tag one wins; without tags, both apply to different fields", async () => {
    const { call, create } = await start(await open());
    const { id } = await create();
    const tag = String((await call("GET", apiUrl.article(id))).headers.etag);
    const raced = await Promise.all(
      ["One", "Two", "Three"].map((title) => call("PUT", apiUrl.article(id), { title }, { "if-match": tag })),
    );
    expect(raced.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
    await Promise.all([
      call("PUT", apiUrl.article(id), { title: "Both" }),
      call("PUT", apiUrl.article(id), { excerpt: "stay" }),
    ]);
    expect((await call("GET", apiUrl.article(id))).json()).toMatchObject({ title: "Both", excerpt: "stay" });
  });

  test("a deleted article is gone; deleting it again is 404", async () => {
    const { call, create } = await start(await open());
    const { id } = await create({ status: "published" });
    const deleted = await call("DELETE", apiUrl.article(id));
    expect([deleted.statusCode, deleted.body]).toEqual([204, ""]);
    for (const method of ["GET", "DELETE"] as const)
      expect((await call(method, apiUrl.article(id))).statusCode).toBe(404);
    expect((await call("PUT", apiUrl.article(id), { title: "x" })).statusCode).toBe(404);
  });

  test("articles that name a new category at the same moment share it", async () => {
    const { app, create } = await start(await open());
    await Promise.all(Array.from({ length: 5 }, () => create({ category: "Brand New", status: "published" })));
    expect((await app.inject(apiUrl.categories())).json()).toEqual([
      { id: expect.any(Number), name: "Brand New", slug: "brand-new", ...NO_LOOK, count: 5 },
    ]);
  });

  test("a form with a file creates an article with its own picture, or changes it", async () => {
    const database = await open();
    const { app, headers } = await start(database);
    const fields = {
      title: "From a form",
      excerpt: "Short",
      category: "Tech",
      content: "<p>Text</p>",
      status: "published",
      is_auto_update: "true",
      is_featured: "false",
      is_editors_pick: "true",
      tags: "one, two",
    };
    const form = await formRequest(fields, { image_url: await picture("red") });
    const made = await app.inject({
      method: "POST",
      url: apiUrl.articles(),
      ...form,
      headers: { ...headers, ...form.headers },
    });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      title: "From a form",
      is_auto_update: true,
      is_featured: false,
      is_editors_pick: true,
      tags: ["one", "two"],
      image_url: expect.stringMatching(/^\/media\/[0-9a-f]{24}\/320x200\.jpg$/),
    });
    expect((await app.inject(made.json().image_url)).headers["content-type"]).toBe("image/jpeg");

    const change = await formRequest({ is_featured: "true" }, { image_url: await picture("blue") });
    const url = apiUrl.article(made.json().id);
    const changed = await app.inject({ method: "PUT", url, ...change, headers: { ...headers, ...change.headers } });
    expect(changed.json()).toMatchObject({ title: "From a form", is_featured: true, content: "<p>Text</p>" });
    expect(changed.json().image_url).not.toBe(made.json().image_url);
    expect(await pictureRows(database)).toHaveLength(2);
  });

  test("data pictures become uploads, each stored once; a form without a file keeps the picture", async () => {
    const database = await open();
    const { app, create } = await start(database);
    const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;
    const [red, blue] = [data(await picture("red")), data(await picture("blue"))];
    const content = `<p>a</p><img src="${red}" alt="Red"><p>b</p><img src='${blue}'><img src="&#100;ata:image/png;base64,${red.split(",")[1]}">`;
    const article = await create({ content, status: "published" });
    const sources = [...article.content.matchAll(/src="([^"]+)"/g)].map((match) => match[1]);
    expect(sources).toHaveLength(3);
    expect(sources[0]).toBe(sources[2]);
    expect(new Set(sources).size).toBe(2);
    for (const source of sources) {
      expect(source).toMatch(/^\/media\/[0-9a-f]{24}\/320x200\.jpg$/);
      expect((await app.inject(String(source))).statusCode).toBe(200);
    }
    expect(article.content).toContain('alt="Red"');
    expect((await readersList(app))[0].image_url).toBe(sources[0]);
    expect(await pictureRows(database)).toHaveLength(2);
  });

  test("data that is no readable picture is left out of the text, like any other address that is not allowed", async () => {
    const database = await open();
    const { create } = await start(database);
    const good = (await picture("green")).toString("base64");
    const broken = ["svg+xml;base64,PHN2Zy8+", "png;base64,QUJD", `png;base64,${good.slice(0, 60)}`, "png;base64,"];
    const images = broken.map((data) => `<img src="data:image/${data}" alt="Broken">`).join("");
    const article = await create({ content: `<p>a</p>${images}<img src="data:image/png;base64,${good}">` });
    const stored = /^<p>a<\/p>(<img alt="Broken" \/>){4}<img src="\/media\/[0-9a-f]{24}\/320x200\.jpg" \/>$/;
    expect(article.content).toMatch(stored);
    expect(await pictureRows(database)).toHaveLength(1);
  });

  test("an unreadable file rejects the whole article, and leaves nothing behind", async () => {
    const database = await open();
    const { app, headers, storedFiles } = await start(database);
    const good = (await picture("green")).toString("base64");
    const fields = { title: "T", category: "C", content: `<img src="data:image/png;base64,${good}">` };
    const form = await formRequest(fields, { image_url: Buffer.from("<svg/>") });
    const sent = { method: "POST" as const, url: apiUrl.articles(), ...form };
    const refused = await app.inject({ ...sent, headers: { ...headers, ...form.headers } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail).toMatch(/picture could not be read/);
    expect(await pictureRows(database)).toEqual([]);
    expect(storedFiles()).toEqual([]);
    expect(await database.db.selectFrom("article").select("id").execute()).toEqual([]);
    expect(await database.db.selectFrom("category").select("id").execute()).toEqual([]);
  });

  test("a write that fails after its picture was stored removes the picture", async () => {
    const database = await open();
    const { app, headers, storedFiles } = await start(database);
    const form = await formRequest({ title: "T" }, { image_url: await picture("green") });
    const url = apiUrl.article(4711);
    const refused = await app.inject({ method: "PUT", url, ...form, headers: { ...headers, ...form.headers } });
    expect(refused.statusCode).toBe(404);
    expect(await pictureRows(database)).toEqual([]);
    expect(storedFiles()).toEqual([]);
  });
});

test.each([
  ["no title", { category: "C" }, "title"],
  ["a blank title", { title: "  ", category: "C" }, "title"],
  ["no category", { title: "T" }, "category"],
  ["a title without end", { title: "x".repeat(301), category: "C" }, "title"],
  ["a number for a title", { title: 7, category: "C" }, "title"],
  ["a NUL in the title", { title: "a\u0000b", category: "C" }, "title"],
  ["half a character", { title: "\ud800", category: "C" }, "title"],
  ["a NUL in the content", { title: "T", category: "C", content: "a\u0000" }, "content"],
  ["an unknown status", { title: "T", category: "C", status: "hidden" }, "status"],
  ["a flag that is neither", { title: "T", category: "C", is_featured: "yes" }, "is_featured"],
  ["a script for a picture", { title: "T", category: "C", image_url: "javascript:alert(1)" }, "image_url"],
  ["a date that is none", { title: "T", category: "C", published_date: "2026-02-30" }, "published_date"],
  [
    "a date beyond the calendar",
    { title: "T", category: "C", published_date: "9999-12-31T23:59:59-12:00" },
    "published_date",
  ],
  ["a number for a date", { title: "T", category: "C", published_date: 1 }, "published_date"],
  ["too many tags", { title: "T", category: "C", tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }, "tags"],
  ["tags of numbers", { title: "T", category: "C", tags: [1] }, "tags"],
])("an article with %s is rejected with 400 and the field's name", async (_case, payload, field) => {
  const { call } = await start(await openSqliteForTest());
  for (const [method, url] of [
    ["POST", apiUrl.articles()],
    ["PUT", apiUrl.article(1)],
  ] as const) {
    if (method === "PUT" && !(field in payload)) continue;
    const response = await call(method, url, payload);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors)[0]).toMatch(new RegExp(`^${field}`));
    expect(response.json().detail).toMatch(/^[A-Z].+\.$/);
  }
});

test.each([
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20T09:30", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:15+03:00", "2026-11-20T06:30:15.000Z"],
])("the publication date %s is read as UTC", async (published_date, expected) => {
  const { create } = await start(await openSqliteForTest());
  expect((await create({ published_date })).published_date).toBe(expected);
});

test("content is bounded in length and depth, and is checked in linear time", async () => {
  const { call, create } = await start(await openSqliteForTest());
  const post = (content: string) => call("POST", apiUrl.articles(), { title: "T", category: "C", content });
  const mebibyte = 1024 * 1024;
  expect((await create({ content: `<p>${"x".repeat(mebibyte - 7)}</p>` })).content).toHaveLength(mebibyte);
  expect((await post(`<p>${"x".repeat(mebibyte)}</p>`)).statusCode).toBe(413);
  expect((await post("<".repeat(mebibyte))).statusCode).toBe(413);
  await expectLinear(
    (size) => "<b>".repeat(300_000 * size),
    async (content) => expect((await post(content)).statusCode).toBe(400),
  );
});

test("scripts in content are removed, ordinary text is returned unchanged", async () => {
  const { create } = await start(await openSqliteForTest());
  const vectors = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    '<a href="&#106;avascript:alert(1)">x</a>',
  ];
  for (const content of vectors)
    expect((await create({ content })).content, content).not.toMatch(/<script|onerror|javascript:/i);
  const ordinary =
    '<h1>A</h1><p class="align-center indent-3">b <em>c</em> <u>d</u> <s>e</s> <code>f</code></p><blockquote><p>g</p></blockquote><ul><li><p>h</p></li></ul><ol start="3"><li><p>i</p></li></ol><p><a href="https://a.example/?x=1&amp;y=2">j</a> <a href="mailto:a@b.example">k</a> <a href="tel:+254700000000">l</a></p>';
  expect((await create({ content: ordinary })).content).toBe(ordinary);
});
