import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { DAY, HOUR } from "#shared/time.ts";
import { createPostgresDatabase, describeOnSqlite } from "#test/support/engines.ts";
import { newFolder, startImportServer } from "#test/support/import-servers.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { startWire } from "#test/support/wire.ts";

const MIB = 1024 * 1024;
type Wire = Awaited<ReturnType<typeof startWire>>;
type Answer = Wire["answers"][string];

const HEAD = { "content-type": "application/rss+xml" };
const BOMB = gzipSync(Buffer.alloc(100 * MIB, " "));

/** A response that never ends: a part of it, again and again. */
const endless =
  (part: string): Answer =>
  (_request, response) => {
    response.writeHead(200, HEAD);
    const send = (): void => {
      if (response.destroyed) return;
      response.write(part, () => setImmediate(send));
    };
    send();
  };

/** What a host may do instead of sending its feed, and what people are told. */
const HOSTS: Record<string, { answer: Answer; error: RegExp }> = {
  "does not respond": { answer: () => {}, error: /^Its host took too long\.$/ },
  "stops in the middle": {
    answer: (_request, response) => void response.writeHead(200, HEAD).write("<rss><channel>"),
    error: /^Its host took too long\.$/,
  },
  "never ends": {
    answer: endless("<item></item>".repeat(5_000)),
    error: /^(?:It is too large|Its host took too long)\.$/,
  },
  "sends a gzip bomb": {
    answer: (_request, response) => void response.writeHead(200, { ...HEAD, "content-encoding": "gzip" }).end(BOMB),
    error: /^It is too large\.$/,
  },
  "promises a huge body": {
    answer: (_request, response) => void response.writeHead(200, { ...HEAD, "content-length": 1e10 }).write("<rss>"),
    error: /^It is too large\.$/,
  },
  "breaks the connection": { answer: ({ socket }) => void socket.destroy(), error: /could not be reached/ },
  fails: { answer: (_request, response) => void response.writeHead(500).end(), error: /responded with 500/ },
  "redirects to itself": {
    answer: (_request, response) => void response.writeHead(301, { location: "https://agency.example/feed" }).end(),
    error: /^Its host redirects too often\.$/,
  },
  "redirects to a private network": {
    answer: (_request, response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    error: /^It is on a private network\.$/,
  },
  "sends a page": {
    answer: (_request, response) =>
      void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Sorry"),
    error: /./,
  },
  "sends nonsense": {
    answer: (_request, response) => void response.writeHead(200, HEAD).end(Buffer.alloc(1_000, 0xff)),
    error: /./,
  },
  "sends elements without an end to their depth": {
    answer: (_request, response) => void response.writeHead(200, HEAD).end(`<rss><channel>${"<item>".repeat(200_000)}`),
    error: /./,
  },
  "sends entities that multiply": {
    answer: (_request, response) =>
      void response
        .writeHead(200, HEAD)
        .end(
          `<!DOCTYPE rss [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};&a${n};">`).join("")}]><rss><channel><item><title>&a30;</title></item></channel></rss>`,
        ),
    error: /^$/,
  },
};

describeOnSqlite("a source of the wire", (open) => {
  test.each(Object.entries(HOSTS))("whose host %s says why, keeps its stories and recovers", async (_kind, host) => {
    const wire = await startWire(open);
    const { feed, add, poll, titles, answers, app } = wire;
    feed([{ id: "1", title: "Before" }]);
    const { id } = await add();
    answers["agency.example/feed"] = host.answer;
    const began = performance.now();
    const polling = poll(id);
    expect((await app.inject("/api/categories/")).statusCode).toBe(200);
    const polled = await polling;
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(polled.error).toMatch(host.error);
    expect(polled.failures).toBe(polled.error === "" ? 0 : 1);
    expect(await titles()).toContain("Before");
    feed([{ id: "2", title: "After" }]);
    expect((await poll(id)).error).toBe("");
    expect(await titles()).toEqual(expect.arrayContaining(["Before", "After"]));
  });

  test("with a hub that lies about its lease, or that nothing comes from, is polled all the same", async () => {
    const requests: URLSearchParams[] = [];
    const head =
      '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="https://hub.example/"/><atom:link rel="self" href="https://agency.example/feed"/>';
    const { feed, add, app, clock, runJob, find, titles } = await startWire(open, {
      siteUrl: "https://daily-news.org",
      postRemote: async (_url, { body }) => {
        requests.push(new URLSearchParams(body));
        return { status: 202, text: "" };
      },
    });
    feed([], { head });
    const { id } = await add();
    await runJob("wire subscriptions");
    const { pathname } = new URL(requests[0]?.get("hub.callback") ?? "");
    for (const seconds of ["999999999", "-5", "0", "forever", "1e9"]) {
      const query = new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.topic": "https://agency.example/feed",
        "hub.challenge": "c",
        "hub.lease_seconds": seconds,
      });
      expect((await app.inject(`${pathname}?${query}`)).statusCode).toBe(200);
    }
    feed([{ id: "1", title: "Never pushed", at: clock.now() }], { head });
    clock.advance(DAY);
    await runJob("wire polls");
    expect(await titles()).toEqual(["Never pushed"]);
    for (let day = 0; day < 31; day += 1) {
      clock.advance(DAY);
      await runJob("wire subscriptions");
    }
    expect((await find(id)).is_pushed, "the longest lease has ended").toBe(false);
  });
});

test.skipIf(inject("postgres") === null)("a source whose server is killed is fetched by another one", async () => {
  const databaseUrl = await createPostgresDatabase({ template: MIGRATED });
  const folder = newFolder("wire");
  const first = await startImportServer({ databaseUrl, dataDir: join(folder, "1") });
  await first.withDatabase(({ db }) =>
    db
      .insertInto("wire_source")
      .values({
        url: "http://agency.invalid/feed",
        title: "Agency",
        site_url: "",
        is_active: 1,
        created_at: 0,
        due_at: Date.now() + HOUR,
        hub_token: "t",
        every_minutes: null,
        polled_at: null,
        succeeded_at: null,
        failing_since: null,
        hub_until: null,
        hub_due_at: null,
      })
      .execute(),
  );
  await first.withDatabase(({ db }) => db.updateTable("wire_source").set({ due_at: 0 }).execute());
  await first.kill();
  const second = await startImportServer({ databaseUrl, dataDir: join(folder, "1") });
  const sources = () => second.read<{ failures: number; error: string }[]>("/api/sources/");
  await expect.poll(async () => (await sources())[0]?.failures, { timeout: 60_000 }).toBe(1);
  expect((await sources())[0]?.error).toMatch(/^Its host/);
});
