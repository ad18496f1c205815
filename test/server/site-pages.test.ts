import { expect, test } from "vitest";
import { takenError } from "#features/addresses/kinds.ts";
import { FIRST_SLUGS } from "#features/pages/rules.ts";
import { seedPages } from "#features/pages/upkeep.ts";
import { nameTexts, type Publication, readPublication } from "#features/settings/publication/endpoints.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

const HOUR = 3_600_000;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call } = desk;
  const at = (path: string) => app.inject(path);
  const create = async (payload: object) => call({ method: "POST", url: "/api/pages/", payload });
  const publishedAt = async (slug: string, payload: object = {}) =>
    (await create({ title: "Imprint", slug, content: "<p>Who we are.</p>", status: "published", ...payload })).body
      .id as number;
  const on = (id: number, rest = "") => `/api/pages/${id}/${rest}`;
  return { ...desk, at, create, publishedAt, on };
}

describeOnSqlite("pages", (open) => {
  test("a page is a draft, is published, moves and leaves its former address behind", async () => {
    const { at, create, call, on } = await start(open);
    const { status, body } = await create({ title: "Code of ethics", content: "<p>We <b>check</b>.</p>" });
    expect([status, body.slug, body.status]).toEqual([201, "code-of-ethics", "draft"]);
    expect((await at("/code-of-ethics")).statusCode).toBe(404);
    await call({ method: "POST", url: on(body.id, "publish/") });
    const page = await at("/code-of-ethics");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("We <b>check</b>.");
    expect(page.body).toContain('rel="canonical" href="https://news.example/code-of-ethics"');
    expect(page.body).toContain("<title>Code of ethics");
    expect(page.headers["cache-control"]).toContain("public");

    expect((await call({ method: "PUT", url: on(body.id), payload: { slug: "ethics" } })).body.slug).toBe("ethics");
    const old = await at("/code-of-ethics");
    expect([old.statusCode, old.headers.location]).toEqual([301, "/ethics"]);
    expect((await at("/ethics")).statusCode).toBe(200);
    expect((await at("/ethics/")).headers.location).toBe("/ethics");
    await call({ method: "POST", url: on(body.id, "unpublish/") });
    expect((await at("/ethics")).statusCode).toBe(404);
    expect((await at("/code-of-ethics")).statusCode).toBe(404);
    await call({ method: "DELETE", url: on(body.id) });
    expect((await call({ method: "GET", url: on(body.id) })).status).toBe(404);
  });

  test("public pages are in the API for anyone, drafts and unpublished changes are not", async () => {
    const { at, call, create, clock, publishedAt, on } = await start(open);
    const id = await publishedAt("imprint");
    const draft = (await create({ title: "Later", content: "<p>Not yet.</p>" })).body.id;
    const scheduled = new Date(clock.now() + HOUR).toISOString();
    const due = await publishedAt("due", { published_date: scheduled });
    await call({ method: "PUT", url: on(id, "draft/"), payload: { content: "<p>Unfinished</p>" } });
    const slugs = async () => (await at("/api/pages/")).json().map(({ slug }: { slug: string }) => slug);
    expect(await slugs()).toEqual(["imprint"]);
    const page = await at(on(id));
    expect(page.json()).toMatchObject({ slug: "imprint", content: "<p>Who we are.</p>", has_draft: false });
    expect(page.headers.etag).toBeDefined();
    for (const one of [draft, due, 999]) expect((await at(on(one))).statusCode).toBe(404);
    expect((await at(on(id, "draft/"))).statusCode).toBe(401);

    await call({ method: "POST", url: on(id, "publish/") });
    expect((await at(on(id))).json().content).toBe("<p>Unfinished</p>");
    await call({ method: "DELETE", url: on(id) });
    expect((await at(on(id))).statusCode).toBe(404);
    expect(await slugs()).not.toContain("imprint");
  });

  test("a draft leaves the redirect from its address to readers, until it is published", async () => {
    const { at, create, call, publishedAt, on } = await start(open);
    const id = await publishedAt("imprint");
    await call({ method: "PUT", url: on(id), payload: { slug: "legal" } });
    const { body } = await create({ title: "Imprint", slug: "imprint", content: "<p>New.</p>" });
    expect((await at("/imprint")).headers.location).toBe("/legal");
    await call({ method: "POST", url: on(body.id, "publish/") });
    expect((await at("/imprint")).statusCode).toBe(200);
  });

  test("an address of the site itself, of another page, or of no valid form is rejected with a sentence", async () => {
    const { create, publishedAt } = await start(open);
    await publishedAt("imprint");
    const at = async (slug: string) => (await create({ title: "New", slug })).body.errors?.slug;
    for (const slug of ["authors", "category", "admin", "api", "newsletter", "search", "corrections"])
      expect(await at(slug), slug).toBe(`“${slug}” is used by the site itself. Choose another address.`);
    expect(await at("imprint")).toBe(takenError("page"));
    expect(await at("Big Words")).toMatch(/lower-case letters/);
    expect((await create({ title: "Search" })).body.slug).toBe("search-2");
  });

  test("no page has an address that a route of the server begins with", async () => {
    const { app, create } = await start(open);
    const routes = app.printRoutes({ commonPrefix: false, includeHooks: false });
    const top = [...routes.matchAll(/^[├└]── \/?([a-z0-9-]+)(?:\/| )/gm)].map(([, word]) => word ?? "");
    const segments = new Set([...top, "mcp", "license", "feed", "rss", "metrics", "theme", "record", "llms"]);
    expect(segments).toContain("healthz");
    expect(segments).toContain("readyz");
    for (const slug of segments)
      if (!FIRST_SLUGS.includes(slug))
        expect((await create({ title: "New", slug })).body.errors?.slug, slug).toContain("is used by the site itself");
  });

  test("a page and its update become public at their times", async () => {
    const { at, call, clock, publishDue, publishedAt, on } = await start(open);
    const later = (ms: number) => new Date(clock.now() + ms).toISOString();
    const id = await publishedAt("campaign", { published_date: later(HOUR), in_menu: true });
    expect((await at("/campaign")).statusCode).toBe(404);
    expect((await at("/")).body).not.toContain('href="/campaign"');
    clock.advance(HOUR);
    expect((await at("/campaign")).statusCode).toBe(200);
    expect((await at("/")).body).toContain('href="/campaign"');

    await call({ method: "PUT", url: on(id, "draft/"), payload: { title: "Second week" } });
    await call({ method: "POST", url: on(id, "publish/"), payload: { at: later(HOUR) } });
    expect((await call({ method: "PUT", url: on(id, "draft/"), payload: { title: "Third" } })).status).toBe(400);
    clock.advance(HOUR);
    await publishDue();
    expect((await at("/campaign")).body).toContain("Second week");
  });

  test("notes belong to a page; search, sitemap and menu list what is published", async () => {
    const { at, call, publishedAt, create, on } = await start(open);
    const id = await publishedAt("imprint", { in_menu: true });
    await create({ title: "Secret plans", slug: "secret" });
    expect(
      (await call({ method: "POST", url: on(id, "notes/"), payload: { quote: "Who", text: "Name?" } })).status,
    ).toBe(201);
    expect((await at("/about")).body).toMatch(/<footer.*href="\/imprint"[^>]*>Imprint/s);
    expect((await at("/search?query=who%20are")).body).toMatch(/<ul aria-label="Pages".*href="\/imprint"/s);
    expect((await at("/search?query=plans")).body).not.toContain("Secret plans");
    const sitemap = (await at(feedUrl.sitemapPages())).body;
    expect(sitemap).toContain("/imprint</loc>");
    expect(sitemap).not.toContain("secret");
  });

  test("hostile content is cleaned, and blocks of pages are kept in pages alone", async () => {
    const { at, call, create, on } = await start(open);
    const content =
      '<aside class="contact-form" onclick="x()"><script>alert(1)</script></aside><p onload="x()">Hello</p><aside class="stat-row"><ul><li><strong>1&lt;2</strong> <img src=x onerror=alert(1)>readers</li></ul></aside>';
    const { id } = (await create({ title: "Write", slug: "write", content, status: "published" })).body;
    expect((await call({ method: "GET", url: on(id) })).body.content).not.toMatch(/script|onclick|onerror|onload/);
    const { body } = await at("/write");
    expect(body).toMatch(/<form[^>]*action="\/contact"/);
    expect(body).toContain("1&lt;2");
    const article = await call({
      method: "POST",
      url: "/api/articles/",
      payload: { title: "A", category: "Tech", content: '<aside class="stat-row"><p>Text</p></aside>' },
    });
    expect(article.body.content).toBe("<p>Text</p>");
  });
});

