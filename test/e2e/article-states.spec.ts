import { updateArticle } from "#features/articles/commands.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { prepared } from "../support/content.ts";
import { openPage } from "./open-page.ts";
import { test } from "./publishing.ts";
import { expect } from "./site.ts";

const DETAIL = /\/api\/articles\/\d+\/$/;

test("an auto-update article changes on the open page within 20 s, announced, without moving the reader", async ({
  page,
  store,
  publishArticle,
}) => {
  const filler = `<p>${"A sentence that fills the page. ".repeat(40)}</p>`.repeat(6);
  const id = await publishArticle({
    title: "Fees today",
    is_auto_update: true,
    content: `${filler}<p>The old end.</p>`,
  });
  await page.clock.install();
  await openPage(page, pageUrl.article(id));
  await page.getByRole("button", { name: "Read More" }).click();
  await page.getByText("The old end.").scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  // Where what the reader sees is on the screen: lines may be added above it.
  const placeOnScreen = async () => Math.round((await page.locator("#article-text p").nth(5).boundingBox())?.y ?? 0);
  const position = await placeOnScreen();
  const announced = page.getByRole("status").filter({ hasText: "This article has been updated." });
  // From here on, time passes only when the test advances it, and no poll goes out that it does not ask for.
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Polls, ten seconds apart, until a text is there. One that comes before an earlier one's answer is dropped. */
  const expectPolled = (text: string) =>
    expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return page.getByText(text).count();
      })
      .toBe(1);
  const answer = page.waitForResponse(DETAIL);
  await page.clock.runFor(10_000);
  await (await answer).finished();
  await expect(announced).toHaveCount(0);

  await updateArticle(store, operator, id, { content: prepared(`${filler}<p>The new end.</p>`) });
  await expectPolled("The new end.");
  await expect(page.getByText("The old end.")).toHaveCount(0);
  await expect(announced).toHaveCount(1);
  await expect(page.getByText(/\(Updated: /)).toBeAttached();
  await expect(page.getByRole("button", { name: "Read Less" })).toBeAttached();
  expect(await placeOnScreen()).toBe(position);

  // The announcement of an earlier change does not count.
  await announced.evaluate((status) => status.firstElementChild?.setAttribute("data-earlier", ""));
  await updateArticle(store, operator, id, { excerpt: "A new standfirst." });
  await expectPolled("A new standfirst.");
  await expect(announced.locator("span:not([data-earlier])")).toHaveCount(1);
});
