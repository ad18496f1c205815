import type { Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, test } from "./admin.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true });

const menu = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
const logOut = (page: Page) => page.getByRole("button", { name: "Log Out", exact: true });
const places = (page: Page) => page.getByRole("navigation", { name: "Admin area" });

/** The most lines that a text in an element takes. */
function linesOf(element: Element): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let most = 0;
  while (texts.nextNode()) {
    range.selectNode(texts.currentNode);
    most = Math.max(most, range.getClientRects().length);
  }
  return most;
}

test("at 320 px the bar is one row, and its menu has the rest, large enough to touch", async ({ page }) => {
  await openAdmin(page);
  const bar = await page.getByRole("banner").boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(64);
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toHaveCount(1);
  await expect(places(page)).toBeHidden();
  await expect(page.getByRole("link", { name: /^Notifications/ })).toBeInViewport({ ratio: 1 });
  await expect(menu(page)).toBeInViewport({ ratio: 1 });
  await menu(page).tap();
  await expect(places(page).getByRole("link")).toHaveText([
    ...[
      "Dashboard",
      "Calendar",
      "Budget",
      "Wire",
      "Home page",
      "Pages",
      "Topics",
      "Media",
      /^Audience/,
      "People",
      "Settings",
    ],
  ]);
  const targets = [menu(page), logOut(page), ...(await page.locator(".admin-menu").locator("a, button").all())];
  for (const target of targets) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), String(target)).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  }
  await expectNoViolations(page, "header");
  await page.touchscreen.tap(20, 600);
  await expect(places(page)).toBeHidden();

  await test.step("by keyboard the menu opens, closes with Esc, and leads to the other section", async () => {
    await openAdmin(page);
    await menu(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(places(page).getByRole("link", { name: "Dashboard" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(places(page)).toBeHidden();
    await expect(menu(page)).toBeFocused();

    await page.keyboard.press("Space");
    for (const _link of [
      "Dashboard",
      "Calendar",
      "Budget",
      "Wire",
      "Home page",
      "Pages",
      "Topics",
      "Media",
      "Audience",
    ])
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(adminUrl.audience());
    await expect(page.getByRole("heading", { level: 1, name: "Audience" })).toBeVisible();
    await expect(places(page)).toBeHidden();
  });
  await test.step("the open tab and section are scrolled into view, wherever they are in their row", async () => {
    for (const [path, role, name] of [
      [`${pageUrl.admin()}?tab=profile`, "tab", "Author Profile"],
      [pageUrl.admin(), "tab", "Articles"],
      [adminUrl.audience("outbox"), "link", "Outbox"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole(role, { name, exact: true })).toBeInViewport({ ratio: 0.9 });
    }
    await page.goto(pageUrl.admin());
    await page.getByRole("tab", { name: "Articles" }).press("End");
    await expect(page.getByRole("tab", { name: "Author Profile" })).toBeInViewport({ ratio: 0.9 });
  });
  await test.step("from a small laptop on, the bar shows everything", async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await openAdmin(page);
    await expect(menu(page)).toBeHidden();
    await expect(places(page).getByRole("link", { name: "Audience" })).toBeVisible();
    await expect(logOut(page)).toBeVisible();
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const links = await page.getByRole("banner").getByRole("link").all();
      const lines = await Promise.all(links.map((link) => link.evaluate(linesOf)));
      expect(Math.max(...lines), `${width} px`).toBe(1);
      expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThanOrEqual(80);
      expect(await overflowOf(page)).toBe(0);
    }
  });
});

test("the account menu has the account, its screens, the theme and the keys", async ({ page, editor }) => {
  await page.goto(adminUrl.calendar());
  const opener = page.getByRole("button", { name: `Account of ${editor.name}` });
  await opener.tap();
  const account = page.getByRole("region", { name: "Account" });
  await expect(account).toContainText(`Chief${editor.email}`);
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
  await account.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  for (const _link of ["Author profile", "Password and sessions"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(adminUrl.security());
  await opener.tap();
  await account.getByRole("button", { name: "Keyboard shortcuts" }).tap();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Move by half an hour");
  await page.keyboard.press("Escape");
  await opener.tap();
  await account.getByRole("button", { name: "Log out" }).tap();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
});
