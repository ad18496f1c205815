import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { serves, startOtherHosts } from "#test/support/other-host.ts";

const RULE = { enabled: true, words: ["hack"], categories: [] };
const MAIL = { host: "", port: 587, security: "starttls", user: "", from_email: "desk@news.example" };
const STORY = "https://news.example.org/story";

async function start(open: OpenTestDatabase, title = "Exchange X was hacked") {
  const page = `<!doctype html><html><head><meta property="og:title" content="${title}"></head><body>x</body></html>`;
  const hosts = await startOtherHosts({ "news.example.org/story": serves(page, "text/html") });
  const desk = await startDesk(open, { fetchRemote: hosts.fetchRemote });
  const { call, callAsColleague } = desk;
  await call({ method: "PUT", url: editorApiUrl.reviewSettings(), payload: RULE });
  const create = (payload: object) =>
    call({ method: "POST", url: apiUrl.articles(), payload: { title: "Calm", category: "Tech", ...payload } });
  const tagOf = async (id: number) => String((await call({ method: "GET", url: apiUrl.article(id) })).headers.etag);
  return {
    ...desk,
    create,
    put: (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload }),
    publish: (id: number, payload: object = {}) => call({ method: "POST", url: editorApiUrl.publish(id), payload }),
    approve: async (id: number, payload?: object) =>
      callAsColleague("POST", editorApiUrl.approvals(id), payload, await tagOf(id)),
  };
}

