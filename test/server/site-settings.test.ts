import { expect, test } from "vitest";
import { seedDemoPrices } from "#features/market/commands.ts";
import { COINS } from "#features/market/rules.ts";
import { feedUrl, MANIFEST_URL, pageUrl, SOCIAL_CARD } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { CONTACT_EMAIL } from "#test/support/test-app.ts";

const url = editorApiUrl.siteSettings();

const DEFAULTS = {
  name: "Jarida",
  tagline: "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.",
  language: "en",
  contact_email: CONTACT_EMAIL,
  newsletter_text: "The week in crypto and technology, explained. No noise. Unsubscribe any time.",
  footer_text: "All rights reserved.",
  social: ["Twitter", "Facebook", "LinkedIn", "Instagram"].map((label) => ({ label, url: "" })),
  ticker: { is_on: true, symbols: COINS.map(({ symbol }) => symbol) },
  preview_length: 500,
  feed_text: "full",
};

const OWN = {
  name: "The Ledger & Sons",
  tagline: "Ships, harbours and <cargo>",
  language: "sw",
  contact_email: "desk@ledger.example",
  newsletter_text: "One letter a week from the docks.",
  footer_text: "Published in Mombasa.",
  social: [
    { label: "Mastodon", url: "https://mastodon.example/@ledger" },
    { label: "Telegram", url: "" },
  ],
  ticker: { is_on: true, symbols: ["ETH", "BTC"] },
  preview_length: 0,
  feed_text: "teaser",
};

