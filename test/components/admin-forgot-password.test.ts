import { adminUrl, pageUrl } from "#shared/urls.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const NEW = "marmalade over the old bridge";

const loggedOut = test.extend({ isLoggedIn: false });

loggedOut(
  "a forgotten password is replaced by a link from a mail, which works once",
  async ({ page, editor, server }) => {
    await page.goto(pageUrl.admin());
    await expect(page.getByRole("link", { name: "Forgot password?" })).toHaveAttribute("href", adminUrl.forgot());
    await page.goto(adminUrl.forgot());
    await expect(page).toHaveTitle(/^Forgot password \| /);
    const email = page.getByLabel("Email", { exact: true });
    await expect(email).toBeFocused();
    await page.keyboard.type("no address");
    await page.keyboard.press("Enter");
    await expect(email).toHaveAccessibleDescription(/email/i);
    await email.fill(editor.email);
    await page.keyboard.press("Enter");
    await expect(page.getByText("a link to set a new password is on its way")).toBeVisible();

    await server.sendResets();
    const [mail] = await readMailFiles(server.mailFiles());
    const link = /(?<=^https:\/\/news\.example)\S+reset\S+$/m.exec(mail?.text ?? "")?.[0] ?? "";
    await page.goto(link);
    await expect(page, "the token leaves the address").toHaveURL(adminUrl.reset());
    await page.reload();
    const password = page.getByLabel("New password", { exact: true });
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute("autocomplete", "new-password");
    await page.keyboard.type("short");
    await page.keyboard.press("Enter");
    await expect(password).toHaveAccessibleDescription(/must have at least 12 characters/);
    await password.fill(NEW);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your password has been changed, and")).toBeVisible();

    await page.goto(link);
    await password.fill(NEW);
    await page.keyboard.press("Enter");
    await expect(page.getByText("This link has expired or was used. Links work once")).toBeVisible();
    await expect(page.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", adminUrl.forgot());

    await page.goto(pageUrl.admin());
    await page.getByLabel("Email", { exact: true }).fill(editor.email);
    await page.getByLabel("Password", { exact: true }).fill(NEW);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  },
);
