import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import {
  addButton,
  articlesOf,
  fields,
  leave,
  room,
  rowOf,
  startEdit,
  startNew,
  stored,
  updateButton,
} from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const PICTURE = {
  name: "dot.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("title and category are required for a new article, in the toast and at the fields", async ({ page }) => {
  let calls = 0;
  await page.route(`**${apiUrl.articles()}`, (route) => {
    if (route.request().method() === "POST") calls++;
    return route.continue();
  });
  await startNew(page);
  const form = fields(page);
  await form.title.fill("   ");
  await addButton(page).click();
  const toast = toastOf(page, "Missing required fields");
  await expect(toast).toBeVisible();
  await expect(form.title).toBeFocused();
  await expect(form.title).toHaveAccessibleDescription("Title is required.");
  await expect(form.category).toHaveAccessibleDescription("Category is required.");
  // A corrected field's error disappears at once; the others stay, and the focus does not move.
  await form.title.pressSequentially("There");
  await expect(form.title).toHaveAccessibleDescription("");
  await expect(form.title).not.toHaveAttribute("aria-invalid");
  await expect(form.title).toBeFocused();
  await expect(form.category).toHaveAccessibleDescription("Category is required.");
  await addButton(page).click();
  await expect(form.category).toBeFocused();
  expect(calls).toBe(0);
});

test("existing categories are suggested", async ({ page }) => {
  await startNew(page, { knowsCategories: true });
  await fields(page).category.fill("block");
  await expect(page.getByRole("option")).toHaveText(["Blockchain"]);
});

