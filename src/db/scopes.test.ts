import { setImmediate as otherTasks } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ContentChange,
  collectShown,
  createChangeRecord,
  EVERYTHING,
  listScopes,
  type ScopeList,
  scope,
  shows,
  showsInData,
  showsList,
} from "./scopes.ts";

const [one, two] = [scope("article", 1), scope("article", 2)];

test("scopes of calls that run concurrently are kept apart", async () => {
  const [first, second] = [collectShown(), collectShown()];
  const call = (shown: typeof one) => async () => {
    await otherTasks();
    shows(shown);
  };
  await Promise.all([first.during(call(one)), second.during(call(two))]);
  expect([first.list(), second.list()]).toEqual(["article:1", "article:2"]);
  shows(two);
  expect(first.list()).toBe("article:1");
});

test("a call that names no scopes, or fails, counts as showing everything", async () => {
  const silent = collectShown();
  await silent.during(async () => shows(one));
  await silent.during(async () => undefined);
  expect(silent.list()).toBe(EVERYTHING);
  const failing = collectShown();
  await expect(failing.during(() => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect(failing.list()).toBe(EVERYTHING);
});

test("a call may declare that no change affects what it shows", async () => {
  const shown = collectShown();
  await shown.during(async () => shows());
  expect(shown.list()).toBe("");
});

test('a list names each scope once, whatever its key contains, and becomes "everything" when too long', () => {
  expect(listScopes([one, scope("tag", "real estate"), one])).toBe("article:1 tag:real%20estate");
  expect(scope("tag", "\ud800")).toBe("tag:%EF%BF%BD");
  expect(listScopes(Array.from({ length: 2_000 }, (_, id) => scope("article", id)))).toBe(EVERYTHING);
});

test("whatever the key, a scope has neither spaces nor commas, and two keys never make one scope", () => {
  const key = fc.oneof(fc.string(), fc.constantFrom("a b", "a,b", "a:b", "a%20b", "*", "", "é", "🦒"));
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(scope("tag", one)).toMatch(/^tag:[^\s,]*$/);
      if (one.toWellFormed() !== other.toWellFormed()) expect(scope("tag", one)).not.toBe(scope("tag", other));
    }),
  );
});

test("a list that holds everything is everything, and one without scopes is nothing", () => {
  expect([listScopes([one, EVERYTHING]), listScopes([])]).toEqual([EVERYTHING, ""]);
});

test("what a kept response shows, whoever uses it shows too", async () => {
  const list = listScopes([one, scope("tag", "real estate")]);
  const collect = async (kept: Parameters<typeof showsList>[0]) => {
    const shown = collectShown();
    await shown.during(async () => {
      showsList(kept);
      shows(two);
    });
    return shown.list();
  };
  expect(await collect(list)).toBe(`${list} article:2`);
  expect(await collect(EVERYTHING)).toBe(EVERYTHING);
  expect(await collect(listScopes([])), "nothing, rather than a scope without a name").toBe("article:2");
});

test("what only the response itself shows counts where that is collected, and is no declaration of its own", async () => {
  const collect = async (isExact: boolean, call: () => void) => {
    const shown = collectShown({ isExact });
    await shown.during(async () => call());
    return shown.list();
  };
  const both = () => {
    shows(one);
    showsInData(two);
  };
  expect([await collect(true, both), await collect(false, both)]).toEqual(["article:1 article:2", "article:1"]);
  expect(await collect(true, () => showsInData(two))).toBe(EVERYTHING);
});

test("a call within another one is collected by itself", async () => {
  const [outer, inner] = [collectShown(), collectShown()];
  await outer.during(async () => {
    await inner.during(async () => shows(two));
    shows(one);
  });
  expect([outer.list(), inner.list()]).toEqual(["article:1", "article:2"]);
});

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const NAMES = ["a", "b", "c"].map((name) => scope("tag", name));
const [a, b] = NAMES.map((name) => listScopes([name])) as [ScopeList, ScopeList];

const someScopes = fc.oneof(
  { weight: 5, arbitrary: fc.subarray(NAMES, { minLength: 1 }).map(listScopes) },
  fc.constant<ScopeList>(EVERYTHING),
);

/** What happens to each change on its way to a process: it arrives, arrives twice, late, or not at all. */
const fate = fc.constantFrom("comes", "comes", "twice", "late", "lost");
const history = fc.array(fc.record({ scopes: someScopes, fate }), { maxLength: 12 });

