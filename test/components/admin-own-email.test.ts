import { adminUrl } from "#shared/urls.ts";
import { readMailFiles } from "#test/support/mails.ts";
import type { TestApp } from "#test/support/test-app.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

/** The links in the mails to an address that confirm a change, as paths. */
async function linksTo({ mail, mailFiles }: TestApp, address: string): Promise<string[]> {
  await mail.mailer.drain();
  const mails = await readMailFiles(mailFiles().filter((file) => file.endsWith("-email-change.eml")));
  return mails
    .filter(({ to }) => to?.[0]?.address === address)
    .flatMap(({ text = "" }) => /(?<=^https:\/\/news\.example)\S+confirm-email\S+$/m.exec(text)?.[0] ?? []);
}

test("the login address is changed by a link to the old and the new one, and a change is cancelled", async ({
  page,
  editor,
  server,
}) => {
  const fresh = `new-${editor.email}`;
  await page.goto(adminUrl.security());
  const section = page.getByRole("region", { name: "Email" });
  const dialog = page.getByRole("dialog", { name: "Change your address" });
  const ask = async (email: string) => {
    await section.getByRole("button", { name: "Change address" }).press("Enter");
    await expect(dialog.getByLabel("New address")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
  };
  await ask("nobody");
  await expect(dialog.getByLabel("New address")).toHaveAccessibleDescription(/email/i);
  await dialog.getByLabel("New address").fill(fresh);
  await dialog.getByLabel("Current password", { exact: true }).fill(editor.password);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Two mails are on their way")).toBeVisible();
  await expect(section).toContainText("Waiting for both addresses to confirm.");
  await section.getByRole("button", { name: "Cancel the change" }).press("Enter");
  await expect(section.getByText(fresh)).toHaveCount(0);
  await expect(section.getByRole("heading")).toBeFocused();

  await ask(fresh);
  await expect(section).toContainText("Waiting for both addresses to confirm.");
  const [old, own] = [await linksTo(server, editor.email), await linksTo(server, fresh)];
  expect([old.length, own.length]).toEqual([2, 2]);
  const open = async (link = "") => {
    await page.goto(link);
    // The token is not left where people copy addresses from.
    await expect(page).toHaveURL(adminUrl.confirmEmail());
    await expect(page.getByRole("button", { name: "Confirm change" })).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await open(old[0]);
  await expect(page.getByRole("main").getByText(/has expired/)).toBeFocused();
  await open(old[1]);
  await expect(page.getByText(/^Confirmed\. The change is complete once/)).toBeFocused();
  await open(own[1]);
  await expect(page.getByText(/has been changed/)).toBeFocused();
  await page.goto(adminUrl.security());
  await expect(section).toContainText(`You log in with ${fresh}`);
});
