import { adminUrl } from "#shared/urls.ts";
import { packagedFont, SLAB } from "#test/support/fonts.ts";
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

test("a chief uploads a typeface with its licence, chooses it, and removes it", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.appearance());
  await page.getByRole("button", { name: "Upload typeface" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload typeface" });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText("Choose a font file.")).toBeVisible();
  await expect(dialog.getByText("Confirm that the licence allows the use on the web.")).toBeVisible();
  const picture = { name: "picture.ttf", mimeType: "font/ttf", buffer: Buffer.from("no font") };
  await dialog.getByLabel("Font file").setInputFiles(picture);
  await dialog.getByLabel("Licence", { exact: true }).fill("Apache License 2.0");
  await dialog.getByRole("checkbox", { name: "The licence allows the use" }).check();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText("The typeface could not be read.")).toBeVisible();

  const slab = { name: "slab.woff2", mimeType: "font/woff2", buffer: packagedFont(SLAB) };
  await dialog.getByLabel("Font file").setInputFiles(slab);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastOf(page, "Typeface uploaded")).toBeVisible();
  const list = page.getByRole("region", { name: "Own typefaces" });
  await expect(list.getByText("Headlines: Roboto Slab Regular")).toBeVisible();
  await expect(list.getByText("Licence: Apache License 2.0")).toBeVisible();
  await page.getByRole("radio", { name: "Own: the typefaces that you have uploaded" }).check();
  await page.getByRole("button", { name: "Save appearance" }).click();
  await expect(toastOf(page, "Appearance saved")).toBeVisible();
  expect(await (await api.get(SETTING)).json()).toMatchObject({ fonts: "own", base_fonts: "classic" });

  await list.getByRole("button", { name: "Remove Roboto Slab Regular" }).click();
  await page.getByRole("button", { name: "Remove typeface" }).click();
  await expect(toastOf(page, "Typeface removed")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Classic" })).toBeChecked();
  expect(await (await api.get(SETTING)).json()).toMatchObject({ fonts: "classic" });
  // The removal has changed what the form shows; that is no other person's change.
  await page.getByRole("radio", { name: "Modern" }).check();
  await page.getByRole("button", { name: "Save appearance" }).click();
  await expect.poll(async () => (await (await api.get(SETTING)).json()).fonts).toBe("modern");
});
