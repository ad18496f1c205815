import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const TABS = ["Articles", "Categories", "Ad Management", "Author Profile"];

const region = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A toast that needs no server: an ad space without a name. */
async function makeToast(page: Page): Promise<void> {
  if (!(await button(page, "Add Ad Space").isVisible())) await button(page, "Add New Ad Space").click();
  await button(page, "Add Ad Space").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
}

test("the dashboard has its four tabs in order, also by keyboard", async ({ page, complaints }) => {
  await openAdmin(page);
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveText(TABS);
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await tabs.first().focus();
  for (const [key, name] of [
    ["ArrowRight", "Categories"],
    ["End", "Author Profile"],
    ["ArrowRight", "Articles"],
    ["ArrowLeft", "Author Profile"],
    ["Home", "Articles"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole("tab", { name })).toBeFocused();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    const stop = page.locator('[role="tab"][tabindex="0"]');
    await expect(stop).toHaveText([name]);
    const panel = await stop.getAttribute("aria-controls");
    await expect(page.getByRole("tabpanel", { name })).toHaveId(panel ?? "none");
  }
  await page.keyboard.press("ArrowRight");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Manage Categories" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Manage Articles" })).toBeVisible();
  expect(ownComplaints(complaints)).toEqual([]);
});

test("a toast stays for 5 s, and a new one replaces it", async ({ page }) => {
  await openAdmin(page, "Ad Management");
  await expect(button(page, "Add New Ad Space")).toBeVisible();
  await page.clock.pause();
  await makeToast(page);
  await page.clock.runFor(3_000);
  await button(page, "Add Ad Space").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await expect(region(page).getByRole("listitem")).toHaveCount(1);
  await page.clock.runFor(4_900);
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await page.clock.runFor(200);
  await expect(region(page).getByRole("listitem")).toHaveCount(0);
});

test("F8 moves the focus to the toasts, and back when one is closed", async ({ page }) => {
  await openAdmin(page, "Ad Management");
  await makeToast(page);
  await page.keyboard.press("F8");
  await expect(region(page).getByRole("list")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(toastOf(page, "Missing required fields").getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(region(page).getByRole("listitem")).toHaveCount(0);
});
