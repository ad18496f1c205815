import { describe, expect, test } from "vitest";
import type { ScopeList } from "#db/scopes.ts";
import { createFreshness, type Dated, versionOfTurn } from "./freshness.ts";

const SHOWN = "article:1" as ScopeList;

/** Freshness over a publication whose time, changes and schedule the test decides. */
function setUp() {
  const state = {
    now: 1_000,
    version: 5,
    changed: new Set<string>(),
    next: null as number | null,
    asked: 0,
    looked: 0,
  };
  const freshness = createFreshness({
    clock: { now: () => state.now },
    database: {
      contentVersion: () => state.version,
      changedSince: (_version, scopes) => {
        state.looked += 1;
        return state.changed.has(scopes);
      },
    },
    nextPublication: async () => {
      state.asked += 1;
      return state.next;
    },
  });
  const make = async (freshFor = 100): Promise<Dated> => ({ scopes: SHOWN, freshFor, ...(await freshness.begin()) });
  return { state, freshness, make };
}

describe("what was made from content", () => {
  test("is current for its time, and with grace for as much longer", async () => {
    const { state, freshness, make } = setUp();
    const made = await make();
    state.now += 99;
    expect(freshness.isFresh(made, 5)).toBe(true);
    state.now += 1;
    expect([freshness.isFresh(made, 5), freshness.isFresh(made, 5, 1)]).toEqual([false, true]);
    state.now += 1;
    expect(freshness.isFresh(made, 5, 1)).toBe(false);
  });

  test("ends with what appears by time alone, whatever the grace", async () => {
    const { state, freshness, make } = setUp();
    state.next = 1_050;
    const made = await make();
    state.now = 1_049;
    expect(freshness.isFresh(made, 5)).toBe(true);
    state.now = 1_050;
    expect(freshness.isFresh(made, 5, 10_000)).toBe(false);
  });

  test("outlives changes of what it does not show, and looks at each of them once", async () => {
    const { state, freshness, make } = setUp();
    const made = await make();
    state.changed.add("article:2");
    for (let request = 0; request < 3; request += 1) expect(freshness.isFresh(made, 6)).toBe(true);
    expect(state.looked).toBe(1);
    state.changed.add(SHOWN);
    expect(freshness.isFresh(made, 7)).toBe(false);
  });

  test("while something changes is as of the version before: it is never taken for newer than it is", async () => {
    const { state, freshness } = setUp();
    state.next = 9_000;
    const begun = freshness.begin();
    state.version = 6;
    const made = { scopes: SHOWN, freshFor: 100, ...(await begun) };
    expect(made.version).toBe(5);
    state.changed.add(SHOWN);
    expect(freshness.isFresh(made, 6)).toBe(false);
  });
});

describe("the schedule", () => {
  test("is read once for a version, however much is made of it", async () => {
    const { state, make } = setUp();
    await make();
    await make();
    expect(state.asked).toBe(1);
    state.version = 6;
    expect((await make()).version).toBe(6);
    expect(state.asked).toBe(2);
  });

  test("is read again once its next moment has come, though nothing was changed", async () => {
    const { state, make } = setUp();
    state.next = 1_200;
    expect((await make()).until).toBe(1_200);
    state.now = 1_200;
    state.next = 1_500;
    expect((await make()).until).toBe(1_500);
    expect(state.asked).toBe(2);
  });
});

test("the content version is read once per turn for all that ask, and again in the next", async () => {
  let reads = 0;
  const database = { contentVersion: () => ++reads };
  const [one, other] = [versionOfTurn(database), versionOfTurn(database)];
  expect([one(), other(), one()]).toEqual([1, 1, 1]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([other(), one()]).toEqual([2, 2]);
});
