import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl, documentUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { ownComplaints, toastOf } from "./admin.ts";
import { articlesOf, chooseMore, fields, room, rowOf, startEdit, startNew, stored, table } from "./article-form.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const test = base.extend({ takesAutosaves: false });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Publish|Update) this article$/ });

test("an article has an address of its own, and the browser's tab its title", async ({
  page,
  writeArticle,
  complaints,
}) => {
  const { id } = await writeArticle({ title: "At its own address" });
  await page.goto(adminUrl.article(id));
  await expect(fields(page).title).toHaveValue("At its own address");
  await expect(page).toHaveTitle(/^At its own address \|/);
  await fields(page).title.fill("Renamed");
  await expect(page).toHaveTitle(/^Renamed \|/);
  await fields(page).title.fill("At its own address");
  await button(page, "Cancel").click();
  await expect(button(page, "Edit At its own address")).toBeFocused();
  await expect(page).toHaveTitle(/^Admin Dashboard \|/);
  expect(ownComplaints(complaints)).toEqual([]);
});

test("the title is one line of text however it is entered, and Enter goes on to the excerpt and the text", async ({
  page,
}) => {
  await startNew(page);
  const { title, excerpt, content } = fields(page);
  await title.fill("Pasted from\n  two lines");
  await expect(title).toHaveValue("Pasted from two lines");
  await title.press("Enter");
  await expect(excerpt).toBeFocused();
  await expect(title).toHaveValue("Pasted from two lines");
  for (const key of ["Enter", "Tab"]) {
    await excerpt.focus();
    await excerpt.press(key);
    await expect(content).toBeFocused();
    await expect(excerpt).toHaveValue("");
  }
});

test("texts of pictures that the house style requires block the dialog of a draft, not that of a public article", async ({
  page,
  api,
  writeArticle,
}) => {
  const content = '<p>Boats.</p><img src="/media/abcdefgh/400x300.jpg" alt="Boats">';
  await writeArticle({ title: "A draft", status: "draft", content });
  await writeArticle({ title: "Out already", content });
  await api.put(editorApiUrl.houseStyle(), { data: { credit: "required" } });
  for (const [title, list, isBlocked] of [
    ["A draft", "Required", true],
    ["Out already", "Consider adding", false],
  ] as const) {
    await startEdit(page, title);
    await page.keyboard.press("Control+Enter");
    const named = dialog(page).getByRole("list", { name: list });
    await expect(named.getByRole("listitem").filter({ hasText: "An image in the text has no credit" })).toHaveCount(1);
    const act = dialog(page).getByRole("button", { name: /^(Publish|Update) now$/ });
    if (isBlocked) await expect(act).toBeDisabled();
    else await expect(act).toBeEnabled();
    await page.keyboard.press("Escape");
    await button(page, "Cancel").click();
  }
});

