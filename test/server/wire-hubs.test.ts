import { createHmac } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { DAY, HOUR } from "#shared/time.ts";
import type { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { FEED, rss, startWire } from "#test/support/wire.ts";

describeOnEngines("hubs of feeds", (open) => {
  const HEAD =
    '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="https://hub.example/"/><atom:link rel="self" href="https://agency.example/feed"/>';

  async function startHub(settings: Parameters<typeof startDesk>[1] = {}) {
    const requests: URLSearchParams[] = [];
    const wire = await startWire(open, {
      siteUrl: "https://daily-news.org",
      postRemote: async (_url, { body }) => {
        requests.push(new URLSearchParams(body));
        return { status: 202, text: "" };
      },
      ...settings,
    });
    wire.feed([], { head: HEAD });
    const source = await wire.add();
    await wire.runJob("wire subscriptions");
    const verify = (request: URLSearchParams, change: Record<string, string> = {}) => {
      const query = new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.topic": request.get("hub.topic") ?? "",
        "hub.challenge": "c1",
        "hub.lease_seconds": "864000",
        ...change,
      });
      return wire.app.inject(`${new URL(request.get("hub.callback") ?? "").pathname}?${query}`);
    };
    const push = (request: URLSearchParams, body: string, signature = "") =>
      wire.app.inject({
        method: "POST",
        url: new URL(request.get("hub.callback") ?? "").pathname,
        headers: { "content-type": "application/rss+xml", "x-hub-signature": signature },
        payload: body,
      });
    return { ...wire, requests, source, verify, push };
  }

  test("are asked for changes, which are taken if they are signed", async () => {
    const { requests, source, verify, push, find, titles } = await startHub();
    const [request] = requests as [URLSearchParams];
    expect(Object.fromEntries(request)).toMatchObject({ "hub.mode": "subscribe", "hub.topic": FEED });
    expect((await find(source.id)).is_pushed).toBe(false);
    expect((await verify(request, { "hub.topic": "https://other.example/" })).statusCode).toBe(404);
    expect((await verify(request, { "hub.mode": "unsubscribe" })).statusCode).toBe(404);
    const answer = await verify(request, { "hub.challenge": "<script>" });
    expect([answer.statusCode, answer.body, answer.headers["content-type"]]).toEqual([
      200,
      "<script>",
      "text/plain; charset=utf-8",
    ]);
    expect((await find(source.id)).is_pushed).toBe(true);
    const body = rss([{ id: "9", title: "Pushed" }]);
    const sign = (secret: string) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    for (const signature of ["", "sha256=00", sign("wrong"), "md5=0123456789abcdef0123456789abcdef0123456789"])
      expect((await push(request, body, signature)).statusCode).toBe(202);
    expect(await titles()).toEqual([]);
    expect((await push(request, body, sign(request.get("hub.secret") ?? ""))).statusCode).toBe(202);
    expect(await titles()).toEqual(["Pushed"]);
    expect((await find(source.id)).is_pushed).toBe(true);
  });

  test("send a part of a feed, which drops nothing of it", async () => {
    const { requests, source, verify, push, feed, poll, titles, clock, runJob, answers } = await startHub();
    const [request] = requests as [URLSearchParams];
    await verify(request);
    feed([{ id: "1", title: "Listed" }], { head: HEAD });
    await poll(source.id);
    answers["agency.example/feed"] = (_request, response) => void response.writeHead(304).end();
    for (let day = 0; day < 40; day += 10) {
      clock.advance(10 * DAY);
      const body = rss([{ id: "2", title: "Pushed", at: clock.now() }], `<description>${day}</description>`);
      const signature = `sha256=${createHmac("sha256", request.get("hub.secret") ?? "")
        .update(body)
        .digest("hex")}`;
      expect((await push(request, body, signature)).statusCode).toBe(202);
      await poll(source.id);
      await runJob("old wire items");
    }
    expect(await titles()).toEqual(["Pushed", "Listed"]);
  });

  test("are asked again before a subscription ends, and feeds are fetched rarely while it lasts", async () => {
    const { requests, source, verify, poll, clock, runJob, find } = await startHub();
    await verify(requests[0] as URLSearchParams);
    const polled = await poll(source.id);
    expect(Date.parse(polled.due ?? "") - clock.now()).toBeGreaterThanOrEqual(6 * HOUR);
    await runJob("wire subscriptions");
    expect(requests).toHaveLength(1);
    clock.advance(8 * DAY);
    await runJob("wire subscriptions");
    expect(requests).toHaveLength(2);
    clock.advance(3 * DAY);
    expect((await find(source.id)).is_pushed).toBe(false);
  });

  test("learn that a source is gone, and are not asked by sites that they cannot reach", async () => {
    const { requests, source, push, verify, send } = await startHub();
    await send("DELETE", `/sources/${source.id}/`);
    expect((await push(requests[0] as URLSearchParams, "x")).statusCode).toBe(410);
    expect((await verify(requests[0] as URLSearchParams)).statusCode).toBe(404);
    for (const settings of [
      { siteUrl: "http://daily-news.org" },
      { siteUrl: "https://localhost" },
      { isStaging: true },
    ])
      expect((await startHub(settings)).requests).toEqual([]);
  });
});

describeOnEngines("stories of feeds that say nothing new", (open) => {
  test.each<[string, RequestListener | undefined]>([
    ["says that nothing has changed", (_request, response) => void response.writeHead(304).end()],
    ["sends the same again", undefined],
    ["fails", (_request, response) => void response.writeHead(500).end()],
  ])("stay while their feed %s, and go when it has dropped them for 30 days", async (_kind, answer) => {
    const { feed, add, poll, runJob, clock, titles, answers } = await startWire(open);
    const all = ["Dropped before", "Still listed"].map((title) => ({ id: title, title }));
    feed(all, { headers: { etag: '"v1"' } });
    const { id } = await add();
    const listed = all.slice(1);
    clock.advance(DAY);
    feed(listed, { headers: { etag: '"v1"' } });
    await poll(id);
    const usual = answers["agency.example/feed"];
    if (answer) answers["agency.example/feed"] = answer;
    const waits = async (days: number) => {
      for (let left = days; left > 0; left -= 10) {
        clock.advance(10 * DAY);
        await poll(id);
        await runJob("old wire items");
      }
    };
    await waits(40);
    expect(await titles()).toEqual(["Still listed"]);
    if (usual) answers["agency.example/feed"] = usual;
    feed([], { head: "<description>changed</description>" });
    await waits(40);
    expect(await titles()).toEqual([]);
  });
});
