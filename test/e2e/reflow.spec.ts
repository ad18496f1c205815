import { apiUrl } from "#test/support/api-url.ts";
import { overflowOf } from "./accessibility.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";
import { misfits, setTextSize } from "./sizes.ts";

test.use({ viewport: { width: 320, height: 640 } });

test("menu, search and a submitted form fit 320 px, with text at 200 % too", async ({ page }) => {
  await page.route("**/api/newsletter/subscribe/", (route) => route.abort("internetdisconnected"));
  const banner = page.getByRole("banner");
  for (const factor of [1, 2]) {
    await openPage(page, "/about");
    await setTextSize(page, factor);
    await page.getByRole("button", { name: "Open menu" }).click();
    expect([await overflowOf(page), await misfits(page)], "menu").toEqual([0, []]);
    await page.getByRole("button", { name: "Close menu" }).click();
    await banner.getByRole("button", { name: "Search", exact: true }).click();
    expect([await overflowOf(page), await misfits(page)], "search").toEqual([0, []]);
    await banner.getByRole("button", { name: "Close search" }).click();
    await page.getByPlaceholder("Your email").fill("reader@jarida.example");
    await page.getByPlaceholder("Your email").press("Enter");
    await expect(page.locator("[data-sonner-toast]")).toBeInViewport({ ratio: 1 });
    expect(await overflowOf(page), "toast").toBe(0);
  }
});

test("'Demo prices' is never truncated, whatever the width and the size of the text", async ({ page }) => {
  const label = page.getByText("Demo prices", { exact: true });
  await openPage(page, "/about");
  for (const factor of [1, 2]) {
    await setTextSize(page, factor);
    for (const width of [188, 320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(label).toBeInViewport({ ratio: 1 });
      const isWhole = await label.evaluate(
        (part: HTMLElement) =>
          part.innerText === "Demo prices" &&
          part.scrollWidth <= part.clientWidth &&
          part.scrollHeight <= part.clientHeight,
      );
      expect(isWhole, `${width} px, text times ${factor}`).toBe(true);
    }
  }
});

test("long words, wide tables and code in an article do not widen the page", async ({ page }) => {
  const wide = "<th>column</th>".repeat(20);
  const code = `<pre>${"code ".repeat(60)}\n${"0x".repeat(120)}</pre>`;
  const content = `<p>${"long".repeat(60)}</p>${code}<table><tr>${wide}</tr></table>`;
  await page.route(`**${apiUrl.article(40)}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), title: "Title".repeat(30), content } });
  });
  await openPage(page, "/about");
  // Again, as the router may not listen yet: the page's elements are React's before all effects have run.
  await expect(async () => {
    await page.evaluate(() => {
      history.pushState({}, "", "/article/40");
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Title".repeat(30), { timeout: 1_000 });
  }).toPass();
  expect(await overflowOf(page)).toBe(0);
  // Lines of code wrap within the measure, or their block scrolls.
  const lines = page.locator("#article-text pre");
  const isCut = await lines.evaluate(
    (pre) => pre.scrollWidth > pre.clientWidth && !/auto|scroll/.test(getComputedStyle(pre).overflowX),
  );
  expect(isCut).toBe(false);
});

test("a table on a phone scrolls instead of tearing its numbers, and many sections keep their names whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openPage(page, "/article/12");
  const table = await page.locator("#article-text").evaluate((text) => {
    const cells = ["Ethereum", "$1,234,567.01", "3,000,000", "1,000,000,000", "$0.00000001", "12,345,678 BTC"];
    const made = document.createElement("table");
    const row = made.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell.replaceAll(" ", "\u00a0");
    text.replaceChildren(made);
    const heights = [...row.cells].map((cell) => cell.clientHeight);
    return {
      heights: new Set(heights).size,
      height: heights[0],
      scrolls: made.scrollWidth > made.clientWidth,
    };
  });
  expect(table.height).toBeLessThan(50);
  expect(table).toMatchObject({ heights: 1, scrolls: true });
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.getByRole("navigation", { name: "Sections" }).evaluate((menu) => {
      const [list] = menu.getElementsByTagName("ul");
      while (list && list.children.length < 18)
        list.append(list.children[list.children.length % 6]?.cloneNode(true) ?? "");
      return [...menu.querySelectorAll("a")].map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getClientRects().length;
      });
    });
    expect(lines, `at ${width} px`).toEqual(Array.from({ length: 18 }, () => 1));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(
      width,
    );
  }
});
