import { holdCalls } from "./held-requests.ts";
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

test("a message is sent, stored and acknowledged, and another one can follow", async ({ page, store }) => {
  const release = await holdCalls(page, CALL);
  await openPage(page, "/contact?subject=A%20tip");
  await expect(field(page, "Subject")).toHaveValue("A tip");
  await fillIn(page);
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(form(page).getByRole("button", { name: "Send Message" })).toBeDisabled();
  await expect(page.getByText("Sending your message...")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
  await expect(page.locator(":focus")).toContainText("Message sent");
  const stored = await store.database.db.selectFrom("contact_message").select("email").execute();
  expect(stored).toEqual([{ email: MESSAGE.Email }]);
  await page.getByRole("button", { name: "Send another message" }).click();
  await expect(field(page, "Message")).toHaveValue("");
  await expect(field(page, "First name")).toBeFocused();
});

test("missing fields are pointed out before anything is sent", async ({ page }) => {
  await openPage(page, "/contact");
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await fillIn(page, { Email: "no address" });
  await form(page).getByRole("button", { name: "Send Message" }).click();
  expect(await field(page, "Email").evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(page.network.requests.filter((request) => request.method() !== "GET")).toEqual([]);
});
