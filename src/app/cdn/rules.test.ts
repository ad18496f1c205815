import { describe, expect, test } from "vitest";
import { EVERYTHING, listScopes, type ScopeList, scope } from "#db/scopes.ts";
import { keysOfCall } from "./rules.ts";

const articles = (count: number, digits = 1) =>
  Array.from({ length: count }, (_, at) => listScopes([scope("article", String(at).padStart(digits, "0"))]));

describe("a purge names", () => {
  test("each thing that has changed once, and what shows more than it can name", () => {
    const [one, two] = [scope("article", 1), scope("tag", "real estate")];
    expect(keysOfCall([listScopes([one, two]), listScopes([one])])).toEqual(["any", "article:1", "tag:real%20estate"]);
  });

  test.each<[string, ScopeList[] | undefined]>([
    ["nobody knows what has changed", undefined],
    ["one change may have touched everything", [...articles(1), EVERYTHING]],
  ])("everything where %s", (_why, changes) => {
    expect(keysOfCall(changes)).toEqual(["all"]);
  });

  test("at most as many keys as a CDN takes in one call, and beyond that everything", () => {
    expect(keysOfCall(articles(249))).toHaveLength(250);
    expect(keysOfCall(articles(250))).toEqual(["all"]);
  });

  test("no more than fits into a header, whatever the keys are made of", () => {
    // `any`, and keys of 29 characters, each after a space.
    expect(keysOfCall(articles(199, 21)).join(" ").length).toBeLessThanOrEqual(6_000);
    const long = keysOfCall(articles(199, 21));
    expect(long).toHaveLength(200);
    expect(keysOfCall(articles(200, 22))).toEqual(["all"]);
  });

  test("only what shows more than it can name where a change touched nothing in particular", () => {
    expect(keysOfCall([])).toEqual(["any"]);
    expect(keysOfCall([listScopes([])])).toEqual(["any"]);
  });
});
