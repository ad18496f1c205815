import { expect, test } from "vitest";
import { newsroomSetting, updateSetting } from "#features/settings/commands.ts";
import { operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { startTestApp } from "#test/support/test-app.ts";

async function start(open: OpenTestDatabase) {
  const database = await open();
  const clock = testClock(Date.parse("2026-11-20T12:00Z"));
  const { app, store } = await startTestApp(database, { clock });
  const { headers } = await startEditor(app, database);
  const send = async (method: "POST" | "PUT", url: string, payload: object) =>
    (await app.inject({ method, url: `/api${url}`, headers, payload })).json();
  return {
    app,
    store,
    database,
    clock,
    send,
    write: (title: string, more: object = {}) =>
      send("POST", "/articles/", {
        title,
        category: "Markets",
        status: "published",
        content: "<p>About a lake and its harbour.</p>",
        ...more,
      }),
    /** The titles of a search, and the full count. */
    async find(search: string) {
      const response = await app.inject(`/api/articles/search/?${search}`);
      const titles = response.json<{ title: string }[]>().map(({ title }) => title);
      return { titles: titles.sort(), total: Number(response.headers["x-total-count"]) };
    },
  };
}

describeOnEngines("filters of a search", (open) => {
  test("limit it by section, author, topic and genre, by address or by name, and all together", async () => {
    const { write, find, send } = await start(open);
    await write("Lake one", { category: "Tech", authors: ["Amina Otieno"], tags: ["Fishing"], genre: "opinion" });
    await write("Lake two", { authors: ["Amina Otieno", "Juma Ali"], tags: ["Fishing", "Ports"] });
    await write("Something on it", { category: "Tech", authors: ["Juma Ali"], tags: ["Ports"], genre: "analysis" });
    await write("Lake four", { status: "draft", tags: ["Fishing"] });
    await send("PUT", "/topics/fishing/", { name: "Fishing", aliases: ["Angling"] });
    const expected: [string, string[]][] = [
      ["category=tech", ["Lake one", "Something on it"]],
      ["category=Tech", ["Lake one", "Something on it"]],
      ["author=juma-ali", ["Lake two", "Something on it"]],
      ["author=Amina%20Otieno", ["Lake one", "Lake two"]],
      ["topic=fishing", ["Lake one", "Lake two"]],
      ["topic=ANGLING", ["Lake one", "Lake two"]],
      ["genre=analysis", ["Something on it"]],
      ["genre=news", ["Lake two"]],
      ["category=tech&author=amina-otieno&topic=fishing&genre=opinion", ["Lake one"]],
      ["category=tech&topic=fishing&genre=analysis", []],
      ["category=nothing", []],
      ["author=nobody", []],
      ["topic=nothing", []],
    ];
    // In titles or anywhere, several words, and misspelt.
    for (const query of ["lake", "lake about", "harbuor"])
      for (const [filter, titles] of expected)
        expect(await find(`query=${encodeURIComponent(query)}&${filter}`), `${query} ${filter}`).toEqual({
          titles,
          total: titles.length,
        });
    expect(await find("query=l&category=tech")).toEqual({ titles: ["Lake one"], total: 1 });
  });

  test("limit it to days by the newsroom's clocks", async () => {
    const { write, find, database, clock } = await start(open);
    await updateSetting({ database, clock }, newsroomSetting, { by: operator, body: { time_zone: "Africa/Nairobi" } });
    await write("Lake late", { published_date: "2026-09-30T22:30:00Z" });
    await write("Lake early", { published_date: "2026-09-30T20:30:00Z" });
    expect((await find("query=lake&from=2026-10-01")).titles).toEqual(["Lake late"]);
    expect((await find("query=lake&until=2026-09-30")).titles).toEqual(["Lake early"]);
    expect((await find("query=lake&from=2026-09-30&until=2026-10-01")).total).toBe(2);
    expect((await find("query=lake&from=2026-10-01&until=2026-09-30")).total).toBe(0);
  });
});

describeOnSqlite("the search page", (open) => {
  test("has the filters of its address without scripts, on further pages too, and ignores what means nothing", async () => {
    const { write, app } = await start(open);
    for (let number = 1; number <= 21; number += 1) await write(`Lake ${number}`, { category: "Tech" });
    await write("Lake elsewhere");
    const read = async (search: string) => parseHtml((await app.inject(`/search?${search}`)).body);
    const page = await read("query=lake&category=tech&author=&genre=nothing&from=2026-02-31&until=");
    expect(page.role("status")).toContain("21 results");
    expect(page.values("main a[rel=next]", "href")).toEqual(["/search?query=lake&category=tech&page=2"]);
    expect(page.values("main form option[selected]", "value")).toContain("tech");
    expect(page.all("main details[open]")).toHaveLength(1);
    expect((await read("query=lake")).all("main details[open]")).toHaveLength(0);
    expect((await read("query=lake")).role("status")).toContain("22 results");
  });

  test("shows the topics and authors that the words name first, by alias too, and not with filters", async () => {
    const { write, app, send } = await start(open);
    await write("One", { authors: ["Amina Otieno"], tags: ["Bitcoin"] });
    await write("Two", { authors: ["Amina Otieno"], tags: ["Amina dam"] });
    await write("Hidden", { status: "draft", tags: ["Amina lake"] });
    await send("PUT", "/topics/bitcoin/", { name: "Bitcoin", kind: "coin", aliases: ["BTC"] });
    const found = async (search: string) =>
      parseHtml((await app.inject(`/search?${search}`)).body).values("ul[aria-label='Topics and authors'] a", "href");
    expect(await found("query=amina")).toEqual(["/topics/amina-dam", "/authors/amina-otieno"]);
    expect(await found("query=btc")).toEqual(["/topics/bitcoin"]);
    expect(await found("query=amina&genre=news")).toEqual([]);
    expect(await found(`query=${"x".repeat(150)}`)).toEqual([]);
  });

  test.each(["from=2026-13-01", "until=yesterday", "genre=poem", `topic=${"x".repeat(201)}`])(
    "the API rejects %s",
    async (filter) => {
      const { app } = await start(open);
      expect((await app.inject(`/api/articles/search/?query=lake&${filter}`)).statusCode).toBe(400);
    },
  );
});
