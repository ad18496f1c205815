import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const CALL = "**/api/contact/";
const form = (page: Page) => page.getByRole("main").locator("form");
const field = (page: Page, name: string) => form(page).getByRole("textbox", { name, exact: true });

const MESSAGE = {
  "First name": "Wanjiru",
  "Last name": "Kamau",
  Email: "wanjiru@jarida.example",
  Subject: "A correction",
  Message: "The third paragraph\nnames the wrong year.",
};

async function fillIn(page: Page, change: Partial<typeof MESSAGE> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...MESSAGE, ...change })) await field(page, name).fill(text);
}

test("the server's errors are shown at their fields, and nothing typed is lost", async ({ page }) => {
  await openPage(page, "/contact");
  // The browser accepts white space as a subject; the server does not.
  await fillIn(page, { Subject: "   " });
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("alert")).toContainText("Your message was not sent");
  await expect(field(page, "Subject")).toHaveAccessibleDescription("Subject is required.");
  await expect(field(page, "Subject")).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, "Subject")).toBeFocused();
  for (const [name, text] of Object.entries({ ...MESSAGE, Subject: "   " }))
    await expect(field(page, name)).toHaveValue(text);
});

test("a lost connection is reported, and nothing typed is lost", async ({ page }) => {
  await page.route(CALL, (route) => route.abort("internetdisconnected"));
  await openPage(page, "/contact");
  await fillIn(page);
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("alert")).toContainText("Your message was not sent");
  await expect(page.getByRole("alert")).toContainText("nothing was sent");
  for (const [name, text] of Object.entries(MESSAGE)) await expect(field(page, name)).toHaveValue(text);
  await page.unroute(CALL);
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
});
