import { beforeEach } from "vitest";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import {
  addButton,
  articlesOf,
  fields,
  openTool,
  room,
  startEdit,
  startNew,
  stored,
  writeAfter,
} from "./article-form.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { alternatives } from "./unsaved-work.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const state = (page: Page, words: string | RegExp) => room(page, "Edit Article").getByText(words);
const PENDING = "Published, changes not yet public";

test("writing goes on without a connection, and is stored by itself when it is back", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "In and out", status: "draft" });
  await startEdit(page, "In and out");
  await page.setOffline(true);
  await fields(page).content.fill("Written in a tunnel");
  await expect(state(page, "Offline, stored in this browser")).toBeVisible();
  await fields(page).excerpt.fill("And more of it");
  await page.setOffline(false);
  await expect(state(page, /^Draft, saved \d\d:\d\d$/)).toBeVisible();
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy).toMatchObject({ content: "<p>Written in a tunnel</p>", excerpt: "And more of it" });
});

test("an autosave whose response was lost does not conflict with itself", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Unheard", status: "draft" });
  let isLost = false;
  await page.route(/\/draft\/$/, async (route) => {
    if (isLost || route.request().method() !== "PUT") return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
  await startEdit(page, "Unheard");
  await fields(page).content.fill("Said once");
  await expect(state(page, "Offline, stored in this browser")).toBeVisible();
  await writeAfter(fields(page).content, "Said once", ", and twice");
  await expect(state(page, /^Draft, saved/)).toBeVisible();
  await expect
    .poll(async () => (await (await api.get(editorApiUrl.draft(id))).json()).content)
    .toBe("<p>Said once, and twice</p>");
});

test("a new article is saved as a draft while it is untitled, and is still added by hand", async ({ page, api }) => {
  await startNew(page, { knowsCategories: true });
  await fields(page).content.fill("The text of it");
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
  await expect(room(page, "Add New Article").getByText(/^Draft, saved/)).toBeVisible();
  const id = Number(page.url().split("/").at(-1));
  expect(await articlesOf(api, "Untitled")).toContainEqual(
    expect.objectContaining({ id, status: "draft", category: "No category" }),
  );
  await addButton(page).click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await fields(page).title.fill("Stored early");
  await fields(page).category.fill("Block");
  await expect(room(page, "Add New Article").getByText(/^Draft, saved/)).toBeVisible();
  await fields(page).category.fill("Blockchain");
  await fields(page).published.check();
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(button(page, "Add New Article")).toBeFocused();
  const whole = { status: "published", content: "<p>The text of it</p>", category: "Blockchain" };
  expect(await stored(api, id)).toMatchObject(whole);
});

test("words that two users changed are chosen at their place, while everything else is saved", async ({
  page,
  api,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Contested line", content: "<p>Ours</p><p>Same</p><p>Left</p>" });
  const storedText = async () => (await (await api.get(editorApiUrl.draft(id))).json()).content;
  await startEdit(page, "Contested line");
  await expect(fields(page).content).toHaveText("OursSameLeft");
  const theirs = "<p>Yours</p><p>Same</p><p>Left, theirs</p>";
  await colleague.api.put(editorApiUrl.draft(id), { data: { content: theirs } });
  await writeAfter(fields(page).content, "Ours", "elves");
  const choice = alternatives(page);
  await expect(choice).toContainText(`${colleague.name}, in the text`);
  await expect(choice.locator("mark")).toHaveText(["Yours", "Ourselves"]);
  await expect(state(page, "Saved, except your words in one place: choose")).toBeVisible();
  // Nothing destructive has the focus, and what is typed elsewhere is stored.
  await expect(choice.locator(":focus")).toHaveCount(0);
  await writeAfter(fields(page).content, "Same", " as before");
  await expect.poll(storedText).toBe("<p>Yours</p><p>Same as before</p><p>Left, theirs</p>");

  // The choice survives a reload.
  await page.reload();
  await expect(choice).toContainText(colleague.name);
  await choice.getByRole("button", { name: "Use yours" }).click();
  await expect(choice).toHaveCount(0);
  await expect.poll(storedText).toBe("<p>Ourselves</p><p>Same as before</p><p>Left, theirs</p>");
  await expect(state(page, PENDING)).toBeVisible();
  // Readers have neither yet.
  expect((await stored(api, id)).content).toBe("<p>Ours</p><p>Same</p><p>Left</p>");
});

test("changes that readers don't have can be discarded", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "As it was", excerpt: "Before" });
  await startEdit(page, "As it was");
  await fields(page).excerpt.fill("After");
  await expect(state(page, PENDING)).toBeVisible();
  await button(page, "Discard changes").click();
  await expect(toastOf(page, "Unsaved work discarded")).toBeVisible();
  await expect(button(page, "Edit As it was")).toBeFocused();
  await expect.poll(async () => (await api.get(editorApiUrl.draft(id))).status()).toBe(404);
  await button(page, "Edit As it was").click();
  await expect(fields(page).excerpt).toHaveValue("Before");
});

