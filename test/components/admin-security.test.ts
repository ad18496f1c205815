import { adminUrl } from "#shared/urls.ts";
import { logIn } from "#test/support/editor.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const NEW = "marmalade over the old bridge";

test("the password is changed and sessions are ended, by keyboard", async ({ page, server, editor }) => {
  await openAdmin(page, "Author Profile");
  await page.getByRole("link", { name: "Password and sessions" }).click();
  await expect(page).toHaveURL(adminUrl.security());
  await expect(page).toHaveTitle(/^Security \| /);
  const current = page.getByLabel("Current password", { exact: true });
  const wanted = page.getByLabel("New password", { exact: true });
  await expect(current).toHaveAttribute("autocomplete", "current-password");
  await expect(wanted).toHaveAttribute("autocomplete", "new-password");

  await current.fill("not this one");
  await wanted.fill("P@ssw0rd2024");
  await wanted.press("Enter");
  await expect(wanted).toBeFocused();
  await expect(wanted).toHaveAccessibleDescription(/too common/);
  await wanted.fill(NEW);
  await page.getByRole("button", { name: "Show new password" }).click();
  await expect(wanted).toHaveAttribute("type", "text");
  await wanted.press("Enter");
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription(/current password/);

  const stale = await page.evaluate(() => localStorage.getItem("access_token"));
  await current.fill(editor.password);
  await current.press("Enter");
  await expect(toastOf(page, "Password changed")).toBeVisible();
  await expect(current).toHaveValue("");
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).not.toBe(stale);
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByText("This session")).toBeVisible();
  await expect(sessions.getByRole("button", { name: /^End/ })).toHaveCount(0);

  for (const _other of [1, 2]) await logIn(server.app, { email: editor.email, password: NEW });
  await page.reload();
  await expect(sessions.getByRole("button", { name: /^End the session of/ })).toHaveCount(2);
  await sessions
    .getByRole("button", { name: /^End the session of/ })
    .first()
    .press("Enter");
  const question = page.getByRole("dialog", { name: "End this session?" });
  await question.getByRole("button", { name: "End session" }).click();
  await expect(toastOf(page, "Session ended")).toBeVisible();
  await expect(sessions.getByRole("heading", { name: "Sessions" })).toBeFocused();
  await sessions.getByRole("button", { name: "End all others" }).click();
  await page
    .getByRole("dialog", { name: "End all other sessions?" })
    .getByRole("button", { name: "End all others" })
    .click();
  await expect(toastOf(page, "All other sessions ended")).toBeVisible();
  await expect(sessions.getByRole("button", { name: /^End/ })).toHaveCount(0);
});
