import type { StoryIdea } from "#features/calendar/budget/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const add = async (api: Api, data: object): Promise<StoryIdea> =>
  (await (await api.post("/api/budget/", { data })).json()) as StoryIdea;
const read = async (api: Api, id: number): Promise<StoryIdea> =>
  (await (await api.get(`/api/budget/${id}/`)).json()) as StoryIdea;

test("a story is added by its title and Enter, and becomes a draft in one click", async ({ page, api }) => {
  await page.goto(adminUrl.budget());
  await expect(page.getByText("Nothing is planned yet.")).toBeVisible();
  await page.getByLabel("Title of a new story").fill("The port at night");
  await page.keyboard.press("Enter");
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(column("Idea").getByRole("article", { name: "The port at night" })).toBeVisible();
  await page.getByRole("button", { name: "Make a draft of The port at night" }).click();
  await expect(toastOf(page, "Draft made")).toBeVisible();
  await expect(column("Draft").getByRole("article", { name: "The port at night" })).toBeVisible();
  expect((await read(api, 1)).state).toBe("writing");
});

test("stories are moved between people and days by keys, which can be undone", async ({ page, api }) => {
  const { id } = await add(api, { title: "Harbour" });
  await page.goto(`${adminUrl.budget()}?view=day`);
  const move = page.getByRole("button", { name: "Move Harbour" });
  await move.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Later" }).click();
  await expect(toastOf(page, "Moved to Later")).toBeVisible();
  await expect.poll(async () => (await read(api, id)).due).not.toBe(null);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await read(api, id)).due).toBe(null);
});

test("the panel stores what is planned, and rejects what cannot be stored", async ({ page, api }) => {
  const { id } = await add(api, { title: "Harbour", note: "Before" });
  await page.goto(adminUrl.budget(id));
  const panel = page.getByRole("dialog", { name: "Story" });
  await expect(panel.getByRole("textbox", { name: "Title" })).toBeFocused();
  await panel.getByLabel("Length in words").fill("many");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("Length must be a whole number")).toBeVisible();
  await panel.getByLabel("Length in words").fill("1,200");
  await panel.getByLabel("Note").fill("Call Asha.");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel).toHaveCount(0);
  expect(await read(api, id)).toMatchObject({ length: 1_200, note: "Call Asha." });
});
