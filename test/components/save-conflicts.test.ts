import { beforeEach } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { addButton, articlesOf, fields, room, startEdit, stored, updateButton } from "./article-form.ts";
import { test as testWithColleague } from "./colleague.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { keepMine, kept, keptSessions, offers, restore, takeTheirs, versions } from "./unsaved-work.ts";

const test = base.extend({ takesAutosaves: false });
const withColleague = testWithColleague.extend({ takesAutosaves: false });
beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

test("a conflicting save is rejected and shows both versions; keeping your own, with its reason, leaves theirs available", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Contested", excerpt: "Old" });
  await startEdit(page, "Contested");
  await fields(page).excerpt.fill("Mine");
  await api.put(apiUrl.article(id), { data: { excerpt: "Theirs" } });
  await page.getByRole("button", { name: "Update with a reason or correction" }).click();
  await page.getByLabel("Reason (optional)").fill("The bank spoke again.");
  await page.getByRole("button", { name: "Update now" }).click();
  await expect(versions(page).getByRole("region", { name: "Excerpt" })).toContainText("Theirs");
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await keepMine(versions(page)).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Mine");
  expect(await (await api.get(apiUrl.changes(id))).text()).toContain("The bank spoke again.");
  await expect(offers(page)).toContainText("The overwritten version of “Contested”");
  await restore(page).click();
  await expect(versions(page).getByRole("region", { name: "Excerpt" })).toContainText("Theirs");
});

withColleague(
  "a comparison names the colleague, and Enter chooses nothing before anything is read",
  async ({ page, api, colleague, writeArticle }) => {
    const { id } = await writeArticle({ title: "Named", content: "<p>One sentence. Old.</p>" });
    await startEdit(page, "Named");
    await fields(page).content.fill("One sentence. Mine.");
    await colleague.call("PUT", apiUrl.article(id), { content: "<p>One sentence. Theirs.</p>" });
    await updateButton(page).click();
    const dialog = page.getByRole("dialog", { name: `${colleague.name} changed this article` });
    await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("Enter");
    expect((await stored(api, id)).content).toBe("<p>One sentence. Theirs.</p>");
    await dialog.getByRole("radio", { name: `Both, ${colleague.name}’s first` }).check();
    await dialog.getByRole("button", { name: /these choices/ }).click();
    await expect(fields(page).content).toHaveText("One sentence. Theirs. Mine.");
  },
);

test("taking the other version leaves your own available", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Conceded", content: "<p>Old</p>" });
  await startEdit(page, "Conceded");
  await fields(page).content.fill("Mine");
  await api.put(apiUrl.article(id), { data: { content: "<p>Theirs</p>" } });
  await updateButton(page).click();
  await takeTheirs(versions(page)).click();
  await expect(fields(page).content).toHaveText("Theirs");
  await expect(offers(page)).toContainText("Your unchosen version of “Conceded”");
  await restore(page).click();
  await expect(versions(page).getByRole("region", { name: "Content" }).locator("mark")).toHaveText(["Mine", "Theirs"]);
  expect((await stored(api, id)).content).toBe("<p>Theirs</p>");
});

test("your own version can be saved as a new draft next to the other one", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Parted", excerpt: "Old" });
  await startEdit(page, "Parted");
  await fields(page).title.fill("Parted, mine");
  await api.put(apiUrl.article(id), { data: { title: "Parted, theirs", excerpt: "Theirs" } });
  await updateButton(page).click();
  await versions(page)
    .getByRole("button", { name: /^Save .* as a new draft$/ })
    .click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(fields(page).excerpt).toHaveValue("Theirs");
  expect(await articlesOf(api, "Parted, mine")).toMatchObject([{ status: "draft", excerpt: "Old" }]);
  expect(await stored(api, id)).toMatchObject({ title: "Parted, theirs", excerpt: "Theirs" });
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

test("restored changes are applied to the article; what another user saved is shown next to them", async ({
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
  const excerpt = versions(page).getByRole("region", { name: "Excerpt" });
  await expect(excerpt).toContainText("Mine");
  await expect(excerpt).toContainText("Theirs");
  const content = versions(page).getByRole("region", { name: "Content" });
  await expect(content.locator("mark")).toHaveText(["Two", "Three"]);
  await expect(content.getByText("1 unchanged paragraph.")).toBeVisible();
  await keepMine(versions(page)).click();
  await expect(fields(page).excerpt).toHaveValue("Mine");
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect(await stored(api, id)).toMatchObject({ excerpt: "Mine", content: "<p>One</p><p>Two</p>" });
});