describeOnSqlite("the two-person rule judges", (open) => {
  test("every word that readers get of a text", async () => {
    const { create, put } = await start(open);
    const { body } = await create({ status: "published" });
    const ways: Record<string, object> = {
      "an alternative text": { content: '<img src="/none.webp" alt="Exchange X was hacked">' },
      "a title of a picture": { content: '<p>A<img src="/a.webp" alt="" title="It was hacked"></p>' },
      "a caption": { content: '<figure><img src="/a.webp" alt=""><figcaption>Hacked</figcaption></figure>' },
      "the article's picture": { image_url: "/none.webp", image_alt: "Exchange X was hacked" },
      "a picture inside a word": { content: '<p>ha<img alt="">cked</p>' },
      "a picture that is not there inside a word": { content: '<p>ha<img src="/none.webp" alt="">cked</p>' },
      "an alternative text inside a word": { content: '<p>ha<img src="/none.webp" alt="ck">ed</p>' },
      "raised letters": { content: "<p>ha<sup>ck</sup>ed</p>" },
      "a title for search engines": { seo_title: "Exchange X was hacked" },
      "a text for social networks": { social_text: "Exchange X was hacked" },
      "a new category": { category: "Exchange X hacked" },
      "a new author": { authors: ["Exchange X hacked"] },
      "an address": { slug: "exchange-x-hacked" },
      "a tag": { tags: ["Exchange X hacked"] },
      "letters that look alike": { excerpt: "Exchange X was hасkеd" },
      "the reason for a change": { excerpt: "Changed.", change_note: "Exchange X was hacked" },
    };
    for (const [way, payload] of Object.entries(ways)) {
      expect([way, (await put(body.id, payload)).status]).toEqual([way, 403]);
      const { change_note: _note, ...fields } = payload as { change_note?: string };
      if (!_note) expect([way, (await create({ status: "published", ...fields })).status]).toEqual([way, 403]);
    }
    expect((await put(body.id, { title: "\u202eDekcah\u202c" })).status).toBe(400);
    const reversed = await put(body.id, { content: "<p>\u202edekcah\u202c</p>" });
    expect(reversed.body.content).not.toContain("\u202e");
  });

  test("the reason of a page that is withheld", async () => {
    const { call } = await start(open);
    const withhold = async (from: string, reason: string) =>
      call({ method: "POST", url: "/api/redirects/", payload: { from, code: 451, reason } });
    const rejected = await withhold("/one", "Exchange X hacked, withdraw now");
    expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([403, ["reason"]]);
    const { status, body } = await withhold("/two", "By order of a court");
    const change = (payload: object) => call({ method: "PUT", url: `/api/redirects/${body.id}/`, payload });
    expect([status, (await change({ reason: "It was hacked" })).status]).toEqual([201, 403]);
    expect((await change({ from: "/three" })).status).toBe(200);
  });

  test("the names, the address and the description of a topic", async () => {
    const { create, call } = await start(open);
    await create({ status: "published", tags: ["Calm waters"] });
    const change = async (payload: object) => {
      const { status, body } = await call({ method: "PUT", url: "/api/topics/calm-waters/", payload });
      return [status, Object.keys(body.errors ?? {}).join()];
    };
    const name = "Calm waters";
    expect(await change({ name: "Hacks" })).toEqual([403, "name"]);
    expect(await change({ name, aliases: ["Exchange hack"] })).toEqual([403, "aliases"]);
    expect(await change({ name, slug: "hack" })).toEqual([403, "slug"]);
    expect(await change({ name, description: "It was hacked." })).toEqual([403, "description"]);
    const made = await call({ method: "POST", url: "/api/topics/", payload: { name: "Hack" } });
    expect([made.status, await change({ name, description: "Still." })]).toEqual([403, [200, ""]]);
  });

  test("the reason for a change, whatever was approved: only a chief's override of the text allows it", async () => {
    const { create, put, publish, approve, call, clock } = await start(open);
    const { body } = await create({ title: "Hack", sources: ["A"] });
    await approve(body.id);
    const change_note = "Exchange Y was hacked, too";
    expect(await publish(body.id, { change_note })).toMatchObject({
      status: 403,
      body: { code: "override_required" },
    });
    expect((await publish(body.id, { change_note: "First report" })).status).toBe(200);
    expect((await put(body.id, { tags: ["Tech"], change_note })).status).toBe(403);
    await call({ method: "PUT", url: editorApiUrl.draft(body.id), payload: { tags: ["Markets"] } });
    const at = new Date(clock.now() + 60_000).toISOString();
    expect((await publish(body.id, { at, change_note })).status, "a scheduled update").toBe(403);
    await call({ method: "DELETE", url: editorApiUrl.draft(body.id) });
    expect((await approve(body.id, { override_reason: "Readers must know" })).status).toBe(201);
    expect((await put(body.id, { tags: ["Tech"], change_note })).status).toBe(200);
  });

  test("tags, names and the address next to an approved text, whose writer is who added them", async () => {
    const { publish, approve, call, callAsColleague } = await start(open);
    const story = { title: "Calm", category: "Tech", sources: ["A"] };
    const ways = [
      { tags: ["X hacked"] },
      { slug: "x-hacked" },
      { authors: ["X hacked Desk"] },
      { category: "Hack watch" },
    ];
    for (const change of ways) {
      const { id } = (await callAsColleague("POST", apiUrl.articles(), story)).body;
      const approveOwn = async () => {
        const ifMatch = String((await call({ method: "GET", url: apiUrl.article(id) })).headers.etag);
        return (await call({ method: "POST", url: editorApiUrl.approvals(id), ifMatch })).status;
      };
      expect(await approveOwn()).toBe(201);
      await call({ method: "PUT", url: editorApiUrl.draft(id), payload: change });
      expect([change, (await publish(id)).status]).toEqual([change, 403]);
      expect([change, await approveOwn()]).toEqual([change, 403]);
      expect((await approve(id)).status).toBe(201);
      expect([change, (await publish(id)).status]).toEqual([change, 200]);
    }
  });

  test("names when readers see them first, and when those that they see are changed", async () => {
    const { create, put, publish, approve, call } = await start(open);
    const profile = (payload: object) => call({ method: "PUT", url: editorApiUrl.profile(), payload });
    expect((await profile({ name: "Hack Wilson" })).status, "nothing shows it").toBe(200);
    const { body } = await create({ category: "Hack watch", sources: ["A"] });
    expect((await publish(body.id)).status).toBe(403);
    expect((await approve(body.id)).status).toBe(201);
    expect((await publish(body.id)).status).toBe(200);
    expect((await create({ category: "Hack watch", status: "published" })).status, "both are known").toBe(201);
    // The approval was of these names.
    expect((await put(body.id, { authors: ["Exchange X hacked"] })).status).toBe(403);

    expect((await profile({ name: "Hacked Wilson" })).status).toBe(403);
    expect((await profile({ bio: "Exchange X was hacked." })).status).toBe(403);
    expect((await profile({ bio: "Writes about bridges." })).status).toBe(200);
    const link = { label: "Exchange X hacked", url: "https://x.example/" };
    expect((await profile({ links: [link] })).status).toBe(403);
    const address = { name: "Hack Wilson", slug: "exchange-x-hacked" };
    expect((await call({ method: "PUT", url: "/api/authors/hack-wilson/", payload: address })).status).toBe(403);
    const categories = { method: "POST" as const, url: apiUrl.categories() };
    expect((await call({ ...categories, payload: { name: "Hacks" } })).status).toBe(403);
    expect((await call({ ...categories, payload: { name: "Bridges", slug: "x-hacked" } })).status).toBe(403);
    const { id } = (await call({ ...categories, payload: { name: "Bridges" } })).body;
    const rename = { method: "PUT" as const, url: `${apiUrl.categories()}${id}/`, payload: { name: "Hacked" } };
    expect((await call(rename)).status).toBe(403);
    expect((await call({ ...rename, payload: { name: "Technology" } })).status).toBe(200);
  });

  test("the words that a merge or another name of a topic puts on published pages", async () => {
    const { create, call } = await start(open);
    const post = async (path: string, payload: object) =>
      (await call({ method: "POST", url: `/api/${path}`, payload })).status;
    await create({ status: "published", tags: ["Quiet"], authors: ["Guest One"] });
    await create({ tags: ["Exchange hacked", "Calm"], authors: ["Hacked Desk"] });
    expect(await post("topics/merge/", { from: "quiet", into: "exchange-hacked" })).toBe(403);
    expect(await post("topics/merge/", { from: "exchange-hacked", into: "quiet" })).toBe(403);
    expect(await post("topics/merge/", { from: "exchange-hacked", into: "calm" }), "neither is public").toBe(200);
    const rename = { method: "PUT" as const, url: "/api/topics/calm/", payload: { name: "Exchange hacked" } };
    expect((await call(rename)).status).toBe(403);
    expect(await post("topics/merge/", { from: "calm", into: "quiet" })).toBe(403);
    expect(await post("authors/merge/", { from: "guest-one", into: "hacked-desk" })).toBe(403);
    expect(await post("authors/", { name: "Second", bio: "Exchange X was hacked." })).toBe(201);
    expect(await post("authors/merge/", { from: "second", into: "guest-one" }), "fills the biography").toBe(403);
    const links = [{ label: "Hacked", url: "https://x.example/" }];
    expect(await post("authors/", { name: "Linked", links })).toBe(201);
    expect(await post("authors/merge/", { from: "linked", into: "guest-one" }), "fills the links").toBe(403);
    expect(await post("authors/", { name: "Third" })).toBe(201);
    expect(await post("authors/merge/", { from: "guest-one", into: "third" })).toBe(200);
  });

  test("a text that was taken back, changed and is published again", async () => {
    const { create, put, publish, approve, call } = await start(open);
    const { body } = await create({ title: "Bridge hacked", sources: ["A"] });
    await approve(body.id);
    expect((await publish(body.id)).status).toBe(200);
    await call({ method: "POST", url: editorApiUrl.unpublish(body.id) });
    expect((await put(body.id, { title: "Bridge is fine" })).status).toBe(200);
    expect((await publish(body.id)).status).toBe(403);
    expect((await put(body.id, { title: "Bridge hacked" })).status).toBe(200);
    expect((await publish(body.id)).status, "what was approved").toBe(200);
  });

  test("the words of a link card: the card stays a link, and an approval does not follow to them", async () => {
    const { create, call, asReader, approve, fetchRemoteItems } = await start(open);
    const content = `<aside class="card"><p><a href="${STORY}">${STORY}</a></p></aside>`;
    const shown = (await create({ content, status: "published" })).body;
    const waiting = (await create({ content, sources: ["A"], title: "A hack" })).body;
    expect((await approve(waiting.id)).status).toBe(201);
    await fetchRemoteItems();
    expect((await asReader(shown.id)).content).not.toContain("hacked");
    expect((await call({ method: "GET", url: apiUrl.article(waiting.id) })).body.content).toContain("hacked");
    expect((await call({ method: "GET", url: editorApiUrl.review(waiting.id) })).body.approval).toBeNull();
  });
});

