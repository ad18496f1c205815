import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { logOut, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

async function logInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await logOut(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In", exact: true }).press("Enter");
}

/** A device that keeps passkeys and recognizes its person, as Chromium simulates one. */
async function withDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, is the second step or the only one, and is removed, by keyboard on a phone", async ({
  page,
  editor,
}) => {
  await withDevice(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(adminUrl.security());
  const section = page.getByRole("region", { name: "Second step" });
  await section.getByRole("button", { name: "Add a passkey" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  expect(await overflowOf(page)).toBe(0);
  await dialog.getByLabel("Name").fill("My laptop");
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Your recovery codes" })
    .getByRole("button", { name: "I have stored" })
    .press("Enter");
  await expect(section.getByRole("row", { name: /My laptop/ })).toContainText("Never");
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);

  await logInAgain(page, editor);
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Login Successful")).toBeVisible();
  await logOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();

  await section.getByRole("button", { name: "Remove the passkey My laptop" }).press("Enter");
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(section.getByText("None", { exact: true })).toBeVisible();
  await expect(section.getByRole("row")).toHaveCount(0);
});