describeOnEngines("the site's settings", (open) => {
  test("are the operator's at first, for readers too, and follow what an editor saves", async () => {
    const { call, app, database } = await startDesk(open);
    expect((await app.inject(url)).json()).toEqual(DEFAULTS);
    expect(await call({ method: "PUT", url, payload: OWN })).toMatchObject({ status: 200, body: OWN });
    expect((await app.inject(url)).json()).toEqual(OWN);
    // What is as by default is not stored, so that it follows the variables.
    await call({ method: "PUT", url, payload: { ...DEFAULTS, name: "Other" } });
    const { value } = await database.db
      .selectFrom("setting")
      .select("value")
      .where("key", "=", "site")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(value)).toEqual({ name: "Other" });
  });

  test("are on all pages and in feeds on the next view", async () => {
    const { call, app, store } = await startDesk(open);
    await publish(store);
    const textOf = async (address: string) => (await app.inject(address)).body;
    await textOf(pageUrl.home());
    await call({ method: "PUT", url, payload: OWN });
    const home = await textOf(pageUrl.home());
    expect(home).toMatch(/<title[^>]*>Ships, harbours and &#60;cargo&#62; \| The Ledger &#38; Sons</);
    expect(home).toContain('<html lang="sw"');
    expect(home).toContain("One letter a week from the docks.");
    expect(home).toMatch(/Published in Mombasa\.<\/p>/);
    expect(home).toMatch(/href="https:\/\/mastodon.example\/@ledger"[^>]*>Mastodon</);
    expect(home).toContain('"sameAs":["https://mastodon.example/@ledger"]');
    const pages = [pageUrl.home(), pageUrl.about(), pageUrl.contact(), "/corrections", "/newsletter", "/nothing"];
    for (const page of pages) expect(await textOf(page), page).not.toMatch(/\| Jarida<|Cutting-edge/);
    expect(await textOf(pageUrl.contact())).toContain("desk@ledger.example");
    for (const feed of [feedUrl.rss(), feedUrl.newsSitemap(), feedUrl.recordFeed()])
      expect(await textOf(feed), feed).toContain("The Ledger &amp; Sons");
    expect(JSON.parse(await textOf(feedUrl.json()))).toMatchObject({ title: OWN.name, description: OWN.tagline });
    expect(JSON.parse(await textOf("/api/publication/")).about.description).toContain(OWN.name);
    expect(await textOf("/admin")).toContain("<title>Admin | The Ledger &#38; Sons</title>");
  });

  test("reach a browser that has the page on its next view, as do menus, the look and articles", async () => {
    const { call, app, store } = await startDesk(open);
    const id = await publish(store, { title: "Before" });
    const pages = [pageUrl.home(), pageUrl.article(id), "/corrections"];
    /** The pages as a browser gets them that has those of the last view; undefined: it shows its own. */
    const tags = new Map<string, string>();
    const view = async () => {
      const shown: (string | undefined)[] = [];
      for (const page of pages) {
        const tag = tags.get(page);
        const { headers, statusCode, body } = await app.inject({
          url: page,
          headers: tag ? { "if-none-match": tag } : {},
        });
        // Asks on every view, and never shows its copy before the response.
        expect(headers["cache-control"], page).toBe("public, max-age=0, s-maxage=10");
        tags.set(page, String(headers.etag));
        shown.push(statusCode === 304 ? undefined : body);
      }
      return shown;
    };
    await view();
    expect(await view()).toEqual([undefined, undefined, undefined]);
    const change = (address: string, payload: object) => call({ method: "PUT", url: address, payload });
    await change(url, { name: "The Ledger" });
    for (const page of await view()) expect(page).toContain("The Ledger");
    await change(editorApiUrl.menus(), { header: [{ label: "Harbours", url: "/a", items: [] }] });
    for (const page of await view()) expect(page).toContain("Harbours");
    await change("/api/settings/appearance/", { accent: "#1d4ed8" });
    for (const page of await view()) expect(page).toContain('href="/theme/');
    await change(apiUrl.article(id), { title: "After" });
    const [home, article, corrections] = await view();
    expect([home, article]).toEqual([expect.stringContaining("After"), expect.stringContaining("After")]);
    expect(corrections).toBeUndefined();
  });

  test("change the manifest and the card for shared links, which browsers cache until then", async () => {
    const { call, app } = await startDesk(open);
    for (const path of [MANIFEST_URL, SOCIAL_CARD.url]) {
      const view = (tag = "") => app.inject({ url: path, headers: { "if-none-match": tag } });
      const { headers } = await view();
      expect(headers["cache-control"], path).toBe("public, max-age=0, s-maxage=10");
      expect((await view(headers.etag)).statusCode, path).toBe(304);
      await call({ method: "PUT", url, payload: { name: `Name for ${path}` } });
      expect((await view(headers.etag)).statusCode, path).toBe(200);
    }
    expect((await app.inject(MANIFEST_URL)).json().name).toBe(`Name for ${SOCIAL_CARD.url}`);
  });

  test("are in mails, and say where messages of the contact form go", async () => {
    const { call, app, database } = await startDesk(open);
    await call({ method: "PUT", url, payload: OWN });
    const message = { firstName: "A", lastName: "B", email: "a@c.example", subject: "S", message: "A tip." };
    await app.inject({ method: "POST", url: apiUrl.contact(), payload: { ...message, elapsed: 9_000 } });
    const mail = await database.db
      .selectFrom("mail")
      .innerJoin("mail_body", "mail_body.id", "mail.body_id")
      .select(["to_email", "text"])
      .executeTakeFirstOrThrow();
    expect(mail.to_email).toBe(OWN.contact_email);
    expect(mail.text).toContain(OWN.name);
  });
});

describeOnSqlite("the site's ticker", (open) => {
  test("shows the chosen coins in their order, and none where it is off", async () => {
    const { call, app } = await startDesk(async () => {
      const database = await open();
      await seedDemoPrices(database.db, testClock());
      return database;
    });
    const shown = async () =>
      (await app.inject(apiUrl.ticker())).json().map(({ symbol }: { symbol: string }) => symbol);
    await call({ method: "PUT", url, payload: { ticker: { symbols: ["ethusdt", "BTC"] } } });
    expect(await shown()).toEqual(["ETHUSDT", "BTCUSDT"]);
    expect((await app.inject(pageUrl.home())).body).toContain('aria-label="Market prices"');
    const off = await call({ method: "PUT", url, payload: { ticker: { is_on: false } } });
    expect(off.body.ticker).toEqual({ is_on: false, symbols: ["ETH", "BTC"] });
    expect(await shown()).toEqual([]);
    expect((await app.inject(pageUrl.home())).body).not.toMatch(/aria-label="Market prices"|market\/ticker/);
  });
});

