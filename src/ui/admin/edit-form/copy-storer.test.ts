import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubIndexedDb, stubWindow } from "#test/support/browser.ts";
import { bodies, copy, createServer, openTab, type Text, text } from "#test/support/kept-copies.ts";
import type { UnsavedDraft } from "./draft-store.ts";

let disk: ReturnType<typeof stubIndexedDb>;
beforeEach(() => {
  disk = stubIndexedDb();
  stubWindow();
});
afterEach(() => vi.unstubAllGlobals());

describe("a copy of work that no form has open", () => {
  test("is stored, told, and only then gone from the browser", async () => {
    const site = createServer();
    site.server.save(1, text("one two"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("one two three") }), false);
    site.server.fates = ["is lost"];
    await tab.storer.run();
    expect([bodies(site.server), await tab.offered(), tab.retry.isWaiting]).toEqual([
      ["one two"],
      ["one two three"],
      true,
    ]);
    tab.storer.again();
    await tab.storer.run();
    expect(bodies(site.server)).toEqual(["one two three"]);
    expect([tab.said, disk.rows.size, tab.retry.isWaiting]).toEqual([["Title"], 0, false]);
  });

  test("is not offered while it waits for its turn, and is tried once, not with every change of the store", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    site.server.save(1, text("theirs"), "8");
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("mine") }), false);
    expect(await tab.offered()).toEqual([]);
    await tab.storer.run();
    expect(await tab.offered()).toEqual(["mine"]);
    await tab.storer.run();
    tab.storer.again();
    await tab.storer.run();
    expect(site.server.writes).toBe(1);
    expect(bodies(site.server)).toEqual(["theirs"]);
  });

  test("stays offered while it is tried again: the button that one is about to press is there", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("mine") }), false);
    site.server.fates = ["is lost"];
    await tab.storer.run();
    const during: string[][] = [await tab.offered()];
    site.server.during = async () => during.push(await tab.offered());
    tab.storer.again();
    during.push(await tab.offered());
    await tab.storer.run();
    expect([during, await tab.offered(), bodies(site.server)]).toEqual([[["mine"], ["mine"], ["mine"]], [], ["mine"]]);
  });

  test("stays offered in other tabs while one tries it again, and whoever restores it there waits for that", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const there = await openTab(site);
    const draft = copy({ values: text("mine") });
    await there.keepDraft(draft, false);
    site.server.fates = ["is lost"];
    await there.storer.run();
    const here = await openTab(site);
    site.server.fates = ["is lost"];
    await here.storer.run();
    const seen: unknown[] = [];
    let restored: Promise<unknown> | undefined;
    site.server.during = async () => {
      seen.push(await there.offered());
      restored = there.whenStored(draft.key).then(() => seen.push(bodies(site.server)));
    };
    here.storer.again();
    await here.storer.run();
    await restored;
    expect(seen).toEqual([["mine"], ["mine"]]);
  });

  test("is not tried by two tabs at once", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const [there, here] = [await openTab(site), await openTab(site)];
    await here.keepDraft(copy({ values: text("mine") }), false);
    site.server.during = async () => {
      site.server.during = undefined;
      await there.storer.run();
    };
    await here.storer.run();
    await there.storer.run();
    expect([site.server.writes, bodies(site.server), await there.offered()]).toEqual([1, ["mine"], []]);
  });

  test("that is discarded while it is tried does not come back", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    const values = text("one two", { status: "published" });
    const draft = copy({ values, changed: ["body", "status"] });
    await tab.keepDraft(draft, false);
    site.server.during = () => tab.dropDraft(draft.key);
    await tab.storer.run();
    expect([await tab.offered(), disk.rows.size]).toEqual([[], 0]);
  });

  test("is merged where the row has moved on, only with the fields that it changed", async () => {
    const site = createServer();
    site.server.save(1, text("one two three"));
    site.server.save(1, { body: "ONE two three", title: "Theirs" }, "8");
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("one two THREE") }), false);
    await tab.storer.run();
    expect(site.server.all()).toMatchObject([{ body: "ONE two THREE", title: "Theirs" }]);
    expect(disk.rows.size).toBe(0);
  });

  test("of which nobody knows what it changed is offered where the row has moved on", async () => {
    const site = createServer();
    site.server.save(1, text("one two"));
    site.server.save(1, { title: "Theirs" }, "8");
    const tab = await openTab(site);
    const { changed: _changed, ...old } = copy({ values: text("one two three") });
    await tab.keepDraft(old, false);
    await tab.storer.run();
    expect([await tab.offered(), site.server.writes]).toEqual([["one two three"], 0]);
  });

  test("goes after what was written before it", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("one first") }), false);
    await tab.keepDraft(copy({ values: text("one second") }), false);
    await tab.storer.run();
    expect(bodies(site.server)).toEqual(["one first second"]);
  });

  test.each<[string, Partial<UnsavedDraft<Text>>]>([
    ["that was put aside for another version", { etag: null }],
    ["of somebody else's version", { isReplaced: true }],
    ["of another account", { account: "8" }],
    ["of a row that is gone", { subject: 9 }],
    ["that changes only what is saved by hand", { changed: ["status"], values: text("one", { status: "published" }) }],
    ["of a new row that cannot be created yet", { subject: null, etag: null, values: text("mine", { title: "" }) }],
  ])("%s is not stored", async (_what, change) => {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("mine"), ...change }), false);
    await tab.storer.run();
    expect([bodies(site.server), site.server.writes, disk.rows.size, tab.said]).toEqual([["one"], 0, 1, []]);
  });

  test("is not stored in what goes out at a time, nor while the session is somebody else's", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("one two") }), false);
    site.server.account = "8";
    await tab.storer.run();
    site.server.account = "7";
    site.server.isScheduled = true;
    tab.storer.again();
    await tab.storer.run();
    expect([bodies(site.server), await tab.offered()]).toEqual([["one"], ["one two"]]);
  });

  test("keeps what is left to saving by hand, and a picture, as a change of what is stored now", async () => {
    const site = createServer();
    const etag = site.server.save(1, text("one"));
    const tab = await openTab(site);
    const file = new File(["bytes"], "picture.png");
    const values = text("one two", { status: "published" });
    await tab.keepDraft(copy({ etag, values, file, changed: ["body", "status"] }), true);
    await tab.storer.run();
    expect(site.server.all()).toMatchObject([{ body: "one two", status: "draft" }]);
    const { free } = await tab.draftsOf("7", "text");
    expect(free).toMatchObject([{ etag: '"2"', changed: ["status"], values: { status: "published" }, isTried: false }]);
    expect(free[0]?.file).toBe(file);
  });
});

