import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubIndexedDb, stubWindow } from "#test/support/browser.ts";
import type { UnsavedDraft } from "./draft-store.ts";

let disk: ReturnType<typeof stubIndexedDb>;
let window: ReturnType<typeof stubWindow>;
beforeEach(() => {
  disk = stubIndexedDb();
  window = stubWindow();
});
afterEach(() => vi.unstubAllGlobals());

/** A tab of the browser: it shares storage and locks with the others, and nothing else. */
async function openTab() {
  vi.resetModules();
  return { ...(await import("./draft-store.ts")), ...(await import("./draft-locks.ts")) };
}

type Values = { title: string };
const draft = (change: Partial<UnsavedDraft<Values>> = {}): UnsavedDraft<Values> => ({
  key: "d1",
  account: "7",
  form: "article",
  subject: 12,
  etag: '"3-a"',
  createKey: "c1",
  values: { title: "Typed" },
  file: null,
  savedAt: 1_000,
  isReplaced: false,
  ...change,
});
const picture = new File(["bytes"], "picture.png");
const keysOf = (drafts: { key: string }[]) => drafts.map(({ key }) => key);
/** Whether the browser asks before the page is left. */
const asksBeforeLeaving = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe("a stored draft", () => {
  test("is found unchanged by another tab, newest first", async () => {
    const tab = await openTab();
    await tab.keepDraft(draft({ file: picture }), true);
    await tab.keepDraft(draft({ key: "d2", savedAt: 2_000, subject: null, etag: null }), false);
    const { free, busy } = await (await openTab()).draftsOf("7", "article");
    expect(free).toEqual([
      draft({ key: "d2", savedAt: 2_000, subject: null, etag: null }),
      { ...draft(), file: picture },
    ]);
    expect(free[1]?.file).toBe(picture);
    expect(busy).toEqual([]);
  });

  test("is offered to its account alone, and where such a form can be opened", async () => {
    const tab = await openTab();
    await tab.keepDraft(draft(), false);
    expect((await tab.draftsOf("8", "article")).free).toEqual([]);
    expect((await tab.draftsOf("7", "issue")).free).toEqual([]);
    expect(keysOf((await tab.draftsOf("7", "article")).free)).toEqual(["d1"]);
  });

  test("keeps its picture while only the text changes, without writing it again", async () => {
    const tab = await openTab();
    await tab.keepDraft(draft({ file: picture }), true);
    await tab.keepDraft(draft({ file: picture, values: { title: "More" } }), false);
    expect(disk.changes).toEqual([["draft:d1", "picture:d1"], ["draft:d1"]]);
    expect((await tab.draftsOf("7", "article")).free).toMatchObject([{ values: { title: "More" }, file: picture }]);
    await tab.keepDraft(draft({ file: null }), true);
    expect((await tab.draftsOf("7", "article")).free).toMatchObject([{ file: null }]);
  });

  test("leaves nothing behind when it is dropped", async () => {
    const tab = await openTab();
    await tab.keepDraft(draft({ file: picture }), true);
    await tab.dropDraft("d1");
    expect(disk.rows.size).toBe(0);
  });

  test("keeps the pictures of its texts, each written once, until the text no longer holds them", async () => {
    const tab = await openTab();
    const [one, other] = [new File(["1"], "1.png"), new File(["2"], "2.png")];
    const inText = (pictures: Record<string, File>) => draft({ pictures });
    await tab.keepDraft(inText({ "pending:1": one }), false);
    await tab.keepDraft(inText({ "pending:1": one, "pending:2": other }), false);
    await tab.keepDraft(inText({ "pending:2": other }), false);
    expect(disk.changes).toEqual([
      ["draft:d1", "text-picture:d1 pending:1"],
      ["draft:d1", "text-picture:d1 pending:2"],
      ["draft:d1", "text-picture:d1 pending:1"],
    ]);
    const next = await openTab();
    expect((await next.draftsOf("7", "article")).free).toEqual([inText({ "pending:2": other })]);
    // Another page that goes on with it knows what is there.
    await next.keepDraft(draft(), false);
    expect([...disk.rows.keys()]).toEqual(["draft:d1"]);
  });

  test("hands the pictures of its texts to the draft that replaces it, and leaves none behind", async () => {
    const tab = await openTab();
    const pictures = { "pending:1": new File(["1"], "1.png") };
    await tab.keepDraft(draft({ pictures }), false);
    await tab.keepDraft(draft({ key: "d10", pictures }), false);
    await tab.keepDraft(draft({ key: "d2", pictures }), false, "d1");
    expect([...disk.rows.keys()].filter((key) => key.includes("d1 "))).toEqual([]);
    expect((await tab.findDraft("d2"))?.pictures).toEqual(pictures);
    for (const key of ["d2", "d10"]) await tab.dropDraft(key);
    expect(disk.rows.size).toBe(0);
  });

  test("from when only articles were stored is offered as an article's", async () => {
    const { form: _form, subject: _subject, createKey: _createKey, file: _file, ...rest } = draft();
    disk.rows.set("draft:d1", { ...rest, article: 12 });
    // Its key was the key of its creation, too.
    expect((await (await openTab()).draftsOf("7", "article")).free).toEqual([draft({ createKey: "d1" })]);
  });
});

