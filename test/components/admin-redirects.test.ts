import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a redirect is added, changed and deleted, and a mistake is named at its field", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.redirects());
  await expect(page.getByText("No redirects yet. Add one for an address that no longer has a page.")).toBeVisible();
  await page.getByRole("button", { name: "New redirect", exact: true }).click();
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

test("a file of a spreadsheet is decoded before it is checked", async ({ page }) => {
  await openAdmin(page);
  await page.goto(adminUrl.redirects());
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const buffer = Buffer.from("source,target\n/grüße-aus-köln,/about\n", "latin1");
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "old.csv", mimeType: "text/csv", buffer });
  await expect(page.getByLabel("Or paste it", { exact: true })).toHaveValue("source,target\n/grüße-aus-köln,/about\n");
});

test("redirects are added, deleted and made of addresses not found by keys alone, and the focus stays near", async ({
  page,
  api,
  store,
}) => {
  const missing = ["/gone/one", "/gone/two", "/gone/three"].map((path, at) => ({
    path,
    hits: 3 - at,
    last_at: 3 - at,
  }));
  await store.database.db.insertInto("missing_page").values(missing).execute();
  await page.goto(adminUrl.redirects());
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(button("Dismiss /gone/one")).toBeVisible();
  await button("New redirect").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("/old");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Moved temporarily (302)" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("/about");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Redirect added")).toBeVisible();
  await expect(button("New redirect")).toBeFocused();
  expect(await (await api.get("/api/redirects/")).json()).toMatchObject([{ from: "/old", to: "/about", code: 302 }]);

  await button("Delete /old").focus();
  await page.keyboard.press("Enter");
  await expect(button("Cancel")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Redirect deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Redirects", level: 1 })).toBeFocused();

  await button("Dismiss /gone/one").focus();
  await page.keyboard.press("Enter");
  await expect(button("Dismiss /gone/one")).toHaveCount(0);
  await expect(button("Dismiss /gone/two")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("/gone/two");
  await page.keyboard.press("Escape");
  await expect(button("New redirect from /gone/two")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByLabel("To", { exact: true }).focus();
  await page.keyboard.type("/contact");
  await page.keyboard.press("Enter");
  await expect(button("Dismiss /gone/two")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Addresses not found" })).toBeFocused();
});

test("a report of an import is not shown for a text that was changed since, and nothing to import is not sent", async ({
  page,
}) => {
  const checked = Promise.withResolvers<void>();
  await page.route(/\/redirects\/import\/$/, async (route) => {
    await checked.promise;
    return route.fallback();
  });
  await page.goto(adminUrl.redirects());
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const text = page.getByLabel("Or paste it", { exact: true });
  await text.fill("/a,/about");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await text.fill("/b?c=1,/about");
  checked.resolve();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("To add: 0. To change: 0. Skipped: 1.")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Import", exact: true })).toBeDisabled();
});