describeOnSqlite("a disclosure", (open) => {
  test.each([
    ["an alternative text", { content: '<img src="/none.webp" alt="Buy BTC now">' }],
    ["the article's picture", { image_url: "/none.webp", image_alt: "Buy BTC now" }],
    ["a link that looks like a footnote's", { content: '<p><a href="#fnref-1">Buy BTC now</a></p>' }],
    ["the reason for a change", { excerpt: "Changed.", change_note: "BTC fell" }],
  ])("is made for %s", async (_way, payload) => {
    const { create, put, call, asReader } = await start(open);
    const { body } = await create({ status: "published" });
    await call({ method: "POST", url: editorApiUrl.holdings(), payload: { symbol: "BTC", from: "2026-01-01" } });
    await put(body.id, payload);
    expect((await asReader(body.id)).disclosures).toHaveLength(1);
  });

  test("is made for the words of a link card", async () => {
    const { create, call, asReader, fetchRemoteItems } = await start(open, "BTC rises");
    const content = `<aside class="card"><p><a href="${STORY}">${STORY}</a></p></aside>`;
    const { body } = await create({ content, status: "published" });
    await call({ method: "POST", url: editorApiUrl.holdings(), payload: { symbol: "BTC", from: "2026-01-01" } });
    await fetchRemoteItems();
    expect((await asReader(body.id)).disclosures).toHaveLength(1);
  });
});