test("Ctrl+Enter asks when to publish and lists what is missing, without blocking; the toast links to the page", async ({
  page,
  request,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Ready to go", status: "draft", tags: ["one"] });
  await startEdit(page, "Ready to go");
  await expect(room(page, "Edit Article").getByText("Draft", { exact: true }).first()).toBeVisible();
  await fields(page).content.fill("Word for word.");
  await page.keyboard.press("Control+Enter");
  const missing = dialog(page).getByRole("list", { name: "Consider adding" });
  await expect(missing.getByRole("listitem")).toHaveText([/^No picture/, /^No excerpt/]);
  // Each leads to where it can be added.
  await missing.getByRole("button", { name: /^No excerpt/ }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(fields(page).excerpt).toBeFocused();
  await page.keyboard.type("In short.");
  await page.keyboard.press("Control+Enter");
  await expect(missing.getByRole("listitem")).toHaveText([/^No picture/]);
  await expect(dialog(page).getByRole("radio", { name: "Now" })).toBeFocused();
  await page.keyboard.press("Enter");
  const link = toastOf(page, "Article published").getByRole("link", { name: "View page" });
  await expect(link).toHaveAttribute("href", pageUrl.article(id));
  // The room stays, with the link to the page.
  const published = page.getByRole("region", { name: "Published" });
  await expect(published.getByRole("link")).toHaveAttribute("href", new RegExp(`${pageUrl.article(id)}$`));
  await published.getByRole("button", { name: "Close" }).click();
  await expect(published).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View page" }).first()).toHaveAttribute("href", pageUrl.article(id));
  expect(await (await request.get(pageUrl.article(id))).text()).toContain("Word for word.");
  expect(await stored(api, id)).toMatchObject({ status: "published", excerpt: "In short." });
});

test("an update has a reason and a correction", async ({ page, request, writeArticle }) => {
  const { id } = await writeArticle({ title: "What the bank lost", content: "<p>It lost four million.</p>" });
  await startEdit(page, "What the bank lost");
  await fields(page).title.fill("What the bank has lost");
  await chooseMore(page, "Update with a reason or correction…");
  const asked = dialog(page);
  await expect(asked.getByLabel("Reason (optional)")).toBeFocused();
  await asked.getByLabel("Reason (optional)").fill("The bank spoke again.");
  await asked.getByRole("checkbox", { name: "Add a correction" }).press("Space");
  await expect(asked.getByRole("textbox", { name: "Correction" })).toBeFocused();
  await asked.getByRole("button", { name: "Update now" }).press("Enter");
  const correction = asked.getByRole("textbox", { name: "Correction" });
  await expect(correction).toHaveAccessibleDescription(/Describe the correction/);
  await correction.fill("An earlier version named the wrong bank.");
  await asked.getByRole("button", { name: "Update now" }).press("Enter");
  await expect(toastOf(page, "Article updated")).toBeVisible();
  const corrections = await (await request.get(documentUrl.corrections())).text();
  expect(corrections, "stored with the update").toContain("An earlier version named the wrong bank.");
  const changes = await (await request.get(apiUrl.changes(id))).text();
  expect(changes).toContain("The bank spoke again.");
});

test("an update is scheduled from the keyboard, shown in words, and cancelled", async ({
  page,
  api,
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "As it is now" });
  await api.put(editorApiUrl.draft(id), { data: { title: "As it will be" } });
  await startEdit(page, "As it is now");
  await expect(fields(page).title).toHaveValue("As it will be");
  await chooseMore(page, "Update at a time…");
  await dialog(page).getByRole("radio", { name: "At a time" }).check();
  const time = dialog(page).getByRole("textbox", { name: "Date and time" });
  await time.fill("31 Nov");
  await time.blur();
  await expect(time).toHaveAccessibleDescription(/Nov 31, \d{4} does not exist/);
  await time.fill("31 Dec 2998 noon");

  // The calendar takes the focus, and gives it back.
  await dialog(page).getByRole("button", { name: "Choose date and time" }).press("Enter");
  const calendar = page.getByRole("dialog", { name: "Choose date and time" });
  await expect(calendar.getByRole("button", { name: /December 31, 2998/ })).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(calendar.getByRole("grid", { name: "January 2999" })).toBeVisible();
  await calendar.getByRole("spinbutton", { name: "Hour" }).fill("9");
  await calendar.getByRole("spinbutton", { name: "Minute" }).press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(calendar).toHaveCount(0);
  await expect(dialog(page).getByRole("button", { name: "Choose date and time" })).toBeFocused();
  await expect(time).toHaveValue("Jan 28, 2999, 09:05");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(toastOf(page, "Update scheduled")).toContainText("from January 28, 2999 at 09:05 (UTC).");
  await expect(room(page, "Edit Article")).toContainText("Published, update Jan 28, 2999 09:05");
  const seen = async () => (await request.get(pageUrl.article(id))).text();
  expect(await seen()).toContain("As it is now");
  expect((await (await api.get(editorApiUrl.draft(id))).json()).publish_at).toBe("2999-01-28T09:05:00.000Z");

  await button(page, "Cancel").click();
  await expect(rowOf(page, "As it is now")).toContainText("Published, update Jan 28, 2999 09:05");
  await button(page, "Edit As it is now").click();
  await chooseMore(page, "Update at a time…");
  await expect(dialog(page)).toContainText("Readers get the changes on January 28, 2999 at 09:05 (UTC).");
  await dialog(page).getByRole("button", { name: "Cancel the schedule" }).click();
  await expect(toastOf(page, "Schedule cancelled")).toContainText("Your changes stay unpublished");
  await expect(room(page, "Edit Article")).toContainText("Published, changes not yet public");
  await expect(fields(page).title).toHaveValue("As it will be");
  expect(await seen()).toContain("As it is now");
});

test.for([adminUrl.article(999_999_999), "/admin/articles/12abc"])(
  "an unknown article at %s shows a message and a way to the list",
  async (address, { page }) => {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Article not found" })).toBeVisible();
    await expect(page).toHaveTitle(/^Article not found \|/);
    await button(page, "Back to all articles").click();
    await expect(table(page)).toBeVisible();
  },
);

test.extend({ isLoggedIn: false })(
  "an article's address shows the login, and then the article",
  async ({ page, editor, writeArticle }) => {
    const { id } = await writeArticle({ title: "Behind the login" });
    await page.goto(adminUrl.article(id));
    await expect(page).toHaveTitle(/^Admin Login \|/);
    await page.getByLabel("Email", { exact: true }).fill(editor.email);
    await page.getByLabel("Password", { exact: true }).fill(editor.password);
    await button(page, "Log In").click();
    await expect(fields(page).title).toHaveValue("Behind the login");
    await expect(fields(page).title).toBeFocused();
    await expect(page).toHaveTitle(/^Behind the login \|/);
  },
);

test("a new article can be published at a time, in the zone that is shown", async ({ page, api, request }) => {
  // Neither the browser's zone nor the server's.
  await api.put(editorApiUrl.newsroom(), { data: { time_zone: "Asia/Kathmandu" } });
  await startNew(page);
  await fields(page).title.fill("For another day");
  await fields(page).category.fill("AI");
  await button(page, "Publish").click();
  await dialog(page).getByRole("radio", { name: "At a time" }).check();
  const time = dialog(page).getByRole("textbox", { name: "Date and time" });
  await expect(time).toHaveAccessibleDescription("Kathmandu (UTC+5:45)");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(time).toHaveAccessibleDescription(/Choose a date and a time\./);
  await time.fill("2020-01-05T09:30");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(time).toHaveAccessibleDescription(/That time has passed/);
  await time.fill("2999-01-05T09:30");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(toastOf(page, "Article scheduled")).toContainText(
    "Readers will see it from January 5, 2999 at 09:30 (Kathmandu).",
  );
  await button(page, "Cancel").click();
  await expect(rowOf(page, "For another day").getByText("Scheduled")).toBeVisible();
  const [article] = await articlesOf(api, "For another day");
  expect(article?.published_date).toBe("2999-01-05T03:45:00.000Z");
  expect((await request.get(pageUrl.article(article?.id ?? 0))).status()).toBe(404);
  await api.put(editorApiUrl.newsroom(), { data: { time_zone: "UTC" } });
});

test("what is published or scheduled is added to the newsletter draft, or starts one", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "For the newsletter", status: "draft" });
  const issue: Issue = await (
    await api.post(editorApiUrl.issues(), { data: { subject: "This week", introduction: "Hello" } })
  ).json();
  await startEdit(page, "For the newsletter");
  await button(page, "Publish").click();
  await dialog(page).getByRole("checkbox", { name: "Add to the next newsletter (“This week”)" }).check();
  await dialog(page).getByRole("button", { name: "Publish now" }).click();
  await expect(toastOf(page, "Article published")).toContainText("It is in the newsletter “This week” too.");
  const stored: Issue = await (await api.get(editorApiUrl.issue(issue.id))).json();
  expect(stored).toMatchObject({ introduction: "Hello", article_ids: [id] });
  await api.delete(editorApiUrl.issue(issue.id));

  const issues = async () => (await (await api.get(editorApiUrl.issues())).json()) as Issue[];
  for (const { id: left, state } of await issues()) if (state === "draft") await api.delete(editorApiUrl.issue(left));
  const later = await writeArticle({ title: "For the next one", status: "draft" });
  await page.goto(adminUrl.article(later.id));
  await button(page, "Publish").click();
  await dialog(page).getByRole("radio", { name: "At a time" }).check();
  await dialog(page).getByLabel("Date and time", { exact: true }).fill("28 Jan 2999, 09:05");
  await dialog(page).getByRole("checkbox", { name: "Start a newsletter with this article" }).check();
  await expect(dialog(page)).toContainText("A newsletter sent before this time won't include it.");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(toastOf(page, "Article scheduled")).toContainText("It is in the newsletter “For the next one” too.");
  const [started] = await issues();
  expect(started).toMatchObject({ subject: "For the next one", state: "draft", article_ids: [later.id] });
  await api.delete(editorApiUrl.issue(started?.id ?? 0));
});
