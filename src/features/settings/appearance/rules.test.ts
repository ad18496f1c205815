import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contrast, darkenUntil, lightenUntil } from "./colours.ts";
import { PAIRING_NAMES } from "./fonts.ts";
import { coloursOf, HOUSE_COLOURS, inkFault, type PageColours, paperFault } from "./page-colours.ts";
import {
  accentFault,
  DEFAULT_LOOK,
  lowestContrast,
  MIN_CONTRAST,
  nearestAccent,
  PAGES,
  pagesOf,
  tonesOf,
} from "./rules.ts";
import { themeAddress, themeRules } from "./theme.ts";

/** Colours around the circle, from nearly black to nearly white. */
const COLOURS = [0, 40, 90, 140, 190, 240, 255].flatMap((red) =>
  [0, 60, 130, 200, 255].flatMap((green) =>
    [0, 60, 130, 200, 255].map((blue) =>
      [red, green, blue].reduce((hex, part) => hex + part.toString(16).padStart(2, "0"), "#"),
    ),
  ),
);

describe("contrast", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.48],
    ["#bd3216", "#bd3216", 1],
    ["#0000ff", "#ffffff", 8.59],
  ])("of %s and %s is %d, as WCAG computes it", (one, other, wanted) => {
    expect(contrast(one, other)).toBeCloseTo(wanted, 2);
    expect(contrast(other, one)).toBeCloseTo(wanted, 2);
  });
});

describe("another lightness", () => {
  test("leaves a colour that passes, and keeps greys grey", () => {
    expect(darkenUntil("#123456", () => true)).toBe("#123456");
    expect(lightenUntil("#123456", () => true)).toBe("#123456");
    expect(darkenUntil("#cccccc", (colour) => contrast(colour, "#ffffff") >= 4.5)).toMatch(/^#(..)\1\1$/);
  });

  test("keeps the hue: yellow becomes olive, not brown or green", () => {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(nearestAccent("#ffd400").slice(at, at + 2), 16));
    expect(Math.abs((red ?? 0) - (green ?? 0))).toBeLessThan(40);
    expect(blue).toBeLessThan(40);
  });
});

describe("an accent", () => {
  test("that is not readable gets the nearest one that is, for every colour", () => {
    for (const colour of COLOURS) {
      const fault = accentFault(colour);
      if (!fault) continue;
      expect(fault.message, colour).toContain(fault.nearest ?? "-");
      expect(accentFault(fault.nearest ?? ""), colour).toBeNull();
      // Nearest: hardly darker than needed.
      expect(lowestContrast(fault.nearest ?? ""), colour).toBeLessThan(MIN_CONTRAST + 0.2);
    }
  });

  test("is readable in both themes, as text and behind white text", () => {
    for (const colour of COLOURS.map((one) => nearestAccent(one))) {
      const { light, lightFill, dark, darkFill } = tonesOf(colour);
      const pairs = [
        [light, "#faf7f2"],
        [light, "#f1ebe1"],
        [dark, "#14171f"],
        [dark, "#1d212b"],
        [lightFill, "#ffffff"],
        [darkFill, "#ffffff"],
      ] as const;
      for (const [one, other] of pairs)
        expect(contrast(one, other), `${colour}: ${one} on ${other}`).toBeGreaterThan(4.5);
    }
  });

  test.each(["red", "#fff", "#12345g", "", "#bd3216;}"])("of %s is not a colour", (text) => {
    expect(accentFault(text)).toEqual({ message: "Accent must be a colour such as #bd3216.", nearest: null });
  });
});

