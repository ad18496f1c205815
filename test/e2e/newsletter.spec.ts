import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const CALL = "**/api/newsletter/subscribe/";

test("offline it says that nothing was sent, though the toasts' own code cannot load either", async ({
  page,
  context,
}) => {
  await openPage(page, "/");
  const form = page.getByRole("contentinfo").getByRole("region", { name: "Newsletter" });
  const field = form.getByPlaceholder("Your email");
  await field.fill("reader@jarida.example");
  await context.setOffline(true);
  await form.getByRole("button").click();
  const plain = page.getByRole("alert");
  await expect(plain.getByText("Subscription failed", { exact: true })).toBeVisible();
  await expect(plain).toContainText("nothing was sent");
  await expect(field).toHaveValue("reader@jarida.example");
  await expect(field).toBeFocused();
  await context.setOffline(false);
  // Once the connection is back, the same address is sent, and the error does not cover the result.
  const answered = page.waitForResponse(CALL);
  await form.getByRole("button").click();
  expect((await answered).status()).toBe(200);
  await expect(field).toHaveValue("");
});

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
