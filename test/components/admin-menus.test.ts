import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const SETTING = "/api/settings/menus/";

test("a chief arranges the footer, adds a link below an entry, and resets the menu", async ({ page, api }) => {
  const read = async () => await (await api.get(SETTING)).json();
  const before = await read();
  await openAdmin(page);
  await page.goto(adminUrl.menus());
  await page.getByRole("button", { name: "Move down: Quick Links" }).click();
  await page.getByRole("button", { name: "Remove: Advertise" }).click();
  await page.getByRole("button", { name: "Add a link below Quick Links" }).click();
  await page.getByRole("textbox", { name: "Link 5 below Quick Links: label" }).fill("Ethics");
  await page.getByRole("textbox", { name: "Link 5 below Quick Links: address" }).fill("http://ethics.example");
  await page.getByRole("button", { name: "Save menus" }).click();
  await expect(page.locator("form").getByText(/^Address must be a path of this site/)).toBeVisible();
  await page.getByRole("textbox", { name: "Link 5 below Quick Links: address" }).fill("/ethics");
  await page.getByRole("button", { name: "Save menus" }).click();
  await expect(toastOf(page, "Menus saved")).toBeVisible();
  const { footer } = await read();
  expect(footer.map(({ label }: { label: string }) => label)).toEqual(["Categories", "Quick Links"]);
  expect(footer[1].items.map(({ url }: { url: string }) => url)).toEqual([
    "/",
    "/about",
    "/contact",
    "/privacy-policy",
    "/ethics",
  ]);
  await page.getByRole("button", { name: "Reset Footer to the Default" }).click();
  await page.getByRole("button", { name: "Save menus" }).click();
  await expect(page.getByRole("button", { name: "Remove: Advertise" })).toBeVisible();
  expect(await read()).toEqual(before);
});

test("entries of a menu are added, moved and removed by keys alone, and the focus stays in the menu", async ({
  page,
}) => {
  await page.goto(adminUrl.menus());
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const header = page.getByRole("list", { name: "Header" });
  await button("Add an entry").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Jobs");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/jobs");
  await button("Move up: Jobs").focus();
  await page.keyboard.press("Enter");
  await expect(button("Move up: Jobs")).toBeFocused();
  await button("Add a link below Jobs").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Interns");
  await button("Remove: Interns").focus();
  await page.keyboard.press("Enter");
  await expect(button("Remove: Interns")).toHaveCount(0);
  await button("Remove: Jobs").focus();
  await page.keyboard.press("Enter");
  await expect(header.getByRole("button", { name: "Remove: Markets" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(header.getByRole("button", { name: "Remove: Tech" })).toBeFocused();
  await button("Reset Header to the Default").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Header", exact: true })).toBeFocused();
});
