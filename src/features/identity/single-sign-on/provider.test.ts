import { expect, test } from "vitest";
import { isOutage } from "./provider.ts";

test.each([
  ["a connection that was refused", new TypeError("fetch failed"), true],
  ["no answer in time", new DOMException("The operation timed out.", "TimeoutError"), true],
  ["a call that was given up", new DOMException("Aborted", "AbortError"), true],
  ["a token that is not of this sign-in", new Error("unexpected JWT claim value"), false],
  ["a library's error that merely speaks of time", new Error("Timeout of the token"), false],
  ["no error at all", "TimeoutError", false],
  ["nothing", undefined, false],
])("the provider is away or has refused, and the person is told which: %s", (_what, error, is) => {
  expect(isOutage(error)).toBe(is);
});
