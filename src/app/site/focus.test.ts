import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { focusedUrl } from "#shared/pictures.ts";

const CSS = readFileSync(join(import.meta.dirname, "focus.css"), "utf8");
const PICTURE = `/media/${"a".repeat(24)}/320x200.jpg`;

/** The value that the style sheet gives a property for a `src`, by its rules' own words. */
function ruleFor(property: string, src: string): string | undefined {
  const rules = [...CSS.matchAll(/^img([^{]+)\{\s*(--focus-[xy]): (\d+%);\s*\}/gm)];
  const holds = (selector: string) =>
    [...selector.matchAll(/\[src([*$])="([^"]+)"\]/g)].every(([, kind, part = ""]) =>
      kind === "*" ? src.includes(part) : src.endsWith(part),
    );
  const found = rules.filter(([, selector = "", name]) => name === property && holds(selector));
  expect(found.length, src).toBeLessThanOrEqual(1);
  return found[0]?.[3];
}

test("the style sheet has one rule for each focal point that an address can have", () => {
  for (let share = 0; share <= 1.001; share += 0.01) {
    const x = focusedUrl(PICTURE, share, 0);
    const y = focusedUrl(PICTURE, 0, share);
    const [, left] = /#focus=(\d+),0$/.exec(x) ?? [];
    const [, top] = /#focus=0,(\d+)$/.exec(y) ?? [];
    expect(ruleFor("--focus-x", x), x).toBe(`${left}%`);
    expect(ruleFor("--focus-y", y), y).toBe(`${top}%`);
  }
  expect(ruleFor("--focus-y", "https://elsewhere.example/a,10")).toBeUndefined();
});
