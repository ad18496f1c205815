import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const CALL = "**/api/newsletter/subscribe/";

test("the form's message is true: the address is subscribed afterwards, once", async ({ page, store }) => {
  const email = "once@jarida.example";
  await openPage(page, "/about");
  const footer = page.getByRole("contentinfo");
  for (const _time of [1, 2]) {
    const answered = page.waitForResponse(CALL);
    await footer.getByPlaceholder("Your email").fill(email);
    await footer.getByRole("button", { name: "Subscribe" }).click();
    expect((await answered).status()).toBe(200);
    await expect(footer.getByPlaceholder("Your email")).toHaveValue("");
  }
  const rows = await store.database.db.selectFrom("subscriber").select("status").where("email", "=", email).execute();
  expect(rows).toEqual([{ status: "active" }]);
});

test.describe("the footer's form", () => {
  const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text }).first();
  const form = (page: Page) => page.getByRole("contentinfo").getByRole("region", { name: "Newsletter" });

  test("is locked while it is sent, and then empty with the focus in its field", async ({ page }) => {
    const release = await holdCalls(page, CALL);
    await openPage(page, "/about");
    const field = form(page).getByPlaceholder("Your email");
    const button = form(page).getByRole("button");
    await field.fill("reader@jarida.example");
    await button.click();
    await expect(button).toHaveText("...");
    await expect(button).toBeDisabled();
    await expect(field).toBeDisabled();
    release();
    await expect(toast(page, "Successfully subscribed!")).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
    await expect(button).toHaveText("Subscribe");
  });

  test("is not sent without a valid address", async ({ page }) => {
    await openPage(page, "/about");
    const field = form(page).getByPlaceholder("Your email");
    await form(page).getByRole("button").click();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await field.fill("no address");
    await form(page).getByRole("button").click();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
    expect(page.network.requests.filter((request) => request.url().includes("newsletter"))).toEqual([]);
  });

  test("shows the server's own message or that nothing was sent, and keeps the address", async ({ page }) => {
    await openPage(page, "/about");
    const field = form(page).getByPlaceholder("Your email");
    const button = form(page).getByRole("button");
    // The browser accepts an address of any length; the server does not.
    const long = `${"r".repeat(250)}@jarida.example`;
    await field.fill(long);
    await button.click();
    await expect(toast(page, "at most 254")).toHaveAttribute("data-type", "error");
    await expect(field).toHaveValue(long);
    await expect(field).toBeFocused();
    await page.route(CALL, (route) => route.abort());
    await button.click();
    await expect(toast(page, "nothing was sent")).toBeVisible();
    await expect(field).toHaveValue(long);
  });
});
