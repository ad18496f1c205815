import { expect, test } from "vitest";
import { targetsFor } from "../link-targets.ts";

const FOUND = ["Réserves of Kwale", "How Miners: A Guide"].map((title, at) => ({
  address: `/article/${at}`,
  title,
  hint: "Draft",
}));
const titles = (typed: string, searched: string) => targetsFor(typed, FOUND, searched).map(({ title }) => title);

test("pages found for a text are offered, and those of an earlier text as long as their titles have it", () => {
  expect(titles(" kwale", "kwale")).toEqual(["Réserves of Kwale", "How Miners: A Guide"]);
  expect(titles("reserve", "res")).toEqual(["Réserves of Kwale"]);
  expect(titles("how miners: a", "how")).toEqual(["How Miners: A Guide"]);
});

test.each(["https://example.com", "example.com/a", "desk@example.com", "mailto:", "/article/1", "#top"])(
  "%j is an address, for which none are offered",
  (typed) => expect(titles(typed, typed)).toEqual([]),
);
