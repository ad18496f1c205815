import type { BrowserContext, Locator, Page } from "@playwright/test";
import { openAdmin, toastOf } from "./admin.ts";
import { table } from "./newsroom.ts";
import { expect } from "./site.ts";

/** The unsaved work that is offered. */
export const offers = (page: Page): Locator => page.getByRole("region", { name: "Unsaved work" });
export const restore = (page: Page): Locator => offers(page).getByRole("button", { name: /^Restore/ });
/** The form's word that what is typed is in the browser's store. */
export const kept = (page: Page): Locator => page.getByText(/^Unsaved, kept in this browser: /);
/** The comparison with what somebody else has saved of a thing. */
export const versions = (page: Page, what = "article"): Locator =>
  page.getByRole("dialog", { name: `This ${what} was changed by somebody else` });

/** The tab is gone from one moment to the next, without a question; then the dashboard is opened in another. */
export async function crash(
  page: Page,
  context: BrowserContext,
  open: (page: Page) => Promise<void> = openAdmin,
): Promise<Page> {
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await open(next);
  return next;
}

/** Where nothing is offered, a list that has come proves that there was time for it. */
export async function expectNoOffer(page: Page, list: Locator = table(page)): Promise<void> {
  await expect(list).toHaveAttribute("aria-busy", "false");
  await expect(offers(page)).toHaveCount(0);
}

/** Takes the last discarding back, by the button in its toast. */
export async function undoDiscard(page: Page): Promise<void> {
  await toastOf(page, "Unsaved work discarded").getByRole("button", { name: "Undo" }).click();
}

/** Fails where the page asks anything before it is left: nothing would be lost. */
export function expectNoQuestion(page: Page): () => void {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  return () => expect(asked).toEqual([]);
}
