import type { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { chunksOf } from "#db/rows.ts";
import { MAX_REMOVED_LINKS, removeOldLinks } from "#features/media/remote/commands.ts";
import { LINK_FRESH_MS, LINK_KEPT_MS, RETRY_AFTER_MS } from "#features/media/remote/rules.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { serves, startOtherHosts } from "#test/support/other-host.ts";
import { recordQueries, scansOf } from "#test/support/query-plans.ts";
import { startTestApp } from "#test/support/test-app.ts";

describeOnEngines("links to other sites", (open) => {
  async function start() {
    const database = await open();
    const clock = testClock();
    const hosts = await startOtherHosts(
      {
        "there.example/": serves("Found.", "application/pdf"),
        "shy.example/": (_request, response) => void response.writeHead(403).end(),
        "gone.example/": (_request, response) => void response.writeHead(410).end(),
        "moved.example/": (_request, response) =>
          void response.writeHead(301, { location: "http://gone.example/" }).end(),
        "slow.example/": () => undefined,
      },
      { timeoutMs: 200 },
    );
    const site = await startTestApp(database, { clock, fetchRemote: hosts.fetchRemote });
    const call = await startPatientEditor(site.app, database, clock);
    const ask = async (...addresses: string[]) => {
      const items = addresses.map((address) => ({ kind: "link", address }));
      const { status, body } = await call({ method: "POST", url: editorApiUrl.remote(), payload: { items } });
      expect(status).toBe(200);
      return body.map(({ state, detail }: { state: string; detail: string }) => [state, detail]);
    };
    return { ...site, database, clock, hosts, ask };
  }

  test("are dead only if their host says so, not if it refuses or is slow", async () => {
    const { ask, fetchRemoteItems } = await start();
    const all = ["there", "shy", "slow", "gone", "moved", "never"].map((name) => `http://${name}.example/`);
    expect(await ask(...all)).toEqual(all.map(() => ["waiting", ""]));
    await fetchRemoteItems();
    expect(await ask(...all)).toEqual([
      ["done", ""],
      ["done", ""],
      ["done", ""],
      ["failed", "Its host responded with 410."],
      ["failed", "Its host responded with 410."],
      ["failed", "Its host responded with 404."],
    ]);
  });

  test("are asked again when a result is old: a page that is there after a week, one that is not after an hour", async () => {
    const { ask, fetchRemoteItems, hosts, clock } = await start();
    const pages = ["http://there.example/", "http://gone.example/"];
    const asked = async () => {
      hosts.asked.length = 0;
      await ask(...pages);
      await fetchRemoteItems();
      return [...hosts.asked].sort();
    };
    expect(await asked()).toEqual(["gone.example/", "there.example/"]);
    expect(await asked()).toEqual([]);
    clock.advance(RETRY_AFTER_MS);
    expect(await asked()).toEqual(["gone.example/"]);
    hosts.answers["there.example/"] = (_request, response) => void response.writeHead(404).end();
    clock.advance(LINK_FRESH_MS);
    expect(await asked()).toEqual(["gone.example/", "there.example/"]);
    expect(await ask(...pages)).toMatchObject([
      ["failed", expect.any(String)],
      ["failed", expect.any(String)],
    ]);
  });

  test("that no room has asked for in 30 days are removed, a bounded number at a time; pictures and recent links stay", async () => {
    const { ask, clock, runJob, database } = await start();
    const { db } = database;
    const kept = async () =>
      (await db.selectFrom("remote_item").select("address").orderBy("address").execute()).map(({ address }) => address);
    const row = { kind: "link" as const, asked_at: clock.now(), done_at: null };
    await db
      .insertInto("remote_item")
      .values([
        { ...row, key: "l-old", address: "http://old.example/" },
        { ...row, key: "r-old", kind: "picture", address: "http://old.example/a.png" },
      ])
      .execute();
    clock.advance(LINK_KEPT_MS);
    await ask("http://there.example/");
    await runJob("old links");
    expect(await kept(), "exactly 30 days").toContain("http://old.example/");
    clock.advance(1);
    await runJob("old links");
    expect(await kept()).toEqual(["http://old.example/a.png", "http://there.example/"]);

    const many = Array.from({ length: MAX_REMOVED_LINKS + 1 }, (_, at) => ({
      ...row,
      key: `l-${at}`,
      address: `http://old.example/${at}`,
    }));
    for (const some of chunksOf(many)) await db.insertInto("remote_item").values(some).execute();
    const { recorded, queries } = recordQueries(database);
    await removeOldLinks(recorded.db, clock.now());
    expect(await kept()).toHaveLength(3);
    expect(await scansOf(database, queries[0] as CompiledQuery)).toEqual([]);
  });
});
