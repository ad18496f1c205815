import { expect, test } from "vitest";
import { parseId } from "./ids.ts";

test.each(["0", "-1", "1.5", "12abc", "", "01", " 1", "1e3", "2147483648", "9".repeat(16)])(
  "%s is not an id",
  (text) => {
    expect(parseId(text)).toBeNull();
  },
);

test.each([
  ["1", 1],
  ["2147483647", 2_147_483_647],
])("%s is an id", (text, id) => {
  expect(parseId(text)).toBe(id);
});
