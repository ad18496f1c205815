import { pageUrl } from "#shared/urls.ts";
import { expect } from "./page/expect.ts";
import { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

/** The tabs next to the articles', as the address has them. */
const TABS = { Categories: "categories", "Ad Management": "ads", "Author Profile": "profile" };
export type Tab = keyof typeof TABS;

/** Opens the dashboard at the tab of this name, or with the list of articles at these `filters`. */
export async function openAdmin(page: Page, tab?: Tab, filters: Record<string, string> = {}): Promise<void> {
  const query = new URLSearchParams({ ...(tab && { tab: TABS[tab] }), ...filters }).toString();
  await page.goto(pageUrl.admin() + (query && `?${query}`));
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
}

/** The admin area's toasts, by their title. */
export const toastOf = (page: Page, title: string | RegExp): Locator =>
  page.locator("li").filter({ has: page.getByText(title, { exact: true }) });

/** What a page logged, except lines about rejected requests. */
export const ownComplaints = (complaints: string[]): string[] =>
  complaints.filter(
    (line) => !/^Failed to load resource: |^The tag <%s> is unrecognized in this browser.* search$/.test(line),
  );

/** Chooses an option of a select, by its label. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  // Options are next to the page's content, not inside the select.
  const body = new Locator(() => [document.body], "page");
  await body.getByRole("option", { name: option, exact: true }).click();
  // The options of a select that still closes are not those of the next one.
  await expect(body.getByRole("option")).toHaveCount(0);
}
