import { describe, expect, test } from "vitest";
import { EVERYTHING, listScopes, type Scope, type ScopeList, scope } from "#db/scopes.ts";
import { apiCacheControl, keysToPurge, surrogateKeys } from "./response-forms.ts";

const list = (...scopes: Scope[]): ScopeList => listScopes(scopes);
const article = (id: number) => scope("article", id);

/** Whether a CDN that keeps a response by its keys forgets it when it is told these. */
const isForgotten = (shown: ScopeList, ...changes: ScopeList[]) => {
  const keys = surrogateKeys(shown).split(" ");
  return keysToPurge(changes).some((key) => keys.includes(key));
};

describe("what a CDN keeps is forgotten", () => {
  test("once something that it shows has changed, and not before", () => {
    const shown = list(article(1), scope("category", "ai news"));
    expect(isForgotten(shown, list(article(1)))).toBe(true);
    expect(isForgotten(shown, list(article(2)), list(scope("category", "ai news")))).toBe(true);
    expect(isForgotten(shown, list(article(2)))).toBe(false);
    expect(isForgotten(shown, list(article(11)), list(scope("category", "ai")))).toBe(false);
  });

  test("by any change where it shows more than it can name", () => {
    const long = list(...Array.from({ length: 400 }, (_, id) => article(id)));
    expect(surrogateKeys(long).length, "the header stays short").toBeLessThan(20);
    for (const shown of [EVERYTHING, long]) expect(isForgotten(shown, list(article(9_999)))).toBe(true);
  });

  test("by a change of everything, whatever it shows, even if that is nothing", () => {
    for (const shown of [list(), list(article(1)), EVERYTHING])
      expect(isForgotten(shown, list(article(2)), EVERYTHING)).toBe(true);
    expect(isForgotten(list(), list(article(1)))).toBe(false);
  });
});

test("a key that several changes touched is told once", () => {
  const keys = keysToPurge([list(article(1), article(2)), list(article(2)), list()]);
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
  expect(keys).toContain(article(1));
});

test("a call that may be kept for less than a second is not kept by others at all", () => {
  expect(apiCacheControl()).toContain("s-maxage=10");
  expect(apiCacheControl(2_999)).toContain("s-maxage=2");
  expect(apiCacheControl(999)).toContain("s-maxage=0");
});
