import type { Locator, Page } from "@playwright/test";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const CALL = "**/api/newsletter/subscribe/";
const toast = (page: Page, title: string) => page.locator("[data-sonner-toast]").filter({ hasText: title });

/** The two forms, each with its own labels. */
const FORMS = [
  {
    name: "footer",
    form: (page: Page): Locator => page.getByRole("contentinfo").getByRole("region", { name: "Newsletter" }),
    placeholder: "Your email",
    busy: "...",
    success: ["Successfully subscribed!", "Thank you for subscribing to our newsletter."],
    failure: "Subscription failed",
    unexplained: "Subscription failed.",
  },
  {
    name: "sidebar",
    form: (page: Page): Locator => page.getByRole("region", { name: "The Jarida newsletter" }),
    placeholder: /email/i,
    busy: "Subscribing...",
    success: ["Subscribed!", "Glad to have you."],
    failure: "Error",
    unexplained: "Failed to subscribe.",
  },
] as const;

// Both forms submit by the same hook; specification-readers.test.ts has the texts of each.
for (const { name, form, placeholder, busy, success, failure, unexplained } of FORMS.slice(0, 1)) {
  test.describe(`the ${name} form`, () => {
    test("is busy while it is sent, says thank you, and is empty again", async ({ page }) => {
      const release = await holdCalls(page, CALL, (route) => route.fulfill({ json: { message: "Glad to have you." } }));
      await openPage(page, "/");
      const field = form(page).getByPlaceholder(placeholder);
      const button = form(page).getByRole("button");
      await expect(button).toHaveText("Subscribe");
      await field.fill("reader@jarida.example");
      const sent = page.waitForRequest(CALL);
      await button.click();
      expect((await sent).postDataJSON()).toEqual({ email: "reader@jarida.example" });
      await expect(button).toHaveText(busy);
      await expect(button).toBeDisabled();
      await expect(field).toBeDisabled();
      release();
      const [title, description] = success;
      await expect(toast(page, title).getByText(title, { exact: true })).toBeVisible();
      await expect(toast(page, title).getByText(description, { exact: true })).toBeVisible();
      await expect(field).toHaveValue("");
      await expect(field).toBeEnabled();
      await expect(field).toBeFocused();
      await expect(button).toHaveText("Subscribe");
    });

    test("is not sent with a missing or invalid address", async ({ page }) => {
      let calls = 0;
      await page.route(CALL, (route) => {
        calls++;
        return route.abort();
      });
      await openPage(page, "/");
      const field = form(page).getByPlaceholder(placeholder);
      await form(page).getByRole("button").click();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
      await field.fill("no address");
      await field.press("Enter");
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
      await expect(field).toBeFocused();
      expect(calls).toBe(0);
    });

    test("shows the server's own message, or a default one, and keeps the address", async ({ page }) => {
      await openPage(page, "/");
      const field = form(page).getByPlaceholder(placeholder);
      const button = form(page).getByRole("button");
      const expectFailure = async (description: string) => {
        const shown = toast(page, failure).filter({ hasText: description }).first();
        await expect(shown.getByText(failure, { exact: true })).toBeVisible();
        await expect(shown.getByText(description, { exact: true })).toBeVisible();
        await expect(shown).toHaveAttribute("data-type", "error");
        await expect(button).toBeEnabled();
        await expect(field).toBeFocused();
      };
      // The browser accepts an address of any length; the server does not.
      const long = `${"r".repeat(250)}@jarida.example`;
      await field.fill(long);
      await button.click();
      await expectFailure("Email must have at most 254 characters.");
      await expect(field).toHaveValue(long);
      await page.route(CALL, (route) => route.fulfill({ status: 500, body: "" }));
      await button.click();
      await expectFailure(unexplained);
    });

    test("offline it says that nothing was sent, though the toasts' own code cannot load either", async ({
      page,
      context,
    }) => {
      await openPage(page, "/");
      const field = form(page).getByPlaceholder(placeholder);
      await field.fill("reader@jarida.example");
      await context.setOffline(true);
      await form(page).getByRole("button").click();
      const plain = page.getByRole("alert");
      await expect(plain.getByText(failure, { exact: true })).toBeVisible();
      await expect(plain).toContainText("nothing was sent");
      await expect(field).toHaveValue("reader@jarida.example");
      await expect(field).toBeFocused();
      await context.setOffline(false);
      // Once the connection is back, the same address is sent, and the error does not cover the result.
      const answered = page.waitForResponse(CALL);
      await form(page).getByRole("button").click();
      expect((await answered).status()).toBe(200);
      await expect(field).toHaveValue("");
    });

    test("a connection that is lost once toasts are loaded is reported by a toast", async ({ page }) => {
      await openPage(page, "/");
      const field = form(page).getByPlaceholder(placeholder);
      await field.fill("reader@jarida.example");
      await page.route(CALL, (route) => route.abort("internetdisconnected"));
      await form(page).getByRole("button").click();
      await expect(toast(page, failure)).toContainText("nothing was sent");
      await expect(field).toHaveValue("reader@jarida.example");
    });
  });
}

test("toasts stay for 4 s, at most three are shown, 356 px wide, and Alt+T moves the focus to them", async ({
  page,
  complaints,
}) => {
  await page.route(CALL, (route) => route.fulfill({ json: { message: "" } }));
  await page.clock.install();
  await openPage(page, "/about");
  // From here on, time passes only when the test advances it: no toast goes away while others are made.
  await page.clock.pauseAt(Date.now() + 60_000);
  const footer = page.getByRole("contentinfo");
  const all = page.locator("[data-sonner-toast]");
  const subscribe = async (count: number) => {
    await footer.getByPlaceholder("Your email").fill("reader@jarida.example");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    const shown = async () => {
      await page.clock.runFor(10);
      return [await footer.getByPlaceholder("Your email").inputValue(), await all.count()];
    };
    await expect.poll(shown).toEqual(["", count]);
  };
  await subscribe(1);
  await expect.poll(async () => (await all.first().boundingBox())?.width).toBe(356);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(all.first()).toBeInViewport({ ratio: 1 });
  expect(complaints, "the policy lets its styles in").toEqual([]);
  await page.keyboard.press("Alt+KeyT");
  expect(await page.evaluate(() => document.activeElement?.querySelector("[data-sonner-toast]") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  for (const count of [2, 3, 4]) await subscribe(count);
  await expect(page.locator("[data-sonner-toast][data-visible=true]")).toHaveCount(3);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.clock.runFor(3_000);
  await expect(all).not.toHaveCount(0);
  await page.clock.runFor(2_500);
  await expect(all).toHaveCount(0);
});
