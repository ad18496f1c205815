import type { Series, SeriesOrder } from "#features/articles/series/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { ownComplaints, toastOf } from "./admin.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const SERIES = "/api/series/";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function write(api: Api, title: string): Promise<number> {
  const data = { title, category: "Tech", status: "published" };
  return (await (await api.post(apiUrl.articles(), { data })).json()).id;
}

async function seriesOf(api: Api, name: string, titles: string[]): Promise<Series> {
  const made: Series = await (await api.post(SERIES, { data: { name } })).json();
  const articles: number[] = [];
  for (const title of titles) articles.push(await write(api, title));
  await api.put(`${SERIES}${made.id}/order/`, { data: { articles } });
  return made;
}

const titlesOf = async (api: Api, { id }: Series) =>
  ((await (await api.get(`${SERIES}${id}/order/`)).json()) as SeriesOrder).articles.map(({ title }) => title);

test("a series is added and changed", async ({ page, api, complaints }) => {
  await page.goto(adminUrl.series());
  await button(page, "New series").click();
  const name = page.getByRole("textbox", { name: "Name*" });
  await expect(name).toBeFocused();
  await name.fill("The long read");
  await page.getByRole("textbox", { name: "Description" }).fill("In three parts.");
  await button(page, "Add series").click();
  await expect(toastOf(page, "Series added")).toBeVisible();
  await button(page, "Edit The long read").click();
  await page.getByRole("textbox", { name: "Slug", exact: true }).fill("long");
  await expect(page.getByText("The old address, /series/the-long-read, redirects to it.")).toBeVisible();
  await button(page, "Update series").click();
  await expect(toastOf(page, "Series updated")).toBeVisible();
  expect(await (await api.get(`${SERIES}long/`)).json()).toMatchObject({ description: "In three parts." });
  expect(ownComplaints(complaints)).toEqual([]);
});

test("articles of a series are moved by buttons, which keep the focus, and a change can be undone", async ({
  page,
  api,
}) => {
  const made = await seriesOf(api, "Moving", ["Alpha", "Beta", "Gamma"]);
  await page.goto(`${adminUrl.series()}?query=moving`);
  await button(page, "Arrange Moving").click();
  await button(page, "Move up: Gamma").click();
  await expect(toastOf(page, "Series arranged")).toBeVisible();
  await expect(button(page, "Move up: Gamma")).toBeFocused();
  await expect(page.getByText("“Gamma” is now 2 of 3.")).toBeAttached();
  expect(await titlesOf(api, made)).toEqual(["Alpha", "Gamma", "Beta"]);
  await button(page, "Move down: Alpha").click();
  await expect.poll(() => titlesOf(api, made)).toEqual(["Gamma", "Alpha", "Beta"]);
  await button(page, "Remove: Alpha").click();
  await expect(toastOf(page, "Removed from the series")).toBeVisible();
  await expect.poll(() => titlesOf(api, made)).toEqual(["Gamma", "Beta"]);
  await toastOf(page, "Removed from the series").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  expect(await titlesOf(api, made)).toEqual(["Gamma", "Alpha", "Beta"]);
});

test("an article is added at the end of a series by its title", async ({ page, api }) => {
  const made = await seriesOf(api, "Growing", ["Delta"]);
  await write(api, "Epsilon arrives");
  await page.goto(`${adminUrl.series()}?query=growing`);
  await button(page, "Arrange Growing").click();
  await button(page, "Add").click();
  await expect(page.getByText("Choose one of the articles.")).toBeVisible();
  await page.getByRole("combobox", { name: "Add an article" }).fill("Epsilon arrives");
  await expect(page.getByRole("option", { name: "Epsilon arrives" })).toBeVisible();
  await button(page, "Add").click();
  await expect(toastOf(page, "Added to the series")).toBeVisible();
  expect(await titlesOf(api, made)).toEqual(["Delta", "Epsilon arrives"]);
});

test("a deleted series leaves its articles", async ({ page, api }) => {
  await seriesOf(api, "Ending", ["Zeta"]);
  await page.goto(`${adminUrl.series()}?query=ending`);
  await button(page, "Delete Ending").click();
  await expect(page.getByText("“Ending” and its page are removed. Its articles stay.")).toBeVisible();
  await button(page, "Delete").click();
  await expect(toastOf(page, "Series deleted")).toBeVisible();
  await expect(button(page, "Edit Ending")).toHaveCount(0);
});

test("an article is put into a series and taken out of it in its settings", async ({ page, api }) => {
  const made = await seriesOf(api, "Chosen", ["Eta"]);
  await seriesOf(api, "Another", ["Iota"]);
  const id = await write(api, "Theta joins");
  await page.goto(adminUrl.article(id));
  const choice = page.getByRole("combobox", { name: "Series" });
  await expect(choice).toHaveValue("");
  await choice.fill("hose");
  await expect(page.getByRole("option")).toHaveText(["Chosen"]);
  await page.getByRole("option", { name: "Chosen" }).click();
  await expect(toastOf(page, "Added to “Chosen”")).toBeVisible();
  expect(await titlesOf(api, made)).toEqual(["Eta", "Theta joins"]);
  await expect(choice).toHaveValue("Chosen");
  await button(page, "Remove from “Chosen”").click();
  await expect(toastOf(page, "Removed from the series")).toBeVisible();
  expect(await titlesOf(api, made)).toEqual(["Eta"]);
});

test("a series is arranged by keys alone: the focus enters the list, stays in it after a removal, and returns", async ({
  page,
  api,
}) => {
  const made = await seriesOf(api, "Walking", ["Eta", "Theta"]);
  await page.goto(`${adminUrl.series()}?query=walking`);
  await button(page, "Arrange Walking").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Articles of “Walking”" })).toBeFocused();
  await expect(button(page, "Move down: Eta")).toBeVisible();
  // The title, then its buttons.
  for (const _ of ["title", "up", "down"]) await page.keyboard.press("Tab");
  await expect(button(page, "Move down: Eta")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => titlesOf(api, made)).toEqual(["Theta", "Eta"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(button(page, "Remove: Theta")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("No articles yet. Add the first one below.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Articles of “Walking”" })).toBeFocused();
  await expect.poll(() => titlesOf(api, made)).toEqual([]);
  await page.getByRole("region", { name: "Articles of “Walking”" }).getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Enter");
  await expect(button(page, "Arrange Walking")).toBeFocused();
});
