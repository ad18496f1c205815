import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { listOf } from "./publishing.ts";
import { expect } from "./site.ts";

const leads = (page: Page) => page.getByRole("region", { name: "Lead stories" });
const rowOf = (page: Page, title: string) => leads(page).getByRole("listitem").filter({ hasText: title });

// One order for the whole site: these end-to-end tests take turns, and leave it as it was.
test.describe.configure({ mode: "serial" });
test.afterEach(async ({ api }) => {
  const data = { lead: [], picks: [], hides_repeats: false };
  expect((await api.put(editorApiUrl.homeOrder(), { data })).status()).toBe(200);
});

test("lead stories are arranged by pointer and keys, with an end, and undone; a stale order is refused", {
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
  await expect(dialog).toContainText("This time is past");
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

test("each story is shown only once if the newsroom wants that, and undone", async ({ page, writeArticle }) => {
  const title = "In every section";
  await writeArticle({ title, is_featured: true, is_editors_pick: true });
  const onPage = async (name: string) => {
    await page.goto("/");
    return page.getByRole("region", { name, exact: true }).getByRole("link", { name: title }).count();
  };
  expect(await onPage("Editor's Picks")).toBe(1);
  expect(await onPage("Latest Articles")).toBe(1);
  await page.goto(adminUrl.home());
  const once = page.getByRole("switch", { name: "Show each story only once" });
  await expect(once).not.toBeChecked();
  await once.press("Space");
  await expect(toastOf(page, "Each story is shown only once")).toBeVisible();
  await expect(page.getByRole("region", { name: "Editor's picks" })).toContainText("Already a lead story");
  expect(await onPage("Editor's Picks")).toBe(0);
  expect(await onPage("Latest Articles")).toBe(0);
  expect(await onPage("Featured articles")).toBeGreaterThan(0);
  await page.goto(adminUrl.home());
  await expect(once).toBeChecked();
  await once.click();
  await toastOf(page, "Sections show their full lists").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  await expect(once).toBeChecked();
});

test("a story is found and added, and removed with undo, on a phone", async ({ page, request, writeArticle }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const { id } = await writeArticle({ title: "Quokkas in the lead", published_date: "2026-01-03T09:00:00Z" });
  const leadsPage = async () => (await listOf(request, apiUrl.featured()))[0]?.id === id;
  await page.goto(adminUrl.home());
  await page.getByRole("button", { name: "Add to Lead stories" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to Lead stories" });
  await dialog.getByLabel("Search published articles").fill("quokkas");
  await dialog.getByRole("button", { name: /^Quokkas in the lead/ }).click();
  await expect(toastOf(page, "Added to the home page")).toBeVisible();
  expect(await leadsPage()).toBe(true);
  await expectFits(page, [375]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole("button", { name: "Remove: Quokkas in the lead" }).click();
  await expect(toastOf(page, "Removed from the list")).toBeVisible();
  expect(await leadsPage()).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  expect(await leadsPage()).toBe(true);
});

test("what somebody else has arranged since is not undone along with one's own change", async ({
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
  // Whoever comes back to the window after a while sees the newest order, with the toast still there.
  await page.clock.setSystemTime(Date.now() + 60_000);
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
