import { setImmediate as otherTasks } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { collectShown, EVERYTHING, listScopes, scope, shows, showsInData, showsList } from "./scopes.ts";

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
