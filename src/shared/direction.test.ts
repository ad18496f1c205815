import { expect, test } from "vitest";
import { directionOf } from "./direction.ts";

test.each([
  ["البنك المركزي يعلن عن Bitcoin", "rtl"],
  ["Bitcoin في القاهرة", "ltr"],
  ["(2026) «שלום»", "rtl"],
  ["ދިވެހި", "rtl"],
  ["日本語", "ltr"],
  ["3.5 — 50,000", null],
  ["", null],
])("the direction of %j is %s", (text, direction) => expect(directionOf(text)).toBe(direction));
