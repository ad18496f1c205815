import { describe, expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { addressKey, takenError } from "#features/addresses/kinds.ts";
import type { AddressKind } from "#shared/features.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { startStaff } from "#test/support/staff.ts";

const HOUR = 3_600_000;

async function start(open: () => Promise<Database>) {
  const { as, app, write, clock, database } = await startStaff(open);
  type Method = "GET" | "POST" | "PUT" | "DELETE";
  const ask = (method: Method, url: string, body?: object) => as("chief", method, `/api${url}`, body);
  const chief = async (method: Method, url: string, body?: object) => {
    const response = await ask(method, url, body);
    expect(response.status, `${method} ${url} ${JSON.stringify(response.body)}`).toBeLessThan(300);
    return response.body;
  };
  const at = async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url);
    return { status: statusCode, location: headers.location, body };
  };
  return { app, database, write, clock, ask, chief, at };
}
type Started = Awaited<ReturnType<typeof start>>;

type Kind = {
  kind: AddressKind;
  /** Creates one by its name; an empty slug is made of the name. */
  add: (started: Started, name: string, slug: string) => Promise<{ id: number; slug: string }>;
  /** Lets readers see its page. */
  show?: (started: Started, made: { id: number; name: string; slug: string }) => Promise<unknown>;
  /** The path of its API by id and slug, and what a change of its slug sends. */
  on: (made: { id: number; slug: string }) => string;
  /** The status of its redirects. */
  moved: number;
  /** Whether its page has numbered parts and a feed. */
  isList: boolean;
};

const KINDS: Record<string, Kind> = {
  topic: {
    kind: "topic",
    add: ({ chief }, name, slug) => chief("POST", "/topics/", { name, slug }),
    show: ({ write }, { name }) => write("chief", { tags: [name], status: "published" }),
    on: ({ id }) => `/topics/${id}/`,
    moved: 301,
    isList: true,
  },
  author: {
    kind: "author",
    add: ({ chief }, name, slug) => chief("POST", "/authors/", { name, slug }),
    show: ({ write }, { id }) => write("chief", { authors: [id], status: "published" }),
    on: ({ id }) => `/authors/${id}/`,
    moved: 301,
    isList: true,
  },
  series: {
    kind: "series",
    add: ({ chief }, name, slug) => chief("POST", "/series/", { name, slug }),
    show: async ({ write, chief }, { id }) =>
      chief("PUT", `/series/${id}/order/`, { articles: [await write("chief", { status: "published" })] }),
    on: ({ id }) => `/series/${id}/`,
    moved: 301,
    isList: true,
  },
  category: {
    kind: "category",
    add: ({ chief }, name, slug) => chief("POST", "/categories/", { name, slug }),
    on: ({ id }) => `/categories/${id}/`,
    moved: 308,
    isList: true,
  },
  page: {
    kind: "page",
    add: ({ chief }, title, slug) => chief("POST", "/pages/", { title, slug, status: "published" }),
    on: ({ id }) => `/pages/${id}/`,
    moved: 301,
    isList: false,
  },
};

/** The rows of all kinds have the addresses that the register says are theirs. */
async function expectSameAddresses({ database: { db } }: Started): Promise<void> {
  const slugsIn = (table: "topic" | "account" | "series" | "category" | "page") =>
    db.selectFrom(table).select(["id", "slug"]).where("slug", "is not", null).execute();
  const tables = { topic: "topic", author: "account", series: "series", category: "category", page: "page" } as const;
  const rows = await Promise.all(
    Object.entries(tables).map(async ([kind, table]) =>
      (await slugsIn(table)).map(({ id, slug }) => `${addressKey(kind as AddressKind, slug ?? "")} ${id}`),
    ),
  );
  const register = await db.selectFrom("address").selectAll().where("state", "=", "current").execute();
  expect(register.map(({ path, owner_id }) => `${path} ${owner_id}`).sort()).toEqual(rows.flat().sort());
}

