import { expect, test } from "vitest";
import { declared, FEATURES } from "./features.ts";

test.each(["screens", "permissions", "actionKinds", "actions"] as const)(
  "no two features declare the same of %s",
  (part) => {
    const names = Object.values(FEATURES).flatMap((feature) =>
      Object.keys((feature as Record<string, object>)[part] ?? {}),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(declared(part)).sort()).toEqual(names.sort());
  },
);
