import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/time.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { serves } from "#test/support/other-host.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { type Entry, FEED, NOW, rss, startWire } from "#test/support/wire.ts";

describeOnEngines("the wire", (open) => {
  test("adds a feed by its address with its items, once", async () => {
    const { send, feed, stories, find } = await startWire(open);
    feed([
      {
        id: "1",
        title: "First &amp; last",
        text: "&lt;p&gt;A &lt;b&gt;short&lt;/b&gt; text&lt;script&gt;x&lt;/script&gt;&lt;/p&gt;",
      },
    ]);
    const { status, body } = await send("POST", "/sources/", { url: FEED });
    expect(status).toBe(201);
    const [source] = body.added;
    expect(source).toMatchObject({
      url: FEED,
      title: "Agency",
      site_url: "https://agency.example/",
      items: 1,
      error: "",
    });
    expect(await find(source.id)).toEqual(source);
    expect(await stories()).toEqual([
      expect.objectContaining({
        title: "First & last",
        summary: "A short text",
        state: "new",
        address: "https://agency.example/1",
        source: { id: source.id, title: "Agency" },
        article: null,
        others: [],
      }),
    ]);
    expect(await send("POST", "/sources/", { url: FEED })).toMatchObject({
      status: 409,
      body: { code: "source_exists" },
    });
  });

  test("finds the feed that a page names, and adds those of OPML lists", async () => {
    const { send, feed, answers } = await startWire(open);
    feed([]);
    answers["agency.example/"] = serves(
      '<html><head><link rel="alternate" type="application/rss+xml" href="/feed">',
      "text/html",
    );
    expect((await send("POST", "/sources/", { url: "https://agency.example/" })).body.added[0].url).toBe(FEED);
    const opml = `<opml><body><outline text="Again" xmlUrl="${FEED}"/><outline text="Other" xmlUrl="https://other.example/f"/><outline text="Inner" xmlUrl="http://10.0.0.1/f"/></body></opml>`;
    const { body } = await send("POST", "/sources/", { opml });
    expect(body.added).toEqual([expect.objectContaining({ url: "https://other.example/f", title: "Other" })]);
    expect(body.skipped).toEqual([
      { url: FEED, reason: "It is already a source." },
      { url: "http://10.0.0.1/f", reason: "It is on a private network." },
    ]);
    answers["agency.example/list"] = serves(
      '<opml><body><outline xmlUrl="https://third.example/f"/></body></opml>',
      "text/x-opml",
    );
    expect((await send("POST", "/sources/", { url: "https://agency.example/list" })).body.added).toHaveLength(1);
  });

  test.each([
    ["a page without a feed", serves("<html></html>", "text/html"), "names no feed"],
    ["no feed", serves("hello", "text/plain"), "no feed"],
    ["a missing page", undefined, "404"],
    ["a host that never responds", () => {}, "took too long"],
    [
      "a private network",
      (_: unknown, response: Parameters<RequestListener>[1]) =>
        void response.writeHead(302, { location: "http://192.168.1.1/" }).end(),
      "private network",
    ],
  ] as [string, RequestListener | undefined, string][])(
    "rejects %s with a sentence",
    async (_name, answer, sentence) => {
      const { send, answers } = await startWire(open);
      if (answer) answers["agency.example/feed"] = answer;
      const { status, body } = await send("POST", "/sources/", { url: FEED });
      expect([status, body.code]).toEqual([400, "feed_unreadable"]);
      expect(body.errors.url).toContain(sentence);
    },
  );

  test("folds the same story: by its address, and by its title at about the same time", async () => {
    const { feed, add, poll, stories } = await startWire(open);
    feed([
      { id: "1", title: "Bitcoin rises above all former records", link: "https://agency.example/btc?utm_source=rss" },
    ]);
    await add();
    const at = { at: "other.example/feed" };
    feed(
      [
        { id: "a", title: "Another headline here", link: "http://www.agency.example/btc/#top" },
        { id: "b", title: "BITCOIN rises above all former records!", link: "https://other.example/b" },
        {
          id: "c",
          title: "Bitcoin rises above all former records",
          link: "https://other.example/c",
          at: NOW - 4 * DAY,
        },
        { id: "d", title: "Live", link: "https://other.example/d" },
        { id: "e", title: "Live", link: "https://other.example/e" },
      ],
      at,
    );
    const other = await add("https://other.example/feed");
    const found = await stories();
    const [first] = found.filter(({ title, others }) => title.startsWith("Bitcoin") && others.length > 0);
    expect(first?.others.map(({ title, source }) => [title, source.id])).toEqual([
      ["BITCOIN rises above all former records!", other.id],
      ["Another headline here", other.id],
    ]);
    expect(found).toHaveLength(4);
    await poll(other.id);
    expect(await stories()).toEqual(found);
  });

  test("updates what a publisher corrects, and adds nothing twice", async () => {
    const { feed, add, poll, titles, stories } = await startWire(open);
    feed([{ id: "1", title: "Wrong title" }]);
    const { id } = await add();
    feed([
      { id: "1", title: "Right title", text: "More" },
      { id: "1", title: "Repeated" },
    ]);
    await poll(id);
    expect(await titles()).toEqual(["Repeated"]);
    feed([{ id: "1", title: "Right title", text: "More" }]);
    await poll(id);
    expect(await stories()).toEqual([expect.objectContaining({ title: "Right title", summary: "More" })]);
  });

  test("searches words, filters by source and state, and pages", async () => {
    const { feed, add, send, titles } = await startWire(open);
    feed([
      { id: "1", title: "Ether falls", text: "In Zürich today", at: NOW - 3 * HOUR },
      { id: "2", title: "Bitcoin rises", at: NOW - 2 * HOUR },
    ]);
    await add();
    feed([{ id: "3", title: "Solana halts", at: NOW - HOUR }], { at: "other.example/f" });
    const other = await add("https://other.example/f");
    expect(await titles()).toEqual(["Solana halts", "Bitcoin rises", "Ether falls"]);
    expect(await titles("?query=zurich%20eth")).toEqual(["Ether falls"]);
    expect(await titles("?query=ther")).toEqual([]);
    expect(await titles("?query=%25")).toHaveLength(3);
    expect(await titles(`?source=${other.id}`)).toEqual(["Solana halts"]);
    const { body, headers } = await send("GET", "/wire/stories/?limit=1&offset=1");
    expect([body[0].title, headers["x-total-count"]]).toEqual(["Bitcoin rises", "3"]);
    expect((await send("GET", "/wire/stories/?limit=1&offset=9")).headers["x-total-count"]).toBe("3");
    await send("PATCH", `/wire/stories/${body[0].id}/`, { state: "dismissed" });
    expect(await titles("?state=new")).toEqual(["Solana halts", "Ether falls"]);
    expect(await titles("?state=dismissed")).toEqual(["Bitcoin rises"]);
    expect((await send("PATCH", `/wire/stories/${body[0].id}/`, { state: "new" })).body.state).toBe("new");
    expect((await send("PATCH", "/wire/stories/999/", { state: "new" })).status).toBe(404);
    expect((await send("PATCH", `/wire/stories/${body[0].id}/`, { state: "drafted" })).status).toBe(400);
  });

  test("makes one draft of a story, with credit, original address, card, sources and topics", async () => {
    const { feed, add, send, stories, database } = await startWire(open);
    await send("POST", "/wire/rules/", { words: ["bitcoin"], effect: "topic", topic: "Bitcoin" });
    feed([{ id: "1", title: "Bitcoin &lt;rises&gt;", text: "Up & up", link: "https://agency.example/1?a=1&amp;b=2" }]);
    await add();
    const [story] = await stories();
    const both = await Promise.all([1, 2].map(() => send("POST", `/wire/stories/${story?.id}/draft/`)));
    const [{ status, body }] = both as [(typeof both)[0]];
    expect(status).toBe(200);
    expect(both[1]?.body).toEqual(body);
    expect(body).toMatchObject({ state: "drafted", article: expect.any(Number) });
    const { body: article } = await send("GET", `/articles/${body.article}/`);
    expect(article).toMatchObject({
      title: "Bitcoin",
      status: "draft",
      canonical_url: "https://agency.example/1?a=1&b=2",
      tags: ["Bitcoin"],
      sources: ["Agency: https://agency.example/1?a=1&b=2"],
    });
    expect(article.content).toContain("<blockquote><p>Up &amp; up</p></blockquote>");
    expect(article.content).toContain('<p>Source: <a href="https://agency.example/1?a=1&amp;b=2">Agency</a></p>');
    expect(article.content).toContain('<aside class="card">');
    expect(await database.db.selectFrom("article").select("id").where("id", "=", body.article).execute()).toHaveLength(
      1,
    );
    await send("PATCH", `/wire/stories/${story?.id}/`, { state: "new" });
    expect((await stories())[0]?.state).toBe("drafted");
    expect((await send("POST", "/wire/stories/999/draft/")).status).toBe(404);
  });

  test("mutes and names topics by rules, for items that come in after them", async () => {
    const { feed, add, poll, send, stories, titles } = await startWire(open);
    feed([{ id: "0", title: "Sponsored before the rule" }]);
    const { id } = await add();
    const rule = (await send("POST", "/wire/rules/", { words: ["sponsored", "press release"], effect: "mute" })).body;
    await send("POST", "/wire/rules/", { words: ["SEC"], effect: "topic", topic: "Regulation" });
    feed([
      { id: "1", title: "A Press  Release!" },
      { id: "2", title: "The SEC sues" },
      { id: "3", title: "A second thing" },
    ]);
    await poll(id);
    expect(await titles("?state=muted")).toEqual(["A Press Release!"]);
    const byTitle = new Map((await stories("?state=new")).map(({ title, topics }) => [title, topics]));
    expect([...byTitle.keys()].sort()).toEqual(["A second thing", "Sponsored before the rule", "The SEC sues"]);
    expect(byTitle.get("The SEC sues")).toEqual(["Regulation"]);
    expect(byTitle.get("A second thing")).toEqual([]);
    expect((await send("GET", "/wire/rules/")).body).toHaveLength(2);
    expect((await send("DELETE", `/wire/rules/${rule.id}/`)).status).toBe(204);
    expect((await send("DELETE", `/wire/rules/${rule.id}/`)).status).toBe(404);
    expect((await send("POST", "/wire/rules/", { words: ["x"], effect: "topic" })).body.errors).toHaveProperty("topic");
  });

  test("asks with validators, and reads nothing that has not changed", async () => {
    const { add, poll, answers, stories, clock } = await startWire(open);
    const seen: unknown[] = [];
    let entries: Entry[] = [{ id: "1", title: "One" }];
    answers["agency.example/feed"] = ({ headers }, response) => {
      seen.push([headers["if-none-match"], headers["if-modified-since"]]);
      if (headers["if-none-match"] === '"v1"') return void response.writeHead(304).end();
      response
        .writeHead(200, { "content-type": "text/xml", etag: '"v1"', "last-modified": "Thu, 05 Nov 2026 10:00:00 GMT" })
        .end(rss(entries));
    };
    const source = await add();
    clock.advance(MINUTE);
    entries = [{ id: "2", title: "Two" }];
    const polled = await poll(source.id);
    expect(seen).toEqual([
      [undefined, undefined],
      ['"v1"', "Thu, 05 Nov 2026 10:00:00 GMT"],
    ]);
    expect(polled).toMatchObject({ error: "", failures: 0, items: 1 });
    expect(Date.parse(polled.succeeded ?? "")).toBe(clock.now());
    expect(await stories()).toHaveLength(1);
  });

  test("are fetched when they are due, as often as they ask for", async () => {
    const { feed, add, runJob, asked, clock, find } = await startWire(open);
    feed([], { head: "<ttl>60</ttl>" });
    const { id } = await add();
    await runJob("wire polls");
    const minutesLeft = async () => (Date.parse((await find(id)).due ?? "") - clock.now()) / MINUTE;
    expect(await minutesLeft()).toBeGreaterThanOrEqual(60);
    expect(await minutesLeft()).toBeLessThan(67);
    const before = asked.length;
    clock.advance(50 * MINUTE);
    await runJob("wire polls");
    expect(asked).toHaveLength(before);
    clock.advance(20 * MINUTE);
    await runJob("wire polls");
    expect(asked).toHaveLength(before + 1);
  });

  test("wait longer after each failure, honour Retry-After, and show why", async () => {
    const { feed, add, poll, answers, clock, find } = await startWire(open);
    feed([]);
    const { id } = await add();
    const delay = async () => Date.parse((await find(id)).due ?? "") - clock.now();
    answers["agency.example/feed"] = (_request, response) => void response.writeHead(500).end();
    expect(await poll(id)).toMatchObject({ error: "Its host responded with 500.", failures: 1, is_active: true });
    expect(await delay()).toBeLessThanOrEqual(5 * MINUTE);
    for (let times = 0; times < 5; times++) await poll(id);
    expect(await delay()).toBeGreaterThan(HOUR);
    answers["agency.example/feed"] = (_request, response) =>
      void response.writeHead(429, { "retry-after": "40000" }).end();
    await poll(id);
    expect(await delay()).toBeGreaterThanOrEqual(40_000_000);
    answers["agency.example/feed"] = serves("<html></html>", "text/html");
    expect((await poll(id)).error).toContain("no feed");
    feed([]);
    expect(await poll(id)).toMatchObject({ error: "", failures: 0 });
  });

  test("switch off with a notice when the feed is gone, or has failed for two weeks", async () => {
    const { feed, add, poll, answers, clock, send, runJob, asked, database } = await startWire(open, {
      mail: { smtpUrl: "smtp://mail.example" },
    });
    feed([]);
    feed([], { at: "other.example/f" });
    const [gone, failing] = [await add(), await add("https://other.example/f")];
    answers["agency.example/feed"] = (_request, response) => void response.writeHead(410).end();
    expect(await poll(gone.id)).toMatchObject({ is_active: false, off_because: "gone", due: null });
    answers["other.example/f"] = (_request, response) => void response.writeHead(404).end();
    await poll(failing.id);
    clock.advance(14 * DAY);
    expect(await poll(failing.id)).toMatchObject({ is_active: false, off_because: "failures" });
    const mails = await database.db
      .selectFrom("mail")
      .innerJoin("mail_body", "mail_body.id", "mail.body_id")
      .select("subject")
      .distinct()
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual(["The wire source Agency was switched off"]);
    const before = asked.length;
    clock.advance(30 * DAY);
    await runJob("wire polls");
    expect(asked).toHaveLength(before);
    feed([]);
    expect((await send("PUT", `/sources/${gone.id}/`, { is_active: true })).body).toMatchObject({
      is_active: true,
      off_because: "",
      failures: 0,
    });
    await runJob("wire polls");
    expect(asked).toHaveLength(before + 1);
  });

  test("follow a feed that has moved permanently, but not one that redirects temporarily", async () => {
    const { feed, add, poll, answers } = await startWire(open);
    feed([]);
    feed([], { at: "new.example/f" });
    const { id } = await add();
    answers["agency.example/feed"] = (_request, response) =>
      void response.writeHead(302, { location: "https://new.example/f" }).end();
    expect((await poll(id)).url).toBe(FEED);
    answers["agency.example/feed"] = (_request, response) =>
      void response.writeHead(301, { location: "https://new.example/f" }).end();
    expect((await poll(id)).url).toBe("https://new.example/f");
  });

  test("are changed and deleted with their items; drafts stay", async () => {
    const { feed, add, send, stories } = await startWire(open);
    feed([{ id: "1", title: "One of the agency's stories today" }]);
    const { id } = await add();
    feed([{ id: "2", title: "One of the agency's stories today" }], { at: "other.example/f" });
    const other = await add("https://other.example/f");
    const [story] = await stories();
    const { body: drafted } = await send("POST", `/wire/stories/${story?.id}/draft/`);
    const { body, headers } = await send("PUT", `/sources/${id}/`, { title: "The agency" });
    expect(body.title).toBe("The agency");
    expect(headers.etag).toBeTruthy();
    expect((await send("PUT", `/sources/${id}/`, { url: other.url })).body.code).toBe("source_exists");
    expect((await send("PUT", `/sources/${id}/`, { url: "http://127.0.0.1/" })).status).toBe(400);
    expect((await send("DELETE", `/sources/${id}/`)).status).toBe(204);
    expect(await stories()).toEqual([
      expect.objectContaining({ state: "drafted", others: [], source: expect.objectContaining({ id: other.id }) }),
    ]);
    expect((await send("DELETE", `/sources/${other.id}/`)).status).toBe(204);
    expect(await stories()).toEqual([]);
    expect((await send("GET", `/articles/${drafted.article}/`)).status).toBe(200);
    expect((await send("DELETE", `/sources/${id}/`)).status).toBe(404);
  });

  test("forget items 30 days after the feed has dropped them, and never show old ones again", async () => {
    const { feed, add, poll, runJob, clock, titles } = await startWire(open);
    const old = { id: "1", title: "Listed for long" };
    feed([old, { id: "2", title: "Dropped soon" }]);
    const { id } = await add();
    feed([old]);
    for (let days = 0; days < 40; days += 10) {
      clock.advance(10 * DAY);
      await poll(id);
      feed([old], { head: `<description>${days}</description>` });
      await runJob("old wire items");
    }
    expect(await titles()).toEqual(["Listed for long"]);
    feed([{ id: "3", title: "Older than a month", at: clock.now() - 31 * DAY }]);
    await poll(id);
    expect(await titles()).toEqual(["Listed for long"]);
  });

  test("two servers that fetch the same feed at the same time store each item once", async () => {
    const { feed, add, database, clock, readRemote, poll, runJob, titles } = await startWire(open);
    feed([]);
    const { id } = await add();
    feed(
      Array.from({ length: 20 }, (_, at) => ({ id: String(at), title: `Number ${at} of twenty different stories` })),
    );
    const second = await startTestApp(database, { clock, readRemote });
    clock.advance(DAY);
    await Promise.all([runJob("wire polls"), second.runJob("wire polls"), poll(id)]);
    expect(await titles()).toHaveLength(20);
  });
});
