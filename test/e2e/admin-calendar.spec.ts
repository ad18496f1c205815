import type { Page } from "@playwright/test";
import { addDays, dayTime, instantAt, weekdayOf } from "#features/calendar/admin/items.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";

/** The newsroom is neither where the browser is nor where the server is. */
const ZONE = "America/New_York";
const TUESDAY = 1;
const THURSDAY = 3;

/** A Monday that is far enough ahead that no other test has plans. */
function farMonday(): string {
  const far = addDays(dayTime(Date.now(), ZONE).day, 400);
  return addDays(far, 1 - weekdayOf(far));
}
const MONDAY = farMonday();
const at = (days: number, hour: number, minute = 0) =>
  new Date(instantAt({ day: addDays(MONDAY, days), minute: 60 * hour + minute }, ZONE)).toISOString();

const cell = (page: Page, hour: string, weekday: number) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: hour }) })
    .getByRole("cell")
    .nth(weekday);
const handleOf = (page: Page, title: string) => page.getByRole("button", { name: `Move “${title}”` });
const news = (page: Page) => page.locator("[aria-live=assertive]");

test.beforeEach(({ page }) =>
  page.route("**/api/settings/newsroom/", (route) => route.fulfill({ json: { time_zone: ZONE, postal_address: "" } })),
);
test.use({ viewport: { width: 1280, height: 900 } });

test("an article is moved by pointer and by keys, with undo; a stale move is rejected", { tag: "@engines" }, async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Planned story", published_date: at(TUESDAY, 9, 30) });
  const dateOf = async () => (await stored(api, id)).published_date;
  await page.goto(`${adminUrl.calendar()}?view=week&date=${addDays(MONDAY, 2)}`);
  const story = page.getByRole("link", { name: "Planned story" });
  await expect(cell(page, "09:00", TUESDAY).getByRole("link", { name: "Planned story" })).toBeVisible();
  await expect(page.getByRole("columnheader").nth(3)).toContainText("No new article");
  await expect(cell(page, "09:00", TUESDAY)).toContainText("No new article for 8 h 30 min");
  await expectFits(page, [1280]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await story.dragTo(cell(page, "11:00", THURSDAY));
  await expect(toastOf(page, "Moved")).toBeVisible();
  await expect(cell(page, "11:00", THURSDAY).getByRole("link", { name: "Planned story" })).toBeVisible();
  expect(await dateOf()).toBe(at(THURSDAY, 11, 30));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Move undone")).toBeVisible();
  expect(await dateOf()).toBe(at(TUESDAY, 9, 30));
  // Told when it is stored, and shown when the calendar has been fetched again.
  await expect(cell(page, "09:00", TUESDAY).getByRole("link", { name: "Planned story" })).toBeVisible();

  const handle = handleOf(page, "Planned story");
  await handle.press("Space");
  await expect(news(page)).toContainText("“Planned story” grabbed, Tuesday");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, "10:00", 2).getByRole("link", { name: "Planned story" })).toBeVisible();
  await expect(handle).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(news(page)).toHaveText("“Planned story” was not moved.");
  await expect(cell(page, "09:00", TUESDAY).getByRole("link", { name: "Planned story" })).toBeVisible();
  await expect(handle).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("PageDown");
  await expect(page).toHaveURL(new RegExp(`date=${addDays(MONDAY, 8)}`));
  await expect(handle).toBeFocused();
  // What is stale is the version that is read again after the move.
  const again = page
    .waitForResponse("**/publish/")
    .then(() => page.waitForResponse("**/api/calendar/**"))
    .then((response) => response.finished());
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Moved")).toBeVisible();
  await expect(handle).toBeFocused();
  expect(await dateOf()).toBe(at(TUESDAY + 7, 10));
  await again;

  await api.put(apiUrl.article(id), { data: { excerpt: "Changed meanwhile." } });
  await story.dragTo(cell(page, "12:00", THURSDAY));
  await expect(toastOf(page, "Error moving")).toContainText("This article has changed");
  await expect(cell(page, "10:00", TUESDAY).getByRole("link", { name: "Planned story" })).toBeVisible();
  expect(await dateOf()).toBe(at(TUESDAY + 7, 10));
  await story.dragTo(cell(page, "12:00", THURSDAY));
  await expect(toastOf(page, "Moved")).toBeVisible();
  expect(await dateOf()).toBe(at(THURSDAY + 7, 12));
});

