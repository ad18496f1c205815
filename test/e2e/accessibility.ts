import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that depend on colours: all that a theme can change. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** No axe violations, in the light and in the dark theme; of the whole page, or of the part that `within` selects. */
export async function expectNoViolations(page: Page, within = "html"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Checked once it is painted: colours in transition between the themes have a contrast of their own.
    await page.evaluate(async () => {
      for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
      // The ticker's never ends.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    // Only violations are reported in full, and in legacy mode axe needs no page of its own: four times as fast. Left
    // out is only what lies in frames of other origins.
    const axe = new AxeBuilder({ page })
      .include(within)
      .setLegacyMode(true)
      .options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "light"
      ? axe.withTags(TAGS)
      : axe.withRules(RULES_OF_COLOUR)
    ).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
      colorScheme,
    ).toEqual([]);
  }
}

/** What screens of the admin area are made for: a phone, a tablet, a desktop and a large one. */
const WIDTHS = [375, 768, 1280, 1920];

/** The page is at none of these widths wider than the screen, and at those that are audited without axe violations. */
export async function expectFits(page: Page, audited: readonly number[] = []): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflowOf(page), `${width} px`).toBe(0);
    if (audited.includes(width)) await expectNoViolations(page);
  }
}

/** By how many CSS pixels the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
