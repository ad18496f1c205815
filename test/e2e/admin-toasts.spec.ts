import type { Locator } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
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
