import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { adWrites } from "#features/ads/commands.ts";
import type { AdSpace, AdSpaceBody } from "#features/ads/schema.ts";
import { createRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl, redirectUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const HOUR = 60 * 60 * 1000;
const SOLD = { name: "Sold", type: "leaderboard", image_url: "/media/x.png", alt: "A shop" };

/** A site with one ad space, and readers of it; `counts` is what its editor sees. */
async function start(database: Database, space: Partial<AdSpaceBody> = {}) {
  const clock = testClock();
  const { app, ads } = await startTestApp(database, { clock });
  const { id } = await createRecord(adWrites({ database, clock }), operator, {
    active: true,
    name: "Top",
    location: "homepage",
    image_url: "/media/x.png",
    target_url: "https://advertiser.example/shop?a=1&b=2",
    ...space,
  });
  const { headers } = await startEditor(app, database);
  const from = (reader: string, more = {}) => ({
    remoteAddress: reader,
    headers: { "user-agent": BROWSER, ...more },
  });
  const view = (reader: string, more = {}) =>
    app.inject({ method: "POST", url: apiUrl.adView(id), ...from(reader, more) });
  const follow = (reader: string, more = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url: redirectUrl.ad(id), ...from(reader, more) });
  const counts = async () => {
    await ads.views.flush();
    await ads.clicks.flush();
    const { access } = (await logIn(app)).json();
    const spaces = (await app.inject({ url: apiUrl.ads(), headers: { authorization: `Bearer ${access}` } })).json();
    return spaces.map(({ views, clicks }: AdSpace) => [views, clicks])[0];
  };
  return { app, ads, clock, id, headers, view, follow, counts };
}

describeOnSqlite("views and clicks of an ad space", (open) => {
  test("count each reader once an hour, separately, without a cookie", async () => {
    const { clock, view, follow, counts } = await start(await open());
    expect(await counts()).toEqual([0, 0]);
    for (const reader of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) {
      const response = await view(reader);
      expect([response.statusCode, response.body, response.headers["set-cookie"]]).toEqual([204, "", undefined]);
    }
    await follow("192.0.2.1");
    await follow("192.0.2.1");
    expect(await counts()).toEqual([2, 1]);
    await view("192.0.2.1");
    expect(await counts()).toEqual([2, 1]);
    clock.advance(HOUR);
    await view("192.0.2.1");
    await follow("192.0.2.1");
    expect(await counts()).toEqual([3, 2]);
  });

  test("ignore bots, prefetches and HEAD requests", async () => {
    const { view, follow, counts } = await start(await open());
    const bot = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
    expect((await view("192.0.2.1", bot)).statusCode).toBe(204);
    expect((await follow("192.0.2.1", bot)).statusCode).toBe(302);
    expect((await follow("192.0.2.1", { "sec-purpose": "prefetch;prerender" })).statusCode).toBe(302);
    expect((await follow("192.0.2.1", {}, "HEAD")).statusCode).toBe(302);
    expect(await counts()).toEqual([0, 0]);
  });

  test("are hidden from readers, and cannot be set by anybody", async () => {
    const { app, id, headers, view, counts } = await start(await open());
    expect(Object.keys((await app.inject(apiUrl.ads())).json()[0])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/views|clicks/)]),
    );
    await app.inject({
      method: "PUT",
      url: editorApiUrl.ad(id),
      headers,
      payload: { views: 99, clicks: 99, name: "New" },
    });
    await view("192.0.2.1");
    expect(await counts()).toEqual([1, 0]);
  });

  test("a location matches in any case, also beyond ASCII", async () => {
    const { app } = await start(await open(), { location: "Homepage" });
    expect((await app.inject(apiUrl.ads("homepage"))).json()).toHaveLength(1);
    const edito = await start(await open(), { location: "Édito Page" });
    for (const location of ["Édito Page", "ÉDITO PAGE", "édito page"])
      expect((await edito.app.inject(apiUrl.ads(location))).json(), location).toHaveLength(1);
  });
});