test("leaving says that changes which readers don't have are kept, and offers to discard them", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Left as it is", excerpt: "Before" });
  await startEdit(page, "Left as it is");
  await fields(page).excerpt.fill("After");
  await expect(state(page, PENDING)).toBeVisible();
  await button(page, "Cancel").click();
  const toast = toastOf(page, "Your changes are saved");
  await expect(toast).toContainText("Readers see them once you update the article.");
  await toast.getByRole("button", { name: "Discard them" }).click();
  await expect(toastOf(page, "Changes discarded")).toBeVisible();
  expect((await api.get(editorApiUrl.draft(id))).status()).toBe(404);
  expect((await stored(api, id)).excerpt).toBe("Before");
});

test("versions are compared word by word, named, and restored as a new version", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Once upon", content: "<p>One old word</p><p>Same</p>", status: "draft" });
  // A page of the list has fifty versions.
  for (let n = 1; n <= 51; n++) await api.put(apiUrl.article(id), { data: { excerpt: `Excerpt ${n}` } });
  await api.put(apiUrl.article(id), { data: { content: "<p>One new word</p><p>Same</p>" } });
  await startEdit(page, "Once upon");
  await openTool(page, "Versions");
  const dialog = page.getByRole("dialog", { name: "Versions" });
  const changes = dialog.getByRole("article", { name: "The version" });
  await expect(changes.locator("del")).toHaveText("old");
  await expect(changes.locator("ins")).toHaveText("new");
  await expect(changes.getByText("Same", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Change 1 of 1")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Next" })).toBeDisabled();
  await dialog.getByLabel("Name of this version").fill("Sent to the desk");
  await dialog.getByRole("button", { name: "Name it" }).click();
  await expect(dialog.getByRole("navigation", { name: "Named versions" }).getByText("Sent to the desk")).toBeVisible();
  const other = dialog.getByRole("combobox", { name: "Compared with" });
  await other.click();
  await dialog.getByRole("option", { name: "Older versions..." }).click();
  await dialog.getByRole("option", { name: / \(1\)$/ }).click();
  await expect(other).toHaveText(/ \(1\)$/);
  await expect(changes.locator("ins").first()).toHaveText("Excerpt 51");
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("Change 2 of 2")).toBeVisible();
  await page.keyboard.press("k");
  await expect(dialog.getByText("Change 1 of 2")).toBeVisible();
  await page.keyboard.press("j");
  await expect(dialog.getByText("Change 2 of 2")).toBeVisible();
  await dialog.getByRole("navigation", { name: "All versions" }).getByRole("button").nth(1).click();
  const restore = dialog.getByRole("button", { name: "Restore this version" });
  await restore.click();
  await expect(toastOf(page, "Version restored")).toBeVisible();
  await expect(fields(page).content).toHaveText("One old wordSame");
  expect((await stored(api, id)).content).toBe("<p>One old word</p><p>Same</p>");
  // What the server does not take would be gone with the version in its place.
  await page.route(`**${editorApiUrl.draft(id)}*`, (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 400, json: { detail: "No." } }),
  );
  await fields(page).content.fill("Not stored");
  await openTool(page, "Versions");
  await dialog.getByRole("navigation", { name: "All versions" }).getByRole("button").nth(1).click();
  await restore.click();
  await expect(toastOf(page, "Error restoring the version")).toContainText("could not be saved first");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(fields(page).content).toHaveText("Not stored");
});

const ENDS: Record<string, (page: Page, api: Api) => Promise<unknown>> = {
  "a log-out in another tab": async () => {
    localStorage.removeItem("access_token");
    localStorage.removeItem("refresh_token");
    window.dispatchEvent(new StorageEvent("storage", { key: "access_token" }));
  },
  "another device": (_page, api) => api.delete(editorApiUrl.sessions()),
};
test.for(Object.keys(ENDS))(
  "a session ended by %s continues in the same article after logging in",
  async (how, { page, editor, api, writeArticle }) => {
    const { id } = await writeArticle({ title: "Session ended", status: "draft" });
    await page.goto(adminUrl.article(id));
    await fields(page).content.fill("Stored");
    await expect(state(page, /^Draft, saved/)).toBeVisible();
    await writeAfter(fields(page).content, "Stored", ", and two words more");
    await ENDS[how]?.(page, api);
    await expect(page.getByText("Nothing you typed is lost")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(editor.email);
    await page.getByLabel("Password", { exact: true }).fill(editor.password);
    await button(page, "Log In").click();
    await expect(state(page, /^Draft, saved/)).toBeVisible();
    await expect(fields(page).content).toHaveText("Stored, and two words more");
    const copy = await (await api.get(editorApiUrl.draft(id))).json();
    expect(copy.content).toBe("<p>Stored, and two words more</p>");
    expect(await articlesOf(api, "Session ended")).toHaveLength(1);
  },
);
