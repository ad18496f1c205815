import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { adminUrl } from "#shared/urls.ts";
import { readMail } from "../support/mails.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

/** The links in the mails to an address that confirm a change. */
async function linksTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, "outbox");
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith("-email-change.eml")) : [];
  const mails = await Promise.all(files.map((file) => readMail(readFileSync(join(folder, file)))));
  return mails
    .filter(({ to }) => to?.[0]?.address === address)
    .flatMap(({ text = "" }) => /^https?:\S+confirm-email\S+$/m.exec(text)?.[0] ?? []);
}

test("the address to log in by is changed by a link to each, on a phone, and cancelled before", async ({
  page,
  editor,
  site,
  store,
}) => {
  const fresh = `new-${editor.email}`;
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(adminUrl.security());
  const section = page.getByRole("region", { name: "Email" });
  const dialog = page.getByRole("dialog", { name: "Change your address" });
  const ask = async (email: string) => {
    await section.getByRole("button", { name: "Change Address" }).press("Enter");
    await expect(dialog.getByLabel("New address")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
  };
  await ask("nobody");
  await expect(dialog.getByLabel("New address")).toHaveAccessibleDescription(/email/i);
  await expectNoViolations(page, "dialog");
  await dialog.getByLabel("New address").fill(fresh);
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Two mails are on their way")).toBeVisible();
  await expect(section).toContainText("Waiting for both addresses to confirm.");
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await section.getByRole("button", { name: "Cancel the Change" }).press("Enter");
  await expect(section.getByText(fresh)).toHaveCount(0);
  await expect(section.getByRole("heading")).toBeFocused();

  await ask(fresh);
  await expect(section).toContainText("Waiting for both addresses to confirm.");
  const links = () => Promise.all([linksTo(site.dataDir, editor.email), linksTo(site.dataDir, fresh)]);
  await expect.poll(async () => (await links()).map(({ length }) => length)).toEqual([2, 2]);
  const [old, own] = await links();
  const open = async (link = "") => {
    await page.goto(`${site.url}${new URL(link).pathname}${new URL(link).search}`);
    // The token is not left where people copy addresses from.
    await expect(page).toHaveURL(adminUrl.confirmEmail());
    await expect(page.getByRole("button", { name: "Confirm change" })).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await open(old[0]);
  await expect(page.getByRole("main").getByText(/has expired/)).toBeFocused();
  await open(old[1]);
  await expect(page.getByText(/^Confirmed\. The change is complete once/)).toBeFocused();
  await expectNoViolations(page);
  await open(own[1]);
  await expect(page.getByText(/has been changed/)).toBeFocused();
  await page.goto(adminUrl.security());
  await expect(section).toContainText(`You log in by ${fresh}`);
  const { db } = store.database;
  await db.updateTable("account").set({ email: editor.email }).where("email", "=", fresh).execute();
});
