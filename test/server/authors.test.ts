import { expect, test } from "vitest";
import { documentUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

describeOnSqlite("the authors of an article", (open) => {
  test("are named by name or account, listed everywhere, and their pages follow", async () => {
    const { call, app, asReader } = await startDesk(open);
    const payload = {
      title: "By three",
      category: "AI",
      status: "published",
      authors: ["Zuri Achieng", 1, "Juma Otieno"],
    };
    const { status, body } = await call({ method: "POST", url: apiUrl.articles(), payload });
    const names = ["Zuri Achieng", "Amina Otieno", "Juma Otieno"];
    expect([status, body.author.name, body.byline]).toEqual([
      201,
      "Zuri Achieng",
      "Zuri Achieng, Amina Otieno, and Juma Otieno",
    ]);
    expect(body.authors).toEqual(
      names.map((name) => ({
        id: expect.any(Number),
        slug: name.toLowerCase().replace(" ", "-"),
        name,
        bio: "",
        image_url: "/authorPlaceholder.jpg",
        links: [],
      })),
    );
    const [listed] = (await app.inject(apiUrl.articles())).json();
    expect(listed).toMatchObject({ author: "Zuri Achieng", authors: names });
    expect((await asReader(body.id)).authors.map(({ name }) => name)).toEqual(names);
    const page = (await app.inject(`/article/${body.id}`)).body;
    // Nothing is known of them: there is no box without words.
    for (const name of names) expect(page).not.toContain(`About ${name}`);
    expect(page).toContain("Zuri Achieng, Amina Otieno, and Juma Otieno");
    const [url, second] = body.authors.map(
      ({ slug }: { slug: string }) => `https://news.example${documentUrl.author(slug)}`,
    );
    expect(page).toContain(
      `"author":[{"@type":"Person","name":"Zuri Achieng","url":"${url}"},{"@type":"Person","name":"Amina Otieno","url":"${second}"}`,
    );
    expect((await app.inject("/rss.xml")).body.match(/<dc:creator>/g)).toHaveLength(3);
    expect((await app.inject("/feed.json")).json().items[0].authors).toMatchObject(names.map((name) => ({ name })));
    // Found by each of them, by readers and in the editors' list.
    for (const word of ["Zuri", "Juma"]) {
      expect((await app.inject(apiUrl.search(word))).json()).toHaveLength(1);
      expect((await call({ method: "GET", url: `${apiUrl.articles()}?query=${word}` })).body).toHaveLength(1);
    }
    // A portrait of the second one shows on the page that was kept.
    await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio: "Writes about chips." } });
    expect((await app.inject(`/article/${body.id}`)).body).toContain("Writes about chips.");
  });

  test("have their new name everywhere, in the trash too, and nobody else's", async () => {
    const { call, app, asReader, publishOne, reindexAuthors } = await startDesk(open);
    const id = await publishOne({ title: "Seen", authors: ["Zuri Achieng", 1] });
    const trashed = await publishOne({ title: "Thrown away", authors: [1] });
    await call({ method: "DELETE", url: apiUrl.article(trashed) });
    expect((await app.inject(`/article/${id}`)).body).toContain("Amina Otieno");
    const put = (payload: object) => call({ method: "PUT", url: editorApiUrl.profile(), payload });
    expect(await put({ name: " baraka NJOROGE " })).toMatchObject({ status: 409, body: { code: "name_taken" } });
    expect((await put({ name: " " })).status).toBe(400);
    expect(await put({ name: " Amina Wanjiku " })).toMatchObject({ status: 200, body: { name: "Amina Wanjiku" } });
    expect((await put({ name: "AMINA Wanjiku" })).status, "one's own in another case").toBe(200);
    await put({ name: "Amina Wanjiku" });
    expect((await asReader(id)).byline).toBe("Zuri Achieng and Amina Wanjiku");
    const page = (await app.inject(`/article/${id}`)).body;
    expect([page.includes("Amina Wanjiku"), page.includes("Amina Otieno")]).toEqual([true, false]);
    await reindexAuthors();
    expect((await app.inject(apiUrl.search("Wanjiku"))).json()).toHaveLength(1);
    expect((await app.inject(apiUrl.search("Otieno"))).json()).toEqual([]);
    await call({ method: "POST", url: editorApiUrl.restore(trashed) });
    expect((await asReader(trashed)).byline).toBe("Amina Wanjiku");
    const [entry] = (await call({ method: "GET", url: editorApiUrl.audit({ action: "account.profile" }) })).body;
    expect(entry.changes.name).toEqual({ from: "AMINA Wanjiku", to: "Amina Wanjiku" });
  });

  test("have links to where else they are, on the page, in its data and for clients, and nowhere unsafe", async () => {
    const { call, app, asReader, publishOne } = await startDesk(open);
    const id = await publishOne({ authors: [1] });
    const put = (links: unknown) => call({ method: "PUT", url: editorApiUrl.profile(), payload: { links } });
    const links = [
      { label: "Mastodon", url: "https://social.example/@amina" },
      { label: "Her <site>", url: "https://amina.example/?a=1&b=2" },
    ];
    const typed = [links[0], { label: " Her <site> ", url: "amina.example/?a=1&b=2" }];
    expect((await put(typed)).body.links).toEqual(links);
    expect((await asReader(id)).author.links).toEqual(links);
    expect((await asReader(id)).authors[0]?.links).toEqual(links);
    const page = (await app.inject(`/article/${id}`)).body;
    expect(page).toMatch(
      /<a href="https:\/\/amina\.example\/\?a=1&amp;b=2" rel="me nofollow noopener"[^>]*>Her &lt;site&gt;</,
    );
    expect(page).toContain('"sameAs":["https://social.example/@amina","https://amina.example/?a=1&b=2"]');

    const url = "https://amina.example/";
    for (const wrong of [
      [{ label: "Mine", url: "javascript:alert(1)" }],
      [{ label: "Mine", url: "http://amina.example/" }],
      [{ label: "Mine", url: "/article/1" }],
      [{ label: "Mine", url: "" }],
      [{ label: "Mine", url: `${url}${"x".repeat(2000)}` }],
      [{ label: "", url }],
      [{ label: "x".repeat(41), url }],
      [{ label: "a\u0000b", url }],
      [{ url }],
      [url],
      Array.from({ length: 6 }, (_, n) => ({ label: `${n}`, url: `${url}${n}` })),
      [
        { label: "One", url },
        { label: "Two", url },
      ],
      "https://amina.example/",
      null,
    ])
      expect((await put(wrong)).status, JSON.stringify(wrong).slice(0, 100)).toBe(400);
    expect((await asReader(id)).author.links).toEqual(links);
    expect((await put([])).status).toBe(200);
    expect((await app.inject(`/article/${id}`)).body).not.toContain("social.example");
  });

  test("stay when left out, sent back as received or replaced by who stands in; else they are replaced", async () => {
    const { call, publishOne } = await startDesk(open);
    const id = await publishOne({ authors: ["Zuri", "Juma"] });
    const put = async (payload: object) =>
      (await call({ method: "PUT", url: apiUrl.article(id), payload })).body.authors.map(
        ({ name }: { name: string }) => name,
      );
    const whole = (await call({ method: "GET", url: apiUrl.article(id) })).body;
    expect(await put({ title: "Changed" })).toEqual(["Zuri", "Juma"]);
    expect(await put(whole)).toEqual(["Zuri", "Juma"]);
    expect(await put({ authors: "Juma, Zuri, juma" })).toEqual(["Juma", "Zuri"]);
    expect(await put({ author: "Zuri" })).toEqual(["Zuri"]);
    expect(await put({ author_name: "Juma" })).toEqual(["Juma"]);
    expect(await put({ authors: [] })).toEqual(["The Founding Writer"]);
    const nobodys = (await call({ method: "GET", url: apiUrl.article(id) })).body;
    expect(nobodys.authors).toMatchObject([{ id: null }]);
    expect(await put(nobodys)).toEqual(["The Founding Writer"]);
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body.authors).toMatchObject([{ id: null }]);
  });

  test("are chosen from all profiles, with or without a login", async () => {
    const { call, publishOne, app } = await startDesk(open);
    await publishOne({ authors: ["Zuri"] });
    const { body } = await call({ method: "GET", url: editorApiUrl.authors() });
    expect(body.map(({ name }: { name: string }) => name)).toEqual(["Amina Otieno", "Baraka Njoroge", "Zuri"]);
    expect((await app.inject(editorApiUrl.authors())).statusCode).toBe(401);
  });

  test("that nobody knows by their id, or are too many, are refused", async () => {
    const { call, publishOne } = await startDesk(open);
    const id = await publishOne();
    for (const url of [apiUrl.article(id), editorApiUrl.draft(id)])
      for (const authors of [[99], [0], [{}], ["x".repeat(101)], Array.from({ length: 21 }, (_, n) => `Author ${n}`)])
        expect(await call({ method: "PUT", url, payload: { authors } })).toMatchObject({
          status: 400,
          body: { errors: expect.anything() },
        });
  });

  test("new ones of a contributor's drafts, with new categories and topics, are at most 100 a day", async () => {
    const { as, clock, database } = await startStaff(open);
    const create = async (person: Person, n: number) => {
      const authors = Array.from({ length: 19 }, (_, at) => `Guest ${person} ${n} ${at}`);
      const payload = { title: "Draft", category: `Made up ${n}`, authors: ["Otieno Odhiambo", ...authors] };
      return (await as(person, "POST", apiUrl.articles(), payload)).status;
    };
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push(await create("contributor", n));
    expect(statuses).toEqual([...Array(5).fill(201), 429]);
    const { count } = await database.db
      .selectFrom("account")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("name", "like", "Guest%")
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(5 * 19);
    expect((await as("contributor", "POST", apiUrl.articles(), { title: "A", category: "Made up 1" })).status).toBe(
      201,
    );
    for (let n = 6; n < 12; n++) expect(await create("editor", n)).toBe(201);
    clock.advance(24 * 60 * 60_000 + 1);
    expect(await create("contributor", 12)).toBe(201);
  });

  test("of a working copy are shown as they will be, and become authors when it is published", async () => {
    const { call, publishOne, database, app } = await startDesk(open);
    const id = await publishOne({ authors: ["Zuri"] });
    const count = async () => (await database.db.selectFrom("account").select("id").execute()).length;
    const before = await count();
    const saved = await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { authors: ["Newcomer", 1] } });
    expect(saved.body).toMatchObject({ author: { name: "Newcomer" }, authors: [{ id: null }, { id: 1 }] });
    expect(await count()).toBe(before);
    const { url } = (await call({ method: "POST", url: editorApiUrl.preview(id) })).body;
    const page = (await app.inject(new URL(url).pathname)).body;
    expect(page.replaceAll("<!-- -->", "")).toContain("Newcomer and Amina Otieno");
    const published = await call({ method: "POST", url: editorApiUrl.publish(id) });
    expect(published.body.byline).toBe("Newcomer and Amina Otieno");
    const restored = await call({ method: "POST", url: editorApiUrl.restoreRevision(id, 1) });
    expect(restored.body.has_draft).toBe(true);
    expect((await call({ method: "GET", url: editorApiUrl.draft(id) })).body.byline).toBe("Zuri");
  });
});