test("a click redirects to the ad's target alone, is not cached, and is not indexed", async () => {
  const { app, follow, id } = await start(await openSqliteForTest());
  const response = await follow("192.0.2.1");
  expect(response.statusCode).toBe(302);
  expect(response.headers).toMatchObject({
    location: "https://advertiser.example/shop?a=1&b=2",
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
  });
  for (const more of ["?url=https://evil.example/", "?to=//evil.example", "/?target_url=https://evil.example"])
    expect((await app.inject(`${redirectUrl.ad(id)}${more}`)).headers.location).not.toContain("evil");
  expect((await app.inject("/robots.txt")).body).toContain("Disallow: /go/");
});

test.each([
  ["a path of this site", "/advertise?from=ad", `${TEST_SITE}/advertise?from=ad`],
  ["letters beyond ASCII", "https://bücher.example/żółw", "https://xn--bcher-kva.example/%C5%BC%C3%B3%C5%82w"],
])("a target may be %s", async (_kind, target_url, location) => {
  const { follow } = await start(await openSqliteForTest(), { target_url });
  expect((await follow("192.0.2.1")).headers.location).toBe(location);
});

test.each([
  ["shop.example/x?a=1", "https://shop.example/x?a=1"],
  [" Shop.example ", "https://Shop.example"],
  ["shop.example:8443#top", "https://shop.example:8443#top"],
  ["bücher.example", "https://bücher.example"],
  ["http://shop.example", "http://shop.example"],
  ["/advertise", "/advertise"],
  ["", ""],
])("a target typed as %j is stored as %j", async (target_url, kept) => {
  const { app, id, headers } = await start(await openSqliteForTest());
  const response = await app.inject({ method: "PUT", url: editorApiUrl.ad(id), headers, payload: { target_url } });
  expect([response.statusCode, response.json().target_url]).toEqual([200, kept]);
});

test.each([
  ["HomePage", true],
  ["category", true],
  ["homepage-bottom", false],
])("editors are told whether a page has slots at %s", async (location, has_slots) => {
  const { app, id, headers } = await start(await openSqliteForTest(), { location });
  const [space] = (await app.inject({ url: apiUrl.ads(), headers })).json();
  expect(space).toMatchObject({ id, location, has_slots });
  expect((await app.inject(apiUrl.ads())).json()[0]).not.toHaveProperty("has_slots");
});

test("an ad space that is unknown, inactive or without a target is the site's own 404 page", async () => {
  const { app, id, headers } = await start(await openSqliteForTest(), { target_url: "" });
  const paths = [redirectUrl.ad(id), redirectUrl.ad(999), "/go/1x", "/go/https:%2F%2Fevil.example"];
  await app.inject({ method: "PUT", url: editorApiUrl.ad(id), headers, payload: { active: false } });
  for (const path of paths) {
    const response = await app.inject(path);
    expect([response.statusCode, response.headers.location], path).toEqual([404, undefined]);
    expect(response.headers["content-type"], path).toMatch(/^text\/html/);
  }
  for (const url of [apiUrl.adView(id), apiUrl.adView(999), "/api/ads/1x/view/"])
    expect((await app.inject({ method: "POST", url })).statusCode, url).toBe(404);
});

test.each([
  "javascript:alert(1)",
  "mailto:ads@shop.example",
  "ads@shop.example",
  "shop.example:evil",
  "shop example",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
  "ftp://a.example/",
  "advertiser",
])("a target of %s is rejected", async (target_url) => {
  const { app, id, headers } = await start(await openSqliteForTest());
  const response = await app.inject({ method: "PUT", url: editorApiUrl.ad(id), headers, payload: { target_url } });
  expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ["target_url"]]);
});

