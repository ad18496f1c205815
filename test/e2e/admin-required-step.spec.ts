import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

/** Sets an app up on the screen that is open; returns when the recovery codes have been put away. */
async function setUpApp(page: Page) {
  await page.getByRole("button", { name: "Set Up" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  // The password may be left out by whoever has just logged in.
  await expect(dialog.getByLabel("Current password", { exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  const key = dialog.getByRole("paragraph").filter({ hasText: "Key: " });
  const secret = ((await key.textContent()) ?? "").replace("Key: ", "").replaceAll(" ", "");
  await dialog.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate());
  await page.keyboard.press("Enter");
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await codes.getByRole("button", { name: "I Have Stored Them" }).press("Enter");
}

test("a chief has to have a second step before it can be required of chiefs, by keyboard on a phone", async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(adminUrl.settings());
  const section = page.getByRole("region", { name: "Second step" });
  await section.getByLabel("Chiefs").press("Space");
  expect(await overflowOf(page)).toBe(0);
  await section.getByRole("button", { name: "Save" }).press("Enter");
  await expect(toastOf(page, "Error saving settings")).toContainText("lock yourself out");
  await section.getByLabel("Chiefs").press("Space");
  await section.getByLabel("Contributors").press("Space");
  await expectNoViolations(page);
  await section.getByRole("button", { name: "Save" }).press("Enter");
  await expect(toastOf(page, "Settings saved")).toContainText("Contributors require a second step.");
  const stored = await (await api.get(editorApiUrl.requiredFactors())).json();
  await api.put(editorApiUrl.requiredFactors(), { data: { roles: [] } });
  expect(stored).toEqual({ roles: ["contributor"] });
});

test.describe("of somebody whose role comes to need one", () => {
  test.use({ role: "contributor" });

  test("the dashboard waits behind its set-up, on a phone, and goes on where it was", async ({ page, store }) => {
    const { db } = store.database;
    const row = { key: "second-factor", value: JSON.stringify({ roles: ["contributor"] }), updated_at: 0 };
    await page.setViewportSize({ width: 375, height: 800 });
    // What the bar asks for by itself is answered before the role needs one.
    const counted = page.waitForResponse(/\/notifications\/unread\/$/);
    await page.goto(`${pageUrl.admin()}?tab=profile`);
    await page.getByLabel("Bio").fill("Half a sentence");
    await page.getByRole("button", { name: "Menu" }).click();
    await counted;
    // The test before has set it back, and left its row.
    await db
      .insertInto("setting")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
    try {
      await page.getByRole("link", { name: "Media" }).click();
      const cover = page.getByRole("dialog", { name: "Set up a second step" });
      await expect(cover).toContainText("Nothing you typed is lost.");
      await expect(page.getByRole("heading", { name: "Set up a second step" })).toBeFocused();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(cover).toBeVisible();
      await expectNoViolations(page);
      expect(await overflowOf(page)).toBe(0);

      await page.reload();
      await expect(page.getByRole("main")).toContainText("needs more than a password");
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await setUpApp(page);
      await expect(page.getByRole("heading", { name: "Media", exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Set up a second step" })).toHaveCount(0);
    } finally {
      await db.deleteFrom("setting").where("key", "=", row.key).execute();
    }
  });
});
