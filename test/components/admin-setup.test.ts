import { expect as expectThat, vi } from "vitest";
import { insertAccount } from "#features/identity/accounts/commands.ts";
import { createSetupLink } from "#features/identity/setup/commands.ts";
import { hashPassword } from "#platform/password.ts";
import { operator } from "#shared/actor.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const loggedOut = test.extend({ isLoggedIn: false });

loggedOut(
  "the chief sets up the publication by the link, which then leads to the login; by keyboard",
  async ({ page, store }) => {
    const { database, clock } = store;
    const printed = { email: "admin@localhost", name: "Editor", role: "chief" as const };
    const password_hash = await hashPassword("the printed password");
    const token = await database.db.transaction().execute(async (trx) => {
      const id = await insertAccount(trx, clock, operator, { ...printed, password_hash });
      return createSetupLink(trx, clock, id);
    });
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    await page.goto(adminUrl.setup(token));
    await expect(page.getByLabel("Your name")).toBeFocused();
    await expect(page).toHaveURL(adminUrl.setup());
    await expect(page.getByLabel("Email")).toHaveValue("");
    await page.keyboard.type("Zawadi Chief");
    await page.getByLabel("Email").fill("zawadi@news.example");
    await page.getByLabel("Password", { exact: true }).fill("P@ssw0rd2024");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/too common/);
    await page.getByLabel("Password", { exact: true }).fill("marmalade over the old bridge");
    await page.getByLabel("Name of the publication").fill("Habari Leo");
    await page.getByLabel("Accent colour", { exact: true }).fill("#ffcc00");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Accent colour", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: /^Use #/ }).click();
    await page.getByLabel("Name of the publication").focus();
    await page.keyboard.press("Enter");
    // A new document, which has the publication's name and look.
    await vi.waitFor(() => expectThat(assign.mock.calls).toEqual([[pageUrl.admin()]]));
    await page.goto(pageUrl.admin());
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    localStorage.clear();
    await page.goto(adminUrl.setup(token));
    await expect(page.getByText(/was used or has expired/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to login" })).toBeVisible();
  },
);
