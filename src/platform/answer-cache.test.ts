import { expect, test } from "vitest";
import { createChangeRecord } from "#db/change-record.ts";
import { type Scope, scope, shows } from "#db/scopes.ts";
import { testClock } from "#test/support/clock.ts";
import { createAnswerCache } from "./answer-cache.ts";

const [latest, picks] = [scope("latest"), scope("picks")];

/** A cache over a record of changes; `made` lists the responses in the order in which they were made. */
function start() {
  const clock = testClock();
  const record = createChangeRecord();
  record.catchUp(1, []);
  const cache = createAnswerCache({
    clock,
    database: { contentVersion: record.version, changedSince: record.changedSince },
  });
  const made: string[] = [];
  const make =
    (text: string, shown: Scope[] = [latest]) =>
    async () => {
      shows(...shown);
      made.push(text);
      return text;
    };
  const change = (...scopes: Scope[]) =>
    record.add({ version: record.version() + 1, scopes: scopes.join(" ") as never });
  return { clock, cache, made, make, change };
}

test("a response is made once for concurrent requests, and cached for ten seconds", async () => {
  const { clock, cache, made, make } = start();
  const answers = await Promise.all([cache("rss", make("1")), cache("rss", make("2")), cache("json", make("other"))]);
  expect(answers).toEqual(["1", "1", "other"]);
  clock.advance(9_999);
  expect(await cache("rss", make("3"))).toBe("1");
  clock.advance(1);
  expect(await cache("rss", make("4"))).toBe("4");
  expect(made).toEqual(["1", "other", "4"]);
});

test("a change invalidates only responses that show what was changed", async () => {
  const { cache, make, change } = start();
  await cache("rss", make("1"));
  change(picks);
  expect(await cache("rss", make("2"))).toBe("1");
  change(latest, picks);
  expect(await cache("rss", make("3"))).toBe("3");
});

test("a response without scopes is invalidated by any change", async () => {
  const { cache, change } = start();
  await cache("rss", async () => "1");
  change(picks);
  expect(await cache("rss", async () => "2")).toBe("2");
});

test("a change while a response is made invalidates it, as it may have read the state before", async () => {
  const { cache, make, change } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = cache("rss", async () => {
    shows(latest);
    await promise;
    return "before";
  });
  change(picks);
  expect(await cache("rss", make("while")), "what the first one shows is not known yet").toBe("while");
  resolve();
  expect(await slow).toBe("before");
  expect(await cache("rss", make("after")), "the later one stays").toBe("while");
});

test("an error is passed to all who wait for it, and not cached", async () => {
  const { cache, make } = start();
  const fail = () => Promise.reject(new Error("The database is away."));
  const results = await Promise.allSettled([cache("rss", fail), cache("rss", make("1"))]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await cache("rss", make("2"))).toBe("2");
});

test("the cache is bounded by the length of its texts: the least recently used go first", async () => {
  const { cache, make } = start();
  const mebibyte = "x".repeat(1024 * 1024);
  for (let number = 0; number < 9; number += 1) await cache(`feed ${number}`, make(mebibyte));
  expect(await cache("feed 8", make("anew"))).toBe(mebibyte);
  expect(await cache("feed 0", make("anew"))).toBe("anew");
});