describe("a draft that is open in a form", () => {
  test("is not offered here or in another tab, which learns when it is free again", async () => {
    const [here, there] = [await openTab(), await openTab()];
    await here.keepDraft(draft(), false);
    const release = here.holdDraft("d1");
    expect(await here.draftsOf("7", "article")).toEqual({ free: [], busy: [] });
    expect(await there.draftsOf("7", "article")).toEqual({ free: [], busy: ["d1"] });

    const isFree = vi.fn();
    const waiting = there.whenFree("d1", new AbortController().signal).then(isFree);
    await new Promise(setImmediate);
    expect(isFree).not.toHaveBeenCalled();
    await release();
    await waiting;
    expect(keysOf((await there.draftsOf("7", "article")).free)).toEqual(["d1"]);
    expect(keysOf((await here.draftsOf("7", "article")).free)).toEqual(["d1"]);
  });

  test("is released even by a form that closes before it has it", async () => {
    const [here, there] = [await openTab(), await openTab()];
    const releaseHere = here.holdDraft("d1");
    const released = there.holdDraft("d1")();
    await releaseHere();
    await released;
    expect((await navigator.locks.query()).held).toEqual([]);
  });

  test("is no longer waited for by a panel that is closed", async () => {
    const [here, there] = [await openTab(), await openTab()];
    const release = here.holdDraft("d1");
    const over = new AbortController();
    const waiting = there.whenFree("d1", over.signal);
    over.abort();
    await expect(waiting).rejects.toBe(over.signal.reason);
    await release();
  });

  test("is offered in other tabs too where the browser has no locks", async () => {
    vi.stubGlobal("navigator", {});
    const [here, there] = [await openTab(), await openTab()];
    await here.keepDraft(draft(), false);
    const release = here.holdDraft("d1");
    expect(keysOf((await there.draftsOf("7", "article")).free)).toEqual(["d1"]);
    await release();
    expect(keysOf((await here.draftsOf("7", "article")).free)).toEqual(["d1"]);
  });
});

describe("where the browser stores nothing", () => {
  test("the form knows, and the work lasts as long as the page, which asks before it closes", async () => {
    const [here, there] = [await openTab(), await openTab()];
    disk.refuses = true;
    const work = draft({ file: picture, pictures: { "pending:1": picture } });
    await expect(here.keepDraft(work, true)).rejects.toThrow("full");
    expect((await here.draftsOf("7", "article")).free).toEqual([work]);
    expect((await there.draftsOf("7", "article")).free).toEqual([]);
    expect(asksBeforeLeaving()).toBe(true);
  });

  test("the page asks until the last such work is stored or dropped", async () => {
    const tab = await openTab();
    disk.refuses = true;
    for (const key of ["d1", "d2"]) await tab.keepDraft(draft({ key }), false).catch(() => undefined);
    disk.refuses = false;
    await tab.keepDraft(draft({ key: "d1" }), false);
    expect(asksBeforeLeaving()).toBe(true);
    await tab.dropDraft("d2");
    expect(asksBeforeLeaving()).toBe(false);
    expect(keysOf((await tab.draftsOf("7", "article")).free)).toEqual(["d1"]);
  });

  test("the newest work counts even if it was refused, not what was stored before", async () => {
    const tab = await openTab();
    await tab.keepDraft(draft(), false);
    disk.refuses = true;
    await tab.keepDraft(draft({ values: { title: "Newer" } }), false).catch(() => undefined);
    expect((await tab.draftsOf("7", "article")).free).toMatchObject([{ values: { title: "Newer" } }]);
  });

  test("forbidden storage behaves like an empty one", async () => {
    disk.isForbidden = true;
    const tab = await openTab();
    await expect(tab.keepDraft(draft(), false)).rejects.toThrow("forbidden");
    expect(keysOf((await tab.draftsOf("7", "article")).free)).toEqual(["d1"]);
  });
});

describe("work that no form has open", () => {
  test("is stored under a new key, and panels are notified", async () => {
    const tab = await openTab();
    const learned = vi.fn();
    const end = tab.onDraftsChanged(learned);
    const { key: _key, ...work } = draft({ isReplaced: true });
    await tab.putAside(work);
    await tab.putAside({ ...work, file: picture });
    expect(learned).toHaveBeenCalledTimes(2);
    const { free } = await tab.draftsOf<Values>("7", "article");
    expect(free).toMatchObject([
      { isReplaced: true, file: null },
      { isReplaced: true, file: picture },
    ]);
    expect(new Set(keysOf(free)).size).toBe(2);
    end();
    tab.notifyDraftsChanged();
    expect(learned).toHaveBeenCalledTimes(2);
  });

  test("is offered by this page even if the browser refuses it", async () => {
    const tab = await openTab();
    disk.refuses = true;
    const { key: _key, ...work } = draft();
    await expect(tab.putAside(work)).resolves.toBeUndefined();
    expect((await tab.draftsOf("7", "article")).free).toMatchObject([work]);
  });
});
