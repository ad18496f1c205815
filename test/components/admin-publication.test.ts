import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const SETTING = "/api/settings/site/";

test("a chief renames the publication, orders its links and chooses the ticker's coins", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.publication());
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expect(name).toHaveValue("Jarida");
  await name.fill("");
  await page.getByRole("button", { name: "Save publication" }).click();
  await expect(page.locator("form").getByText("Name is required.")).toBeVisible();
  await expect(page.getByText("The preview waits until these settings can be saved.")).toBeVisible();
  await name.fill("The Ledger");
  await expect(page.getByText("The preview waits until these settings can be saved.")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Address 1", exact: true }).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save publication" }).click();
  await expect(page.locator("form").getByText(/^Address must be/)).toBeVisible();
  await page.getByRole("textbox", { name: "Address 1", exact: true }).fill("x.example/ledger");
  await page.getByRole("button", { name: "Move down: Twitter" }).click();
  await page.getByRole("button", { name: "Remove: Instagram" }).click();
  await page.getByRole("switch", { name: "Price ticker" }).click();
  await page.getByRole("textbox", { name: "Preview length", exact: true }).fill("0");
  await page.getByRole("button", { name: "Save publication" }).click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  expect(await (await api.get(SETTING)).json()).toMatchObject({
    name: "The Ledger",
    social: [
      { label: "Facebook", url: "" },
      { label: "Twitter", url: "https://x.example/ledger" },
      { label: "LinkedIn", url: "" },
    ],
    ticker: { is_on: false },
    preview_length: 0,
  });
});
