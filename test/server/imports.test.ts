import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import yazl from "yazl";
import type { Item, Read } from "#features/transfer/sources/items.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { IMPORTS, startImports as start } from "#test/support/import-site.ts";
import { author, failures, fileOf, page, post, SITE, subscriber, topic } from "#test/support/imports.ts";
import { pngOf } from "#test/support/other-host.ts";

vi.mock("#features/transfer/sources/registry.ts", async () => {
  const { testSource } = await import("#test/support/imports.ts");
  return { SOURCES: [testSource], findSource: async () => testSource };
});

async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, bytes] of Object.entries(files)) zip.addBuffer(bytes, path);
  zip.end();
  return buffer(zip.outputStream);
}

describeOnEngines("a check of an import", (open) => {
  test("reports what the source has, and stores nothing but that", async () => {
    const { bring, database, listed, desk } = await start(open);
    const row = await bring(
      [
        SITE,
        author("a", "Zawadi Otieno"),
        topic("markets", "Markets"),
        { ...topic("green", "Green"), accent: "#0b6e4f" } as Item,
        { ...topic("reds", "Reds"), accent: "red" } as Item,
        post("one", {
          authors: ["a", "unknown"],
          topics: ["markets"],
          findings: [{ level: "warning", message: "Its poll is left out." }],
        }),
        post("two", { restriction: "It was for members only." }),
        post("three", { publishedAt: Date.parse("2999-01-01T00:00:00Z") }),
        page("about-us"),
        subscriber("reader@mail.example"),
        { kind: "redirect", key: "/x", from: "/x", to: "/post-one/", code: 301 },
        { kind: "finding", level: "error", item: "Broken", message: "It has no id." },
      ],
      "check",
    );
    expect(row).toMatchObject({
      state: "checked",
      kind: "ghost",
      name: "old.jsonl",
      counts: { posts: 3, pages: 1, drafts: 2, topics: 3, authors: 1, subscribers: 1, redirects: 1, skipped: 1 },
      differences: { new: 4, changed: 0, same: 0, edited: 0 },
      site: { address: "https://old.example", name: "The old site" },
      findings_total: 5,
      progress: null,
    });
    expect(row.findings.map(({ level, item }) => [level, item])).toEqual([
      ["error", "Broken"],
      ["info", "Reds"],
      ["warning", "Post one"],
      ["warning", "Post two"],
      ["warning", "Post three"],
    ]);
    const named = { authors: ["Zawadi Otieno"], topics: ["Markets"] };
    expect(row.samples).toMatchObject([{ title: "Post one", html: "<p>The text of one.</p>", ...named }]);
    for (const table of ["article", "topic", "subscriber", "redirect", "page"] as const) {
      const rows = await database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toMatch(/Post one|Markets|reader@mail|about-us|"\/x"/);
    }
    expect([await listed(), await desk()]).toEqual([[], []]);
  });

  test("is for chiefs, one at a time, and ends when it is cancelled", async () => {
    const { as, upload, send, read, run } = await start(open);
    for (const name of ["editor", "writer"] as const) expect((await as(name, "GET", IMPORTS)).status).toBe(403);
    const { status, body } = await upload([SITE, post("one")]);
    expect([status, body.state, body.progress]).toMatchObject([202, "reading", { work: "check" }]);
    expect((await upload([SITE])).body.code).toBe("import_running");
    // A form alone brings a file: JSON must not name one of the server.
    expect((await send("", { file: { file: "../secret", name: "a", size: 1 } })).status).toBe(400);
    expect((await send(`${body.id}/start/`)).body.code).toBe("import_running");
    expect((await send(`${body.id}/cancel/`)).body).toMatchObject({
      state: "failed",
      error: "The import was cancelled.",
    });
    await run(body.id);
    expect((await read(body.id)).state).toBe("failed");
    expect((await send(`${body.id}/start/`)).body.code).toBe("wrong_import_state");
    expect((await send(`${body.id}/`, {}, "DELETE")).status).toBe(204);
    expect((await send(`${body.id}/`, {}, "GET")).status).toBe(404);
  });
});

