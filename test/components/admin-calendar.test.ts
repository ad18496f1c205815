import { addDays, dayTime, instantAt, weekdayOf } from "#features/calendar/admin/items.ts";
import { adminUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { stored } from "./article-form.ts";
import { holdAnswers, holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

/** The newsroom is neither where the browser is nor where the server is. */
const ZONE = "America/New_York";
const TUESDAY = 1;

/** A Monday that is far ahead. */
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

/** Opens the calendar of a newsroom in New York. */
async function openCalendar(page: Page, search = ""): Promise<void> {
  const json = { time_zone: ZONE, postal_address: "" };
  await page.route("**/api/settings/newsroom/", (route) => route.fulfill({ json }));
  await page.goto(adminUrl.calendar() + search);
}

test("moves that follow quickly are all stored; a failed move reverts later moves of the same article", async ({
  page,
  api,
  writeArticle,
}) => {
  const one = await writeArticle({ title: "First to move", published_date: at(TUESDAY, 9) });
  const two = await writeArticle({ title: "Second to move", published_date: at(TUESDAY, 10) });
  const times = async () => [(await stored(api, one.id)).published_date, (await stored(api, two.id)).published_date];
  await openCalendar(page, `?view=week&date=${MONDAY}`);
  const hours = new Map([
    ["First to move", "09:00"],
    ["Second to move", "10:00"],
  ]);
  /** Moves an article by keys to the next day, which is this weekday. */
  const move = async (title: string, weekday: number) => {
    for (const key of ["Space", "ArrowRight", "Enter"]) await handleOf(page, title).press(key);
    await expect(cell(page, hours.get(title) ?? "", weekday).getByRole("link", { name: title })).toBeVisible();
  };
  const publish = "**/publish/";
  const release = await holdCalls(page, publish);
  await move("First to move", TUESDAY + 1);
  await move("Second to move", TUESDAY + 1);
  await move("First to move", TUESDAY + 2);
  release();
  await expect.poll(times).toEqual([at(TUESDAY + 2, 9), at(TUESDAY + 1, 10)]);
  // Both versions that the calendar goes by are its own now: neither move is taken for another user's change.
  await expect(toastOf(page, "Moved")).toContainText("First to move");
  await page.unroute(publish);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Move undone")).toBeVisible();
  await expect(cell(page, "09:00", TUESDAY + 1).getByRole("link", { name: "First to move" })).toBeVisible();

  expect(await times()).toEqual([at(TUESDAY + 1, 9), at(TUESDAY + 1, 10)]);
  let rejected = 0;
  const fail = await holdCalls(page, publish, async (route) => {
    rejected += 1;
    await route.fulfill({ status: 503, json: { detail: "Down." } });
  });
  await move("First to move", TUESDAY + 2);
  await move("First to move", TUESDAY + 3);
  fail();
  await expect(toastOf(page, "Error moving")).toContainText("Down.");
  await expect(cell(page, "09:00", TUESDAY + 1).getByRole("link", { name: "First to move" })).toBeVisible();
  expect(rejected).toBe(1);
  expect(await times()).toEqual([at(TUESDAY + 1, 9), at(TUESDAY + 1, 10)]);
});

test("an article dropped on a week that is still loading is not hidden by the older response", async ({
  page,
  writeArticle,
}) => {
  await writeArticle({ title: "Ahead of the page", published_date: at(TUESDAY, 9, 30) });
  await openCalendar(page, `?view=week&date=${MONDAY}`);
  await handleOf(page, "Ahead of the page").press("Space");
  const read = Promise.withResolvers<void>();
  const release = await holdAnswers(page, "**/api/calendar/*", read.resolve);
  await page.keyboard.press("PageDown");
  await read.promise;
  await page.unroute("**/api/calendar/*");
  const again = page.waitForResponse(/\/api\/calendar\//);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Moved")).toBeVisible();
  // While the older response is still on its way.
  await again;
  release();
  await expect(cell(page, "09:00", TUESDAY).getByRole("link", { name: "Ahead of the page" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Move undone")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ahead of the page" })).toHaveCount(0);
});

test("a calendar that cannot be fetched says so and is tried again", async ({ page }) => {
  await page.route("**/api/calendar/**", (route) => route.fulfill({ status: 404, json: { detail: "Away." } }));
  await openCalendar(page);
  await expect(page.getByText("Could not fetch the calendar", { exact: true })).toBeVisible();
  await page.unroute("**/api/calendar/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});
