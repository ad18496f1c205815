import { openAdmin, pressSlowly } from "./admin.ts";
import { table, test } from "./newsroom.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("a press on what a search moves counts, and one that opened a context menu holds no search back", async ({
  page,
  writeArticle,
}) => {
  await test.step("a click right after typing a search", async () => {
    for (const title of ["First", "Second"]) await writeArticle({ title, tags: ["hasty"] });
    await openAdmin(page);
    const heading = table(page).getByRole("button", { name: "Title", exact: true });
    await heading.hover();
    await page.getByRole("searchbox", { name: /^Search articles/ }).fill("hasty");
    await pressSlowly(page);
    await expect(page.getByRole("status").filter({ hasText: "1–2 of 2 articles" })).toBeVisible();
    await expect(table(page).locator("tbody tr").first()).toContainText("First");
    await expect(page).toHaveURL(/query=hasty&sort=title&order=asc$/);
  });
  await test.step("a search that is left by the keyboard after a context menu was opened", async () => {
    await openAdmin(page);
    await table(page).getByRole("button", { name: "Title", exact: true }).hover();
    // The menu takes the release: the page sees no mouseup.
    await page.mouse.down({ button: "right" });
    await page.getByRole("searchbox", { name: /^Search articles/ }).fill("hasty");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("status").filter({ hasText: "1–2 of 2 articles" })).toBeVisible();
  });
});
