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
  // Where the toast would lie, there is the field that is being filled in.
  await page.route("**/api/articles/*/", (route) => route.fulfill({ status: 400, json: { detail: "Not now." } }));
  const tags = page.getByLabel("Tags", { exact: true });
  await tags.focus();
  await tags.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 24));
  await page.keyboard.press("Control+s");
  const toast = toastOf(page, "Error updating article");
  await expect(toast).toContainText("Not now.");
  // As it stands: a click would scroll the field free first.
  const [above, field] = [await toast.boundingBox(), await tags.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  await expectFree(updateButton(page));
  await expectFree(tags);
});
