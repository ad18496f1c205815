import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubIndexedDb, stubWindow } from "#test/support/browser.ts";
import type { DraftProps } from "./draft-keeper.ts";

let disk: ReturnType<typeof stubIndexedDb>;
/** A page of its own for each test: the store keeps its connection, and what the browser refused, as long as a page. */
let createKeeper: typeof import("./draft-keeper.ts").createKeeper;
let store: typeof import("./draft-store.ts");
beforeEach(async () => {
  vi.resetModules();
  ({ createKeeper } = await import("./draft-keeper.ts"));
  store = await import("./draft-store.ts");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  disk = stubIndexedDb();
  stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Values = { title: string };
const picture = new File(["bytes"], "picture.png");

/** An open form with its keeper, and what the keeper has reported. `type` is what an editor does. */
function openForm(change: Partial<DraftProps<Values>> = {}) {
  const work = { values: { title: "" }, file: null as File | null };
  const said = { keptAt: null as number | null, isRefused: false };
  const keeper = createKeeper<Values>({
    account: "7",
    form: "article",
    subject: 12,
    etag: '"3"',
    createKey: "c1",
    isUnsaved: false,
    current: () => structuredCloneOf(work),
    changesOf: () => ({ changed: ["title"] }),
    tried: null,
    resumed: null,
    ...change,
  });
  keeper.report = {
    setKeptAt: (at) => {
      said.keptAt = at;
    },
    setIsRefused: (is) => {
      said.isRefused = is;
    },
  };
  const type = (title: string, file = work.file) => {
    Object.assign(work, { values: { title }, file });
    keeper.props = { ...keeper.props, isUnsaved: true };
    keeper.later();
  };
  return { keeper, said, type, close: keeper.begin() };
}
const structuredCloneOf = ({ values, file }: { values: Values; file: File | null }) => ({
  values: { ...values },
  file,
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Lets what is under way come to its end. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
};
/** Nothing is written until what this returns is called. */
function holdDisk(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.free = promise;
  return resolve;
}
const titles = () =>
  [...disk.rows].flatMap(([key, row]) => (key.startsWith("draft:") ? (row as { values: Values }).values.title : []));
const pictures = () => [...disk.rows.keys()].filter((key) => key.startsWith("picture:"));

describe("what is typed", () => {
  test("is safe while the same words are stored once more, and not before they are stored", async () => {
    const { type, keeper } = openForm();
    type("kept");
    expect(keeper.isSafe()).toBe(false);
    await pass(800);
    await settle();
    expect(keeper.isSafe()).toBe(true);
    // An autosave begins, which the draft is to know.
    keeper.beforeSending();
    expect(keeper.isSafe()).toBe(true);
    type("kept, and more");
    expect(keeper.isSafe()).toBe(false);
  });

  test("is stored with the pictures that it holds and the server does not have, as long as it holds them", async () => {
    const { addWaitingPicture } = await import("./waiting-pictures.ts");
    const { type } = openForm();
    const address = await addWaitingPicture(picture);
    for (const title of [`a <img src="${address}" alt="" />`, "a"]) {
      type(title);
      await pass(800);
      await settle();
      const kept = [...disk.rows.keys()].filter((key) => key.startsWith("text-picture:"));
      expect(kept).toHaveLength(title === "a" ? 0 : 1);
    }
  });

  test("is stored within a second, however long the typing goes on", async () => {
    const { type, said } = openForm();
    for (const title of ["a", "ab", "abc", "abcd"]) {
      type(title);
      await pass(300);
    }
    await settle();
    // The first change waited 800 ms, not until the last one.
    expect(titles()).toEqual(["abc"]);
    expect(said.keptAt).not.toBeNull();
    await pass(800);
    await settle();
    expect(titles()).toEqual(["abcd"]);
  });

  test("is stored at once when the page is left, and not again by the timer", async () => {
    const { keeper, type } = openForm();
    type("a");
    keeper.now();
    await settle();
    expect(titles()).toEqual(["a"]);
    await pass(2_000);
    keeper.now();
    await settle();
    expect(disk.changes).toHaveLength(1);
  });

  test("is gone if it was saved just before the page is left", async () => {
    const { keeper, type } = openForm();
    type("a");
    keeper.now();
    await settle();
    keeper.props = { ...keeper.props, isUnsaved: false };
    keeper.now();
    await settle();
    expect(titles()).toEqual([]);
  });

  test("is deleted at once if it was saved while it was still being stored: the page may end before that does", async () => {
    const { keeper, type } = openForm();
    const release = holdDisk();
    type("a");
    keeper.now();
    await settle();
    type("ab");
    keeper.now();
    keeper.props = { ...keeper.props, isUnsaved: false };
    keeper.drop();
    await settle();
    expect(disk.begun).toBe(2);
    release();
    await settle();
    expect(titles()).toEqual([]);
    type("abc");
    await pass(800);
    await settle();
    expect(titles()).toEqual(["abc"]);
  });

  test("is not kept in memory either if it was saved while the browser was about to refuse it", async () => {
    const { keeper, type } = openForm();
    const release = holdDisk();
    type("a");
    keeper.now();
    await settle();
    keeper.drop();
    disk.refuses = true;
    release();
    await settle();
    expect((await store.draftsOf("7", "article")).free).toEqual([]);
  });

  test("is stored again as a change of another version", async () => {
    const { keeper, type } = openForm();
    type("a");
    keeper.now();
    keeper.props = { ...keeper.props, etag: '"4"' };
    keeper.now();
    await settle();
    expect([...disk.rows.values()]).toMatchObject([{ etag: '"4"' }]);
  });

  test("is stored before it is sent, with what it changes and that it was sent", async () => {
    const { keeper, type } = openForm();
    type("a");
    keeper.beforeSending();
    await settle();
    expect([...disk.rows.values()]).toMatchObject([{ changed: ["title"], isTried: true, values: { title: "a" } }]);
    // Of what is stored since, nothing was sent yet.
    keeper.props = { ...keeper.props, etag: '"4"' };
    keeper.now();
    await settle();
    expect([...disk.rows.values()]).toMatchObject([{ etag: '"4"', isTried: false }]);
  });

  test("is stored when the form closes, and then offered", async () => {
    const { type, close } = openForm();
    type("a");
    close();
    await settle();
    expect((await store.draftsOf("7", "article")).free).toMatchObject([{ subject: 12, values: { title: "a" } }]);
  });

  test("is not stored while nothing is unsaved", async () => {
    const { keeper, close } = openForm();
    keeper.now();
    close();
    await settle();
    expect(disk.changes).toEqual([]);
  });
});

describe("work is safe to leave", () => {
  test("only once all of it is stored", async () => {
    const { keeper, type } = openForm();
    expect(keeper.isSafe()).toBe(true);
    type("a");
    expect(keeper.isSafe()).toBe(false);
    const release = holdDisk();
    keeper.now();
    await settle();
    expect(keeper.isSafe()).toBe(false);
    release();
    await settle();
    expect(keeper.isSafe()).toBe(true);
    type("ab");
    expect(keeper.isSafe()).toBe(false);
  });

  test("but not if the browser refuses it, until it accepts a later change", async () => {
    const { keeper, type, said } = openForm();
    disk.refuses = true;
    type("a");
    keeper.now();
    await settle();
    expect([said.isRefused, keeper.isSafe()]).toEqual([true, false]);
    // The same text is tried again: nothing has been stored.
    disk.refuses = false;
    keeper.now();
    await settle();
    expect([said.isRefused, keeper.isSafe(), titles()]).toEqual([false, true, ["a"]]);
  });
});

describe("a chosen picture", () => {
  test("is stored when it is chosen, and removed when it is removed", async () => {
    const { keeper, type } = openForm();
    type("a", picture);
    keeper.now();
    type("ab");
    keeper.now();
    await settle();
    expect(disk.changes.map((keys) => keys.length)).toEqual([2, 1]);
    type("ab", null);
    keeper.now();
    await settle();
    expect((await store.draftsOf("7", "article")).busy).toEqual([]);
    expect([...disk.rows.values()]).toContain(null);
  });

  test("that is too large to store is not dropped by a change of the text meanwhile", async () => {
    const { keeper, type, said } = openForm();
    disk.refuses = "pictures";
    type("a", picture);
    keeper.now();
    // Typed while the picture is still being written.
    type("ab");
    keeper.now();
    await settle();
    expect([said.isRefused, keeper.isSafe()]).toEqual([true, false]);
    disk.refuses = false;
    type("abc");
    keeper.now();
    await settle();
    expect([titles(), pictures().length, said.isRefused, keeper.isSafe()]).toEqual([["abc"], 1, false, true]);
  });
});

describe("the draft is deleted", () => {
  test("when the work is saved; more typing starts another", async () => {
    const { keeper, type, said } = openForm();
    type("a", picture);
    keeper.now();
    keeper.props = { ...keeper.props, isUnsaved: false };
    keeper.drop();
    await settle();
    expect([disk.rows.size, said.keptAt, keeper.isSafe()]).toEqual([0, null, true]);
    type("b");
    keeper.now();
    await settle();
    expect([titles(), pictures().length]).toEqual([["b"], 1]);
  });

  test("for good when it is discarded: nothing is stored after that", async () => {
    const { keeper, type, close } = openForm();
    type("a");
    keeper.now();
    keeper.forget();
    type("b");
    await pass(1_000);
    close();
    await settle();
    expect([disk.rows.size, keeper.isSafe()]).toEqual([0, true]);
  });
});

describe("a draft that is restored", () => {
  const older = {
    ...{ key: "older", account: "7", form: "article", subject: 12, etag: '"3"', createKey: "c0" },
    ...{ values: { title: "old" }, file: null, savedAt: 1, isReplaced: false },
  };

  test("is replaced by the form's own as soon as that is stored, and no sooner", async () => {
    await store.keepDraft(older, false);
    const { type, said } = openForm({ resumed: "older" });
    disk.refuses = "pictures";
    type("old", picture);
    // At once, not after a pause in typing.
    await pass(0);
    await settle();
    expect([said.isRefused, titles()]).toEqual([true, ["old"]]);
    disk.refuses = false;
    type("older and newer");
    await pass(800);
    await settle();
    expect(titles()).toEqual(["older and newer"]);
    expect(disk.rows.has("draft:older")).toBe(false);
  });

  test("is replaced in one change, so that a crash at any moment leaves the work once", async () => {
    await store.keepDraft(older, true);
    disk.changes = [];
    const { type } = openForm({ resumed: "older" });
    type("old");
    await pass(0);
    await settle();
    expect(titles()).toEqual(["old"]);
    expect(disk.changes).toHaveLength(1);
  });

  test("is left alone by other tabs until then", async () => {
    await store.keepDraft({ ...older, key: "alone" }, false);
    const { close } = openForm({ resumed: "alone" });
    vi.resetModules();
    const elsewhere = await import("./draft-store.ts");
    const { whenFree } = await import("./draft-locks.ts");
    expect((await elsewhere.draftsOf("7", "article")).free).toEqual([]);
    close();
    await whenFree("alone", new AbortController().signal);
    expect((await elsewhere.draftsOf("7", "article")).free).toMatchObject([{ key: "alone" }]);
  });

  test("is deleted with the work that was saved from it, even if nothing was typed", async () => {
    await store.keepDraft(older, false);
    const { keeper } = openForm({ resumed: "older" });
    keeper.drop();
    await settle();
    expect(disk.rows.size).toBe(0);
  });
});
