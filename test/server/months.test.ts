import { expect, test } from "vitest";
import { newsroomSetting, updateSetting } from "#features/settings/commands.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl } from "#shared/urls.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const at = (iso: string) => Date.parse(iso);

describeOnEngines("the archive of a month", (open) => {
  async function start() {
    const database = await open();
    const clock = testClock(at("2026-11-20T12:00Z"));
    const site = await startTestApp(database, { clock });
    const read = async (url: string) => {
      const { statusCode, body } = await site.app.inject(url);
      const page = parseHtml(body);
      const links = (rel: string) => page.values(`main a[rel=${rel}]`, "href");
      return { status: statusCode, titles: page.texts("main li h2"), prev: links("prev"), next: links("next"), body };
    };
    const add = (title: string, iso: string) => publish(site.store, { title, publishedAt: at(iso) });
    return { ...site, database, clock, read, add };
  }

  test("lists its articles, newest first, and leads to the nearest others", async () => {
    const { read, add } = await start();
    await add("Summer", "2026-07-10T00:00Z");
    await add("First", "2026-09-01T00:00Z");
    await add("Last", "2026-09-30T23:59Z");
    await add("Autumn", "2026-11-02T00:00Z");
    expect(await read("/archive/2026/09")).toMatchObject({
      status: 200,
      titles: ["Last", "First"],
      prev: ["/archive/2026/07"],
      next: ["/archive/2026/11"],
    });
    expect(await read("/archive/2026/11")).toMatchObject({ titles: ["Autumn"], next: [] });
    const newest = await read("/archive");
    expect(newest).toMatchObject({ status: 200, titles: ["Autumn"], prev: ["/archive/2026/09"] });
    expect(parseHtml(newest.body).values("link[rel=canonical]", "href")).toEqual([`${TEST_SITE}/archive/2026/11`]);
  });

  test("has a strip of the year's months with articles, and of the newest month of each year", async () => {
    const { read, add, clock } = await start();
    await add("Old", "2019-12-31T23:00Z");
    await add("Spring", "2024-03-10T00:00Z");
    await add("Autumn", "2024-10-10T00:00Z");
    await add("Now", "2026-11-02T00:00Z");
    await add("Scheduled", "2026-11-25T00:00Z");
    await add("Later", "2026-12-25T00:00Z");
    const strip = async (path: string) =>
      parseHtml((await read(path)).body).values("nav[aria-label='Months by year'] a", "href");
    const years = ["/archive/2026/11", "/archive/2024/10", "/archive/2019/12"];
    expect(await strip("/archive/2024/03")).toEqual([...years, "/archive/2024/03", "/archive/2024/10"]);
    expect(await strip("/archive")).toEqual([...years, "/archive/2026/11"]);
    clock.advance(40 * 24 * 3_600_000);
    expect(await strip("/archive/2026/11")).toEqual([
      ...["/archive/2026/12", "/archive/2024/10", "/archive/2019/12"],
      ...["/archive/2026/11", "/archive/2026/12"],
    ]);
  });

  test("follows the newsroom's clocks", async () => {
    const { read, add, database, clock } = await start();
    await add("Late", "2026-09-30T22:30Z");
    expect((await read("/archive/2026/09")).titles).toEqual(["Late"]);
    await updateSetting({ database, clock }, newsroomSetting, { by: operator, body: { time_zone: "Africa/Nairobi" } });
    expect((await read("/archive/2026/09")).status).toBe(404);
    expect((await read("/archive/2026/10")).titles).toEqual(["Late"]);
  });

  test("is not found without articles, in the future, past its end, or at no month", async () => {
    const { read, add } = await start();
    expect((await read("/archive")).status).toBe(404);
    await add("One", "2026-09-10T00:00Z");
    await add("Scheduled", "2026-12-10T00:00Z");
    for (const path of ["2026/10", "2026/12", "2026/13", "2026/9", "2026/00", "9999/01", "x/y", "2026/09?page=2"])
      expect((await read(`/archive/${path}`)).status, path).toBe(404);
    expect((await read("/archive/2026/09")).body).not.toContain("Scheduled");
  });

  test("reaches back to the first date that an article can have", async () => {
    const { read, add } = await start();
    await add("Now", "2026-11-02T00:00Z");
    await add("Sixties", "1969-12-31T00:00Z");
    await add("Fifties", "1959-12-13T18:30:00Z");
    await add("Thirties", "1930-06-05T00:00Z");
    await add("Old", "1000-02-01T00:00Z");
    expect(await read("/archive/2026/11")).toMatchObject({ prev: ["/archive/1969/12"] });
    expect(await read("/archive/1959/12")).toMatchObject({
      status: 200,
      titles: ["Fifties"],
      prev: ["/archive/1930/06"],
    });
    expect(await read("/archive/1930/06")).toMatchObject({ titles: ["Thirties"], prev: ["/archive/1000/02"] });
    expect(await read("/archive/1000/02")).toMatchObject({ titles: ["Old"], prev: [], next: ["/archive/1930/06"] });
  });

  test("is in the sitemap from three articles on", async () => {
    const { app, add } = await start();
    for (const day of ["01", "02", "03"]) await add(day, `2026-09-${day}T00:00Z`);
    await add("Alone", "2026-08-01T00:00Z");
    const { body } = await app.inject(feedUrl.sitemapPages());
    expect(body.match(/\/archive\/[\d/]+/g)).toEqual(["/archive/2026/09"]);
  });
});