describeOnEngines("an address", (open) => {
  describe.each(Object.entries(KINDS))("of a %s", (kind, { add, show, on, moved, isList }) => {
    const pathOf = (slug: string) => addressKey(kind as AddressKind, slug);
    const begin = async () => {
      const started = await start(open);
      const make = async (name: string, slug: string) => {
        const made = { ...(await add(started, name, slug)), name };
        await show?.(started, made);
        return made;
      };
      const rename = ({ id, name }: { id: number; name: string }, slug: string) =>
        started.ask("PUT", on({ id, slug }), { [kind === "page" ? "title" : "name"]: name, slug });
      return { ...started, started, make, rename };
    };

    test("leads from every former one in one step, cached or not, with its query, and back again", async () => {
      const { started, make, rename, at } = await begin();
      const one = await make("First", "one");
      for (const slug of ["two", "three"]) expect((await rename(one, slug)).status).toBe(200);
      for (const _round of ["made", "cached"])
        for (const former of ["one", "two"])
          for (const query of ["", "?x=1", "?x=2", "?utm_source=mail&x=a%20b"])
            expect(await at(pathOf(former) + query), former + query).toMatchObject({
              status: moved,
              location: pathOf("three") + query,
            });
      for (const file of isList ? ["feed.json", "rss.xml"] : [])
        expect((await at(`${pathOf("one")}/${file}?a=1`)).location).toMatch(
          new RegExp(`${pathOf("three")}/${file}\\?a=1$`),
        );
      expect((await rename(one, "one")).status).toBe(200);
      expect((await at(pathOf("one"))).status).toBe(200);
      for (const former of ["two", "three"]) expect((await at(pathOf(former))).location).toBe(pathOf("one"));
      await expectSameAddresses(started);
    });

    test("is one in any case", async () => {
      const { make, rename, at } = await begin();
      const one = await make("First", "one");
      await rename(one, "two");
      for (const path of [pathOf("one").toUpperCase(), pathOf("two").toUpperCase(), `${pathOf("two")}/`]) {
        const first = await at(`${path}?x=A`);
        expect([301, 308], path).toContain(first.status);
        // A category takes one step for the case and one for the move.
        const next = kind === "category" ? await at(String(first.location)) : first;
        expect(next.location ?? first.location, path).toBe(`${pathOf("two")}?x=A`);
      }
    });

    test("is 409 while another has it, and another's immediately once it is a former one", async () => {
      const { started, make, rename, ask, at } = await begin();
      const first = await make("First", "one");
      const second = await make("Second", "two");
      const taken = { status: 409, body: { code: "slug_taken", errors: { slug: takenError(kind as AddressKind) } } };
      expect(await rename(second, "one")).toMatchObject(taken);
      const body = { [kind === "page" ? "title" : "name"]: "Third", slug: "one" };
      expect(await ask("POST", on({ id: 0, slug: "" }).replace("0/", ""), body)).toMatchObject(taken);
      await rename(first, "moved");
      for (const _round of ["made", "cached"]) expect((await at(pathOf("one"))).location).toBe(pathOf("moved"));
      await make("Another", "one");
      const page = await at(pathOf("one"));
      expect([page.status, page.body.includes("Another")]).toEqual([200, true]);
      expect(await rename(first, "one")).toMatchObject(taken);
      expect((await at(pathOf("moved"))).status).toBe(200);
      await expectSameAddresses(started);
    });

    test("is free again after a deletion, with all former ones", async () => {
      const { started, make, rename, ask, at } = await begin();
      const first = { ...(await add(started, "First", "one")), name: "First" };
      await rename(first, "two");
      expect((await ask("DELETE", on(first))).status).toBe(204);
      for (const slug of ["one", "two"]) expect((await at(pathOf(slug))).status).toBe(kind === "page" ? 410 : 404);
      for (const slug of ["one", "two"]) {
        await make(`New ${slug}`, slug);
        expect((await at(pathOf(slug))).status).toBe(200);
      }
      await expectSameAddresses(started);
    });

    test("is made of the name, and never takes one that leads to another, however long it is", async () => {
      const { started, make, rename } = await begin();
      await rename(await make("One", ""), "two");
      if (kind !== "category") expect((await make("ONE!", "")).slug).toBe("one-2");
      // Sixty letters with four Latin ones each: their slugs are cut, and differ in nothing but their number.
      const names = ["а", "б", "в"].map((letter) => "щ".repeat(59) + letter);
      const slugs: string[] = [];
      for (const name of kind === "category" ? [] : names) slugs.push((await make(name, "")).slug);
      expect(new Set(slugs.map((slug) => slug.replace(/-\d+$/, "").slice(0, 90))).size).toBeLessThan(2);
      expect(new Set(slugs).size).toBe(slugs.length);
      await expectSameAddresses(started);
    });

    test("leads in no circle with redirects of editors, and a redirect does not tell the one of a hidden owner", async () => {
      const { started, make, rename, chief, ask, at } = await begin();
      const first = await make("First", "one");
      await chief("POST", "/redirects/", { from: "/elsewhere", to: `${pathOf("one")}?a=1` });
      await chief("POST", "/redirects/", { from: pathOf("new"), to: pathOf("one") });
      await rename(first, "new");
      // Two steps: only the second one knows whether readers see it.
      expect((await at("/elsewhere")).location).toBe(`${pathOf("one")}?a=1`);
      expect((await at(`${pathOf("one")}?a=1`)).location).toBe(`${pathOf("new")}?a=1`);
      expect((await at(pathOf("new"))).status).toBe(200);
      // Past the last page there is nothing, and the redirect would lead back.
      if (isList && kind !== "category") expect((await at(`${pathOf("new")}?page=99`)).status).toBe(404);
      const circle = { from: pathOf("newest"), to: pathOf("new") };
      await rename(first, "newest");
      expect(await ask("POST", "/redirects/", circle)).toMatchObject({
        status: 400,
        body: { code: "invalid_redirect" },
      });
      const { skipped } = await chief("POST", "/redirects/import/", {
        text: `source,target\n${circle.from},${circle.to}\n/other,${circle.to}`,
        format: "csv",
      });
      expect(skipped).toMatchObject([{ from: circle.from }]);
      expect((await at("/other")).location).toBe(circle.to);
      if (!show) return;
      const hidden = { ...(await add(started, "Hidden", "hidden")), name: "Hidden" };
      await rename(hidden, "secret");
      await chief("POST", "/redirects/", { from: "/tip", to: pathOf("hidden") });
      expect((await at("/tip")).location).toBe(pathOf("hidden"));
      expect((await at(pathOf("hidden"))).status).toBe(404);
    });
  });

  test.each(["topic", "author"])(
    "of a merged %s leads to the other one, with its number and all former ones",
    async (kind) => {
      const started = await start(open);
      const { chief, ask, at } = started;
      const { add, show, on } = KINDS[kind] as Kind;
      const pathOf = (slug: string | number) => addressKey(kind as AddressKind, slug);
      const [first, second] = [await add(started, "First", "one"), await add(started, "Second", "two")];
      await show?.(started, { ...first, name: "First" });
      await ask("PUT", on(first), { name: "First", slug: "moved" });
      expect((await at(pathOf(first.id))).location).toBe(pathOf("moved"));
      await chief("POST", `${on(first).replace(/\d+\/$/, "")}merge/`, { from: first.id, into: "two" });
      await ask("PUT", on(second), { name: "Second", slug: "last" });
      for (const former of [first.id, second.id, "one", "moved", "two"])
        expect((await at(pathOf(former))).location, String(former)).toBe(pathOf("last"));
      await expectSameAddresses(started);
    },
  );
});