describeOnEngines("a started import", (open) => {
  const SOURCE: Read[] = [
    SITE,
    post("one", {
      html: '<p>See <a href="https://www.old.example/post-two">two</a>, <a href="/?p=3#top">three</a> and <a href="https://other.example/">others</a>.</p>',
      authors: ["a"],
      topics: ["markets", "ethiopia"],
      section: "markets",
      feedId: "https://old.example/?p=1",
    }),
    { ...author("a", "Zawadi Otieno"), addresses: ["/author/zawadi/"] } as Item,
    topic("markets", "Markets"),
    topic("ethiopia", "Ethiopia"),
    post("two", { restriction: "It was for members only." }),
    post("three", { addresses: ["https://old.example/?p=3"], publishedAt: Date.parse("2019-01-01T00:00:00Z") }),
    page("contact-us", { html: '<p><a href="/post-one/">One</a></p>' }),
    subscriber("reader@mail.example"),
    subscriber("gone@mail.example", "unsubscribed"),
    subscriber("maybe@mail.example", "pending"),
    { kind: "redirect", key: "/old", from: "/old", to: "https://old.example/post-one/", code: 301 },
  ];

  test("is seen by people with access to every draft alone", async () => {
    const site = await start(open);
    const row = await site.bring(SOURCE, "start");
    expect(row).toMatchObject({ state: "staged", error: "", progress: null });
    const { db } = site.database;
    const articles = await db.selectFrom("article").selectAll().where("is_staged", "=", 1).orderBy("id").execute();
    expect(articles.map(({ title }) => title)).toEqual(["Post one", "Post two", "Post three"]);
    const [one, , three] = articles;
    expect(one?.content).toBe(
      `<p>See <a href="/article/${(one?.id ?? 0) + 1}">two</a>, <a href="/article/${three?.id}#top">three</a> and <a href="https://other.example/">others</a>.</p>`,
    );
    const url = apiUrl.article(one?.id ?? 0);
    expect((await site.as("editor", "GET", url)).body.title).toBe("Post one");
    expect((await site.as("writer", "GET", url)).status).toBe(404);
    expect((await site.app.inject(url)).statusCode).toBe(404);
    expect((await site.app.inject(pageUrl.article(one?.id ?? 0))).statusCode).toBe(404);
    expect([await site.listed(), await site.desk()]).toEqual([[], []]);
    const pages = (await site.as("editor", "GET", "/api/pages/")).body as { title: string }[];
    expect(pages.map(({ title }) => title)).not.toContain("Page contact-us");
    expect((await site.app.inject("/page-contact-us")).statusCode).toBe(404);
    expect((await site.app.inject("/sitemap.xml")).body).not.toContain("/article/");
    const texts = `${IMPORTS}texts/?import=${row.id}`;
    expect((await site.as("editor", "GET", texts)).body).toMatchObject([
      { type: "article", id: one?.id, title: "Post one", becomes: "published", import: { id: row.id } },
      { title: "Post two", becomes: "draft" },
      { title: "Post three" },
      { type: "page", title: "Page contact-us" },
    ]);
    expect((await site.as("writer", "GET", texts)).status).toBe(403);
    const staged = (await site.as("editor", "GET", texts)).body as { type: string; id: number }[];
    for (const [role, status] of [
      ["editor", 404],
      ["chief", 200],
    ] as const) {
      const { key } = (await site.as("chief", "POST", "/api/api-keys/", { name: role, role, scopes: ["read"] })).body;
      for (const { type, id } of staged) {
        const read = { url: `/api/${type}s/${id}/`, headers: { authorization: `Bearer ${key}` } };
        expect((await site.app.inject(read)).statusCode, `${role} ${read.url}`).toBe(status);
      }
    }
    const subscribers = await db.selectFrom("subscriber").selectAll().execute();
    expect(subscribers).toEqual([]);
    for (const payload of [{ status: "published" }])
      expect((await site.as("editor", "PUT", url, payload)).body.code).toBe("import_not_released");
    expect((await site.as("editor", "DELETE", url)).body.code).toBe("import_not_released");
  });

  test("becomes public as one change, where the source had it, without mails and notifications", async () => {
    const site = await start(open);
    const before = site.database.contentVersion();
    const row = await site.bring(SOURCE);
    expect(row).toMatchObject({ state: "released", error: "" });
    expect(site.database.contentVersion()).toBe(before + 1);
    expect(await site.listed()).toEqual(["Post one", "Post three"]);
    expect(await site.desk()).toHaveLength(3);
    const { db } = site.database;
    const articles = await db.selectFrom("article").selectAll().orderBy("id").execute();
    const [one, two, three] = articles;
    expect(two).toMatchObject({ status: "draft", is_staged: 0, was_public: 0 });
    expect(one).toMatchObject({
      feed_id: "https://old.example/?p=1",
      published_at: Date.parse("2020-05-01T08:00:00Z"),
    });
    const shown = (await site.app.inject(apiUrl.article(one?.id ?? 0))).json();
    expect(shown).toMatchObject({ category: "Markets", tags: ["Ethiopia"], author: { name: "Zawadi Otieno" } });
    for (const [from, to] of [
      ["/post-one/", pageUrl.article(one?.id ?? 0)],
      ["/old", pageUrl.article(one?.id ?? 0)],
      ["/tag/ethiopia", "/topics/ethiopia"],
      ["/author/zawadi", "/authors/zawadi-otieno"],
    ] as const) {
      const moved = await site.app.inject(from);
      expect([moved.statusCode, moved.headers.location], from).toEqual([301, to]);
    }
    expect((await site.app.inject("/page-contact-us")).body).toContain(`href="/article/${one?.id}"`);
    const feed = (await site.app.inject("/rss.xml")).body;
    expect(feed).toContain('<guid isPermaLink="false">https://old.example/?p=1</guid>');
    expect(feed).toContain(`<guid isPermaLink="true">https://news.example/article/${three?.id}</guid>`);
    const people = await db.selectFrom("subscriber").select(["email", "status"]).orderBy("email").execute();
    expect(people).toEqual([
      { email: "gone@mail.example", status: "unsubscribed" },
      { email: "reader@mail.example", status: "active" },
    ]);
    expect(site.mailFiles()).toEqual([]);
    expect(await site.notifications("editor")).toEqual([]);
    const recorded = await db.selectFrom("published_version").select(["article_id", "kind"]).execute();
    expect(recorded.map(({ kind }) => kind)).toEqual(["recorded", "recorded"]);
  });

  test("is released without what the house style requires of pictures: its texts were public before", async () => {
    const site = await start(open);
    await site.as("chief", "PUT", editorApiUrl.houseStyle(), { alt: "required" });
    await site.bring([SITE, post("one", { html: '<p>One</p><img src="/media/abcdefgh/400x300.jpg">' })]);
    expect(await site.listed()).toEqual(["Post one"]);
  });

  test("is undone before and after its release, except what people have edited", async () => {
    const site = await start(open);
    const { db } = site.database;
    const staged = await site.bring(SOURCE, "start");
    const undone = await site.run(staged.id, "undo");
    expect(undone).toMatchObject({ state: "undone", error: "", kept: [] });
    const left = async () => ({
      articles: (await db.selectFrom("article").select("title").execute()).length,
      trashed: (await db.selectFrom("trashed_document").select("title").execute()).length,
      pages: (await db.selectFrom("page").select("slug").where("slug", "=", "page-contact-us").execute()).length,
      topics: (await db.selectFrom("topic").select("name").execute()).length,
      authors: (await db.selectFrom("account").select("name").where("email", "is", null).execute()).length,
      subscribers: (await db.selectFrom("subscriber").select("email").execute()).map(({ email }) => email),
      redirects: (await db.selectFrom("redirect").select("from_path").execute()).length,
      categories: (await db.selectFrom("category").select("name").where("name", "=", "Markets").execute()).length,
    });
    const nothing = {
      articles: 0,
      trashed: 0,
      pages: 0,
      topics: 0,
      authors: 0,
      subscribers: [],
      redirects: 0,
      categories: 0,
    };
    expect(await left()).toEqual(nothing);

    const released = await site.bring(SOURCE);
    const three = (await db.selectFrom("article").select("id").where("title", "=", "Post three").execute())[0]?.id ?? 0;
    const one = (await db.selectFrom("article").select("id").where("title", "=", "Post one").execute())[0]?.id ?? 0;
    expect((await site.as("editor", "PUT", apiUrl.article(three), { title: "Edited" })).status).toBe(200);
    expect(await site.run(released.id, "undo")).toMatchObject({ state: "undone", kept: ["Post three"] });
    // The old address by number of the article that stays.
    expect(await left()).toEqual({ ...nothing, articles: 1, trashed: 3, redirects: 1 });
    expect(await site.listed()).toEqual(["Edited"]);
    expect((await site.app.inject(pageUrl.article(one))).statusCode).toBe(410);
  });

  test("leaves edited articles alone when the source is imported again, and updates others", async () => {
    const site = await start(open);
    await site.bring(SOURCE);
    const { db } = site.database;
    const idOf = async (title: string) =>
      (await db.selectFrom("article").select("id").where("title", "=", title).executeTakeFirstOrThrow()).id;
    const [one, three] = [await idOf("Post one"), await idOf("Post three")];
    await site.as("editor", "PUT", apiUrl.article(three), { excerpt: "By an editor." });
    const again = SOURCE.map((read) =>
      read.kind === "post"
        ? { ...read, html: `${read.html}<p>More.</p>`, ...(read.key === "two" && { restriction: "" }) }
        : read,
    );
    const checked = await site.bring([...again, post("four")], "check");
    expect(checked.differences).toEqual({ new: 1, changed: 2, same: 1, edited: 1 });
    await site.run(checked.id, "start");
    const text = async (id: number) => (await site.app.inject(apiUrl.article(id))).json().content as string;
    expect(await text(one)).not.toContain("More.");
    const row = await site.run(checked.id, "release");
    expect(row).toMatchObject({ state: "released", error: "" });
    expect(await text(one)).toContain("More.");
    expect(await text(three)).not.toContain("More.");
    expect(await site.listed()).toEqual(expect.arrayContaining(["Post one", "Post three", "Post four"]));
    expect(await site.listed()).not.toContain("Post two");
    expect(row.findings.map(({ item, message }) => `${item}: ${message}`)).toContain(
      "Post three: It was edited or deleted here, so it stays as it is.",
    );
  });
});

