import type { Locator, Page } from "@playwright/test";
import { adminUrl, documentUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

const SERIES = "/api/series/";
const MENUS = "/api/settings/menus/";

// There is one menu for the whole site.
test.afterEach(async ({ api }) => {
  expect((await api.put(MENUS, { data: { header: [], footer: [] } })).status()).toBe(200);
});

const rowsIn = (list: Locator) => list.locator(":scope > li");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a series and a menu are put in order by pointer and by keys, and readers see the order", async ({
  page,
  api,
  writeArticle,
}) => {
  const articles: number[] = [];
  for (const title of ["Part alpha", "Part beta", "Part gamma"]) articles.push((await writeArticle({ title })).id);
  const { id, slug } = await (await api.post(SERIES, { data: { name: "In order" } })).json();
  expect((await api.put(`${SERIES}${id}/order/`, { data: { articles } })).status()).toBe(200);

  await test.step("the series", async () => {
    const shown = async () => {
      await page.goto(documentUrl.series(slug));
      return (
        await page
          .getByRole("main")
          .getByRole("link", { name: /^Part / })
          .allInnerTexts()
      ).map((text) => text.trim());
    };
    await page.goto(`${adminUrl.series()}?query=in+order`);
    await button(page, "Arrange In order").click();
    const parts = rowsIn(page.getByRole("region", { name: "Articles of “In order”" }).getByRole("list"));
    await parts.filter({ hasText: "Part alpha" }).dragTo(parts.last());
    await expect(toastOf(page, "Series arranged")).toBeVisible();
    expect(await shown()).toEqual(["Part beta", "Part gamma", "Part alpha"]);
    await page.goto(`${adminUrl.series()}?query=in+order`);
    await button(page, "Arrange In order").click();
    await button(page, "Move up: Part alpha").focus();
    await page.keyboard.press("Enter");
    await expect(toastOf(page, "Series arranged")).toBeVisible();
    expect(await shown()).toEqual(["Part beta", "Part alpha", "Part gamma"]);
  });

  await test.step("the menu", async () => {
    const save = async () => {
      await button(page, "Save menus").click();
      await expect(toastOf(page, "Menus saved")).toBeVisible();
    };
    const shown = async () => {
      await page.goto("/");
      return page.getByRole("navigation", { name: "Sections" }).getByRole("link").allInnerTexts();
    };
    const before = await shown();
    const [first = "", second = "", third = ""] = before;
    // With room for all rows: scrolling would move the target away from the pointer.
    await page.setViewportSize({ width: 1280, height: 2000 });
    await page.goto(adminUrl.menus());
    const header = page.getByRole("list", { name: "Header" });
    const entries = rowsIn(header);
    const up = header.getByRole("button", { name: `Move up: ${first}`, exact: true });
    const handle = entries.nth(0).getByTitle("Drag to move").first();
    await handle.dragTo(entries.nth(2));
    await expect(entries.nth(2).getByRole("textbox").first()).toHaveValue(first);
    await save();
    expect((await shown()).slice(0, 3)).toEqual([second, third, first]);
    await page.goto(adminUrl.menus());
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(up).toBeFocused();
    await save();
    expect((await shown()).slice(0, 3)).toEqual([second, first, third]);
  });
});
