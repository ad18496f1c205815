import { randomUUID } from "node:crypto";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { adminUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

test("somebody is invited, joins by the link, and is in; by keyboard and on a phone", async ({
  page,
  browser,
  site,
  store,
}) => {
  const email = `${randomUUID()}@jarida.example`;
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(adminUrl.people());
  const section = page.getByRole("region", { name: "Invitations" });
  await section.getByRole("button", { name: "Invite a Person" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await page.keyboard.type("no address");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(/email/i);
  await expectNoViolations(page, "dialog");
  await dialog.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Share this link" });
  const link = (await shown.getByText(/\/admin\/join\?token=/).textContent()) ?? "";
  await expectNoViolations(page, "dialog");
  await shown.getByRole("button", { name: "Close" }).press("Enter");
  await expect(section.getByText(email)).toBeVisible();
  expect(await overflowOf(page)).toBe(0);

  const guest = await browser.newPage({ baseURL: site.url, viewport: { width: 375, height: 800 } });
  await guest.goto(link);
  await expect(guest.getByLabel("Name")).toBeFocused();
  await expect(guest).toHaveURL(adminUrl.join());
  await expectNoViolations(guest);
  await guest.keyboard.type("Zawadi Writer");
  await guest.getByLabel("Password", { exact: true }).fill("P@ssw0rd2024");
  await guest.keyboard.press("Enter");
  await expect(guest.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/most common/);
  await guest.getByLabel("Password", { exact: true }).fill("marmalade over the old bridge");
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await guest.goto(link);
  await guest.getByLabel("Name").fill("Zawadi Writer");
  await guest.getByLabel("Password", { exact: true }).fill("marmalade over the old bridge");
  await guest.keyboard.press("Enter");
  await expect(guest.getByText(/works once, for 3 days/)).toBeVisible();
  await guest.close();
  await removeAccount(store.database, operator, email);

  await page.reload();
  await expect(section.getByText("No pending invitations.")).toBeVisible();
  await section.getByRole("button", { name: "Invite a Person" }).click();
  await dialog.getByLabel("Email").fill(`second-${email}`);
  await page.keyboard.press("Enter");
  await shown.getByRole("button", { name: "Close" }).click();
  await section.getByRole("button", { name: `Withdraw the invitation of second-${email}` }).click();
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(toastOf(page, "Invitation withdrawn")).toBeVisible();
  await expect(section.getByRole("heading", { name: "Invitations" })).toBeFocused();
});
