import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

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

test("a message is sent, stored and acknowledged, and another one can follow", async ({ page, store }) => {
  await openPage(page, "/contact?subject=A%20tip");
  await expect(field(page, "Subject")).toHaveValue("A tip");
  const email = `${randomUUID()}@jarida.example`;
  await fillIn(page, { Email: email });
  const release = await holdCalls(page, CALL);
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(form(page).getByRole("button", { name: "Send Message" })).toBeDisabled();
  await expect(page.getByText("Sending your message...")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
  await expect(page.locator(":focus")).toContainText("Message sent");
  const stored = await store.database.db.selectFrom("contact_message").selectAll().where("email", "=", email).execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).toContain("names the wrong year.");
  await page.getByRole("button", { name: "Send another message" }).click();
  await expect(field(page, "Message")).toHaveValue("");
  await expect(field(page, "First name")).toBeFocused();
});

test("missing fields are pointed out before anything is sent", async ({ page }) => {
  let calls = 0;
  await page.route(CALL, (route) => {
    calls++;
    return route.abort();
  });
  await openPage(page, "/contact");
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(field(page, "First name")).toBeFocused();
  await fillIn(page, { Email: "no address" });
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(field(page, "Email")).toBeFocused();
  expect(calls).toBe(0);
});

test("the response page to a form without scripts is accessible and fits a narrow phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openPage(page, "/contact");
  await fillIn(page, { Subject: "   " });
  // As the browser itself submits a form, without our handler.
  await form(page).evaluate((element: HTMLFormElement) => HTMLFormElement.prototype.submit.call(element));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("That did not work");
  await expect(field(page, "Message")).toHaveValue(MESSAGE.Message);
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
});
