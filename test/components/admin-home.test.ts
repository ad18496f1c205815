import { vi } from "vitest";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const listOf = async (api: Api, url: string): Promise<{ id: number }[]> => (await api.get(url)).json();

const leads = (page: Page) => page.getByRole("region", { name: "Lead stories" });

test("an order that cannot be fetched says so and is tried again", async ({ page }) => {
  await page.route("**/api/home/order/", (route) => route.fulfill({ status: 404, json: { detail: "Away." } }));
  await page.goto(adminUrl.home());
  await expect(page.getByText("Could not fetch the order of the home page", { exact: true }).first()).toBeVisible();
  await page.unroute("**/api/home/order/");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(leads(page)).toBeVisible();
});

test("a switch shows each story only once, and is undone", async ({ page, api, writeArticle }) => {
  await writeArticle({ title: "In every section", is_featured: true, is_editors_pick: true });
  const hidesRepeats = async () => (await (await api.get(editorApiUrl.homeOrder())).json()).hides_repeats;
  await page.goto(adminUrl.home());
  const once = page.getByRole("switch", { name: "Show each story only once" });
  await expect(once).not.toBeChecked();
  await once.press("Space");
  await expect(toastOf(page, "Each story is shown only once")).toBeVisible();
  await expect(page.getByRole("region", { name: "Editor's picks" })).toContainText("Already a lead story");
  expect(await hidesRepeats()).toBe(true);
  await once.click();
  await toastOf(page, "Sections show their full lists").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  await expect(once).toBeChecked();
  expect(await hidesRepeats()).toBe(true);
});

test("a story is found and added, and removed with undo", async ({ page, request, writeArticle }) => {
  const { id } = await writeArticle({ title: "Quokkas in the lead", published_date: "2026-01-03T09:00:00Z" });
  const leadsPage = async () => (await listOf(request, apiUrl.featured()))[0]?.id === id;
  await page.goto(adminUrl.home());
  await page.getByRole("button", { name: "Add to Lead stories" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to Lead stories" });
  await dialog.getByLabel("Search published articles").fill("quokkas");
  await dialog.getByRole("button", { name: /^Quokkas in the lead/ }).click();
  await expect(toastOf(page, "Added to the home page")).toBeVisible();
  expect(await leadsPage()).toBe(true);
  await page.getByRole("button", { name: "Remove: Quokkas in the lead" }).click();
  await expect(toastOf(page, "Removed from the list")).toBeVisible();
  expect(await leadsPage()).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  expect(await leadsPage()).toBe(true);
});

test("undoing your own change keeps what another user has arranged since", async ({
  page,
  api,
  request,
  writeArticle,
}) => {
  const ids: number[] = [];
  for (const title of ["Ours first", "Theirs first"])
    ids.push((await writeArticle({ title, is_featured: true, published_date: "2026-01-02T09:00:00Z" })).id);
  const theirs = ids[1];
  const leader = async () => (await listOf(request, apiUrl.featured()))[0]?.id;
  await page.goto(adminUrl.home());
  await page.getByRole("button", { name: "Pin: Ours first" }).click();
  await expect(toastOf(page, "Home page arranged")).toBeVisible();
  const data = { lead: [{ id: theirs }], picks: [] };
  expect((await api.put(editorApiUrl.homeOrder(), { data })).status()).toBe(200);
  // Returning to the window after a while fetches the newest order, with the toast still there.
  vi.setSystemTime(Date.now() + 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("button", { name: "End time: Theirs first" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Error arranging the home page")).toContainText("has changed since you opened it");
  expect(await leader()).toBe(theirs);

  await page.getByRole("button", { name: "Pin: Ours first" }).click();
  await expect.poll(leader).toBe(theirs);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pin: Ours first" })).toBeVisible();
});
