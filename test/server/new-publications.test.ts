import { describe, expect, test } from "vitest";
import { seedFoundation } from "#app/demo/seed.ts";
import { firstLines } from "#app/services.ts";
import type { Database } from "#db/open.ts";
import { ensureFirstAccount } from "#features/identity/accounts/commands.ts";
import { seedPages } from "#features/pages/upkeep.ts";
import { nameTexts, readPublication } from "#features/settings/publication/endpoints.ts";
import { feedUrl, MANIFEST_URL, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { partsOf } from "#test/support/first-start.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const CHIEF = { name: "Zawadi", password: "marmalade over the old bridge", time_zone: "UTC" };

/** Starts a new publication as `npm start` does, and sets it up by its link. */
async function setUp(database: Database, body: Record<string, unknown>) {
  const clock = testClock();
  const parts = { ...partsOf(database), clock };
  await seedFoundation(parts);
  const texts = nameTexts(readPublication(), "Jarida");
  const demo = { name: "Jarida", texts, language: "en", isNeutral: false, hasTicker: true, email: "" } as const;
  await seedPages(parts, demo);
  const lines: string[] = [];
  const first = { adminEmail: "admin@localhost", siteUrl: TEST_SITE };
  const account = { email: first.adminEmail, name: "Editor", password: "the printed password" };
  await ensureFirstAccount(
    database,
    clock,
    account,
    firstLines(first, clock, (line) => void lines.push(line)),
  );
  const token = /setup\?token=(\S+)/.exec(lines.join("\n"))?.[1];
  const started = await startTestApp(database, { clock, defaultContact: "" });
  const { app } = started;
  const payload = { token, ...CHIEF, ...body };
  const done = await app.inject({ method: "POST", url: "/api/setup/", payload });
  expect(done.statusCode, done.body).toBe(200);
  const headers = { authorization: `Bearer ${done.json().access}` };
  const get = async (url: string) => (await app.inject({ url, headers })).json();
  const put = (url: string, change: object) => app.inject({ method: "PUT", url, headers, payload: change });
  return { ...started, database, headers, get, put };
}

const article = (title: string) => ({ title, excerpt: title, content: `<p>${title}</p>` });

/** Every address with a text of the program, and mails; `name`d by address or subject. */
async function everythingOf(
  { app, store, mail, mailFiles, get }: Awaited<ReturnType<typeof setUp>>,
  title: string,
): Promise<Shown[]> {
  const [section] = await get(apiUrl.categories());
  const id = await publish(store, { ...article(title), category: section.name, authors: ["Zawadi"] });
  const paths = [
    pageUrl.home(),
    pageUrl.article(id),
    pageUrl.category(section.slug),
    pageUrl.search(),
    pageUrl.search("zzz"),
    pageUrl.about(),
    pageUrl.privacyPolicy(),
    pageUrl.contact(),
    pageUrl.advertise(),
    pageUrl.unsubscribe(),
    pageUrl.saved(),
    "/corrections",
    "/newsletter",
    "/newsletter/confirm",
    "/authors",
    "/archive",
    "/offline",
    "/no/such/page",
    "/record",
    feedUrl.rss(),
    feedUrl.json(),
    feedUrl.newsSitemap(),
    feedUrl.sitemapPages(),
    "/sitemap.xml",
    "/robots.txt",
    MANIFEST_URL,
    `/article/${id}.md`,
    "/api/publication/",
    "/api/settings/site/",
    apiUrl.ticker(),
    apiUrl.article(id),
  ];
  const read: Shown[] = [];
  for (const path of paths) {
    const { statusCode, body } = await app.inject(path);
    read.push([path, statusCode, visible(body)]);
  }
  const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
  await post("/api/newsletter/subscribe/", { email: "reader@example.com" });
  const written = { firstName: "A", lastName: "B", email: "r@example.com", subject: title, message: title };
  await post("/api/contact/", { ...written, elapsed: 9_000 });
  await mail.mailer.drain();
  for (const { subject, html, text, to } of await readMailFiles(mailFiles()))
    read.push([`mail to ${JSON.stringify(to)}: ${subject}`, 200, visible(`${subject} ${html} ${text}`)]);
  return read;
}

/** What readers and machines get, without the data of scripts, which has messages that the page does not show. */
const visible = (body: string) =>
  body
    .replace(/<script type="application\/json"[^>]*>.*?<\/script>/gs, " ")
    .replace(/<style.*?<\/style>/gs, " ")
    .replaceAll("<!-- -->", "")
    .replaceAll("<!--$-->", "")
    .replaceAll("<!--/$-->", "");

/** What a person reads or hears of a document. */
const spoken = (text: string) =>
  [
    text.replace(/<script.*?<\/script>/gs, " ").replace(/<[^>]*>/g, " "),
    ...[...text.matchAll(/(?:aria-label|placeholder|title|alt|content)="([^"]*)"/g)].map(([, words]) => words),
  ].join(" ");

type Shown = [where: string, status: number, text: string];

/** Where texts match, each with what is around it. */
const found = (pattern: RegExp, all: Shown[], prepare = (text: string) => text) =>
  all.flatMap(([where, , text]) => {
    const words = prepare(text);
    const match = pattern.exec(words);
    return match ? [`${where}: ${words.slice(Math.max(0, match.index - 60), match.index + 60)}`] : [];
  });

const DOUBLED = /\b(The|A|An|Le|Der) The\b|\bthe The\b/;

/** Words of the demo edition's subject, and what it says of itself. */
const OF_THE_DEMO =
  /crypto|blockchain|\bcoins?\b|bitcoin|BTCUSDT|NFT|Nairobi|\bPST\b|15K|100K|25K|\$\d|editors check|holdings|>Twitter|jarida\.example|Technology/i;

const PUBLICATIONS = [
  { site_name: "The Lakeside Courier", language: "en", email: "akinyi@lakeside.example", title: "Boats return" },
  { site_name: "Bustani Yetu", language: "sw", email: "asha@bustani.example", title: "Kupanda sukuma" },
  { site_name: "The Block", language: "ar", email: "noor@block.example", title: "حديقة الحي" },
] as const;

/** English words that no text in Swahili or Arabic has. */
const ENGLISH = /\b(the|and|of|your|you|with|from|this|about|news|privacy|newsletter|articles|search|read|we)\b/i;
/** Words that the program leaves in English in all languages. */
const NAMES = /RSS|JSON|Zawadi|https?:\S+|\S+@\S+|width=\S+|initial-scale|summary_large_image|website|article\b/g;

describe.each(PUBLICATIONS)("a publication that starts as $site_name in $language", ({ title, ...body }) => {
  test("says nothing that its owner has not typed, in its language, on every page, in every feed and mail", async () => {
    const publication = await setUp(await openSqliteForTest(), { ...body, keeps_demo: false });
    const all = await everythingOf(publication, title);
    expect(all.length).toBeGreaterThan(30);
    // The names of elements and addresses of the program's own files are no words for readers.
    const bare = (text: string) =>
      text.replaceAll(/\/assets\/\S+|jarida-\S+|window\.jarida\S*|"ticker":\{[^}]*\}/g, "");
    expect(found(OF_THE_DEMO, all, bare)).toEqual([]);
    // In Swahili it is the word for a newsletter.
    if (body.language !== "sw") expect(found(/jarida/i, all, bare)).toEqual([]);
    expect(found(DOUBLED, all)).toEqual([]);

    const documents = all.filter(([where]) => !/\.(xml|txt|md|json|webmanifest)$|^\/api\//.test(where));
    const words = (text: string) => spoken(text).replaceAll(body.site_name, " ").replaceAll(NAMES, " ");
    if (body.language !== "en") expect(found(ENGLISH, documents, words)).toEqual([]);

    for (const path of [pageUrl.contact(), pageUrl.advertise()]) {
      expect(all.find(([where]) => where === path)?.[1], path).toBe(404);
      expect(found(new RegExp(`href="${path}["?]`), all)).toEqual([]);
    }
    const pages: { slug: string; status: string }[] = await publication.get("/api/pages/");
    expect(pages.map(({ slug, status }) => `${slug} ${status}`).sort()).toEqual([
      "about published",
      "advertise draft",
      "contact draft",
      "privacy-policy published",
    ]);

    const mails = all.map(([where]) => where).filter((where) => where.startsWith("mail to"));
    expect(mails.some((where) => where.includes(body.email))).toBe(true);
    expect(mails.filter((where) => where.includes("@localhost"))).toEqual([]);
    expect(await publication.get("/api/settings/site/")).toMatchObject({ contact_email: body.email, tagline: "" });
  });
});

describeOnSqlite("a new publication", (open) => {
  const neutral = { site_name: "Bustani", language: "en", email: "a@b.example", keeps_demo: false };

  test("shows texts that nobody typed in the language that is chosen later", async () => {
    const { app, put, get } = await setUp(await open(), neutral);
    const site = await get("/api/settings/site/");
    await put(editorApiUrl.siteSettings(), { ...site, language: "ar" });
    const arabic = await get("/api/settings/site/");
    expect(arabic).toMatchObject({ language: "ar", newsletter_text: expect.stringMatching(/\p{Script=Arabic}/u) });
    expect((await app.inject(pageUrl.home())).body).toContain(arabic.newsletter_text);
    expect((await app.inject(pageUrl.privacyPolicy())).body).toContain("ملفات تعريف ارتباط");
    await put(editorApiUrl.siteSettings(), { ...arabic, newsletter_text: "Every Friday.", language: "sw" });
    expect(await get("/api/settings/site/")).toMatchObject({
      newsletter_text: "Every Friday.",
      footer_text: "Haki zote zimehifadhiwa.",
    });
  });

  test("lists what its chief still has to do, until each item is done or the list is dismissed", async () => {
    const { app, headers, put, get } = await setUp(await open(), { ...neutral, email: "chief@localhost" });
    type List = { items: { name: string; page?: number }[]; is_dismissed: boolean };
    const read = async () => (await get("/api/system/to-do/")) as List;
    const names = async () => (await read()).items.map(({ name }) => name);
    const { items } = await read();
    expect(items.map(({ name }) => name)).toEqual([
      "contact_email",
      "tagline",
      "logo",
      "about",
      "contact",
      "advertise",
      "mail",
      "postal_address",
      "backups",
    ]);
    await put(editorApiUrl.siteSettings(), { contact_email: "desk@bustani.example", tagline: "Gardens of the coast" });
    await put("/api/settings/newsroom/", { postal_address: "Moi Avenue 1" });
    await put("/api/settings/backups/", { nightly: true });
    for (const { name, page } of items) {
      if (page === undefined) continue;
      const change = { content: "<p>Who writes here.</p>" };
      const url = `/api/pages/${page}/`;
      const done =
        name === "about"
          ? await put(url, change)
          : await app.inject({ method: "POST", url: `${url}publish/`, headers, payload: {} });
      expect(done.statusCode, done.body).toBe(200);
    }
    expect(await names()).toEqual(["logo", "mail"]);
    expect((await put("/api/system/to-do/", { is_dismissed: true })).json()).toEqual({ items: [], is_dismissed: true });
    await put("/api/system/to-do/", { is_dismissed: false });
    expect(await names()).toEqual(["logo", "mail"]);
  });

  test("names the ticker in its policy only while it has one, and its address only while it has one", async () => {
    const { app, put } = await setUp(await open(), neutral);
    const policy = async () => (await app.inject(pageUrl.privacyPolicy())).body.split("<footer")[0];
    expect(await policy()).not.toContain("ticker");
    expect(await policy()).toContain("mailto:a@b.example");
    await put(editorApiUrl.siteSettings(), { ticker: { is_on: true, symbols: ["BTC"] }, contact_email: "" });
    expect(await policy()).toContain("ticker");
    expect(await policy()).not.toContain("mailto:");
  });

  test("has a page again once it is published, and its links with it", async () => {
    const { app, headers, get } = await setUp(await open(), neutral);
    const pages: { id: number; slug: string }[] = await get("/api/pages/");
    const { id } = pages.find(({ slug }) => slug === "contact") ?? { id: 0 };
    const url = `/api/pages/${id}/publish/`;
    expect((await app.inject({ method: "POST", url, headers, payload: {} })).statusCode).toBe(200);
    const page = await app.inject(pageUrl.contact());
    expect([page.statusCode, page.body.includes("a@b.example")]).toEqual([200, true]);
    expect((await app.inject(pageUrl.home())).body).toContain('href="/contact"');
  });

  test("has its own sections in the footer, renamed ones too", async () => {
    const { app, headers } = await setUp(await open(), neutral);
    const send = (method: "POST" | "PUT", url: string, payload: object) =>
      app.inject({ method, url, headers, payload });
    const footer = async () => (await app.inject(pageUrl.about())).body.split("<footer")[1] ?? "";
    expect(await footer()).toContain('href="/category/news"');
    const made = (await send("POST", "/api/categories/", { name: "Soil" })).json();
    expect(await footer()).toContain(">Soil<");
    await send("PUT", `/api/categories/${made.id}/`, { name: "Ground" });
    expect(await footer()).toContain(">Ground<");
  });

  test("keeps the demo edition as it is if the chief keeps it, with the chief's address", async () => {
    const { app, get } = await setUp(await open(), { site_name: "Jarida", email: "a@b.example", keeps_demo: true });
    for (const path of [pageUrl.contact(), pageUrl.advertise()]) expect((await app.inject(path)).statusCode).toBe(200);
    expect((await app.inject(pageUrl.advertise())).body).toContain("15K+");
    expect((await app.inject(pageUrl.contact())).body).toContain("a@b.example");
    const footer = (await app.inject(pageUrl.about())).body.split("<footer")[1] ?? "";
    expect([...footer.matchAll(/href="\/category\/([\w-]+)"/g)].map(([, slug]) => slug)).toEqual(
      "blockchain crypto nfts ai tech markets".split(" "),
    );
    expect((await get("/api/settings/site/")).contact_email).toBe("a@b.example");
  });

  test("neither shows nor uses an address of the machine itself", async () => {
    const { app, put, get, mail, mailFiles } = await setUp(await open(), { ...neutral, email: "chief@localhost" });
    expect((await get("/api/settings/site/")).contact_email).toBe("");
    const message = { firstName: "A", lastName: "B", email: "r@example.com", subject: "S", message: "M" };
    const sent = await app.inject({ method: "POST", url: "/api/contact/", payload: { ...message, elapsed: 9_000 } });
    expect(sent.statusCode).toBe(201);
    await mail.mailer.drain();
    expect(mailFiles()).toEqual([]);
    const refused = await put(editorApiUrl.siteSettings(), { contact_email: "desk@localhost" });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ["contact_email"]]);
  });
});
