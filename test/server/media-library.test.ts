import sharp from "sharp";
import { expect, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { createSqliteDatabase, describeOnSqlite } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { openBefore } from "#test/support/old-database.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;

async function start(database: Database) {
  const clock = testClock();
  const site = await startTestApp(database, { clock });
  const { headers } = await startEditor(site.app, database);
  let shade = 0;
  const call = (method: "GET" | "PATCH" | "PUT" | "DELETE" | "POST", url: string, payload?: object) =>
    site.app.inject({ method, url, headers, ...(payload && { payload }) });
  /** Lets two days pass, and logs in again. */
  const waitTwoDays = async () => {
    clock.advance(2 * DAY);
    headers.authorization = `Bearer ${(await logIn(site.app)).json().access}`;
  };
  const list = async (query = "") => {
    const answer = await call("GET", `${editorApiUrl.pictures()}${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return { rows: answer.json(), total: Number(answer.headers["x-total-count"]) };
  };
  /** Uploads a new picture, says what is known about it, and returns its row. */
  const add = async (name: string, change: object = {}, bytes?: Uint8Array) => {
    shade += 1;
    const image = { width: 400, height: 200, channels: 3 as const, background: { r: shade, g: 9, b: 9 } };
    const file = bytes ?? (await sharp({ create: image }).png().toBuffer());
    const form = await formRequest({}, { file }, name);
    const uploaded = await site.app.inject({
      method: "POST",
      url: editorApiUrl.upload(),
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    });
    const { rows } = await list(`?query=${uploaded.json().url}`);
    const answer = await call("PATCH", editorApiUrl.storedPicture(rows[0].id), change);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as { id: number; url: string };
  };
  const bulk = async (ids: number[], change: object) =>
    (await call("POST", editorApiUrl.pictureBulk(), { ids, change })).json();
  const names = async (query: string) => (await list(query)).rows.map(({ name }: { name: string }) => name);
  return { ...site, clock, headers, call, list, add, bulk, names, waitTwoDays };
}

describeOnSqlite("media/", (open) => {
  test("many pictures are tagged at once, found by tag and by its words, and keep tags when they are cropped", async () => {
    const { add, bulk, call, list, names } = await start(await open());
    const [quay, bridge] = [await add("quay.png", { alt: "Quay" }), await add("bridge.png")];
    const tagged = await bulk([quay.id, bridge.id, 9_999], { tags_add: ["Port of Lamu", "Zürich"] });
    expect(tagged).toEqual({
      changed: [quay.id, bridge.id],
      failed: [{ id: 9_999, name: "", detail: expect.any(String) }],
    });
    await bulk([bridge.id], { tags_remove: ["ZÜRICH"], tags_add: ["PORT of  lamu", "Bridges"] });
    expect((await call("GET", editorApiUrl.pictureTags())).json()).toEqual([
      { name: "Bridges", count: 1 },
      { name: "Port of Lamu", count: 2 },
      { name: "Zürich", count: 1 },
    ]);
    expect(await names("?tag=port%20of%20lamu")).toEqual(["bridge.png", "quay.png"]);
    expect(await names("?tag=Lamu")).toEqual([]);
    expect(await names("?query=zurich")).toEqual(["quay.png"]);
    // A description does not lose the words of the tags.
    await call("PATCH", editorApiUrl.storedPicture(quay.id), { alt: "Quay at noon" });
    expect((await list("?query=zurich")).rows).toMatchObject([
      { alt: "Quay at noon", tags: ["Port of Lamu", "Zürich"] },
    ]);
    const made = await call("POST", editorApiUrl.editPicture(quay.id), { rotate: 90 });
    expect(made.json().tags).toEqual(["Port of Lamu", "Zürich"]);
    expect(await names("?query=zurich")).toHaveLength(2);
    const many = Array.from({ length: 19 }, (_, at) => `Tag ${at}`);
    expect((await bulk([quay.id], { tags_add: many })).failed[0].detail).toContain("20 tags");
  });

  test("of many pictures that are deleted at once, those that are used stay, and are named", async () => {
    const { add, bulk, call, store } = await start(await open());
    const [used, unused] = [await add("used.png"), await add("unused.png")];
    await publish(store, { image_url: used.url });
    expect(await bulk([used.id, unused.id], { delete: true })).toEqual({
      changed: [unused.id],
      failed: [{ id: used.id, name: "used.png", detail: expect.any(String) }],
    });
    expect((await call("GET", editorApiUrl.storedPicture(used.id))).statusCode).toBe(200);
    expect((await call("GET", editorApiUrl.storedPicture(unused.id))).statusCode).toBe(404);
  });

  test("a picture keeps the name of its file, without folders, its size, and who uploaded it", async () => {
    const { add, call, app } = await start(await open());
    const { id, url } = await add("C:\\photos\\Harbour at dawn.png");
    const one = await call("GET", editorApiUrl.storedPicture(id));
    expect(one.json()).toEqual({
      ...{ id, url, width: 400, height: 200, created_at: expect.stringMatching(/Z$/) },
      ...{ name: "Harbour at dawn.png", alt: "", caption: "", credit: "", licence: "" },
      ...{ focal_x: 0.5, focal_y: 0.5, size: (await app.inject(url)).rawPayload.length },
      ...{ uploaded_by: EDITOR.name, is_own: true, tags: [], used_in: [] },
    });
  });

  test("what is known about a picture is changed field by field, and mistakes change nothing", async () => {
    const { add, call } = await start(await open());
    const { id } = await add("a.png", { alt: "A boat", credit: "Amina" });
    const url = editorApiUrl.storedPicture(id);
    const change = { caption: " In the harbour ", licence: "CC BY 4.0", focal_x: 0.25, focal_y: 1 };
    expect((await call("PATCH", url, change)).json()).toMatchObject({
      ...{ alt: "A boat", caption: "In the harbour", credit: "Amina", licence: "CC BY 4.0" },
      ...{ focal_x: 0.25, focal_y: 1 },
    });
    for (const wrong of [
      { focal_x: 1.01 },
      { focal_y: -0.1 },
      { focal_x: "0.5" },
      { alt: "x".repeat(501) },
      { caption: null },
      { credit: "a\u0000b" },
      [],
    ]) {
      const answer = await call("PATCH", url, wrong);
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(400);
      expect(answer.json().detail, JSON.stringify(wrong)).toMatch(/\.$/);
    }
    expect((await call("PATCH", url, { focal_x: null, alt: "" })).json()).toMatchObject({
      ...{ alt: "", caption: "In the harbour", focal_x: 0.5, focal_y: 1 },
    });
    for (const unknown of [999_999, "0", "x"])
      for (const method of ["GET", "PATCH"] as const)
        expect((await call(method, editorApiUrl.storedPicture(unknown), {})).statusCode, method).toBe(404);
  });

  test("words find the pictures whose name or texts have words beginning with all of them", async () => {
    const { add, names } = await start(await open());
    await add("harbour.png", { alt: "Łódź at dawn", credit: "Zieliński" });
    await add("market.png", { caption: "Dawn at the market", licence: "CC BY-SA" });
    expect(await names("?query=DAWN")).toEqual(["market.png", "harbour.png"]);
    expect(await names("?query=zielin%20lodz")).toEqual(["harbour.png"]);
    expect(await names("?query=harb")).toEqual(["harbour.png"]);
    expect(await names("?query=rbour")).toEqual([]);
    // One typing error, in the name that came with the file and in a text written later.
    expect(await names("?query=habrour")).toEqual(["harbour.png"]);
    expect(await names("?query=zielinksi%20harb")).toEqual(["harbour.png"]);
    expect(await names("?query=zielinksi%20market")).toEqual([]);
    expect(await names("?query=cc%20mark")).toEqual(["market.png"]);
    // As long as a picture's key.
    expect(await names("?query=zielinski")).toEqual(["harbour.png"]);
    expect(await names("?query=%25_%27")).toEqual([]);
  });

  test("dates and use narrow the list, each with its total", async () => {
    const { add, list, names, call, clock, store, waitTwoDays, app, headers } = await start(await open());
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const inText = await add("text.png");
    const asHero = await add("hero.png");
    await waitTwoDays();
    const inAd = await add("ad.png");
    await add("portrait.png").then(({ url }) => call("PUT", editorApiUrl.profile(), { imageUrl: url, bio: "" }));
    await add("nowhere.png");
    const id = await publish(store, { content: `<p>x</p><img src="https://news.example${inText.url}">` });
    await publish(store, { image_url: asHero.url, status: "draft" });
    const ad = { name: "Ad", location: "x", image_url: inAd.url };
    expect((await call("POST", "/api/ads/", ad)).statusCode).toBe(201);
    expect(await names(`?to=${day}`)).toEqual(["hero.png", "text.png"]);
    expect(await names(`?from=${day}&to=`)).toHaveLength(5);
    expect(await names(`?from=${new Date(clock.now()).toISOString()}`)).toHaveLength(3);
    expect(await list(`?to=${day}&limit=1&offset=1`)).toMatchObject({ rows: [{ name: "text.png" }], total: 2 });
    expect(await names("?used=true")).toEqual(["portrait.png", "ad.png", "hero.png", "text.png"]);
    expect(await names("?used=false")).toEqual(["nowhere.png"]);
    // A text that shows it no longer.
    await call("PUT", apiUrl.article(id), { content: "<p>Without</p>" });
    expect(await names("?used=false")).toEqual(["nowhere.png", "text.png"]);
    expect((await call("DELETE", editorApiUrl.storedPicture(inText.id))).statusCode).toBe(204);
    const detail = (tag = "") =>
      app.inject({ url: editorApiUrl.storedPicture(inAd.id), headers: { ...headers, "if-none-match": tag } });
    const seen = await detail();
    expect((await detail(String(seen.headers.etag))).statusCode).toBe(304);
    await publish(store, { title: "Another use", image_url: inAd.url });
    expect((await detail(String(seen.headers.etag))).json().used_in).toHaveLength(2);
    const refused = await call("DELETE", editorApiUrl.storedPicture(asHero.id));
    expect(refused.statusCode).toBe(409);
    expect(refused.json().used_in).toMatchObject([{ type: "article", title: "A plain article" }]);
    for (const wrong of ["?from=yesterday", "?to=2026-13-01", "?used=maybe"])
      expect((await call("GET", `${editorApiUrl.pictures()}${wrong}`)).statusCode, wrong).toBe(400);
  });

  test("a focal point reaches the pages that crop the picture, at once, and no others end", async () => {
    const database = await open();
    const { add, call, app, store } = await start(database);
    const picture = await add("hero.png");
    await call("PUT", editorApiUrl.profile(), { imageUrl: picture.url, bio: "Writes." });
    const { id: authorId } = await database.db.selectFrom("account").select("id").executeTakeFirstOrThrow();
    const id = await publish(store, { image_url: picture.url, authorId });
    const other = await publish(store, { title: "Another", category: "DeFi" });
    const page = async (url: string) => (await app.inject(url)).body;
    const etag = async (url: string) => (await app.inject(url)).headers.etag;
    for (const url of [pageUrl.home(), pageUrl.category("blockchain")])
      expect((await page(url)).includes(`src="${picture.url}"`), url).toBe(true);
    const before = await etag(apiUrl.article(other));
    await call("PATCH", editorApiUrl.storedPicture(picture.id), { focal_x: 0.21, focal_y: 0.98 });
    const focused = `src="${picture.url}#focus=20,100"`;
    for (const url of [pageUrl.home(), pageUrl.category("blockchain")])
      expect((await page(url)).includes(focused), url).toBe(true);
    const article = await page(pageUrl.article(id));
    // The lead, and the author's portrait above and below the text.
    expect(article.split(focused)).toHaveLength(4);
    expect(/property="og:image" content="([^"]*)"/.exec(article)?.[1]).toBe(`${TEST_SITE}${picture.url}`);
    expect(await etag(apiUrl.article(other))).toBe(before);
    // Sent back with the whole article, it is not stored.
    const [row] = (await app.inject(apiUrl.latest())).json().filter((one: { id: number }) => one.id === id);
    expect(row.image_url).toBe(`${picture.url}#focus=20,100`);
    const saved = await call("PUT", apiUrl.article(id), { image_url: row.image_url });
    expect(saved.json().image_url).toBe(picture.url);
  });

  test("a picture is turned and cropped into a new one, and the same edit twice into the same", async () => {
    const { add, call, app, list } = await start(await open());
    // Its left half is white.
    const half = sharp({ create: { width: 200, height: 200, channels: 3, background: "white" } });
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: "black" } })
      .composite([{ input: await half.png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const picture = await add("half.png", { alt: "Halves", credit: "Amina", focal_x: 0.25, focal_y: 1 }, bytes);
    const url = `${editorApiUrl.storedPicture(picture.id)}edit/`;
    // Turned clockwise, what was on the left is at the top.
    const turned = await call("POST", url, { rotate: 90, crop: { x: 0, y: 0, width: 1, height: 0.5 } });
    expect(turned.statusCode, turned.body).toBe(201);
    expect(turned.json()).toMatchObject({
      ...{
        width: 200,
        height: 200,
        name: "half (edited).png",
        alt: "Halves",
        credit: "Amina",
        focal_x: 0,
        focal_y: 0.5,
      },
    });
    const { data, info } = await sharp((await app.inject(turned.json().url)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data].every((value) => value > 240)).toBe(true);
    expect([info.width, info.height]).toEqual([200, 200]);
    const again = await call("POST", url, { rotate: 90, crop: { x: 0, y: 0, width: 1, height: 0.5 } });
    expect(again.json().id).toBe(turned.json().id);
    expect((await list()).total).toBe(2);
    expect((await list("?query=halves")).total).toBe(2);
    for (const wrong of [
      {},
      { rotate: 45 },
      { crop: { x: 0.5, y: 0, width: 0.6, height: 1 } },
      { crop: { x: 0, y: 0, width: 0, height: 1 } },
    ])
      expect((await call("POST", url, wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
    expect((await call("POST", `${editorApiUrl.storedPicture(999)}edit/`, { rotate: 90 })).statusCode).toBe(404);
  });

  test("a picture is replaced wherever it is shown, and readers see no update", async () => {
    const { add, call, app, store, names } = await start(await open());
    const [old, by] = [await add("old.png"), await add("new.png")];
    const size = `width="400" height="200"`;
    const id = await publish(store, {
      image_url: old.url,
      content: `<p>About /media/ and <a href="${old.url}">it</a></p><img src="${old.url}" alt="1 > 0" ${size}>`,
    });
    expect((await call("POST", "/api/ads/", { name: "Ad", location: "x", image_url: old.url })).statusCode).toBe(201);
    await call("PUT", editorApiUrl.profile(), { imageUrl: old.url, bio: "" });
    const before = (await call("GET", apiUrl.article(id))).json();
    const url = `${editorApiUrl.storedPicture(old.id)}replace/`;
    expect((await call("POST", url, { by: by.id })).json()).toEqual({ replaced: 3, used_in: [] });
    const after = (await call("GET", apiUrl.article(id))).json();
    expect(after.image_url).toBe(by.url);
    expect(after.content).toBe(before.content.replaceAll(old.url, by.url).replace(` ${size}`, ""));
    expect(after.last_updated).toBe(before.last_updated);
    // The record of changes says where the link led before; nothing else of the page does.
    const page = (await app.inject(pageUrl.article(id))).body;
    expect(page.replace(/(?:<|\\u003c)del>.*?(?:<|\\u003c)\/del>/g, "")).not.toContain(old.url);
    expect(await names("?used=false")).toEqual(["old.png"]);
    expect((await call("POST", url, { by: old.id })).statusCode).toBe(400);
    expect((await call("POST", url, { by: 999 })).statusCode).toBe(404);
    await call("PATCH", editorApiUrl.storedPicture(by.id), { alt: "A harbour" });
    await call("PATCH", editorApiUrl.storedPicture(by.id), { alt: "A harbour" });
    const told = (await call("GET", editorApiUrl.audit({ action: "picture" }))).json();
    expect(told).toMatchObject([
      { action: "picture.describe", subject: { id: String(by.id) }, changes: { alt: { from: "", to: "A harbour" } } },
      {
        action: "picture.replace",
        subject: { id: String(old.id) },
        changes: { name: { from: "old.png", to: "new.png" } },
      },
    ]);
  });

  test("a picture is replaced in issues that are still written; what was sent and the trash keep it, and say so", async () => {
    const { add, call, app, store, headers } = await start(await open());
    const [old, by] = [await add("old.png"), await add("new.png")];
    const body = `<p>Look</p><img src="${old.url}" alt="A harbour">`;
    const write = async (subject: string) => {
      const made = await call("POST", editorApiUrl.issues(), {
        subject,
        introduction: "",
        preview: "",
        body,
        article_ids: [],
      });
      expect(made.statusCode, made.body).toBe(201);
      return made.json() as { id: number };
    };
    const [draft, later, sent] = [await write("Draft"), await write("Later"), await write("Sent")];
    const { db } = store.database;
    await db.updateTable("issue").set({ state: "scheduled" }).where("id", "=", later.id).execute();
    await db.updateTable("issue").set({ state: "sent", started_at: 1 }).where("id", "=", sent.id).execute();
    const trashed = await publish(store, { image_url: old.url });
    const copy = { method: "PUT" as const, url: editorApiUrl.draft(trashed), headers };
    expect((await app.inject({ ...copy, payload: { content: body } })).statusCode).toBe(200);
    expect((await call("DELETE", apiUrl.article(trashed))).statusCode).toBe(204);

    const url = `${editorApiUrl.storedPicture(old.id)}replace/`;
    const answer = await call("POST", url, { by: by.id });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ replaced: 2 });
    expect(answer.json().used_in).toEqual(
      expect.arrayContaining([
        { type: "issue", id: sent.id, title: "Sent", is_sent: true },
        { type: "article", id: trashed, title: expect.any(String), is_trashed: true },
      ]),
    );
    expect(answer.json().used_in).toHaveLength(2);
    for (const { id } of [draft, later]) {
      const issue = (await call("GET", editorApiUrl.issue(id))).json();
      expect(issue.body).toContain(by.url);
      expect(issue.body).not.toContain(old.url);
      expect((await call("GET", editorApiUrl.issueRevisions(id))).json()).toHaveLength(2);
    }
    expect((await call("GET", editorApiUrl.issue(sent.id))).json().body).toContain(old.url);
  });
});

test("an older database knows which articles show a picture", async () => {
  const settings = await createSqliteDatabase();
  const database = await openBefore("0041-article-pictures", settings);
  const key = "a".repeat(24);
  const columns = {
    category_id: 1,
    status: "draft",
    tags: "[]",
    excerpt: "",
    title: "T",
    created_at: 1,
    updated_at: 1,
  };
  const flags = { is_auto_update: 0, is_featured: 0, is_editors_pick: 0 } as const;
  await database.db.insertInto("category").values({ name: "C", name_key: "c", slug: "c" }).execute();
  for (const [image_url, content] of [
    [`/media/${key}/1x1.jpg`, "<p>x</p>"],
    ["", `<img src="/media/${key}/1x1.jpg"><img src="/media/${key}/1x1.jpg"><a href="/media/bbbbbbbb/1.avif">y</a>`],
    ["", "<p>Nothing</p>"],
  ])
    await database.db
      .insertInto("article")
      .values({ ...columns, ...flags, image_url, image_alt: "", content, content_image_url: "" } as never)
      .execute();
  await migrate(database);
  const uses = await database.db
    .selectFrom("article_picture")
    .selectAll()
    .orderBy("article_id")
    .orderBy("picture_key")
    .execute();
  expect(uses).toEqual([
    { article_id: 1, picture_key: key },
    { article_id: 2, picture_key: key },
    { article_id: 2, picture_key: "bbbbbbbb" },
  ]);
});

test("the words of pictures that an older database holds may be misspelt too", async () => {
  const settings = await createSqliteDatabase();
  const database = await openBefore("0051-picture-vocabulary", settings);
  const picture = { key: "a".repeat(24), sha256: "b", width: 1, height: 1, fallback_format: "jpg", created_at: 1 };
  await database.db
    .insertInto("picture")
    .values({ ...picture, has_variants: 1, name: "", words: " flamingo pond 2026 web" } as never)
    .execute();
  await migrate(database);
  const terms = await database.db.selectFrom("search_term").select(["term", "reversed"]).orderBy("term").execute();
  expect(terms).toEqual([
    { term: "flamingo", reversed: "ognimalf" },
    { term: "pond", reversed: "dnop" },
  ]);
});
