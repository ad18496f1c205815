import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const SETTING = "/api/settings/appearance/";

test("a chief chooses an accent, and is offered the nearest readable one", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.appearance());
  const accent = page.getByRole("textbox", { name: "Accent colour", exact: true });
  await expect(accent).toHaveValue("#bd3216");
  await accent.fill("#FFD400");
  await expect(page.getByText("Accent has a contrast of 1.2:1")).toBeVisible();
  await page.getByRole("button", { name: "Save appearance" }).click();
  expect(await (await api.get(SETTING)).json()).toMatchObject({ accent: "#bd3216" });
  await page.getByRole("button", { name: "Use #7f6900" }).click();
  await expect(accent).toHaveValue("#7f6900");
  await page.getByRole("radio", { name: "Slightly rounded" }).check();
  await page.getByRole("button", { name: "Save appearance" }).click();
  await expect(toastOf(page, "Appearance saved")).toBeVisible();
  expect(await (await api.get(SETTING)).json()).toMatchObject({ accent: "#7f6900", corners: "soft" });
});
