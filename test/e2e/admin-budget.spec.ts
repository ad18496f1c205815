import type { StoryIdea } from "#features/calendar/budget/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { expectFits } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("a story is dragged from ideas to drafts, to a day, and not past its draft", async ({ page, api }) => {
  const title = "Dragged across the board";
  const { id } = (await (await api.post("/api/budget/", { data: { title } })).json()) as StoryIdea;
  const read = async () => (await (await api.get(`/api/budget/${id}/`)).json()) as StoryIdea;
  const column = (name: string) =>
    page
      .getByRole("region", { name: "Board" })
      .getByRole("region")
      .filter({ has: page.getByRole("heading", { name: new RegExp(`^${name} \\d`) }) });
  const cardIn = (name: string) => column(name).getByRole("article", { name: title });
  await page.goto(`${adminUrl.budget()}?query=Dragged`);
  await expectFits(page, [375, 1280]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await cardIn("Idea").dragTo(column("Ready"));
  await expect(toastOf(page, "It cannot be moved there")).toContainText("Make a draft first.");
  expect((await read()).state).toBe("idea");
  await cardIn("Idea").dragTo(column("Draft"));
  await expect(toastOf(page, "Draft made")).toBeVisible();
  await expect(cardIn("Draft")).toBeVisible();
  const { article, state } = await read();
  expect(state).toBe("writing");

  await page.getByRole("button", { name: "By day" }).click();
  await cardIn("No date").dragTo(column("Tomorrow"));
  await expect(toastOf(page, "Moved to Tomorrow")).toBeVisible();
  await expect(cardIn("Tomorrow")).toBeVisible();
  expect((await read()).due).not.toBeNull();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardIn("No date")).toBeVisible();
  expect((await read()).due).toBeNull();
  await api.delete(`/api/budget/${id}/`);
  await api.delete(apiUrl.article(article ?? 0));
});
