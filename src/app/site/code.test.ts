import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

/** The site's colours, each in the light and in the dark theme. */
const COLOURS = new Map(
  [...read("site.css").matchAll(/--color-(\w+): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, [light, dark]] as const,
  ),
);

/** The relative luminance of a colour `#rrggbb`, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each([
  ["light", 0],
  ["dark", 1],
] as const)("every part of code has enough contrast in the %s theme", (_theme, at) => {
  const names = [
    "ink",
    ...[...read("code.css").matchAll(/ color: var\(--color-(\w+)\)/g)].map(([, name = ""]) => name),
  ];
  expect(names).toContain("accent");
  const colour = (name: string) => COLOURS.get(name)?.[at] ?? "";
  const tooLow = names.filter((name) => !(contrast(colour(name), colour("surface")) >= 4.5));
  expect(tooLow).toEqual([]);
});
