import { FLAG_NAMES } from "#features/articles/fields.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { ownComplaints, toastOf } from "./admin.ts";
import { addButton, articlesOf, fields, room, rowOf, startNew, stored, table, writeAfter } from "./article-form.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const test = base.extend({ takesAutosaves: false });

const PICTURE = {
  name: "dot.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("a new article starts with its defaults, is sent as a form, and comes first in the list", async ({
  page,
  api,
  request,
  complaints,
}) => {
  await startNew(page);
  const form = fields(page);
  await expect(form.title).toBeFocused();
  await expect(form.draft).toBeChecked();
  for (const toggle of [form.autoUpdate, form.featured, form.pick]) await expect(toggle).not.toBeChecked();
  await expect(form.excerpt).toHaveAttribute("rows", "3");
  await form.title.fill("Written in the browser");
  await form.category.fill("Crypto");
  await form.excerpt.fill("In short.");
  await form.content.fill("At length.");
  await form.featured.check();
  await form.published.check();
  const sent = page.waitForRequest((call) => call.method() === "POST" && call.url().endsWith(apiUrl.articles()));
  await addButton(page).click();
  const body = (await sent).postData() ?? "";
  expect((await sent).headers()["content-type"]).toContain("multipart/form-data");
  const names = [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)/g)].map(([, name, value]) => `${name}=${value}`);
  expect(names.sort()).toEqual([
    "category=Crypto",
    "content=<p>At length.</p>",
    "excerpt=In short.",
    ...FLAG_NAMES.map((name) => `${name}=${name === "is_featured"}`).sort(),
    "status=published",
    "title=Written in the browser",
  ]);
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(room(page, "Add New Article")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add New Article" })).toBeFocused();
  await expect(table(page).locator("tbody tr").first()).toContainText("Written in the browser");
  // On the very next request, as readers get it.
  const [article] = await articlesOf(api, "Written in the browser");
  const answer = await request.get(pageUrl.article(article?.id ?? 0));
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain("At length.");
  expect(await (await request.get(pageUrl.home())).text()).toContain("Written in the browser");
  expect(ownComplaints(complaints)).toEqual([]);
});

test("the optional fields: tags, picture with its alternative text, and a time that schedules", async ({
  page,
  api,
  request,
}) => {
  await startNew(page);
  const form = fields(page);
  await form.title.fill("With everything");
  await form.category.fill("A category nobody has yet");
  await form.tags.fill("one, two ,, three");
  await page.locator("input[type=file][name=image_file]").setInputFiles(PICTURE);
  await expect(page.getByAltText("Preview")).toBeVisible();
  await expect(form.address).toBeDisabled();
  await form.alt.fill("A single dot");
  await expect(form.date).toHaveAccessibleDescription(/^UTC/);
  await form.date.fill("2999-01-05T09:30");
  await form.published.check();
  await expect(page.getByText("Scheduled: readers will see it from January 5, 2999 at 09:30.")).toBeVisible();
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(rowOf(page, "With everything").getByText("Scheduled")).toBeVisible();
  const [listed] = await articlesOf(api, "With everything");
  const article = await stored(api, listed?.id ?? 0);
  expect(article).toMatchObject({
    tags: ["one", "two", "three"],
    image_alt: "A single dot",
    image_url: expect.stringMatching(/^\/media\/.+\/1x1\.(png|jpg)$/),
    published_date: "2999-01-05T09:30:00.000Z",
    category: "A category nobody has yet",
  });
  expect((await request.get(pageUrl.article(article.id))).status()).toBe(404);
});

test("only pictures can be chosen, and a chosen one can be removed again", async ({ page }) => {
  await startNew(page);
  const chooser = page.locator("input[type=file][name=image_file]");
  await chooser.setInputFiles({ name: "words.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await expect(toastOf(page, "Invalid file type")).toBeVisible();
  await chooser.setInputFiles(PICTURE);
  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(page.getByAltText("Preview")).toHaveCount(0);
  await expect(fields(page).address).toBeEnabled();
  await expect(page.getByRole("button", { name: "Choose image" })).toBeFocused();
});

test("Ctrl+S saves from anywhere and keeps the form open: a new article becomes an edited one", async ({
  page,
  api,
}) => {
  await startNew(page);
  const form = fields(page);
  await form.title.fill("Saved by key");
  await form.category.fill("AI");
  await form.content.fill("One");
  await page.keyboard.press("Control+s");
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(room(page, "Edit Article")).toBeVisible();
  await writeAfter(form.content, "One", " two");
  await page.keyboard.press("Control+s");
  await expect(toastOf(page, "Article updated")).toBeVisible();
  const found = await articlesOf(api, "Saved by key");
  expect(found).toHaveLength(1);
  expect((await stored(api, found[0]?.id ?? 0)).content).toBe("<p>One two</p>");
  // Nothing is unsaved, so nothing is asked.
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(form.title).toHaveCount(0);
});
