import type { ArticleSummary } from "#features/articles/schema.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { fields, startEdit, startNew } from "./article-form.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

async function articlesOf(api: Api, title: string): Promise<ArticleSummary[]> {
  const found: ArticleSummary[] = await (
    await api.get(`${apiUrl.articles()}?${new URLSearchParams({ query: title })}`)
  ).json();
  return found.filter((article) => article.title === title);
}
const rowOf = (page: Page, title: string): Locator =>
  page
    .getByRole("table", { name: "Articles" })
    .getByRole("row")
    .filter({ has: page.getByText(title, { exact: true }) });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Publish|Update) this article$/ });

test("a new article can be published at a time, in the zone that is shown", async ({ page, api, request, cleanUp }) => {
  cleanUp("For another day");
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
    "Readers see it from January 5, 2999 at 9:30 AM (Kathmandu) on.",
  );
  await button(page, "Cancel").click();
  await expect(rowOf(page, "For another day").getByText("Scheduled")).toBeVisible();
  const [article] = await articlesOf(api, "For another day");
  expect(article?.published_date).toBe("2999-01-05T03:45:00.000Z");
  expect((await request.get(pageUrl.article(article?.id ?? 0))).status()).toBe(404);
  await api.put(editorApiUrl.newsroom(), { data: { time_zone: "UTC" } });
});

test("what is published or scheduled goes into the newsletter that is being written, or begins one", async ({
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
  // Of other journeys.
  for (const { id: left, state } of await issues()) if (state === "draft") await api.delete(editorApiUrl.issue(left));
  const later = await writeArticle({ title: "For the next one", status: "draft" });
  await page.goto(adminUrl.article(later.id));
  await button(page, "Publish").click();
  await dialog(page).getByRole("radio", { name: "At a time" }).check();
  await dialog(page).getByLabel("Date and time", { exact: true }).fill("28 Jan 2999, 09:05");
  await dialog(page).getByRole("checkbox", { name: "Start a newsletter with this article" }).check();
  await expect(dialog(page)).toContainText("A newsletter that is sent before this time leaves it out.");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(toastOf(page, "Article scheduled")).toContainText("It is in the newsletter “For the next one” too.");
  const [begun] = await issues();
  expect(begun).toMatchObject({ subject: "For the next one", state: "draft", article_ids: [later.id] });
  await api.delete(editorApiUrl.issue(begun?.id ?? 0));
});
