import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createCrawlerCounter, KEPT_DAYS } from "#features/feeds/crawlers/counter.ts";
import { DAY, MINUTE } from "#shared/time.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { counting } from "#test/support/interruption.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const url = "/api/settings/crawlers/";

describeOnEngines("rules for crawlers", (open) => {
  test("allow everything at first, without terms", async () => {
    const { app, call } = await startDesk(open);
    const unset = {
      search: "allow",
      ai_answers: "allow",
      ai_training: "allow",
      allowed: [],
      denied: [],
      blocks_denied: false,
    };
    expect((await call({ method: "GET", url })).body).toEqual(unset);
    expect((await app.inject("/robots.txt")).body).not.toContain("Content-Signal");
    expect((await app.inject("/license.xml")).statusCode).toBe(404);
    expect((await app.inject("/llms.txt")).statusCode).toBe(200);
  });

  test("become robots.txt, content signals and a licence", async () => {
    const { app, call } = await startDesk(open);
    const payload = { ai_training: "deny", allowed: ["CCBot"], denied: ["PerplexityBot"] };
    expect(await call({ method: "PUT", url, payload })).toMatchObject({ status: 200, body: payload });
    const robots = (await app.inject("/robots.txt")).body;
    const groups = robots.split("\n\n").map((group) => group.split("\n"));
    const closed = ["Disallow: /admin", "Disallow: /api/", "Disallow: /go/", "Disallow: /r/"];
    expect(groups[0]).toEqual([`License: ${TEST_SITE}/license.xml`]);
    expect(groups[1]).toEqual(["User-agent: *", "Content-Signal: search=yes, ai-input=yes, ai-train=no", ...closed]);
    expect(groups[2]).toEqual([
      "User-agent: CCBot",
      "Content-Signal: search=yes, ai-input=yes, ai-train=yes",
      ...closed,
    ]);
    expect(groups[3]).toContain("User-agent: GPTBot");
    expect(groups[3]).toContain("User-agent: Google-Extended");
    expect(groups[3]).toContain("User-agent: PerplexityBot");
    expect(groups[3]).not.toContain("User-agent: Googlebot");
    expect(groups[3]?.at(-1)).toBe("Disallow: /");
    const license = await app.inject("/license.xml");
    expect(license.headers["content-type"]).toBe("application/rsl+xml; charset=utf-8");
    expect(license.body).toContain('<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>');
    expect(license.body).toContain('<permits type="usage">search,ai-input,ai-index</permits>');
    expect(license.body).toContain('<prohibits type="usage">ai-train</prohibits>');
    await call({ method: "PUT", url, payload: { ai_training: "allow", denied: [] } });
    expect((await app.inject("/robots.txt")).body).not.toContain("Content-Signal");
  });

  test("lead to the licence from every response, and from none once everything is allowed", async () => {
    const { app, call, store } = await startDesk(open);
    const id = await publish(store);
    const [markdown, canonical] = [`/article/${id}.md`, `<${TEST_SITE}/article/${id}>; rel="canonical"`];
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const linkOf = async (path: string) => (await fetch(origin + path)).headers.get("link");
    expect(await linkOf("/")).toBeNull();
    for (const path of ["/rss.xml", markdown]) await linkOf(path);
    await call({ method: "PUT", url, payload: { ai_training: "deny" } });
    const link = `<${TEST_SITE}/license.xml>; rel="license"; type="application/rsl+xml"`;
    for (const path of ["/", "/", "/robots.txt", "/rss.xml"]) expect(await linkOf(path), path).toBe(link);
    expect(await linkOf(markdown)).toBe(`${canonical}, ${link}`);
    await call({ method: "PUT", url, payload: { ai_training: "allow" } });
    for (const path of ["/", "/rss.xml"]) expect(await linkOf(path), path).toBeNull();
    expect(await linkOf(markdown)).toBe(canonical);
  });

  test("are changed by chiefs alone, with names of known crawlers, each in one list", async () => {
    const { app, call } = await startDesk(open);
    expect((await app.inject({ method: "PUT", url, payload: { search: "deny" } })).statusCode).toBe(401);
    const wrong = [
      { search: "maybe" },
      { denied: ["NoSuchBot"] },
      { allowed: ["GPTBot"], denied: ["GPTBot"] },
      { colour: "red" },
    ];
    for (const payload of wrong) expect((await call({ method: "PUT", url, payload })).status).toBe(400);
    await call({ method: "PUT", url, payload: { denied: ["GPTBot", "CCBot"] } });
    const { body } = await call({ method: "PUT", url, payload: { allowed: ["GPTBot"] } });
    expect(body).toMatchObject({ allowed: ["GPTBot"], denied: ["CCBot"] });
    const audit = await call({ method: "GET", url: "/api/audit/" });
    expect(JSON.stringify(audit.body)).toContain("settings.change");
  });

  test("are a list of pages, newest articles and feeds for assistants", async () => {
    const { app, call, store, clock } = await startDesk(open);
    const id = await publish(store, { title: "Rates [again]\nrise", category: "Blockchain" });
    await publish(store, { title: "Still a draft", category: "Blockchain", status: "draft" });
    await publish(store, { title: "Not yet", category: "Blockchain", publishedAt: clock.now() + 3_600_000 });
    const read = () => app.inject("/llms.txt");
    const { body, headers } = await read();
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toMatch(/^# Jarida\n\n> .+\n\n## Pages\n\n- \[/);
    expect(body).toContain(`\n## Blockchain\n\n- [Rates \\[again\\] rise](${TEST_SITE}/article/${id}.md)`);
    expect(body).toContain(`- [RSS](${TEST_SITE}/rss.xml)`);
    expect(body).not.toMatch(/Still a draft|Not yet/);
    await call({ method: "PUT", url, payload: { ai_answers: "deny" } });
    expect((await read()).statusCode).toBe(404);
  });

  test("count what each crawler fetched by its name, also cached pages, and name one that ignores a denial", async () => {
    const { app, call, runJob, clock, database } = await startDesk(open);
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const fetchAs = async (name: string, path = "/") =>
      (
        await fetch(origin + path, {
          headers: { "user-agent": `Mozilla/5.0 (compatible; ${name}/1.2; +https://x.example)` },
        })
      ).status;
    const rowOf = async (name: string) => {
      await runJob("crawler counters");
      const { body } = await call({ method: "GET", url: "/api/crawlers/" });
      return body.find((row: { name: string }) => row.name === name);
    };
    for (const path of ["/", "/", "/robots.txt"]) expect(await fetchAs("GPTBot", path)).toBe(200);
    await fetchAs("Firefox");
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    expect(await rowOf("GPTBot")).toMatchObject({ fetched: 3, blocked: 0, last_on: day, ignores_denial: false });
    expect(await rowOf("CCBot")).toMatchObject({ fetched: 0, last_on: null });
    await call({ method: "PUT", url, payload: { ai_training: "deny" } });
    await fetchAs("gptbot");
    expect(await rowOf("GPTBot")).toMatchObject({ fetched: 4, is_denied: true, ignores_denial: false });
    clock.advance(86_400_000);
    await fetchAs("GPTBot", "/robots.txt");
    expect(await rowOf("GPTBot")).toMatchObject({ fetched: 5, ignores_denial: false });
    expect(await fetchAs("GPTBot")).toBe(200);
    expect(await rowOf("GPTBot")).toMatchObject({ fetched: 6, ignores_denial: true });
    await call({ method: "PUT", url, payload: { blocks_denied: true } });
    expect(await fetchAs("GPTBot")).toBe(403);
    expect(await fetchAs("GPTBot", "/robots.txt")).toBe(200);
    expect(await fetchAs("Googlebot")).toBe(200);
    expect(await fetchAs("Firefox")).toBe(200);
    expect(await rowOf("GPTBot")).toMatchObject({ fetched: 7, blocked: 1 });
    expect(await fetchAs("GPTBot", "/robots.txt?again")).toBe(200);
    clock.advance(31 * 86_400_000);
    expect(await rowOf("GPTBot")).toMatchObject({ fetched: 0, blocked: 0, last_on: null });
    expect(await database.db.selectFrom("crawler_fetch").selectAll().execute()).toEqual([]);
  });

  test("are counted without a write while no crawler comes, and forgotten after 30 days", async () => {
    const clock = testClock();
    const { database, statementsOf } = counting(await open());
    const allowed = { search: "allow", ai_answers: "allow", ai_training: "allow" } as const;
    const current = () => ({ policy: { ...allowed, allowed: [], denied: [], blocks_denied: false }, changedAt: 0 });
    const { isBlocked, flush } = createCrawlerCounter({ database, clock, current });
    const fetched = () => database.db.selectFrom("crawler_fetch").select("fetched").execute();
    isBlocked({ method: "GET", url: "/", headers: { "user-agent": "GPTBot/1.0" } } as IncomingMessage);
    await flush();
    expect(await fetched()).toEqual([{ fetched: 1 }]);
    clock.advance(MINUTE);
    expect(await statementsOf(flush)).toBe(0);
    clock.advance(KEPT_DAYS * DAY);
    await flush();
    expect(await fetched()).toEqual([]);
    expect(await statementsOf(flush)).toBe(0);
  });
});
