import { describe, expect, test } from "vitest";
import { knownOf, searchedFor, withChange } from "./address.tsx";

describe("a list's address", () => {
  const change = (address: string, changes: Record<string, string>) =>
    withChange(new URLSearchParams(address), changes).toString();

  test("returns to the first page when a filter changes, and not when the page does", () => {
    expect(change("tab=ads&page=4", { state: "spam" })).toBe("tab=ads&state=spam");
    expect(change("tab=ads&state=spam&page=4", { page: "5" })).toBe("tab=ads&state=spam&page=5");
  });

  test("contains only what differs from the list's defaults", () => {
    expect(change("state=spam&page=2", { state: "" })).toBe("");
    expect(change("page=2", { page: "1" })).toBe("");
  });

  test("is a new one: the current address is not changed", () => {
    const rendered = new URLSearchParams("page=4");
    withChange(rendered, { state: "spam" });
    expect(rendered.toString()).toBe("page=4");
  });
});

describe("the query in an address", () => {
  test("is truncated to what the server accepts, never within a character", () => {
    expect(searchedFor("  bitcoin  ", 4)).toBe("bitc");
    expect(searchedFor("ab🦊", 3)).toBe("ab\ufffd");
    expect(searchedFor("ab🦊", 3)?.isWellFormed()).toBe(true);
  });

  test("is the same when it is read again, also where the cut leaves a space at its end", () => {
    expect(searchedFor("rate cut", 5)).toBe("rate");
  });

  test.each([null, "", "   "])("is empty if it is %j", (given) => {
    expect(searchedFor(given, 10)).toBeUndefined();
  });

  test("is one of the known values; the empty one is no filter, and others would be rejected", () => {
    const known = ["", "new", "spam"] as const;
    expect(["spam", "Spam", "", null].map((given) => knownOf(known, given))).toEqual([
      "spam",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