describeOnEngines("the two-person rule judges texts that no second person can approve", (open) => {
  test("in settings, menus and front pages, unless readers have them already", async () => {
    const { call } = await start(open);
    const put = async (path: string, payload: object) =>
      call({ method: "PUT", url: `/api/settings/${path}/`, payload });
    const social = [{ label: "Hacked", url: "https://social.example/" }];
    const header = [{ label: "Coins", url: "/coins", items: [{ label: "Hacks", url: "/topics/hacks" }] }];
    const box = { kind: "text", text: "Exchange X was hacked" };
    const ways: [path: string, payload: object][] = [
      ["site", { name: "The Hacked" }],
      ["site", { tagline: "All hacks" }],
      ["site", { newsletter_text: "Hacked weekly" }],
      ["site", { footer_text: "Hacked since 2010" }],
      ["site", { social }],
      ["menus", { header }],
      ["menus", { footer: header }],
      ["newsroom", { postal_address: "1 Hack Road" }],
      ["mail", { ...MAIL, from_name: "The Hacked" }],
      ["fronts/home", { status: "published", blocks: [box] }],
      ["fronts/home", { status: "published", blocks: [{ kind: "lines", heading: "Hacks" }] }],
      ["fronts/home", { status: "published", publish_at: "2040-01-01T00:00:00Z", blocks: [box] }],
    ];
    for (const [path, payload] of ways)
      expect([path, payload, await put(path, payload)]).toMatchObject([
        path,
        payload,
        { status: 403, body: { code: "blocked_by_review_rule" } },
      ]);
    expect((await put("fronts/home", { status: "draft", blocks: [box] })).status).toBe(200);
    await put("review", { enabled: false });
    expect((await put("site", { footer_text: "Hacked since 2010" })).status).toBe(200);
    expect((await put("fronts/home", { status: "published", blocks: [box] })).status).toBe(200);
    await put("review", { enabled: true });
    expect((await put("site", { tagline: "Calm" })).status).toBe(200);
    expect((await put("mail", { ...MAIL, from_name: "Calm" })).status).toBe(200);
    expect((await put("fronts/home", { status: "published", blocks: [{ kind: "categories" }, box] })).status).toBe(200);
  });
});
