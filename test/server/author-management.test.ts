import { expect, test } from "vitest";
import { formerSlugs } from "#features/addresses/register.ts";
import { creditOther } from "#features/articles/authors/commands.ts";
import type { ListedAuthor } from "#features/articles/authors/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const AUTHORS = "/api/authors/";
type Method = "GET" | "POST" | "PUT" | "DELETE";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call } = desk;
  return {
    ...desk,
    ask: async (method: Method, path: string, payload?: object) => {
      const { status, body } = await call({ method, url: `${AUTHORS}${path}`, ...(payload && { payload }) });
      return { status, body };
    },
    add: async (fields: object) => (await call({ method: "POST", url: AUTHORS, payload: fields })).body as ListedAuthor,
    get: async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url);
      return { status: statusCode, location: headers.location, body };
    },
    article: async (id: number) => (await call({ method: "GET", url: apiUrl.article(id) })).body,
  };
}

const FULL = {
  name: "Zuri Achieng",
  bio: "Writes from Kisumu.",
  image_url: "",
  links: [{ label: "Site", url: "https://zuri.example/" }],
};

describeOnEngines("an author without an account", (open) => {
  test("is added with biography and links, credited by name or id, and changed with every article", async () => {
    const { ask, add, publishOne, get, article } = await start(open);
    const zuri = await add(FULL);
    expect(zuri).toEqual({
      ...FULL,
      id: expect.any(Number),
      slug: "zuri-achieng",
      count: 0,
      is_hidden: true,
      has_account: false,
    });
    const id = await publishOne({ title: "By a guest", authors: [zuri.id, "Amina Otieno"] });
    expect((await get(pageUrl.article(id))).body).toContain("Writes from Kisumu.");
    expect((await get("/authors/zuri-achieng")).body).toContain("https://zuri.example/");
    const changed = await ask("PUT", "zuri-achieng/", { name: "Zuri Ouma", bio: "Writes from Nakuru." });
    expect([changed.status, changed.body]).toMatchObject([200, { slug: "zuri-ouma", links: FULL.links, count: 1 }]);
    expect((await article(id)).byline).toBe("Zuri Ouma and Amina Otieno");
    expect((await get(pageUrl.article(id))).body).toContain("Writes from Nakuru.");
    expect(await get("/authors/zuri-achieng")).toMatchObject({ status: 301, location: "/authors/zuri-ouma" });
    const moved = await ask("PUT", `${zuri.id}/`, { name: "Zuri Ouma", slug: "zuri" });
    expect(moved.body.slug).toBe("zuri");
    for (const former of ["zuri-achieng", "zuri-ouma", zuri.id])
      expect((await get(documentUrl.author(former))).location, String(former)).toBe("/authors/zuri");
    // A slug that an editor chose stays with another name.
    expect((await ask("PUT", "zuri/", { name: "Zuri A. Ouma" })).body.slug).toBe("zuri");
  });

  test("is rejected with a taken name or slug, unsafe links and a stale version", async () => {
    const { ask, add, call } = await start(open);
    const zuri = await add(FULL);
    expect(await ask("POST", "", { name: "  amina OTIENO " })).toMatchObject({
      status: 409,
      body: { code: "name_taken", errors: { name: expect.any(String) } },
    });
    expect(await ask("POST", "", { name: "Another", slug: "amina-otieno" })).toMatchObject({
      status: 409,
      body: { code: "slug_taken" },
    });
    for (const wrong of [
      { name: "" },
      { name: "A", slug: "Not a slug" },
      { name: "A", slug: "12" },
      { name: "A", links: [{ label: "x", url: "javascript:alert(1)" }] },
      { name: "A", image_url: "javascript:alert(1)" },
      { name: "x".repeat(101) },
    ])
      expect((await ask("POST", "", wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400);
    const read = await call({ method: "GET", url: `${AUTHORS}zuri-achieng/` });
    const ifMatch = String(read.headers.etag);
    const put = (name: string) => call({ method: "PUT", url: `${AUTHORS}${zuri.id}/`, payload: { name }, ifMatch });
    expect((await put("Zuri Ouma")).status).toBe(200);
    expect(await put("Zuri Again")).toMatchObject({ status: 409, body: { code: "stale_version" } });
    for (const path of ["nobody/", "%00/", "99999999999/"]) expect((await ask("GET", path)).status, path).toBe(404);
  });

  test("is deleted only without articles, also in the trash", async () => {
    const { ask, add, publishOne, call } = await start(open);
    const zuri = await add(FULL);
    const id = await publishOne({ authors: [zuri.id] });
    expect(await ask("DELETE", "zuri-achieng/")).toMatchObject({ status: 409, body: { code: "author_in_use" } });
    await call({ method: "DELETE", url: apiUrl.article(id) });
    expect((await ask("DELETE", "zuri-achieng/")).status).toBe(409);
    await call({ method: "DELETE", url: `/api/trash/${id}/` });
    expect((await ask("DELETE", "zuri-achieng/")).status).toBe(204);
    expect((await ask("GET", "zuri-achieng/")).status).toBe(404);
  });

  test("is listed for readers once an article is published, without what concerns staff", async () => {
    const { app, ask, add, publishOne } = await start(open);
    await add(FULL);
    await add({ name: "Åsa Öberg" });
    const readers = async (query = "") => {
      const { headers, body } = await app.inject(`${AUTHORS}${query}`);
      return { total: headers["x-total-count"], names: JSON.parse(body).map(({ name }: ListedAuthor) => name), body };
    };
    expect((await readers()).names).toEqual([]);
    expect((await app.inject(`${AUTHORS}zuri-achieng/`)).statusCode).toBe(404);
    const id = await publishOne({ title: "Seen", authors: ["Zuri Achieng"] });
    const seen = await readers();
    expect([seen.total, seen.names]).toEqual(["1", ["Zuri Achieng"]]);
    expect(seen.body).not.toMatch(/has_account|is_hidden|email/);
    const listed = (await app.inject(`${AUTHORS}zuri-achieng/articles/`)).json();
    expect(listed.map((one: { id: number }) => one.id)).toEqual([id]);
    const names = async (query: string) => (await ask("GET", query)).body.map(({ name }: ListedAuthor) => name);
    expect(await names("?query=ASA")).toEqual(["Åsa Öberg"]);
    expect(await names("?kind=guest")).toEqual(["Zuri Achieng", "Åsa Öberg"]);
    expect(await names("?kind=account&query=amina")).toEqual(["Amina Otieno"]);
    expect((await ask("GET", "?kind=robot")).status).toBe(400);
  });
});

describeOnEngines("merging an author", (open) => {
  test("into an account leaves its profile as its owner wrote it", async () => {
    const { ask, add } = await start(open);
    const before = (await ask("GET", "amina-otieno/")).body as ListedAuthor;
    const guest = await add({ ...FULL, name: "Ghost" });
    expect((await ask("POST", "merge/", { from: guest.id, into: "amina-otieno" })).status).toBe(200);
    const { bio, links, image_url } = (await ask("GET", "amina-otieno/")).body as ListedAuthor;
    expect({ bio, links, image_url }).toEqual({ bio: before.bio, links: before.links, image_url: before.image_url });
  });

  test("into an account gives it the articles everywhere, and every former address leads to it", async () => {
    const { app, ask, add, publishOne, get, article, call, reindexAuthors } = await start(open);
    const guest = await add({ ...FULL, name: "A. Otieno" });
    const me = (await ask("GET", "amina-otieno/")).body as ListedAuthor;
    const first = await publishOne({ title: "First", authors: [guest.id] });
    const both = await publishOne({ title: "Both", authors: ["Somebody Else", guest.id, me.id] });
    const trashed = await publishOne({ title: "Thrown away", authors: [guest.id, "Somebody Else"] });
    const draft = await publishOne({ title: "Draft", authors: [guest.id], status: "draft", publishedAt: null });
    await call({ method: "PUT", url: apiUrl.article(draft), payload: { excerpt: "Changed." } });
    await call({ method: "DELETE", url: apiUrl.article(trashed) });
    const merged = await ask("POST", "merge/", { from: guest.id, into: "amina-otieno" });
    expect([merged.status, merged.body]).toMatchObject([
      200,
      { id: me.id, bio: me.bio, links: me.links, count: 2, has_account: true },
    ]);
    await reindexAuthors();
    expect((await article(first)).authors).toMatchObject([{ id: me.id, name: "Amina Otieno" }]);
    expect((await article(both)).byline).toBe("Somebody Else and Amina Otieno");
    await call({ method: "POST", url: editorApiUrl.restore(trashed) });
    expect((await article(trashed)).byline).toBe("Amina Otieno and Somebody Else");
    for (const former of [guest.id, "a-otieno"])
      expect(await get(documentUrl.author(former)), String(former)).toMatchObject({
        status: 301,
        location: "/authors/amina-otieno",
      });
    expect((await get(feedUrl.rss("/authors/amina-otieno"))).body.match(/<item>/g)).toHaveLength(3);
    // Search and the editors' list know the new name only.
    expect((await app.inject(apiUrl.search("First"))).json()).toMatchObject([{ author: "Amina Otieno" }]);
    const listed = (await call({ method: "GET", url: `${apiUrl.articles()}?query=amina` })).body;
    expect(listed.map(({ id }: { id: number }) => id).toSorted()).toEqual([first, both, trashed, draft].toSorted());
    // A client that has the former number can still send it.
    const saved = await call({ method: "PUT", url: apiUrl.article(draft), payload: { authors: [guest.id] } });
    expect(saved.body.authors).toMatchObject([{ id: me.id }]);
    // The first version named the guest by number.
    const versions = (await call({ method: "GET", url: `/api/articles/${draft}/revisions/1/` })).body;
    expect(versions.authors).toEqual(["Amina Otieno"]);
  });

  test("moves articles in parts, and goes on after an interruption", async () => {
    const { ask, add, store, database, publishOne, article } = await start(open);
    const [guest, other] = [await add({ name: "Guest" }), await add({ name: "Other" })];
    const ids: number[] = [];
    for (let n = 0; n < 120; n++) ids.push(await publishOne({ title: `No. ${n}`, authors: [guest.id] }));
    const part = { from: guest.id, into: { id: other.id, name: "Other" } };
    const countOf = async (name: string) => (await ask("GET", `${name}/`)).body.count as number;
    // As a process that is killed after the first part.
    expect(await database.db.transaction().execute((trx) => creditOther(trx, store, operator, part))).toBe(false);
    const [left, moved] = [await countOf("guest"), await countOf("other")];
    expect([left > 0, moved > 0, left + moved]).toEqual([true, true, 120]);
    expect((await ask("POST", "merge/", { from: "guest", into: "other" })).status).toBe(200);
    expect(await countOf("other")).toBe(120);
    expect((await article(ids.at(-1) ?? 0)).authors).toMatchObject([{ id: other.id }]);
    // The former name is an alias.
    expect((await ask("GET", "?query=guest")).body).toMatchObject([{ id: other.id, count: 120 }]);
  });

  test("is rejected for an account, the same author twice and unknown ones", async () => {
    const { ask, add } = await start(open);
    const guest = await add(FULL);
    const codes = async (from: number | string, into: number | string) => {
      const { status, body } = await ask("POST", "merge/", { from, into });
      return [status, body.code];
    };
    expect(await codes("amina-otieno", guest.id)).toEqual([409, "author_has_account"]);
    expect(await codes(guest.id, guest.slug)).toEqual([400, "same_author"]);
    expect(await codes(guest.id, "nobody")).toEqual([404, "author_not_found"]);
    expect(await codes(999, guest.id)).toEqual([404, "author_not_found"]);
  });

  test("keeps the name: bylines, imports and searches find the one that is left", async () => {
    const { app, ask, add, publishOne, call, reindexAuthors } = await start(open);
    const [one, two] = [await add({ name: "Neema Ödegaard" }), await add({ name: "Kibet Rono" })];
    const first = await publishOne({ title: "Written before", authors: [one.id] });
    const draft = await publishOne({ title: "Draft", status: "draft", publishedAt: null });
    await call({ method: "PUT", url: `${apiUrl.article(draft)}draft/`, payload: { authors: ["Neema Ödegaard"] } });
    expect((await ask("POST", "merge/", { from: one.id, into: two.id })).status).toBe(200);
    await reindexAuthors();
    const write = async (names: object) => {
      const payload = { title: "Written since", category: "C", content: "<p>x</p>", status: "published", ...names };
      return (await call({ method: "POST", url: apiUrl.articles(), payload })).body;
    };
    for (const names of [
      { authors: ["neema ÖDEGAARD", "Kibet Rono"] },
      { author: "Neema Ödegaard" },
      { author_name: " Neema  O\u0308degaard " },
    ])
      expect((await write(names)).authors, JSON.stringify(names)).toMatchObject([{ id: two.id, name: "Kibet Rono" }]);
    const copy = (await call({ method: "GET", url: editorApiUrl.draft(draft) })).body;
    expect(copy.authors).toMatchObject([{ id: two.id, name: "Kibet Rono" }]);
    const listed = async (query: string) =>
      (await ask("GET", `?query=${query}`)).body.map(({ id }: ListedAuthor) => id);
    expect([await listed("ödegaard"), await listed("neema")]).toEqual([[two.id], [two.id]]);
    const found = (await app.inject(apiUrl.search("Neema"))).json();
    expect(found.map(({ id }: { id: number }) => id)).toContain(first);
    // The name is free: whoever gets it has it.
    const again = await add({ name: "Neema Ödegaard" });
    expect((await write({ authors: ["Neema Ödegaard"] })).authors).toMatchObject([{ id: again.id }]);
    expect((await ask("POST", "merge/", { from: again.id, into: two.id })).status).toBe(200);
    expect((await write({ authors: ["Neema Ödegaard"] })).authors).toMatchObject([{ id: two.id }]);
  });

  test("can be repeated, and an erasure of the last one leaves none of the names and addresses", async () => {
    const { ask, add, publishOne, get, database } = await start(open);
    const [one, two, three] = [
      await add({ name: "Wanja One" }),
      await add({ name: "Wanja Two" }),
      await add({ name: "Wanja Three" }),
    ];
    await publishOne({ title: "Merged twice", authors: [one.id] });
    await ask("POST", "merge/", { from: one.id, into: two.id });
    await ask("POST", "merge/", { from: two.id, into: three.id });
    for (const former of [one.id, two.id, "wanja-one", "wanja-two"])
      expect((await get(documentUrl.author(former))).location, String(former)).toBe("/authors/wanja-three");
    const former = () => formerSlugs(database.db, { kind: "author", id: three.id });
    const exported = (await ask("GET", `../accounts/users/${three.id}/export/`)).body;
    expect(exported.former_addresses).toHaveLength(4);
    expect(await former()).toEqual([`${one.id}`, `${two.id}`, "wanja-one", "wanja-two"].sort());
    const aliases = () =>
      database.db.selectFrom("author_alias").select(["name", "account_id"]).orderBy("name").execute();
    expect(await aliases()).toEqual(["Wanja One", "Wanja Two"].map((name) => ({ name, account_id: three.id })));
    const { status } = await ask("DELETE", `../accounts/users/${three.id}/?erase=true`);
    expect(status).toBe(204);
    expect(await former()).toEqual([]);
    expect(await aliases()).toEqual([]);
    const log = await database.db.selectFrom("audit_entry").select(["changes", "subject_title"]).execute();
    expect(JSON.stringify(log)).not.toContain("Wanja");
    for (const former of [one.id, two.id, three.id, "wanja-one", "wanja-three"])
      expect((await get(documentUrl.author(former))).status, String(former)).toBe(404);
  });
});

describeOnEngines("an author with an account", (open) => {
  test("keeps the profile, and gets another slug from an editor", async () => {
    const { ask } = await start(open);
    const { body } = await ask("GET", "amina-otieno/");
    expect(await ask("PUT", "amina-otieno/", { name: "Somebody", slug: "x" })).toMatchObject({
      status: 409,
      body: { code: "author_has_account" },
    });
    expect((await ask("PUT", "amina-otieno/", { name: body.name, slug: "amina" })).body.slug).toBe("amina");
    expect((await ask("DELETE", "amina/")).status).toBe(409);
  });
});