describeOnSqlite("empty slots", (open) => {
  const url = editorApiUrl.adSettings();
  const OPEN_SPACE = "This space is open";

  test("are the specified placeholders until the newsroom leaves them out, on all pages", async () => {
    const { call, app, publishOne } = await startDesk(open);
    const id = await publishOne();
    const pages = [pageUrl.home(), pageUrl.article(id), pageUrl.category("blockchain")];
    const shown = async () => {
      const bodies = await Promise.all(pages.map(async (page) => (await app.inject(page)).body));
      return bodies.map((body) => body.includes(OPEN_SPACE));
    };
    expect((await app.inject(url)).json()).toEqual({ shows_empty_slots: true });
    expect(await shown()).toEqual([true, true, true]);
    const saved = await call({ method: "PUT", url, payload: { shows_empty_slots: false } });
    expect(saved).toMatchObject({ status: 200, body: { shows_empty_slots: false } });
    expect((await app.inject(url)).json()).toEqual({ shows_empty_slots: false });
    expect(await shown()).toEqual([false, false, false]);
    // What the page renders in the browser follows it, too.
    expect((await app.inject(pageUrl.home())).body).toContain('"hidesEmptySlots":true');
    await call({ method: "POST", url: apiUrl.ads(), payload: { ...SOLD, location: "homepage" } });
    expect((await app.inject(pageUrl.home())).body).toContain('alt="A shop"');
    await call({ method: "PUT", url, payload: { shows_empty_slots: true } });
    expect(await shown()).toEqual([true, true, true]);
  });

  test("may be one per page at most, after everything else", async () => {
    const { app, call, publishOne } = await startDesk(open);
    const id = await publishOne();
    const pages = [pageUrl.home(), pageUrl.article(id), pageUrl.category("blockchain")];
    const counted = async () => {
      const bodies = await Promise.all(pages.map(async (page) => (await app.inject(page)).body));
      return bodies.map((body) => body.split(OPEN_SPACE).length - 1);
    };
    expect(await counted()).toEqual([5, 4, 3]);
    const saved = await call({ method: "PUT", url, payload: { shows_one_slot: true } });
    expect(saved).toMatchObject({ status: 200, body: { shows_empty_slots: true, shows_one_slot: true } });
    expect(await counted()).toEqual([1, 1, 1]);
    const { body } = await app.inject(pageUrl.article(id));
    expect(body.indexOf(OPEN_SPACE)).toBeGreaterThan(body.indexOf("What it says at length."));
    const blocks = [{ kind: "ad" }, { kind: "lines" }, { kind: "ad", form: "rectangle" }];
    await call({ method: "PUT", url: "/api/settings/fronts/home/", payload: { blocks } });
    const home = (await app.inject(pageUrl.home())).body;
    expect([home.split(OPEN_SPACE).length - 1, home.split('data-ad-type="rectangle"').length - 1]).toEqual([1, 1]);
  });

  test("reject a stale change and any other value", async () => {
    const { call, callAsColleague } = await startDesk(open);
    const ifMatch = String((await call({ method: "GET", url })).headers.etag);
    await callAsColleague("PUT", url, { shows_empty_slots: false });
    const stale = await call({ method: "PUT", url, ifMatch, payload: { shows_empty_slots: false } });
    expect(stale.status).toBe(409);
    for (const payload of [{}, [], { shows_empty_slots: "no" }, { shows_empty_slots: true, more: 1 }])
      expect((await call({ method: "PUT", url, payload })).status, JSON.stringify(payload)).toBe(400);
    expect((await call({ method: "GET", url })).body).toEqual({ shows_empty_slots: false });
  });
});

test("ad spaces are also served by a name that lists of ad blockers do not know", async () => {
  const { app, id, view, counts } = await start(await openSqliteForTest());
  const other = (address: string) => address.replace("/api/ads", "/api/spaces");
  for (const address of [apiUrl.ads(), apiUrl.ads("homepage"), "/api/ads"]) {
    const [named, aliased] = [await app.inject(address), await app.inject(other(address))];
    expect([aliased.statusCode, aliased.json()], address).toEqual([200, named.json()]);
    expect(aliased.headers.etag, address).toBe(named.headers.etag);
  }
  await view("192.0.2.1");
  await app.inject({ method: "POST", url: other(apiUrl.adView(id)), headers: { "user-agent": BROWSER } });
  expect((await counts())[0]).toBe(2);
  expect((await app.inject("/api/settings/spaces/")).json()).toEqual({ shows_empty_slots: true });
  expect((await app.inject("/api/spacesuits/")).statusCode).toBe(404);
  expect((await app.inject("/api/spaces/999/")).statusCode).toBe((await app.inject("/api/ads/999/")).statusCode);
});
