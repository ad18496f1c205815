import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Item, Read } from "#features/transfer/sources/items.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startImports as start } from "#test/support/import-site.ts";
import { author, page, post, SITE, subscriber, topic } from "#test/support/imports.ts";

vi.mock("#features/transfer/sources/registry.ts", async () => {
  const { testSource } = await import("#test/support/imports.ts");
  return { SOURCES: [testSource], findSource: async () => testSource };
});

describeOnEngines("a released import", (open) => {
  test("leads every old address of a text to it in one step, also for readers whom the cache serves", async () => {
    const site = await start(open);
    const old = "https://old.example";
    const texts: [Item, string[]][] = [
      [post("wp"), ["/post-wp/", "/?p=12", "/?p=12&utm_source=x", "/?attachment_id=13", "/2020/05/wp.html"]],
      [page("wp"), ["/page-wp-old/", "/?page_id=14"]],
      [post("ghost"), ["/p/0a1b2c3d-0000-4000-8000-000000000000/"]],
      [post("substack"), ["/p/a-letter", "/p/a-letter/"]],
      [post("medium"), ["/a-story-0123456789ab", "/@someone/a-story-0123456789ab"]],
      [post("hugo"), ["/old/alias/", "/old/alias/index.html", "/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7/"]],
    ];
    const source = texts.map(([text, addresses]) => ({
      ...text,
      addresses: addresses.filter((one) => !one.includes("&")).map((one) => old + one),
    }));
    const released = await site.bring([{ ...SITE, address: old } as Read, ...source]);
    expect(released).toMatchObject({ state: "released", error: "" });
    const server = await site.app.listen({ port: 0, host: "127.0.0.1" });
    const get = (path: string) => fetch(server + path, { redirect: "manual" });
    expect((await get("/")).status).toBe(200);
    for (const [text, addresses] of texts)
      for (const address of addresses) {
        const first = await get(address);
        expect(first.status, address).toBe(301);
        const second = await get(first.headers.get("location") ?? "");
        expect(second.status, address).toBe(200);
        expect(await second.text(), address).toContain("title" in text ? text.title : "");
      }
    expect((await get("/?p=99")).status).toBe(200);
    expect((await get("/?p=12x")).status).toBe(200);
    await site.run(released.id, "undo");
    expect((await get("/?p=12")).status).toBe(200);
  });

  test("brings series and newsletter issues, which are drafts, and takes them back unless people have edited them", async () => {
    const site = await start(open);
    const { db } = site.database;
    const series = (key: string, name: string, posts: string[]): Read => ({
      ...{ kind: "series", key, name, slug: key, description: "", picture: "", posts },
      addresses: [`/collections/${key}`],
    });
    const issue = (key: string, fields: object = {}): Read => ({
      ...{ kind: "issue", key, subject: `Issue ${key}`, preview: "", introduction: "Hello", posts: ["two", "unknown"] },
      html: '<p>Read <a href="https://old.example/post-one/">one</a>.</p><article class="with-picture" data-article="one"></article><article class="with-picture" data-article="unknown"></article>',
      ...fields,
    });
    const source = [
      SITE,
      series("parts", "In parts", ["two", "one", "unknown"]),
      series("empty", "No parts", []),
      ...["one", "two"].map((key) => post(key)),
      issue("a"),
      issue("b", { html: "" }),
    ];
    const released = await site.bring(source);
    expect(released).toMatchObject({ state: "released", error: "" });
    const ids = new Map(
      (await db.selectFrom("article").select(["title", "id"]).execute()).map(({ title, id }) => [title, id]),
    );
    const [one, two] = ["Post one", "Post two"].map((title) => ids.get(title));
    const order = await db.selectFrom("series_article").select("article_id").orderBy("position").execute();
    expect(order.map(({ article_id }) => article_id)).toEqual([two, one]);
    const moved = await site.app.inject("/collections/parts");
    expect([moved.statusCode, moved.headers.location]).toEqual([301, "/series/parts"]);
    const issues = await db.selectFrom("issue").select(["id", "state", "body", "article_ids"]).orderBy("id").execute();
    expect(issues).toMatchObject([
      { state: "draft", article_ids: JSON.stringify([two]) },
      { state: "draft", body: "" },
    ]);
    expect(issues[0]?.body).toContain(`<a href="/article/${one}"`);
    expect(issues[0]?.body.match(/data-article="[^"]*"/g)).toEqual([`data-article="${one}"`]);
    expect(site.mailFiles()).toEqual([]);
    const edited = await site.as("editor", "PUT", `/api/newsletter/issues/${issues[1]?.id}/`, { subject: "Ours" });
    expect(edited.status).toBe(200);
    await site.run(released.id, "undo");
    expect(await db.selectFrom("issue").select("subject").execute()).toEqual([{ subject: "Ours" }]);
    expect(await db.selectFrom("series").select("name").execute()).toEqual([]);
    expect((await site.app.inject("/collections/parts")).statusCode).toBe(404);
  });

  test("puts nobody on the list who was erased before, and its file is deleted", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "jarida-imports-"));
    const site = await start(open, { dataDir });
    const { db } = site.database;
    const people = ["checked@mail.example", "staged@mail.example", "stays@mail.example"];
    const row = await site.bring([SITE, ...people.map((email) => subscriber(email))], "check");
    const erase = async (email: string) =>
      expect((await site.as("chief", "POST", "/api/newsletter/people/erase/", { email })).status).toBe(204);
    await erase("checked@mail.example");
    await site.run(row.id, "start");
    await erase("staged@mail.example");
    const staged = await db.selectFrom("import_subscriber").select("email").execute();
    expect(staged).toEqual([{ email: "stays@mail.example" }]);
    expect(await site.run(row.id, "release")).toMatchObject({ state: "released", error: "" });
    expect(await db.selectFrom("subscriber").select("email").execute()).toEqual([{ email: "stays@mail.example" }]);
    expect(await db.selectFrom("import_item").select("id").where("kind", "=", "subscriber").execute()).toHaveLength(1);
    await site.runJob("imports");
    expect(readdirSync(join(dataDir, "imports"))).toEqual(["node"]);
  });

  test("reports and retries each picture on another site that could not be copied, whatever shows it", async () => {
    const site = await start(open);
    const at = (name: string) => `https://pictures.example/${name}.png`;
    const html = (name: string) => `<p>Text</p><img src="${at(name)}" alt="">`;
    const { id } = await site.bring([
      SITE,
      { ...author("amina", "Amina"), picture: at("author") } as Item,
      { ...topic("rain", "Rain"), picture: at("topic") } as Item,
      { ...topic("coast", "The Coast"), picture: at("category") } as Item,
      post("one", { html: html("article"), authors: ["amina"], topics: ["rain"], section: "coast" }),
      page("two", { html: html("page") }),
    ]);
    const pictures = async () => (await site.read(id)).pictures;
    await site.fetchRemoteItems();
    expect(await pictures()).toEqual({ waiting: 0, failed: 5 });
    const report = await site.app.inject({
      url: `/api/imports/${id}/report.csv`,
      headers: await site.headersOf("chief"),
    });
    for (const name of ["article", "page", "author", "topic", "category"])
      expect(report.body).toMatch(new RegExp(`warning,${at(name).replaceAll(".", "\\.")},.*could not be copied`));
    expect((await site.send(`${id}/retry-pictures/`)).body.pictures).toEqual({ waiting: 5, failed: 0 });
  });

  test("owns a topic that it has added, also if the source was imported before", async () => {
    const site = await start(open);
    const topics = async () =>
      (await site.database.db.selectFrom("topic").select("slug").where("slug", "=", "rain").execute()).length;
    await site.as("chief", "POST", "/api/topics/", { name: "Rain", slug: "rain" });
    const one = post("one", { topics: ["rain"] });
    await site.bring([SITE, topic("rain", "Rain"), one]);
    const { id: article } = await site.database.db
      .selectFrom("article")
      .select("id")
      .where("title", "=", "Post one")
      .executeTakeFirstOrThrow();
    expect((await site.as("chief", "PUT", apiUrl.article(article), { tags: [] })).status).toBe(200);
    expect((await site.as("chief", "DELETE", "/api/topics/rain/")).status).toBe(204);
    expect(await topics()).toBe(0);
    const { id } = await site.bring([SITE, topic("rain", "Rain"), one, post("two", { topics: ["rain"] })]);
    expect(await topics()).toBe(1);
    expect((await site.run(id, "undo")).state).toBe("undone");
    expect(await topics()).toBe(0);
  });
});