describeOnSqlite("the preview of articles", (open) => {
  test("has the length that is set, and 0 shows the full text", async () => {
    const { call, app, store } = await startDesk(open);
    const content = `<p>${"A sentence of words. ".repeat(60)}</p>`;
    const id = await publish(store, { content });
    const read = async () => (await app.inject(`/api/articles/${id}/`)).json();
    const shownOf = ({ content: html }: { content: string }) => html.split("<span data-ellipsis>")[0]?.length ?? 0;
    const first = await read();
    expect([first.has_rest, shownOf(first) < 520]).toEqual([true, true]);
    await call({ method: "PUT", url, payload: { preview_length: 1_000 } });
    const longer = await read();
    expect([longer.has_rest, shownOf(longer) > 900]).toEqual([true, true]);
    // The preview of the desk is cut as the page is.
    const previewed = await call({ method: "POST", url: editorApiUrl.preview(id) });
    const { pathname } = new URL(previewed.body.url, "https://news.example");
    const preview = async () => (await app.inject(pathname)).body;
    expect((await preview()).split("<span data-ellipsis")[0]?.match(/A sentence/g)?.length).toBeGreaterThan(40);
    await call({ method: "PUT", url, payload: { preview_length: 0 } });
    expect((await read()).has_rest).toBe(false);
    expect(await preview()).not.toContain("Read More");
    expect((await app.inject(`/article/${id}`)).body).not.toContain("Read More");
  });
});

describeOnSqlite("feeds", (open) => {
  test("have whole articles, or the excerpt or the beginning of each once that is set", async () => {
    const { call, app, store } = await startDesk(open);
    const content = `<p>${"First words. ".repeat(30)}</p><p>The end.</p>`;
    await publish(store, { content, excerpt: "What it is about." });
    await publish(store, { content, excerpt: "" });
    const read = async () =>
      (await app.inject("/feed.json")).json().items.map(({ content_html: html }: { content_html: string }) => html);
    expect((await read()).every((html: string) => html.includes("The end."))).toBe(true);
    await call({ method: "PUT", url, payload: { feed_text: "teaser" } });
    const [beginning, excerpt] = await read();
    expect(excerpt).toBe("<p>What it is about.</p>");
    expect(beginning).toMatch(/^<p>First words\. .{150,200}\.\.\.<\/p>$/);
  });
});

describeOnSqlite("a setting of the site that cannot be", (open) => {
  const long = (length: number) => "x".repeat(length + 1);
  test.each([
    ["name", ["", "   ", long(100), "a\nb", "a\u0000b", 7, null]],
    ["tagline", [long(300), "a\u001bb"]],
    ["language", ["fr", "EN", "", 3]],
    ["contact_email", ["none", "desk@localhost", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example"]],
    ["newsletter_text", [long(500), ["a"]]],
    ["footer_text", [long(500), "a\u202eb"]],
    ["social", [{}, Array.from({ length: 13 }, (_, at) => ({ label: `L${at}`, url: "" })), twice("A")]],
    ["social.0.url", [[{ label: "A", url: "javascript:alert(1)" }], [{ label: "A", url: "/about" }]]],
    ["social.0.label", [[{ label: " ", url: "" }], [{ label: long(40), url: "" }]]],
    ["ticker.symbols", [{ is_on: true, symbols: [] }, { symbols: ["BTC", "btc"] }, { symbols: "BTC" }]],
    ["ticker.symbols.0", [{ symbols: ["NOPE"] }, { symbols: [1] }]],
    ["preview_length", [-1, 1, 99, 20_001, 500.5, "500"]],
    ["feed_text", ["", "half", true]],
  ])("is a 400 that names %s, and nothing is stored", async (field, values) => {
    const { call } = await startDesk(open);
    const name = field.split(".")[0] ?? "";
    for (const value of values) {
      const rejected = await call({ method: "PUT", url, payload: { name: "Changed", [name]: value } });
      expect([rejected.status, Object.keys(rejected.body.errors ?? {})], JSON.stringify(value)).toEqual([400, [field]]);
    }
    expect((await call({ method: "GET", url })).body).toEqual(DEFAULTS);
    expect((await call({ method: "PUT", url, payload: { colour: "red" } })).status).toBe(400);
  });
});

function twice(label: string) {
  return [
    { label, url: "" },
    { label: label.toLowerCase(), url: "" },
  ];
}