describe("a copy whose answer was lost", () => {
  async function loseAnswer() {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("one mine") }), false);
    site.server.fates = ["answer is lost"];
    await tab.storer.run();
    expect(bodies(site.server)).toEqual(["one mine"]);
    return site;
  }

  test("is recognised, by another tab too, and nothing is stored again", async () => {
    const site = await loseAnswer();
    const next = await openTab(site);
    await next.storer.run();
    expect([site.server.versions(1), disk.rows.size, next.said]).toEqual([2, 0, ["Title"]]);
  });

  test("is offered, not merged with itself, where somebody has gone on from it", async () => {
    const site = await loseAnswer();
    site.server.save(1, { body: "one mine theirs" }, "8");
    const next = await openTab(site);
    await next.storer.run();
    expect([bodies(site.server), await next.offered()]).toEqual([["one mine theirs"], ["one mine"]]);
  });

  test("of a creation creates nothing twice, and what was typed since is added", async () => {
    const site = createServer();
    const tab = await openTab(site);
    const draft = copy({ subject: null, etag: null, values: text("one") });
    await tab.keepDraft(draft, false);
    site.server.fates = ["answer is lost"];
    await tab.storer.run();
    await tab.keepDraft({ ...draft, values: text("one two"), savedAt: 99_999 }, false);
    await (await openTab(site)).storer.run();
    expect([bodies(site.server), disk.rows.size]).toEqual([["one two"], 0]);
  });

  test("of a creation that others have changed since is offered as a change of that row", async () => {
    const site = createServer();
    const tab = await openTab(site);
    await tab.keepDraft(copy({ subject: null, etag: null, values: text("one") }), false);
    site.server.fates = ["answer is lost"];
    await tab.storer.run();
    site.server.save(1, { body: "theirs" }, "8");
    const next = await openTab(site);
    await next.storer.run();
    expect(bodies(site.server)).toEqual(["theirs"]);
    expect((await next.draftsOf("7", "text")).free).toMatchObject([
      { subject: 1, etag: null, values: { body: "one" } },
    ]);
  });
});

describe("several tabs", () => {
  test("store a copy once", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const tabs = [await openTab(site), await openTab(site), await openTab(site)];
    await tabs[0]?.keepDraft(copy({ values: text("one two") }), false);
    await tabs[0]?.keepDraft(copy({ subject: null, etag: null, values: text("new") }), false);
    await Promise.all(tabs.map(({ storer }) => storer.run()));
    expect([bodies(site.server), site.server.versions(1), disk.rows.size]).toEqual([["one two", "new"], 2, 0]);
  });

  test("leave alone what a form has open, there or here, until it is closed", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const [here, there] = [await openTab(site), await openTab(site)];
    const draft = copy({ values: text("one two") });
    await here.keepDraft(draft, false);
    const release = there.holdDraft(draft.key, () => ({ form: "text", subject: 1 }));
    await Promise.all([here.storer.run(), there.storer.run()]);
    expect(bodies(site.server)).toEqual(["one"]);
    // Another form of the same row, in this tab.
    const close = here.holdDraft("other", () => ({ form: "text", subject: 1 }));
    there.storer.stop();
    await release();
    await here.storer.run();
    expect([bodies(site.server), await here.offered()]).toEqual([["one"], ["one two"]]);
    await close();
    await here.storer.run();
    expect(bodies(site.server)).toEqual(["one two"]);
  });

  test("store what another tab still had open when they looked, as soon as it is free", async () => {
    const site = createServer();
    site.server.save(1, text("one"));
    const [here, there] = [await openTab(site), await openTab(site)];
    const draft = copy({ values: text("one two") });
    await here.keepDraft(draft, false);
    const crash = there.holdDraft(draft.key);
    await here.storer.run();
    expect(bodies(site.server)).toEqual(["one"]);
    await crash();
    await vi.waitFor(() => expect(bodies(site.server)).toEqual(["one two"]));
  });

  test("store nothing where the browser cannot tell what is open elsewhere", async () => {
    vi.stubGlobal("navigator", {});
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text("one two") }), false);
    await tab.storer.run();
    expect([bodies(site.server), await tab.offered()]).toEqual([["one"], ["one two"]]);
  });
});
