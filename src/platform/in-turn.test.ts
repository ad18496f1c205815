import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

/** Work that ends when the test wants it to. */
function work(steps: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = async () => {
    steps.push(`${name} began`);
    const result = await promise;
    steps.push(`${name} ended`);
    return result;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}
const turn = () => new Promise(setImmediate);

test("work under one key is done one after another, in order; another key waits for none of it", async () => {
  const steps: string[] = [];
  const run = inTurn();
  const [first, second, other] = [work(steps, "first"), work(steps, "second"), work(steps, "other")];
  const results = [run("a", first.run), run("a", second.run), run("b", other.run)];
  second.end();
  other.end();
  await turn();
  expect(steps).toEqual(["first began", "other began", "other ended"]);
  first.end();
  expect(await Promise.all(results)).toEqual(["first", "second", "other"]);
  expect(steps.slice(3)).toEqual(["first ended", "second began", "second ended"]);
});

test("work that fails is its own caller's to know, and stops nobody after it", async () => {
  const steps: string[] = [];
  const run = inTurn();
  const [bad, good] = [work(steps, "bad"), work(steps, "good")];
  const results = Promise.allSettled([run("a", bad.run), run("a", good.run)]);
  bad.fail();
  good.end();
  expect(await results).toMatchObject([{ status: "rejected", reason: { message: "bad" } }, { value: "good" }]);
});

test("who comes while the last one is being done waits for it, also after others have ended", async () => {
  const steps: string[] = [];
  const run = inTurn();
  const [first, second, third] = [work(steps, "first"), work(steps, "second"), work(steps, "third")];
  const results = [run("a", first.run), run("a", second.run)];
  first.end();
  await turn();
  results.push(run("a", third.run));
  await turn();
  expect(steps).toEqual(["first began", "first ended", "second began"]);
  second.end();
  third.end();
  await Promise.all(results);
  expect(steps.at(-1)).toBe("third ended");
});
