import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { listOf } from "./publishing.ts";
import { expect } from "./site.ts";

const leads = (page: Page) => page.getByRole("region", { name: "Lead stories" });
const rowOf = (page: Page, title: string) => leads(page).getByRole("listitem").filter({ hasText: title });

// There is one order for the whole site.
test.afterEach(async ({ api }) => {
  const data = { lead: [], picks: [], hides_repeats: false };
  expect((await api.put(editorApiUrl.homeOrder(), { data })).status()).toBe(200);
});

test("lead stories are arranged by pointer and keys, with an end, and undone; a stale order is rejected", {
  tag: "@engines",
}, async ({ page, api, request, writeArticle }) => {
  const old = { is_featured: true, published_date: "2026-01-05T09:00:00Z" };
  const [one, two] = [
    await writeArticle({ title: "Lead one", ...old }),
    await writeArticle({ title: "Lead two", ...old, published_date: "2026-01-04T09:00:00Z" }),
  ];
  const leading = async () => (await listOf(request, apiUrl.featured())).slice(0, 2).map(({ id }) => id);
  // The newsroom is neither where the browser is nor where the server is.
  await page.route("**/api/settings/newsroom/", (route) =>
    route.fulfill({ json: { time_zone: "America/New_York", postal_address: "" } }),
  );
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(adminUrl.home());
  await rowOf(page, "Lead two").dragTo(leads(page).getByText("Drag a story here to pin it"));
  await expect(toastOf(page, "Home page arranged")).toBeVisible();
  await expect.poll(async () => (await leading())[0]).toBe(two.id);
  // Raised again before the first change is stored: both are.
  const saving = Promise.withResolvers<void>();
  await page.route("**/api/home/order/", async (route) => {
    if (route.request().method() === "PUT") await saving.promise;
    await route.continue();
  });
  const up = page.getByRole("button", { name: "Pin: Lead one" });
  await up.focus();
  await page.keyboard.press("Enter");
  const raise = page.getByRole("button", { name: "Move up: Lead one" });
  await expect(raise).toBeFocused();
  await expect(leads(page).getByRole("status")).toHaveText("“Lead one” is now 2 of 2.");
  await page.keyboard.press("Enter");
  await expect(leads(page).getByRole("status")).toHaveText("“Lead one” is now 1 of 2.");
  saving.resolve();
  await expect.poll(leading).toEqual([one.id, two.id]);
  // The page has the second answer, too: each of the two changes has a message with its own undo.
  await expect(page.locator("#main [aria-busy=true]")).toHaveCount(0);
  await expect(raise).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  expect(await leading()).toEqual([two.id, one.id]);
  await expectNoViolations(page);

  await page.getByRole("button", { name: "End time: Lead two" }).click();
  const dialog = page.getByRole("dialog", { name: "End time" });
  const time = dialog.getByRole("textbox", { name: "Date and time" });
  await expect(time).toBeFocused();
  await time.fill("1 Jan 2020, 09:00");
  await dialog.getByRole("button", { name: "Set end" }).click();
  await expect(dialog).toContainText("This time is in the past");
  await time.fill("1 Jan 2031, 09:00");
  await dialog.getByRole("button", { name: "Set end" }).click();
  await expect(rowOf(page, "Lead two")).toContainText("Until Wed, Jan 1, 09:00");
  // The screen shows it before the server has answered.
  const first = async () => (await (await api.get(editorApiUrl.homeOrder())).json()).lead[0];
  await expect.poll(first).toMatchObject({ id: two.id, ends_at: "2031-01-01T14:00:00.000Z" });

  const data = { lead: [{ id: one.id }], picks: [] };
  expect((await api.put(editorApiUrl.homeOrder(), { data })).status()).toBe(200);
  await page.getByRole("button", { name: "Move down: Lead two" }).click();
  await expect(toastOf(page, "Error arranging the home page")).toContainText("has changed since you opened it");
  await expect(page.getByRole("button", { name: "Pin: Lead two" })).toBeVisible();
  expect((await leading())[0]).toBe(one.id);
});
