import type { Locator, Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { fields, updateButton } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

/** Fails if something lies above it: without waiting for that to go. */
const expectFree = (locator: Locator) => locator.click({ trial: true, timeout: 1_000 });

test("on a phone no toast covers what is needed next in the writing room", async ({ page, writeArticle }) => {
  const { id } = await writeArticle({ title: "Under the toasts", status: "draft" });
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(adminUrl.article(id));
  await fields(page).title.fill("");
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  await updateButton(page).click();
  await expect(toastOf(page, "Error updating article")).toBeVisible();
  await expectFree(updateButton(page));
  await expectFree(publish);
  await expectFree(fields(page).title);

  await fields(page).title.fill("Under the toasts");
  // Where the toast would lie, there is the field that is being filled in: one of the settings, in their sheet.
  await page.route("**/api/articles/*/", (route) => route.fulfill({ status: 400, json: { detail: "Not now." } }));
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Settings" });
  const tags = sheet.getByRole("combobox", { name: "Tags" });
  await tags.focus();
  const place = await tags.boundingBox();
  await page.setViewportSize({ width: 375, height: Math.round((place?.y ?? 0) + (place?.height ?? 0) + 24) });
  await page.keyboard.press("Control+s");
  const toast = toastOf(page, "Error updating article");
  await expect(toast).toContainText("Not now.");
  // As it stands: a click would scroll the field free first.
  const [above, field] = [await toast.boundingBox(), await tags.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  await expectFree(tags);
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a toast is swiped away, covers no field that it is about, and is above an open dialog", async ({ page }) => {
  await test.step("it is dismissed by a swipe of more than 50 px, and snaps back before that", async () => {
    await openAdmin(page, "Ad Management");
    await button(page, "Add New Ad Space").click();
    await button(page, "Add Ad Space").click();
    const toast = toastOf(page, "Missing required fields");
    await expect(toast).toBeVisible();
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
  await test.step("it does not cover the field that it is about", async () => {
    await page.setViewportSize({ width: 320, height: 600 });
    const target = page.getByRole("textbox", { name: "Target URL" });
    await page.getByRole("textbox", { name: "Ad Name*" }).fill("Rejected");
    await page.getByRole("combobox", { name: "Location*" }).fill("homepage");
    await target.fill("javascript:alert(1)");
    // From above, so that the field is scrolled to from its far side.
    await page.getByRole("textbox", { name: "Ad Name*" }).press("Control+s");
    await expect(target).toBeFocused();
    const toast = await toastOf(page, "Error adding ad space").boundingBox();
    const box = await target.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0);
  });
  await test.step("it is above an open dialog", async () => {
    await page.setViewportSize({ width: 375, height: 600 });
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
});
