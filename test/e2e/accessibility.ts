import type { Page } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";
import { expect } from "./site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that depend on colours: all that a theme can change. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];
const RUN_ONLY: Record<"light" | "dark", RunOnly> = {
  light: { type: "tag", values: TAGS },
  dark: { type: "rule", values: RULES_OF_COLOUR },
};

/** No axe violations, in the light and in the dark theme; of the whole page, or of the part that `within` selects. */
export async function expectNoViolations(page: Page, within = "html"): Promise<void> {
  // Once for each document: handing over its half a megabyte takes as long as an audit.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await page.evaluate(audit, { within, runOnly: RUN_ONLY[colorScheme] }), colorScheme).toEqual([]);
  }
}

/** Runs in the page, without what lies in frames: the violations there, each with the elements it is about. */
async function audit({ within, runOnly }: { within: string; runOnly: RunOnly }): Promise<string[]> {
  // Checked once it is painted: colours in transition between the themes have a contrast of their own.
  for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  // The ticker's never ends.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { axe: auditor } = window as unknown as { axe: typeof axe };
  const { violations } = await auditor.run(
    // The guards at both ends of an open menu pass the focus on: nothing stops at them.
    { include: [[within]], exclude: [["[data-base-ui-focus-guard]"]] },
    // Only violations are reported in full, and no style sheet is fetched again for rules that are not run.
    { runOnly, resultTypes: ["violations"], iframes: false, selectors: false, preload: false },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
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