test("an edit starts from the stored article, sends the whole of it with its version, and shows at once", async ({
  page,
  api,
  request,
  writeArticle,
  complaints,
}) => {
  const article = await writeArticle({
    title: "Before the edit",
    excerpt: "In short.",
    category: "AI",
    content: "<h2>First</h2><p>Second</p>",
    tags: ["a", "b"],
    is_editors_pick: true,
    published_date: "2026-01-05T06:30:15Z",
  });
  // Its new title is to be in the list.
  await startEdit(page, "Before the edit", { query: "the edit" });
  const form = fields(page);
  await expect(room(page, "Edit Article")).toBeVisible();
  await expect(form.title).toHaveValue("Before the edit");
  await expect(form.category).toHaveValue("AI");
  await expect(form.excerpt).toHaveValue("In short.");
  await expect(form.content.getByRole("heading", { name: "First" })).toBeVisible();
  for (const tag of ["a", "b"])
    await expect(page.getByRole("button", { name: `Remove ${tag}`, exact: true })).toBeVisible();
  await expect(form.date).toHaveValue("Jan 5, 2026, 06:30");
  await expect(form.pick).toBeChecked();
  await expect(form.published).toBeChecked();
  await form.title.fill("After the edit");
  const sent = page.waitForRequest((call) => call.method() === "PUT");
  await updateButton(page).click();
  expect((await sent).headers()["if-match"]).toMatch(/^(W\/)?"1-/);
  expect((await sent).postDataJSON()).toMatchObject({
    ...article,
    title: "After the edit",
    slug: "before-the-edit",
    published_date: "2026-01-05T06:30:15.000Z",
  });
  await expect(toastOf(page, "Article updated")).toBeVisible();
  // An update stays in the room.
  await expect(form.title).toHaveValue("After the edit");
  await leave(page);
  await expect(page.getByRole("button", { name: "Edit After the edit", exact: true })).toBeFocused();
  expect(await (await request.get(pageUrl.article(article.id))).text()).toContain("After the edit");
  // The address that was sent back unchanged follows the title.
  expect(await stored(api, article.id)).toMatchObject({ content: article.content, slug: "after-the-edit" });
  expect(ownComplaints(complaints)).toEqual([]);
});

test("an article made a draft disappears for readers at once; a file replaces its picture", async ({
  page,
  api,
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Taken back", tags: ["a, b"] });
  expect((await request.get(pageUrl.article(id))).status()).toBe(200);
  await startEdit(page, "Taken back");
  await fields(page).draft.check();
  await page.locator("input[type=file][name=image_file]").setInputFiles(PICTURE);
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await request.get(pageUrl.article(id))).status()).toBe(404);
  const { image_url } = await stored(api, id);
  expect(image_url).toMatch(/^\/media\//);
  await leave(page);
  await expect(rowOf(page, "Taken back").getByText("Draft")).toBeVisible();

  const [{ id: picture }] = await (await api.get(`${editorApiUrl.pictures()}?query=${image_url}`)).json();
  const texts = { alt: "A single dot", caption: "As small as can be", credit: "Amina Otieno" };
  await api.patch(editorApiUrl.storedPicture(picture), { data: texts });
  await startEdit(page, "Taken back");
  await expect(fields(page).address).toHaveCount(0);
  await page.getByRole("button", { name: "Use its stored alternative text" }).click();
  await expect(fields(page).alt).toHaveValue("A single dot");
  await page.getByRole("button", { name: "Show its caption and credit" }).click();
  await expect(fields(page).content.locator("figure").first()).toContainText("As small as can be");
  await expect(fields(page).content.locator("figure").first()).toContainText("Amina Otieno");
  await expect(page.getByRole("button", { name: "Show its caption and credit" })).toHaveCount(0);
  await api.patch(editorApiUrl.storedPicture(picture), { data: { alt: "", caption: "", credit: "" } });
});

test("two presses create one article", async ({ page, api, cleanUp }) => {
  cleanUp("Pressed twice");
  await startNew(page);
  await fields(page).title.fill("Pressed twice");
  await fields(page).category.fill("AI");
  await addButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(toastOf(page, "Article added")).toBeVisible();
  expect(await articlesOf(api, "Pressed twice")).toHaveLength(1);
});

test("failures show the server's message or a default one at their fields, and keep all that is typed", async ({
  page,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Hard to save" });
  await startEdit(page, "Hard to save");
  const form = fields(page);
  await form.title.fill("x".repeat(301));
  await form.excerpt.fill("Kept");
  await updateButton(page).click();
  const toast = toastOf(page, "Error updating article");
  await expect(toast).toBeVisible();
  await expect(form.title).toBeFocused();
  await expect(form.title).toHaveAccessibleDescription("Title must have at most 300 characters.");
  await form.title.fill("Hard to save");
  await expect(form.title).toHaveAccessibleDescription("");
  await page.route(`**${apiUrl.article(id)}`, (route) => route.abort("internetdisconnected"));
  await updateButton(page).click();
  await expect(toast).toContainText("Could not update the article. Your work is stored in this browser");
  await expect(form.excerpt).toHaveValue("Kept");
  await page.unroute(`**${apiUrl.article(id)}`);
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await leave(page);
  await page.route(`**${apiUrl.articles()}`, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await page.getByRole("button", { name: "Add New Article" }).click();
  await form.title.fill("Not to be");
  await form.category.fill("AI");
  await addButton(page).click();
  const added = toastOf(page, "Error adding article");
  await expect(added.getByText("Could not add the article", { exact: true })).toBeVisible();
  await expect(form.title).toHaveValue("Not to be");
});

test("a form without changes closes without a question and returns the focus", async ({ page, writeArticle }) => {
  await writeArticle({ title: "Being edited" });
  await startEdit(page, "Being edited");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(fields(page).excerpt).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Being edited", exact: true })).toBeFocused();
  await expect(toastOf(page, "Your unsaved work is stored")).toHaveCount(0);
});

test("clearing the date of a scheduled article publishes it now, as the form says", async ({
  page,
  request,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Sooner than planned", published_date: "2999-01-05T09:30:00Z" });
  expect((await request.get(pageUrl.article(id))).status()).toBe(404);
  await startEdit(page, "Sooner than planned");
  await fields(page).date.fill("");
  await expect(page.getByText("Saving sets the date to now.")).toBeVisible();
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await expect(fields(page).date).not.toHaveValue("");
  expect((await request.get(pageUrl.article(id))).status()).toBe(200);
  const { published_date } = await stored(api, id);
  expect(Date.parse(published_date ?? "")).toBeLessThanOrEqual(Date.now());
  // The date that readers have seen is kept.
  await fields(page).date.fill("");
  await expect(page.getByText("Keeps its publication date:")).toBeVisible();
  await updateButton(page).click();
  await expect(fields(page).date).not.toHaveValue("");
  expect((await stored(api, id)).published_date).toBe(published_date);
});

test("an article that fails to load can be retried", async ({ page, writeArticle }) => {
  const { id } = await writeArticle({ title: "Slow to come" });
  await page.route(`**${apiUrl.article(id)}`, (route) => route.abort("internetdisconnected"));
  await openAdmin(page);
  await page.getByRole("button", { name: "Edit Slow to come", exact: true }).click();
  await expect(page.getByRole("alert").getByText("Could not load the article.")).toBeVisible();
  await page.unroute(`**${apiUrl.article(id)}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(fields(page).title).toHaveValue("Slow to come");
});

test("an article image that is copied without its animation is announced", async ({ page }) => {
  const detail = "Readers see only the first frame of this animation.";
  await page.route("**/api/remote/**", (route) => {
    const { items } = route.request().postDataJSON() as { items: object[] };
    const copied = { state: "done", url: "/media/copied/1x1.png", card: null, detail };
    return route.fulfill({ json: items.map((item) => ({ ...item, ...copied })) });
  });
  await startNew(page);
  await fields(page).address.fill("https://pictures.example/moving.gif");
  await expect(toastOf(page, "Animation removed").getByText(detail)).toBeVisible();
});