/** A publication of the demo edition with these texts. */
const publisherOf = (texts: Publication) => ({
  name: "Jarida",
  texts,
  language: "en" as const,
  isNeutral: false,
  hasTicker: true,
  email: "desk@news.example",
});

describeOnSqlite("the pages of the first edition", (open) => {
  test("follow the publication's name and tagline until somebody edits one", async () => {
    const { at, call, store } = await start(open);
    await seedPages(store, publisherOf(nameTexts(readPublication(), "Jarida")));
    const rename = (payload: object) => call({ method: "PUT", url: "/api/settings/site/", payload });
    expect((await at(pageUrl.about())).body).toContain("Jarida is a publication about cryptocurrency");
    await rename({ name: "Habari & Co" });
    expect((await at(pageUrl.about())).body).toContain("Habari &amp; Co is a publication about cryptocurrency");
    await rename({ tagline: "Ships and harbours." });
    const about = (await at(pageUrl.about())).body.split("<footer")[0];
    expect(about).toContain("What Habari &#38; Co covers, who makes it and why. Ships and harbours.");
    expect(about).not.toMatch(/crypto|Jarida|What we cover/i);
    expect((await at(pageUrl.advertise())).body.split("<footer")[0]).not.toMatch(/crypto|coins/i);
    const list = (await call({ method: "GET", url: "/api/pages/" })).body as { slug: string; title: string }[];
    expect(list.map(({ title }) => title)).toContain("Contact Us");
  });

  test("say what the publication's texts do until somebody edits one, and do not come back", async () => {
    const { at, call, store, clock, on } = await start(open);
    const texts = nameTexts(readPublication(), "Jarida");
    const before = (await at(pageUrl.about())).body;
    await seedPages(store, publisherOf(texts));
    const list = (await call({ method: "GET", url: "/api/pages/" })).body as { id: number; slug: string }[];
    expect(list.map(({ slug }) => slug).sort()).toEqual(["about", "advertise", "contact", "privacy-policy"]);
    const main = (html: string) => html.match(/<main.*<\/main>/s)?.[0];
    expect(main((await at(pageUrl.about())).body)).toBe(main(before));

    const content = { ...store.content, prepare: () => Promise.reject(new Error("Nothing is to be parsed.")) };
    await seedPages({ ...store, content }, publisherOf(texts));

    const changed = { ...texts, about: { ...texts.about, intro: "We write about ships." } };
    await seedPages(store, publisherOf(changed));
    expect((await at(pageUrl.about())).body).toContain("We write about ships.");
    const { id } = list.find(({ slug }) => slug === "about") ?? { id: 0 };
    await call({ method: "PUT", url: on(id), payload: { title: "About the desk" } });
    await seedPages(store, publisherOf(texts));
    expect((await at(pageUrl.about())).body).toMatch(/About the desk.*We write about ships\./s);
    await call({ method: "DELETE", url: on(id) });
    await seedPages(store, publisherOf(texts));
    expect((await at(pageUrl.about())).statusCode).toBe(410);

    const privacy = list.find(({ slug }) => slug === "privacy-policy") ?? { id: 0 };
    const dateOf = async () => (await at(pageUrl.privacyPolicy())).body.match(/Last updated: ([^<]*)</)?.[1];
    const today = await dateOf();
    clock.advance(48 * HOUR);
    const later = await dateOf();
    expect(later).not.toBe(today);
    await call({ method: "PUT", url: on(privacy.id), payload: { title: "Privacy" } });
    clock.advance(48 * HOUR);
    expect(await dateOf()).toBe(later);
    await call({ method: "PUT", url: on(privacy.id), payload: { slug: "privacy" } });
    const old = await at(pageUrl.privacyPolicy());
    expect([old.statusCode, old.headers.location]).toEqual([301, "/privacy"]);
  });
});