describeOnSqlite("an address that something had before", (open) => {
  test.each(Object.keys(KINDS))("of a %s leads to the present one in one step, however it is spelled", async (name) => {
    const started = await start(open);
    const { ask, at } = started;
    const { kind, add, show, on } = KINDS[name] as Kind;
    const made = await add(started, "First", "old-name");
    await show?.(started, { ...made, name: "First" });
    await ask("PUT", on(made), { ...(kind !== "page" && { name: "First" }), slug: "new-name" });
    const former = addressKey(kind, "old-name");
    for (const path of [former, `${former}/`, former.toUpperCase(), `${former.toUpperCase()}/`])
      expect((await at(`${path}?x=A`)).location, path).toBe(`${addressKey(kind, "new-name")}?x=A`);
  });

  test("of a specified page leads to its present one in one step", async () => {
    const { chief, ask, at } = await start(open);
    const { id } = await chief("POST", "/pages/", { title: "About", slug: "about", status: "published" });
    await ask("PUT", `/pages/${id}/`, { slug: "who-we-are" });
    for (const path of ["/about", "/about/", "/ABOUT/"])
      expect((await at(`${path}?x=A`)).location, path).toBe("/who-we-are?x=A");
  });

  test("is in lower case for every page, in one step that keeps the query", async () => {
    const { chief, at, write } = await start(open);
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

  test("is 410 once its page was removed, and only if readers could see it", async () => {
    const { chief, at, clock } = await start(open);
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
    const removed = parseHtml((await at("/shown")).body);
    expect(removed.texts("main h1")).toEqual(["This page was removed"]);
    expect(removed.all("header nav")).not.toHaveLength(0);
    expect(removed.all("main form[action='/search']")).toHaveLength(1);
    expect(removed.all("link[rel=canonical]")).toHaveLength(0);
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
