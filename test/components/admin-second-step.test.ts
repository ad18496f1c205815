import { TOTP } from "otpauth";
import { adminUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const STEP_MS = 30_000;
/** A code of the step after the one that was used last: each works once. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_MS });

async function logInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole("button", { name: "Log Out", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In", exact: true }).press("Enter");
}

test("a second step is set up and asked for, by an app and by recovery codes", async ({ page, editor }) => {
  await page.goto(adminUrl.security());
  const section = page.getByRole("region", { name: "Second step" });
  await section.getByRole("button", { name: "Set up" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await page.keyboard.type("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Current password", { exact: true })).toHaveAccessibleDescription(/not your current/);
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
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
  const recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await codes.getByRole("button", { name: "I have stored them" }).press("Enter");
  await expect(section.getByText("10 left")).toBeVisible();

  await logInAgain(page, editor);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
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
  await expect(page.getByRole("button", { name: "Log Out", exact: true })).toBeVisible();
  await page.goto(adminUrl.security());
  await expect(section.getByText("9 left")).toBeVisible();
  await section.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(section.getByText("Off", { exact: true })).toBeVisible();
  await expect(section.getByRole("heading")).toBeFocused();
});
