import { TOTP } from "otpauth";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

/** Sets an app up on the screen that is open; returns when the recovery codes have been put away. */
async function setUpApp(page: Page) {
  await page.getByRole("button", { name: "Set up" }).press("Enter");
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
  await codes.getByRole("button", { name: "I have stored them" }).press("Enter");
}

test("a chief needs a second step before requiring it of chiefs", async ({ page, api }) => {
  await page.goto(adminUrl.settings());
  const section = page.getByRole("region", { name: "Second step" });
  await section.getByLabel("Chiefs").press("Space");
  await section.getByRole("button", { name: "Save" }).press("Enter");
  await expect(toastOf(page, "Error saving settings")).toContainText("lock yourself out");
  await section.getByLabel("Chiefs").press("Space");
  await section.getByLabel("Contributors").press("Space");
  await section.getByRole("button", { name: "Save" }).press("Enter");
  await expect(toastOf(page, "Settings saved")).toContainText("Contributors require a second step.");
  expect(await (await api.get(editorApiUrl.requiredFactors())).json()).toEqual({ roles: ["contributor"] });
});

const asContributor = test.extend({ role: "contributor" });

asContributor(
  "once a role requires a second step, the dashboard waits behind its set-up and continues where it was",
  async ({ page, store }) => {
    const { db } = store.database;
    const row = { key: "second-factor", value: JSON.stringify({ roles: ["contributor"] }), updated_at: 0 };
    // What the bar asks for by itself is answered before the role needs one.
    const counted = page.waitForResponse(/\/notifications\/unread\/$/);
    await page.goto(`${pageUrl.admin()}?tab=profile`);
    await page.getByLabel("Bio").fill("Half a sentence");
    await counted;
    await db.insertInto("setting").values(row).execute();
    await page.getByRole("link", { name: "Media" }).click();
    const cover = page.getByRole("dialog", { name: "Set up a second step" });
    await expect(cover).toContainText("Nothing you typed is lost.");
    await expect(page.getByRole("heading", { name: "Set up a second step" })).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(cover).toBeVisible();

    await page.reload();
    await expect(page.getByRole("main")).toContainText("requires a second step");
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await setUpApp(page);
    await expect(page.getByRole("heading", { name: "Media", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Set up a second step" })).toHaveCount(0);
  },
);