describe("a background and a text colour", () => {
  const nearest = (colour: string, fault: { nearest: string | null } | null) => fault?.nearest ?? colour;

  test("that cannot be read get the nearest ones that can, for every colour", () => {
    for (const colour of COLOURS) {
      const paper = nearest(colour, paperFault(colour));
      expect(paperFault(paper), colour).toBeNull();
      expect(inkFault(nearest(colour, inkFault(colour, paper)), paper), colour).toBeNull();
    }
  });

  test("make pages whose texts and accent are readable in both themes", () => {
    for (const [at, colour] of COLOURS.entries()) {
      const paper = nearest(colour, paperFault(colour));
      const other = COLOURS[(at * 37) % COLOURS.length] ?? "#000000";
      const ink = nearest(other, inkFault(other, paper));
      const all = coloursOf({ paper, ink });
      const pages = pagesOf({ paper, ink });
      const tones = tonesOf(nearestAccent(other, pages), pages);
      for (const theme of ["light", "dark"] as const)
        for (const ground of [all[theme].paper, all[theme].surface]) {
          const { ink: text, muted, faint, up, down } = all[theme];
          for (const shown of [text, muted, faint, up, down, tones[theme]])
            expect(contrast(shown, ground), `${paper} ${ink} ${theme}: ${shown} on ${ground}`).toBeGreaterThan(4.4);
        }
    }
  });

  test("of the house are those of its stylesheet", () => {
    const css = readFileSync(join(import.meta.dirname, "../../../app/site/site.css"), "utf8");
    for (const name of Object.keys(HOUSE_COLOURS.light) as (keyof PageColours)[])
      expect(css).toContain(`--color-${name}: light-dark(${HOUSE_COLOURS.light[name]}, ${HOUSE_COLOURS.dark[name]});`);
    expect(coloursOf(DEFAULT_LOOK)).toBe(HOUSE_COLOURS);
  });
});

test("pages have the colours that accents are checked against", () => {
  const css = readFileSync(join(import.meta.dirname, "../../../app/site/site.css"), "utf8");
  expect(css).toContain(`--color-paper: light-dark(${PAGES.light[0]}, ${PAGES.dark[0]});`);
  expect(css).toContain(`--color-surface: light-dark(${PAGES.light[1]}, ${PAGES.dark[1]});`);
  const { light, lightFill, dark, darkFill } = tonesOf(DEFAULT_LOOK.accent);
  expect(css).toContain(`--color-accent: light-dark(${light}, ${dark});`);
  expect(css).toContain(`--color-accent-fill: light-dark(${lightFill}, ${darkFill});`);
});

describe("the stylesheet of a look", () => {
  test("is empty for the default look, which has no address", () => {
    expect(themeRules(DEFAULT_LOOK)).toBe("");
    expect(themeAddress("")).toBeUndefined();
  });

  test("names only families with measured fallbacks, in every pairing", () => {
    const css = ["site.css", "fonts.css"].map((file) =>
      readFileSync(join(import.meta.dirname, "../../../app/site", file), "utf8"),
    );
    for (const fonts of PAIRING_NAMES) {
      const named = [...themeRules({ ...DEFAULT_LOOK, fonts }).matchAll(/--font-\w+:"([^"]+)","([^"]+)"/g)];
      expect(named).toHaveLength(fonts === DEFAULT_LOOK.fonts ? 0 : 3);
      const own = themeRules({ ...DEFAULT_LOOK, fonts });
      for (const [, family = "", fallback = ""] of named) {
        if (own.includes(`@font-face{font-family:"${fallback}"`)) continue;
        expect(css[0]).toContain(`"${family}", "${fallback}"`);
        expect(css[1]).toContain(`font-family: "${fallback}";`);
      }
    }
  });

  test("gives a logo of any shape the same room", () => {
    const rules = themeRules({ ...DEFAULT_LOOK, logo: "/media/abcdefgh/1600x20.png" });
    expect(rules).toContain("max-width:min(52vw,14rem);object-fit:contain");
    expect(rules).not.toContain("logo-dark");
  });

  test("has an address by its content", () => {
    const address = (accent: string) => themeAddress(themeRules({ ...DEFAULT_LOOK, accent }));
    expect(address("#1d4ed8")).toMatch(/^\/theme\/[0-9a-f]{12}\.css$/);
    expect(address("#1d4ed8")).toBe(address("#1d4ed8"));
    expect(address("#1d4ed8")).not.toBe(address("#6d28d9"));
  });
});
