import type { Locator, Page } from "@playwright/test";

/** The text size that a browser starts with, in CSS pixels. */
const NORMAL_TEXT = 16;

/** Sets the browser's own text size; an open page follows. Returns once it has. */
export async function setTextSize(page: Page, factor: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const standard = NORMAL_TEXT * factor;
  await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
  await session.detach();
  await page.waitForFunction(
    (size) => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) === size,
    standard,
  );
}

/**
 * What extends beyond the screen, or has text that its box cuts off, named by the beginning of its text. What scrolls
 * sideways by itself, as fields do, may be wider, and so may what is not shown.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = ".scroll-row, pre, table, .sr-only, [inert], [aria-hidden=true]";
    return [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((part) => part.checkVisibility({ opacityProperty: true }) && !part.closest(scrolls))
      .filter((part) => {
        const box = part.getBoundingClientRect();
        const style = getComputedStyle(part);
        const isOutside = box.width > 0 && (box.right > width + 1 || box.left < -1);
        const mayCut = style.overflow !== "visible" && style.display !== "inline" && !part.matches("input, textarea");
        const isCut = mayCut && part.scrollWidth > part.clientWidth + 1;
        return isOutside || (isCut && part.clientWidth > 1);
      })
      .map((part) => `${part.tagName} ${(part.textContent ?? "").trim().slice(0, 40)}`);
  });

/**
 * Names of the controls whose target is smaller than `least` CSS pixels in one direction. A target may be larger than
 * its control looks, so it is probed: half the size away from the middle, a touch must still hit the control.
 */
export function tooSmall(controls: Locator, least: number): Promise<string[]> {
  return controls.evaluateAll((all, size) => {
    const isSmall = (element: Element) => {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      if (box.width === 0 || (box.width >= size && box.height >= size)) return false;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const reach = size / 2 - 1;
      const reaches = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx * reach, y + dy * reach);
        return hit !== null && (element.contains(hit) || hit.closest("label") !== null);
      };
      return !(reaches(-1, 0) && reaches(1, 0) && reaches(0, -1) && reaches(0, 1));
    };
    return all.filter(isSmall).map((element) => {
      const name = element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent;
      const { width, height } = element.getBoundingClientRect();
      return `${name}: ${Math.round(width)} x ${Math.round(height)}`;
    });
  }, least);
}
