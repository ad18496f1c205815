import { expect, test } from "vitest";
import type { Declaration } from "./declaration.ts";
import { declared, FEATURES } from "./features.ts";

test.each(["screens", "permissions", "actionKinds", "actions", "addresses", "pictures", "personalData"] as const)(
  "no two features declare the same of %s",
  (part) => {
    const names = Object.values(FEATURES).flatMap((feature) =>
      Object.keys((feature as Record<string, object>)[part] ?? {}),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(declared(part)).sort()).toEqual(names.sort());
  },
);

test("no two features declare the same scope", () => {
  const scopes = Object.values<Declaration>(FEATURES).flatMap((feature) => feature.scopes ?? []);
  expect(new Set(scopes).size).toBe(scopes.length);
});
