import { expect, test } from "vitest";
import { zonesLike } from "./settings-screen.tsx";

test("zones are found by any part of their name, however it is written", () => {
  expect(zonesLike("nairobi")).toEqual(["Africa/Nairobi"]);
  expect(zonesLike("new york")[0]).toBe("America/New_York");
  expect(zonesLike("new_yo")[0]).toBe("America/New_York");
  expect(zonesLike("berlin")).toContain("Europe/Berlin");
  expect(zonesLike("no such place")).toEqual([]);
});

test("names that begin with it come first, and UTC is among all", () => {
  expect(zonesLike("")[0]).toBe("UTC");
  const found = zonesLike("eur");
  expect(found.slice(0, 3).every((zone) => zone.startsWith("Europe/"))).toBe(true);
});
