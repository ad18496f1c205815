import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a redirect is added, changed and deleted, and a mistake is named at its field", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.redirects());
  await expect(page.getByText("No redirects yet. Add one for an address that no longer has a page.")).toBeVisible();
  await page.getByRole("button", { name: "Add redirect", exact: true }).click();
  await page.getByLabel("From", { exact: true }).fill("old");
  await page.getByLabel("To", { exact: true }).fill("/about");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^From must be a path of this site/).first()).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill("/old");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Redirect added")).toBeVisible();
  await page.getByRole("button", { name: "Edit /old" }).click();
  await page.getByRole("radio", { name: "Removed (410)" }).check();
  await expect(page.getByLabel("To", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Redirect changed")).toBeVisible();
  expect(await (await api.get("/api/redirects/")).json()).toMatchObject([{ from: "/old", to: "", code: 410 }]);
  await page.getByRole("button", { name: "Delete /old" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastOf(page, "Redirect deleted")).toBeVisible();
});

test("a file is checked before it is imported", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.redirects());
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByLabel("Or paste it", { exact: true }).fill("/a,/about\n/b?c=1,/about");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("To add: 1. To change: 0. Skipped: 1.")).toBeVisible();
  expect(await (await api.get("/api/redirects/")).json()).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect(toastOf(page, "Redirects imported")).toBeVisible();
  expect(await (await api.get("/api/redirects/")).json()).toMatchObject([{ from: "/a", source: "import" }]);
});
