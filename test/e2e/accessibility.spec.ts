import type { Page } from "@playwright/test";
import { PLACE_URLS, type Place } from "#app/admin/places.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { expectFits } from "./accessibility.ts";
import { test } from "./admin.ts";
import { fields } from "./article-form.ts";
import { clickTool } from "./rich-text.ts";

const ROOMS: readonly Place[] = ["article", "issue", "page"];
const SCREENS = Object.entries(PLACE_URLS).filter(([place]) => !ROOMS.some((room) => room === place));
/** Parts of screens that have addresses of their own. */
const PARTS = [
  `${pageUrl.admin()}?tab=categories`,
  `${pageUrl.admin()}?tab=ads`,
  `${pageUrl.admin()}?tab=profile`,
  adminUrl.audience("subscribers"),
  adminUrl.audience("issues"),
  `${adminUrl.calendar()}?view=month`,
];
const DIALOGS = ["Link", "Image", "Table"];
/** A phone and a desktop: no other width has parts of its own. */
const AUDITED = [375, 1280];

async function audit(page: Page, address: string) {
  await test.step(address, async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address, { waitUntil: "networkidle" });
    await expectFits(page, AUDITED);
  });
}

test("every screen of the admin area has no axe violations on a phone or a desktop, and fits every width", async ({
  page,
}) => {
  test.setTimeout(400_000);
  for (const [, address] of SCREENS) await audit(page, address);
});

test("tabs and sections have no axe violations on a phone or a desktop, and fit every width", async ({ page }) => {
  test.setTimeout(300_000);
  for (const address of PARTS) await audit(page, address);
});

test("the writing rooms, an empty table and dialogs have no axe violations on a phone or a desktop, and fit every width", async ({
  page,
}) => {
  test.setTimeout(300_000);
  for (const place of ROOMS) await audit(page, PLACE_URLS[place]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(adminUrl.article("new"));
  for (const name of DIALOGS) {
    await fields(page).content.click();
    await clickTool(page, name);
    await test.step(name, () => expectFits(page, AUDITED));
    await page.keyboard.press("Escape");
  }
});