describe("the record of changes", () => {
  test(`never misses a change once the newest version has arrived (seed ${SEED})`, () => {
    const run = (changes: { scopes: ScopeList; fate: string }[], shown: ScopeList, since: number, logged: number) => {
      const record = createChangeRecord();
      record.catchUp(1, []);
      const all: ContentChange[] = changes.map(({ scopes }, place) => ({ version: place + 2, scopes }));
      const late: ContentChange[] = [];
      for (const [place, change] of all.entries()) {
        const how = changes[place]?.fate;
        if (how === "late") late.push(change);
        if (how === "comes" || how === "twice") record.add(change);
        if (how === "twice") record.add(change);
      }
      for (const change of late) record.add(change);
      const newest = all.length + 1;
      record.catchUp(
        newest,
        all.slice(-logged || all.length).filter(({ version }) => version > record.version()),
      );
      expect(record.version()).toBe(newest);
      const touches = ({ scopes }: ContentChange) =>
        scopes === EVERYTHING ||
        shown === EVERYTHING ||
        scopes.split(" ").some((one) => shown.split(" ").includes(one));
      const isTouched = all.some((change) => change.version > since && touches(change));
      if (isTouched) expect(record.changedSince(since, shown)).toBe(true);
      // Nothing was missed: nothing unchanged is reported as changed.
      const isComplete = changes.every((one) => one.fate === "comes" || one.fate === "twice");
      if (isComplete && since > 1 && !all.some(({ scopes }) => scopes === EVERYTHING))
        expect(record.changedSince(since, shown)).toBe(isTouched);
    };
    fc.assert(fc.property(history, someScopes, fc.integer({ min: 1, max: 14 }), fc.nat(12), run), { seed: SEED });
  });

  test("reports everything as changed when a version is missing", () => {
    const record = createChangeRecord();
    record.catchUp(5, []);
    record.add({ version: 6, scopes: a });
    expect([record.changedSince(5, a), record.changedSince(5, b)]).toEqual([true, false]);
    record.add({ version: 8, scopes: a });
    expect([record.changedSince(6, b), record.changedSince(8, b)]).toEqual([true, false]);
  });

  test("catches up from the table of changes as far back as it goes", () => {
    const record = createChangeRecord();
    record.catchUp(5, []);
    record.catchUp(7, [
      { version: 6, scopes: a },
      { version: 7, scopes: a },
    ]);
    expect([record.changedSince(5, a), record.changedSince(5, b)]).toEqual([true, false]);
    record.catchUp(10, [{ version: 10, scopes: a }]);
    expect(record.changedSince(7, b)).toBe(true);
  });

  test("is bounded: the oldest changes are dropped and then count as changed", () => {
    const record = createChangeRecord();
    record.catchUp(1, []);
    for (let version = 2; version < 40_000; version += 1)
      record.add({ version, scopes: listScopes([scope("article", version)]) });
    expect(record.changedSince(2, b)).toBe(true);
    expect(record.changedSince(20_000, b)).toBe(false);
    expect(record.changedSince(20_000, listScopes([scope("article", 30_000)]))).toBe(true);
  });

  test("tells those who wait for a version once it is known, however it became known", async () => {
    const record = createChangeRecord();
    record.catchUp(5, []);
    const reached: number[] = [];
    const wait = (version: number) => record.reached(version).then(() => reached.push(version));
    const waits = [wait(4), wait(5), wait(6), wait(8), wait(8)];
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect(reached, "known before").toEqual([4, 5]);
    record.add({ version: 6, scopes: a });
    await settle();
    expect(reached).toEqual([4, 5, 6]);
    // Late news of the past reaches nothing.
    record.add({ version: 3, scopes: a });
    record.catchUp(9, []);
    await Promise.all(waits);
    expect(reached).toEqual([4, 5, 6, 8, 8]);
  });

  test("knows nothing of what was before its own beginning", () => {
    const record = createChangeRecord();
    record.catchUp(5, []);
    expect([record.changedSince(4, a), record.changedSince(5, a), record.changedSince(6, EVERYTHING)]).toEqual([
      ...[true, false, false],
    ]);
    record.add({ version: 6, scopes: EVERYTHING });
    expect([record.changedSince(5, a), record.changedSince(6, a)]).toEqual([true, false]);
  });

  test("ignores a version that is no number", () => {
    const record = createChangeRecord();
    record.catchUp(5, []);
    record.add({ version: Number.NaN, scopes: EVERYTHING });
    expect([record.version(), record.changedSince(5, a)]).toEqual([5, false]);
  });
});
