import type { Page } from "@playwright/test";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, ownComplaints, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

const TABS = ["Articles", "Categories", "Ad Management", "Author Profile"];

const region = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A toast that needs no server: an ad space without a name. */
async function makeToast(page: Page): Promise<void> {
  if (!(await button(page, "Add Ad Space").isVisible())) await button(page, "Add New Ad Space").click();
  await button(page, "Add Ad Space").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
}

test("has its four tabs in order, the first one open, by keyboard too", async ({ page, complaints }) => {
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
  await page.clock.install();
  await openAdmin(page, "Ad Management");
  await expect(button(page, "Add New Ad Space")).toBeVisible();
  // From here on, time passes only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await makeToast(page);
  await page.clock.runFor(3_000);
  await button(page, "Add Ad Space").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await expect(region(page).getByRole("listitem")).toHaveCount(1);
  await page.mouse.move(0, 0);
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

test("a toast is dismissed by a swipe of more than 50 px, and snaps back before that", async ({ page }) => {
  await openAdmin(page, "Ad Management");
  await makeToast(page);
  const toast = toastOf(page, "Missing required fields");
  const swipe = async (distance: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error("There is no toast.");
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(box.x + 40 + distance * share, box.y + 20);
    await page.mouse.up();
  };
  await swipe(45);
  await expect(toast).toBeVisible();
  await expect(toast).not.toHaveAttribute("data-swipe", "move");
  await swipe(70);
  await expect(toast).toHaveCount(0);
});

test("a toast does not cover the field that it is about", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await openAdmin(page, "Ad Management");
  await button(page, "Add New Ad Space").click();
  const target = page.getByRole("textbox", { name: "Target URL" });
  await page.getByRole("textbox", { name: "Ad Name*" }).fill("Refused");
  await page.getByRole("combobox", { name: "Location*" }).fill("homepage");
  await target.fill("javascript:alert(1)");
  // From above, so that the field is scrolled to from its far side.
  await page.getByRole("textbox", { name: "Ad Name*" }).press("Control+s");
  await expect(target).toBeFocused();
  const toast = await toastOf(page, "Error adding ad space").boundingBox();
  const box = await target.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0);
});

test("a toast is above an open dialog", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 375, height: 600 });
  await openAdmin(page, "Ad Management");
  await page.route("**/api/ads/*/", (route) => route.fulfill({ status: 500, body: "" }));
  await button(page, "Delete Article Sidebar").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const toast = toastOf(page, "Error deleting ad space");
  await expect(toast).toBeVisible();
  const isOnTop = await toast.evaluate((element) => {
    const dialogs = document.querySelectorAll("dialog[open], [popover]:popover-open");
    return dialogs[dialogs.length - 1]?.contains(element);
  });
  expect(isOnTop).toBe(true);
});

test("readers' pages contain nothing of the admin area, and robots do not index it", async ({ page, request }) => {
  const fetched: string[] = [];
  page.on("request", (asked) => fetched.push(new URL(asked.url()).pathname));
  for (const path of ["/", "/category/crypto", "/article/40", "/search?query=wallet"])
    await page.goto(path, { waitUntil: "networkidle" });
  expect(fetched.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(0);
  expect(fetched.filter((path) => /admin/.test(path))).toEqual([]);
  expect(await (await request.get("/sitemaps/pages.xml")).text()).not.toContain("/admin");
  expect((await request.get("/admin")).headers()["x-robots-tag"]).toContain("noindex");
});

for (const width of [320]) {
  test(`the dashboard fits ${width} px without axe violations`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAdmin(page);
    for (const name of TABS.slice(1)) {
      await page.getByRole("tab", { name }).click();
      await expect(page.getByRole("tabpanel", { name }).getByRole("heading").first()).toBeVisible();
      expect(await overflowOf(page), name).toBe(0);
    }
    await page.getByRole("tab", { name: "Ad Management" }).click();
    await makeToast(page);
    await toastOf(page, "Missing required fields").hover();
    expect(await overflowOf(page)).toBe(0);
    await expectNoViolations(page);
  });
}