describeOnSqlite("the files of an import", (open) => {
  test("bring the pictures that texts show, once, with their texts", async () => {
    const site = await start(open);
    const picture = (key: string, path: string): Read => ({
      kind: "picture",
      key,
      path,
      addresses: [path, `https://old.example/content/${path}`],
      alt: "A harbour",
      caption: "",
      credit: "By A",
    });
    const shown = '<figure><img src="images/a.png" alt="A"></figure>';
    const reads = [
      SITE,
      post("one", {
        html: `<p>Text.</p>${shown}`,
        picture: { address: "https://old.example/content/images/a.png", alt: "Lead", caption: "" },
      }),
      post("two", { html: `${shown}<figure><img src="images/broken.png" alt="B"></figure><p>Text.</p>` }),
      picture("a", "images/a.png"),
      picture("b", "images/unused.png"),
      picture("c", "images/broken.png"),
    ];
    const zip = await zipOf({
      "old.jsonl": fileOf(reads),
      "images/a.png": await pngOf(1),
      "images/unused.png": await pngOf(2),
      "images/broken.png": Buffer.from("no picture"),
    });
    const { id } = (await site.upload(zip, "old.zip")).body;
    await site.run(id);
    await site.run(id, "start");
    const row = await site.run(id, "release");
    expect(row).toMatchObject({ state: "released", counts: { pictures: 3 } });
    expect(row.findings).toMatchObject([
      { item: "images/broken.png", message: "It is not a picture that can be read." },
    ]);
    const { db } = site.database;
    const pictures = await db.selectFrom("picture").select(["id", "key", "alt", "credit", "hidden_at"]).execute();
    expect(pictures).toMatchObject([{ alt: "A harbour", credit: "By A", hidden_at: null }]);
    const articles = await db.selectFrom("article").select(["content", "image_url"]).orderBy("id").execute();
    for (const { content } of articles) expect(content).toContain(`/media/${pictures[0]?.key}/`);
    expect(articles[0]?.image_url).toContain(`/media/${pictures[0]?.key}/`);
    expect((await site.run(id, "undo")).state).toBe("undone");
    expect(await db.selectFrom("picture").select("id").where("hidden_at", "is", null).execute()).toEqual([]);
  });

  test("are read on where a process has ended, without a post twice or missing", async () => {
    const site = await start(open);
    const posts = Array.from({ length: 450 }, (_, at) => post(String(at)));
    const { id } = (await site.upload([SITE, ...posts])).body;
    const goOn = async () => {
      site.clock.advance(60_000);
      await site.runImports();
    };
    failures.add("Post 300");
    await site.runImports();
    expect((await site.read(id)).state).toBe("reading");
    await goOn();
    expect(await site.read(id)).toMatchObject({ state: "checked", counts: { posts: 450 } });
    failures.add("Post 250");
    await site.run(id, "start");
    expect((await site.read(id)).progress).toMatchObject({ work: "start", total: 450 });
    await goOn();
    expect((await site.read(id)).state).toBe("staged");
    await site.run(id, "release");
    const { db } = site.database;
    const titles = (await db.selectFrom("article").select("title").where("status", "=", "published").execute()).map(
      ({ title }) => title,
    );
    expect([titles.length, new Set(titles).size]).toEqual([450, 450]);
  });

  test("must be of a known kind and sound: everything else fails with a sentence", async () => {
    const site = await start(open);
    const damaged = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(4_000, 7)]);
    const { id } = (await site.upload(damaged, "old.zip")).body;
    expect(await site.run(id)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("damaged"),
      progress: null,
    });
    expect((await site.upload(Buffer.alloc(0))).status).toBe(400);
    expect((await site.upload([SITE])).status).toBe(202);
  });
});