test("drafts are dropped on a day of the month and an hour of the week; a phone has a list by days", async ({
  page,
  api,
  writeArticle,
}) => {
  await test.step("by month a draft is given a day; week and month are in the address; published articles stay", async () => {
    const { id } = await writeArticle({ title: "Waiting draft", status: "draft" });
    await writeArticle({ title: "Out already" });
    await page.goto(`${adminUrl.calendar()}?view=month&date=${MONDAY}`);
    const day = page.getByRole("cell").filter({ has: page.locator(`a[href*="${addDays(MONDAY, 2)}"]`) });
    await expect(day).toContainText("No new article");
    await page.getByRole("region", { name: "Unscheduled" }).getByText("Waiting draft").dragTo(day);
    await expect(toastOf(page, "Article scheduled")).toBeVisible();
    await expect(day.getByRole("link", { name: "Waiting draft" })).toBeVisible();
    await expect(day).not.toContainText("No new article");
    expect(await stored(api, id)).toMatchObject({ status: "published", published_date: at(2, 9) });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Move undone")).toBeVisible();
    expect(await stored(api, id)).toMatchObject({ status: "draft", published_date: null });
    await expectFits(page, [1280]);
    await page.setViewportSize({ width: 1280, height: 900 });

    // An update of what is public already, and an issue of the newsletter: both keep their hour.
    const update = await writeArticle({ title: "To be updated" });
    await api.put(editorApiUrl.draft(update.id), { data: { title: "As it will be" } });
    await api.post(editorApiUrl.publish(update.id), { data: { at: at(TUESDAY, 15) } });
    const draft = { subject: "Letter of the week", introduction: "Hello" };
    const issue: Issue = await (await api.post(editorApiUrl.issues(), { data: draft })).json();
    await api.post(editorApiUrl.issueAction(issue.id, "send"), { data: { at: at(TUESDAY, 8) } });
    await page.reload();
    for (const name of ["To be updated", "Letter of the week"]) {
      await page.getByRole("link", { name }).dragTo(day);
      await expect(toastOf(page, "Moved")).toBeVisible();
      await expect(day.getByRole("link", { name })).toBeVisible();
    }
    // The second move is shown before it is stored, and the first one's message may still be there.
    const times = async () => [
      (await (await api.get(editorApiUrl.draft(update.id))).json()).publish_at,
      (await (await api.get(editorApiUrl.issue(issue.id))).json()).scheduled_at,
    ];
    await expect.poll(times).toEqual([at(2, 15), at(2, 8)]);
    await api.delete(editorApiUrl.issue(issue.id));

    await page.getByRole("button", { name: "Today" }).click();
    await page.getByRole("button", { name: "Week", exact: true }).click();
    await expect(page).toHaveURL(/view=week/);
    // The address changes at once, what is shown a moment later: a drag in between would lose what it holds.
    await expect(page.getByRole("rowheader", { name: "09:00" })).toBeVisible();
    const out = page.getByRole("link", { name: "Out already" });
    // Within its own row: a page that scrolls under the held button starts no drag, and the hour is the clock's.
    const row = page.getByRole("row").filter({ has: out });
    await out.dragTo(row.getByRole("cell").filter({ hasNot: out }).last());
    await expect(toastOf(page, "It cannot be moved")).toContainText("readers have already seen");
    await out.click();
    await expect(page).toHaveURL(/\/admin\/articles\/\d+/);
    await page.goBack();
    await expect(page).toHaveURL(/view=week/);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`view=month&date=${MONDAY}`));
    await expect(day).toContainText("No new article");
  });
  await test.step("a draft is dropped on a late hour of a week with something at night; days and drafts stay in view", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await writeArticle({ title: "Out at night", published_date: at(TUESDAY, 1) });
    const { id } = await writeArticle({ title: "For the late evening", status: "draft" });
    await page.goto(`${adminUrl.calendar()}?view=week&date=${addDays(MONDAY, -7)}`);
    await expect(page.getByRole("rowheader", { name: "07:00" })).toBeInViewport();
    await expect(page.getByRole("rowheader", { name: "01:00" })).not.toBeInViewport();
    await page.getByRole("button", { name: "Next week" }).click();
    await expect(cell(page, "01:00", TUESDAY).getByRole("link", { name: "Out at night" })).toBeInViewport();
    const late = cell(page, "22:00", THURSDAY);
    await late.scrollIntoViewIfNeeded();
    await expect(page.getByRole("columnheader").nth(4)).toBeInViewport({ ratio: 1 });
    await page.getByRole("region", { name: "Unscheduled" }).getByText("For the late evening").dragTo(late);
    await expect(toastOf(page, "Article scheduled")).toBeVisible();
    expect(await stored(api, id)).toMatchObject({ published_date: at(THURSDAY, 22) });
    await expectNoViolations(page);
  });
  await test.step("on a phone a tap asks for the time", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    const { id } = await writeArticle({ title: "Planned on the way", published_date: at(TUESDAY, 9, 30) });
    await page.goto(`${adminUrl.calendar()}?view=week&date=${MONDAY}`);
    const handle = handleOf(page, "Planned on the way");
    await expect(handle).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    expect(await overflowOf(page)).toBe(0);
    await expectNoViolations(page);
    await handle.click();
    const dialog = page.getByRole("dialog", { name: "Move to…" });
    await expect(dialog).toContainText("New York (UTC");
    await dialog.getByRole("textbox", { name: "Date and time" }).fill(`${addDays(MONDAY, 4)} 4:45 pm`);
    await dialog.getByRole("button", { name: "Move" }).click();
    await expect(toastOf(page, "Moved")).toBeVisible();
    expect((await stored(api, id)).published_date).toBe(at(4, 16, 45));
  });
});
