import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { adminUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { logOut, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

const STEP_MS = 30_000;
/** A code of the step after the one that was used last: each works once. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_MS });

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
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

test("a second step is set up and asked for, by an app and by recovery codes, on a phone", async ({ page, editor }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(adminUrl.security());
  const section = page.getByRole("region", { name: "Second step" });
  await section.getByRole("button", { name: "Set Up" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await page.keyboard.type("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Current password", { exact: true })).toHaveAccessibleDescription(/not your current/);
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectNoViolations(page, "dialog");
  expect(await overflowOf(page)).toBe(0);
  const secret = ((await dialog.getByRole("paragraph").filter({ hasText: "Key: " }).textContent()) ?? "")
    .replace("Key: ", "")
    .replaceAll(" ", "");
  const code = dialog.getByLabel("Code", { exact: true });
  await code.fill("000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription(/already used/);
  await code.fill(new TOTP({ secret }).generate());
  await code.press("Enter");
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectNoViolations(page, "dialog");
  const recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await codes.getByRole("button", { name: "I Have Stored Them" }).press("Enter");
  await expect(section.getByText("10 left")).toBeVisible();
  await expectNoViolations(page);

  await logInAgain(page, editor);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(/already used/);
  await page.getByLabel("Code", { exact: true }).fill(nextCode(secret));
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Login Successful")).toBeVisible();

  await logInAgain(page, editor);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.keyboard.type(recovery);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  await page.goto(adminUrl.security());
  await expect(section.getByText("9 left")).toBeVisible();
  await section.getByRole("button", { name: "Turn Off" }).click();
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(section.getByText("Off", { exact: true })).toBeVisible();
  await expect(section.getByRole("heading")).toBeFocused();
});

test("a passkey is added, is the second step or the only one, and is removed, by keyboard on a phone", async ({
  page,
  editor,
}) => {
  await withDevice(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(adminUrl.security());
  const section = page.getByRole("region", { name: "Second step" });
  await section.getByRole("button", { name: "Add a Passkey" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  expect(await overflowOf(page)).toBe(0);
  await dialog.getByLabel("Name").fill("My laptop");
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Your recovery codes" })
    .getByRole("button", { name: "I Have Stored" })
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
