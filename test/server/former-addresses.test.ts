import { expect, test } from "vitest";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

const HOUR = 3_600_000;

describeOnSqlite("an address that something had before", (open) => {
  async function start() {
    const { as, app, write, clock } = await startStaff(open);
    const chief = async (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) => {
      const response = await as("chief", method, `/api${url}`, body);
      expect(response.status, `${method} ${url} ${JSON.stringify(response.body)}`).toBeLessThan(300);
      return response.body;
    };
    const at = async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url);
      return { status: statusCode, location: headers.location, body };
    };
    return { app, write, clock, chief, at };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  /** Kinds with slugs: how one is made with a public article, and the path of its page. */
  const KINDS = {
    topics: async ({ chief, write }: Started, name: string, slug: string) => {
      await chief("POST", "/topics/", { name, slug });
      await write("chief", { tags: [name], status: "published" });
    },
    authors: async ({ chief, write }: Started, name: string, slug: string) => {
      const { id } = await chief("POST", "/authors/", { name, slug });
      await write("chief", { authors: [id], status: "published" });
    },
    series: async ({ chief, write }: Started, name: string, slug: string) => {
      await chief("POST", "/series/", { name, slug });
      const id = await write("chief", { status: "published" });
      await chief("PUT", `/series/${slug}/order/`, { articles: [id] });
    },
  };

  test.each(Object.entries(KINDS))(
    "is another one's immediately, also where a redirect was cached: %s",
    async (kind, make) => {
      const started = await start();
      const { chief, at } = started;
      await make(started, "First", "one");
      await chief("PUT", `/${kind}/one/`, { name: "First", slug: "moved" });
      for (const _round of ["made", "cached"])
        expect(await at(`/${kind}/one`)).toMatchObject({ status: 301, location: `/${kind}/moved` });
      await make(started, "Second", "one");
      const page = await at(`/${kind}/one`);
      expect([page.status, page.body.includes("Second")]).toEqual([200, true]);
    },
  );

  test.each(Object.entries(KINDS))("keeps the query on its redirect, cached or not: %s", async (kind, make) => {
    const started = await start();
    const { chief, at } = started;
    await make(started, "First", "one");
    await chief("PUT", `/${kind}/one/`, { name: "First", slug: "moved" });
    for (const query of ["?x=1", "?x=2", "", "?x=1", "?utm_source=mail&x=a%20b"])
      expect(await at(`/${kind}/one${query}`), query).toMatchObject({
        status: 301,
        location: `/${kind}/moved${query}`,
      });
    for (const file of ["feed.json", "rss.xml"])
      expect((await at(`/${kind}/one/${file}?a=1`)).location, file).toMatch(
        new RegExp(`/${kind}/moved/${file}\\?a=1$`),
      );
  });

  test("keeps the query on the redirects of categories and pages, and of other capitals", async () => {
    const { chief, at, write } = await start();
    const { id } = await chief("POST", "/categories/", { name: "Cat", slug: "cat" });
    await write("chief", { category: "Cat", status: "published" });
    await chief("PUT", `/categories/${id}/`, { name: "Kat", slug: "kat" });
    const page = await chief("POST", "/pages/", { title: "Legal", slug: "legal", status: "published" });
    await chief("PUT", `/pages/${page.id}/`, { slug: "terms" });
    for (const _round of ["made", "cached"])
      for (const query of ["", "?x=1", "?x=2"]) {
        expect(await at(`/category/cat${query}`)).toMatchObject({ status: 308, location: `/category/kat${query}` });
        expect(await at(`/legal${query}`)).toMatchObject({ status: 301, location: `/terms${query}` });
        expect(await at(`/Terms${query}`)).toMatchObject({ status: 308, location: `/terms${query}` });
        for (const other of ["/LEGAL", "/legal/", "/Legal/"])
          expect(await at(other + query), other).toMatchObject({ status: 301, location: `/terms${query}` });
        expect(await at(`/terms/${query}`)).toMatchObject({ status: 308, location: `/terms${query}` });
      }
    expect((await at("/Nothing-here")).status).toBe(404);
  });

  test("is in lower case for every page, in one step that keeps the query", async () => {
    const { chief, at, write } = await start();
    const id = await write("chief", { status: "published" });
    await chief("POST", "/redirects/", { from: "/gone-forever", to: "", code: 410 });
    await chief("POST", "/redirects/", { from: "/old-story", to: `/article/${id}`, code: 301 });
    const moves = {
      "/About": "/about",
      "/ABOUT/": "/about",
      "/Privacy-Policy": "/privacy-policy",
      "/Category/crypto": "/category/crypto",
      "/CATEGORY/Crypto/": "/category/crypto",
      "/Search": "/search",
      "/AUTHORS": "/authors",
      "/Archive/2026/07": "/archive/2026/07",
      "/Topics/%D0%B1": "/topics/%D0%B1",
    };
    for (const [from, to] of Object.entries(moves))
      expect(await at(`${from}?x=A`), from).toMatchObject({ status: 308, location: `${to}?x=A` });
    for (const from of [`/Article/${id}`, `/ARTICLE/${id}/`]) {
      const moved = await at(`${from}?x=A`);
      expect([301, 308], from).toContain(moved.status);
      expect((await at(String(moved.location))).status, from).toBe(200);
    }
    expect((await at("/gone-forever/")).status).toBe(410);
    expect(await at("/old-story/?x=1")).toMatchObject({ status: 301, location: `/article/${id}?x=1` });
  });

  test("leads from the number of a merged topic to the other one", async () => {
    const started = await start();
    const { chief, at } = started;
    await KINDS.topics(started, "First", "one");
    await KINDS.topics(started, "Second", "two");
    const { id } = await chief("GET", "/topics/one/");
    expect((await at(`/topics/${id}`)).location).toBe("/topics/one");
    await chief("POST", "/topics/merge/", { from: id, into: "two" });
    for (const former of [id, "one"]) expect((await at(`/topics/${former}`)).location, former).toBe("/topics/two");
  });

  test("is 410 once its page was removed, and only if readers could see it", async () => {
    const { chief, at, clock } = await start();
    const page = async (slug: string, fields: object = {}) =>
      (await chief("POST", "/pages/", { title: slug, slug, status: "published", ...fields })).id as number;
    const [shown, moved, former, draft, planned, withdrawn] = [
      await page("shown"),
      await page("moved-from"),
      await page("about-us"),
      await page("draft", { status: "draft" }),
      await page("planned", { published_date: new Date(clock.now() + HOUR).toISOString() }),
      await page("withdrawn"),
    ];
    await chief("PUT", `/pages/${moved}/`, { slug: "moved-to" });
    await chief("POST", `/pages/${withdrawn}/unpublish/`);
    expect((await at("/withdrawn")).status).toBe(404);
    expect([(await at("/shown")).status, (await at("/moved-from")).status]).toEqual([200, 301]);
    for (const id of [shown, moved, former, draft, planned, withdrawn]) await chief("DELETE", `/pages/${id}/`);
    const statuses = async (...slugs: string[]) =>
      Promise.all(slugs.map(async (slug) => (await at(`/${slug}`)).status));
    const all = ["shown", "moved-from", "moved-to", "about-us", "withdrawn", "draft", "planned"];
    expect(await statuses(...all)).toEqual([410, 410, 410, 410, 410, 404, 404]);
    expect((await at("/shown")).body).toContain("The page at this address was removed.");
    // Permanently too; another page or an editor's redirect may take the address, and a restored page has it again.
    await chief("DELETE", `/trash/${shown}/?type=page`);
    expect(await statuses("shown")).toEqual([410]);
    await page("shown");
    await chief("POST", `/pages/${moved}/restore/`);
    expect(await statuses("shown", "moved-from", "moved-to")).toEqual([200, 301, 200]);
    await chief("POST", "/redirects/", { from: "/about-us", to: "/shown" });
    expect((await at("/about-us")).location).toBe("/shown");
  });
});
