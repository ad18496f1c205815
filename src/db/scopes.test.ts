import { setImmediate as otherTasks } from "node:timers/promises";
import { expect, test } from "vitest";
import { collectShown, EVERYTHING, listScopes, scope, shows } from "./scopes.ts";

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
