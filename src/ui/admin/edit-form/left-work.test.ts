import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { beginFrom, beginNew } from "./beginning.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import { fateOf, keptToast } from "./kept-toast.ts";
import { isAway, isPassing } from "./passing.ts";
import { afterStoring, storeTyped } from "./store-typed.ts";
import { storedToast } from "./stored-toast.ts";

describe("work that a form is left with", () => {
  test.each([
    ["stores itself at once", true, "idle", "stored"],
    ["is on its way", true, "saving", "stored"],
    ["waits for the server", true, "offline", "waits"],
    ["is offered where somebody else has changed the same", true, "conflict", "offered"],
    ["is offered where the server refuses it", true, "refused", "offered"],
    ["is offered where it may not store itself, whatever the connection", false, "offline", "offered"],
    ["is offered where it may not store itself, though nothing is wrong", false, "idle", "offered"],
  ] as const)("%s", (_what, mayStore, autosave, fate) => {
    expect(fateOf(mayStore, autosave)).toBe(fate);
  });

  test("is told of unless it is stored, and only what is offered says where", () => {
    expect(keptToast("stored", "the list")).toBeNull();
    expect(keptToast("waits", "the list")?.description).not.toContain("the list");
    expect(keptToast("offered", "the list")?.description).toContain("above the list until you restore or discard it");
  });
});

describe("work that was stored without being asked for", () => {
  const copies = (...titles: string[]) => titles.map((title, at) => ({ row: { id: at + 1 }, title, refused: [] }));
  const toast = (...titles: string[]) => storedToast(copies(...titles), ({ id }) => `/admin/articles/${id}`);
  const names = (...titles: string[]) => toast(...titles).title.replace(/^.*: /, "");

  test("is named, three at most, and what has no title too", () => {
    expect(names("One")).toBe("“One”");
    expect(names("One", "  ")).toBe("“One” and “Untitled”");
    expect(names("1", "2", "3")).toBe("“1”, “2” and “3”");
    expect(names("1", "2", "3", "4", "5")).toBe("“1”, “2”, “3” and 2 more");
  });

  test("is led to if it is one", () => {
    expect(toast("One").action).toEqual({ label: "Open", to: "/admin/articles/1" });
    expect(toast("One", "Two").action).toBeUndefined();
  });
});

describe("what comes after storing what is typed", () => {
  const failureOf = (stored: Promise<boolean>) => storeTyped({ flush: () => stored }).catch((error: unknown) => error);

  test("comes only once it is stored", async () => {
    expect(await failureOf(Promise.resolve(true))).toBeUndefined();
    expect(await failureOf(Promise.resolve(false))).toBeInstanceOf(Error);
  });

  test("is not blamed for what the storing failed with, nor the other way round", async () => {
    const words = afterStoring("Could not publish it");
    expect(words(await failureOf(Promise.resolve(false)))).toBe("Your latest changes could not be saved first.");
    const broken = new Error("broken");
    expect(words(await failureOf(Promise.reject(broken)))).toBe("Could not publish it");
    expect(words(new ApiError(500, {}))).toBe("Could not publish it");
  });
});

describe("a form begins", () => {
  const draft = (change: Partial<UnsavedDraft<{ title: string }>> = {}): UnsavedDraft<{ title: string }> => ({
    ...{ key: "d", account: "7", form: "page", subject: 1, etag: '"3-a"', createKey: "c" },
    ...{ values: { title: "Typed" }, file: null, savedAt: 0, isReplaced: false },
    ...change,
  });
  const base = { row: { id: 1 }, etag: '"3-b"' };

  test("from what is stored, with nothing to compare", () => {
    expect(beginFrom(base, null)).toEqual({ base, restored: null, conflict: null, isDeleted: false });
  });

  test("from restored work, unless its row has changed since, which is compared first", () => {
    expect(beginFrom(base, draft()).conflict).toBeNull();
    expect(beginFrom(base, draft({ etag: '"2-a"' })).conflict).toBe(base);
    // Work that was put aside has no version: it is always compared.
    expect(beginFrom(base, draft({ etag: null })).conflict).toBe(base);
  });

  test("afresh, and says so where its row is gone", () => {
    expect([null, draft({ subject: null }), draft()].map((one) => beginNew(one).isDeleted)).toEqual([
      false,
      false,
      true,
    ]);
    expect(beginNew(draft()).base).toBeNull();
  });
});

test.each([
  [new NetworkError(), true, true],
  [502, true, true],
  [503, true, true],
  [504, true, true],
  [401, false, true],
  [429, false, true],
  [507, false, true],
  [400, false, false],
  [409, false, false],
  [413, false, false],
  [500, false, false],
  [new TypeError("a fault of the code"), false, false],
])("after %s, whether the server is away is %s, and whether it passes is %s", (failure, away, passing) => {
  const error = typeof failure === "number" ? new ApiError(failure, {}) : failure;
  expect([isAway(error), isPassing(error)]).toEqual([away, passing]);
});
