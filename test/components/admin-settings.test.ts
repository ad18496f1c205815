import { FINDER_SCREENS } from "#app/admin/dashboard.tsx";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("the newsroom's zone is found by its city with the keyboard alone, and saved with the address", async ({
  page,
  api,
}) => {
  await openAdmin(page);
  await page.getByRole("navigation", { name: "Admin area" }).getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(adminUrl.settings());
  await expect(page).toHaveTitle(/^Settings \| /);
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveValue("UTC");

  await zone.fill("Nowhere");
  await page.keyboard.press("Control+s");
  await expect(zone).toBeFocused();
  await expect(zone).toHaveAccessibleDescription(/must be an IANA time zone name/);
  await zone.fill("new yo");
  await expect(zone).not.toHaveAccessibleDescription(/must be/);
  await expect(page.getByRole("option")).toHaveText([/^America\/New York/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(zone).toHaveValue("America/New_York");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(zone).toHaveAccessibleDescription(/^New York \(UTC−[45]\): it is /);

  await page.getByRole("textbox", { name: "Postal address" }).fill("The Jarida\nP.O. Box 12, Nairobi");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  const stored = { time_zone: "America/New_York", postal_address: "The Jarida\nP.O. Box 12, Nairobi" };
  expect(await (await api.get(editorApiUrl.newsroom())).json()).toEqual(stored);

  await zone.click();
  await page.keyboard.press("Escape");
  await expect(zone).toHaveValue("America/New_York");
});

test("the index has every screen, and finds settings by the labels of their fields", async ({ page }) => {
  await page.goto(adminUrl.settings());
  const index = page.getByRole("region", { name: "All screens" });
  for (const { label } of FINDER_SCREENS)
    await expect(index.getByRole("link", { name: label, exact: true })).toBeVisible();
  const search = index.getByRole("searchbox", { name: "Find a setting or screen" });
  await search.fill("postal");
  await expect(index.getByRole("link")).toHaveText([/^Postal address/, "Settings"]);
  await search.press("Enter");
  await expect(index.getByRole("link", { name: /^Postal address/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Newsroom" })).toBeFocused();
  await search.fill("tagline");
  await expect(index.getByRole("link").first()).toHaveAttribute("href", adminUrl.publication());
  await search.fill("qqqq");
  await expect(index.getByText("Nothing has this name. Try another word.")).toBeVisible();
});

test("retention periods are changed; one that is out of bounds is rejected", async ({ page, api }) => {
  const before = await (await api.get(editorApiUrl.retention())).json();
  await page.goto(adminUrl.settings());
  await page.getByRole("button", { name: "Change periods" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Data retention" });
  const messages = dialog.getByRole("spinbutton", { name: "Readers’ messages" });
  await messages.fill("1");
  await messages.press("Enter");
  await expect(messages).toHaveAccessibleDescription(/must be a whole number from 7 to 3650/);
  // Somebody else changes this period and another one: the other is kept, and theirs is named before it is overwritten.
  const theirs = { ...before, messages: 90, mails: before.mails + 1 };
  expect((await api.put(editorApiUrl.retention(), { data: theirs })).status()).toBe(200);
  await messages.fill("3000");
  await messages.press("Enter");
  await expect(toastOf(page, "Error saving settings")).toContainText("have been changed since");
  await expect(messages).toHaveAccessibleDescription(/Another user has set it to 90/);
  await messages.press("Enter");
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  expect(await (await api.get(editorApiUrl.retention())).json()).toEqual({ ...theirs, messages: 3000 });
  await expect(page.getByText("3,000 days")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change periods" })).toBeFocused();
  await page.goto("/privacy-policy");
  await expect(page.getByText("Messages you send us: 3,000 days")).toBeVisible();
});
