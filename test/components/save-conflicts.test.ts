import { beforeEach } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { addButton, articlesOf, fields, room, startEdit, stored, updateButton } from "./article-form.ts";
import { test as testWithColleague } from "./colleague.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { alternatives, kept, keptSessions, restore, versions } from "./unsaved-work.ts";

const test = base.extend({ takesAutosaves: false });
const withColleague = testWithColleague.extend({ takesAutosaves: false });
beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

test("a save stops where another user changed the same words, until they are chosen", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Contested", excerpt: "Old" });
  await startEdit(page, "Contested");
  await fields(page).excerpt.fill("Mine");
  await api.put(apiUrl.article(id), { data: { excerpt: "Theirs" } });
  await updateButton(page).click();
  await expect(alternatives(page)).toContainText("Theirs");
  await updateButton(page).click();
  await expect(toastOf(page, "Choose between your words and another user's first.")).toBeVisible();
  await expect(alternatives(page)).toBeFocused();
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await alternatives(page).getByRole("button", { name: "Use yours" }).click();
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Mine");
});

withColleague("words of two people can both stay, in one paragraph", async ({ page, colleague, writeArticle }) => {
  const { id } = await writeArticle({ title: "Named", content: "<p>One sentence. Old.</p>" });
  await startEdit(page, "Named");
  await fields(page).content.fill("One sentence. Mine.");
  await colleague.call("PUT", apiUrl.article(id), { content: "<p>One sentence. Theirs.</p>" });
  await updateButton(page).click();
  await alternatives(page).getByRole("button", { name: "Both" }).click();
  await expect(fields(page).content).toHaveText("One sentence. Theirs. Mine.");
});

test("words that were left out come back by Undo", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Conceded", content: "<p>Old</p>" });
  await startEdit(page, "Conceded");
  await fields(page).content.fill("Mine");
  await api.put(apiUrl.article(id), { data: { content: "<p>Theirs</p>" } });
  await updateButton(page).click();
  const keep = alternatives(page).getByRole("button", { name: /^(Keep|Leave it)/ });
  await keep.click();
  await expect(fields(page).content).toHaveText("Theirs");
  await toastOf(page, "Your words were left out").getByRole("button", { name: "Undo" }).click();
  await expect(alternatives(page).locator("mark")).toHaveText(["Theirs", "Mine"]);
  await keep.click();
  expect((await stored(api, id)).content).toBe("<p>Theirs</p>");
});

test("changes to an article that another user deleted become a new article", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Deleted by another" });
  await startEdit(page, "Deleted by another");
  await fields(page).excerpt.fill("Not lost");
  await expect(kept(page)).toBeVisible();
  await api.delete(apiUrl.article(id));
  await updateButton(page).click();
  const note = page.getByRole("alert").filter({ hasText: "Another user deleted this article." });
  await expect(note).toBeVisible();
  await expect(room(page, "Add New Article")).toBeVisible();
  // Until this is written, the browser has a change of the deleted article.
  await expect.poll(async () => (await keptSessions()).map(({ id }) => id)).toEqual([null]);
  await openAdmin(page);
  await restore(page).click();
  await expect(room(page, "Add New Article")).toBeVisible();
  await expect(fields(page).excerpt).toHaveValue("Not lost");
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  expect(await articlesOf(api, "Deleted by another")).toMatchObject([{ status: "draft", excerpt: "Not lost" }]);
});

test("a session that ends while typing loses nothing: after logging in, editing continues", async ({
  page,
  api,
  editor,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Session's end" });
  await startEdit(page, "Session's end");
  await fields(page).excerpt.fill("Typed before the end");
  await page.evaluate(() => {
    localStorage.setItem("access_token", "spent");
    localStorage.setItem("refresh_token", "spent");
  });
  await updateButton(page).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(editor.email);
  await page.getByLabel("Password", { exact: true }).fill(editor.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(fields(page).excerpt).toHaveValue("Typed before the end");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Typed before the end");
});

test("restored changes are merged into the article; where another user changed the same, both versions are shown", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Moved on", content: "<p>One</p><p>Two</p>", excerpt: "Old" });
  await startEdit(page, "Moved on");
  await fields(page).excerpt.fill("Mine");
  await expect(kept(page)).toBeVisible();
  await openAdmin(page);
  await restore(page).click();
  await expect(fields(page).excerpt).toHaveValue("Mine");
  await expect(versions(page)).toHaveCount(0);
  await expect(kept(page)).toBeVisible();
  await api.put(apiUrl.article(id), { data: { excerpt: "Theirs", content: "<p>One</p><p>Three</p>" } });
  await openAdmin(page);
  await restore(page).click();
  await expect(alternatives(page)).toContainText("Theirs");
  await expect(fields(page).content).toHaveText("OneThree");
  await alternatives(page).getByRole("button", { name: "Use yours" }).click();
  await expect(fields(page).excerpt).toHaveValue("Mine");
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect(await stored(api, id)).toMatchObject({ excerpt: "Mine", content: "<p>One</p><p>Three</p>" });
});
