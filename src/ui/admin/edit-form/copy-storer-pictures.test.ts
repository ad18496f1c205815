import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubIndexedDb, stubWindow } from "#test/support/browser.ts";
import { bodies, copy, createServer, openTab, type Text, text } from "#test/support/kept-copies.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import { storedToast } from "./stored-toast.ts";

let disk: ReturnType<typeof stubIndexedDb>;
beforeEach(() => {
  disk = stubIndexedDb();
  stubWindow();
});
afterEach(() => vi.unstubAllGlobals());

describe("a copy whose text holds pictures that wait", () => {
  const IMAGE = '<img src="pending:1-a" alt="" />';
  const pictures = { "pending:1-a": new File(["bytes"], "quay.png") };
  async function openWith(change: Partial<UnsavedDraft<Text>> = {}) {
    const site = createServer();
    site.server.save(1, text("one"));
    const tab = await openTab(site);
    await tab.keepDraft(copy({ values: text(`one ${IMAGE}`), pictures, ...change }), false);
    return { site, tab };
  }

  test("is stored once they are uploaded, and both are gone from the browser then", async () => {
    const { site, tab } = await openWith();
    await tab.storer.run();
    expect([bodies(site.server), tab.retry.isWaiting, disk.rows.size]).toEqual([["one"], true, 2]);
    site.server.uploads = ["/media/quay"];
    tab.storer.again();
    await tab.storer.run();
    expect(bodies(site.server)).toEqual(['one <img src="/media/quay" alt="" />']);
    expect([disk.rows.size, tab.said, tab.retry.isWaiting]).toEqual([0, ["Title"], false]);
  });

  test("creates a new row with them", async () => {
    const { site, tab } = await openWith({ subject: null, etag: null });
    site.server.uploads = ["/media/quay"];
    await tab.storer.run();
    expect(bodies(site.server)).toEqual(["one", 'one <img src="/media/quay" alt="" />']);
    expect(disk.rows.size).toBe(0);
  });

  test("is recognised where its answer was lost: the picture is there once", async () => {
    const { site, tab } = await openWith();
    site.server.uploads = ["/media/quay"];
    site.server.fates = ["answer is lost"];
    await tab.storer.run();
    const next = await openTab(site);
    // The same file has the same address.
    site.server.uploads = ["/media/quay"];
    await next.storer.run();
    expect([site.server.versions(1), bodies(site.server), disk.rows.size]).toEqual([
      2,
      ['one <img src="/media/quay" alt="" />'],
      0,
    ]);
  });

  test("is stored without one that the server refuses, which is told", async () => {
    const { site, tab } = await openWith();
    site.server.uploads = [400];
    await tab.storer.run();
    expect([bodies(site.server), tab.refused]).toEqual([["one "], ["“quay.png”: This is not an image."]]);
    expect(disk.rows.size).toBe(0);
  });

  test("keeps nothing of them with what is left to saving by hand", async () => {
    const values = text(`one ${IMAGE}`, { status: "published" });
    const { site, tab } = await openWith({ values, changed: ["body", "status"] });
    site.server.uploads = ["/media/quay"];
    await tab.storer.run();
    const { free } = await tab.draftsOf<Text>("7", "text");
    expect(free).toMatchObject([{ values: { status: "published", body: 'one <img src="/media/quay" alt="" />' } }]);
    expect(disk.rows.size).toBe(1);
  });
});

test("the notice of what was stored says which pictures it lacks", () => {
  const stored = (refused: string[]) => storedToast([{ row: {}, title: "Title", refused }], () => "/").description;
  expect(stored([])).toMatch(/Nothing was published\.$/);
  expect(stored(["“quay.png”: This is not an image."])).toMatch(
    /Images that the server refused are left out\. “quay\.png”: This is not an image\.$/,
  );
});
