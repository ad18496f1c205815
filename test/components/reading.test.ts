import { adminUrl, readingUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { chooseMore, fields } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const banner = (page: Page) => page.getByRole("region", { name: "Review request" });
const notes = (page: Page) => page.getByRole("complementary", { name: "Notes" });

test("a notification leads to the text without the editor, which is approved with the second tap, then published", async ({
  page,
  api,
  colleague,
  request,
}) => {
  const me = await (await api.get(editorApiUrl.me())).json();
  const data = { title: "Vaults reopen", excerpt: "All of them.", category: "Blockchain", content: "<p>At noon.</p>" };
  const { id } = await (await colleague.api.post(apiUrl.articles(), { data })).json();
  await colleague.api.put(editorApiUrl.asked(id), { data: { person: me.id, message: "Is it fair?" } });
  await colleague.api.post(editorApiUrl.notes(id), { data: { text: "Who says so?" } });
  await page.goto(adminUrl.notifications());
  await page.getByRole("link", { name: "Vaults reopen" }).first().click();
  await expect(page).toHaveURL(readingUrl({ type: "article", id }));
  await expect(page.getByRole("heading", { name: "Vaults reopen", level: 2 })).toBeVisible();
  await expect(page.getByText("All of them.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Content" })).toContainText("At noon.");
  await expect(page.getByRole("textbox", { name: "Content" })).toHaveAttribute("contenteditable", "false");
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await expect(fields(page).title).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Update Article" })).toHaveCount(0);
  await banner(page).getByRole("button", { name: "Approve" }).click();
  await expect(toastOf(page, "Approved")).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  const { people } = await (await colleague.api.get(editorApiUrl.asked(id))).json();
  expect(people).toMatchObject([{ id: me.id, answer: "approve" }]);

  const open = page.getByRole("region", { name: "Still open" });
  await open.getByRole("button", { name: "1 open note" }).click();
  await notes(page)
    .getByRole("button", { name: /^Reply “/ })
    .first()
    .click();
  await notes(page).getByRole("textbox", { name: "Your reply" }).fill("The bank.");
  await notes(page).getByRole("button", { name: "Reply", exact: true }).last().click();
  const replies = async () => (await (await api.get(editorApiUrl.notes(id))).json())[0].replies;
  await expect.poll(replies).toMatchObject([{ text: "The bank." }]);
  await notes(page)
    .getByRole("button", { name: /^Resolve “/ })
    .click();

  await expect(open).toHaveCount(0);
  expect((await (await api.get(editorApiUrl.revisions(id))).json()).length, "reading stores nothing").toBe(1);
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Publish this article" });
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("region", { name: "Published" })).toBeVisible();
  expect((await request.get(apiUrl.article(id))).status()).toBe(200);

  await chooseMore(page, "Update with a reason or correction…");
  const update = page.getByRole("dialog", { name: "Update this article" });
  await update.getByRole("checkbox", { name: "Add a correction" }).click();
  await update.getByRole("textbox", { name: "Correction" }).fill("It was at one.");
  await update.getByRole("button", { name: "Update now" }).click();
  await expect(page.getByRole("region", { name: "Published" })).toContainText("It was at one.");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL(adminUrl.article(id));
  await expect(fields(page).title).toHaveValue("Vaults reopen");
});

test("an approval of a text that has changed, or is no longer asked for, says so and shows what is there now", async ({
  page,
  api,
  colleague,
}) => {
  const me = await (await api.get(editorApiUrl.me())).json();
  const data = { title: "Vaults reopen", category: "Blockchain", content: "<p>At noon.</p>" };
  const { id } = await (await colleague.api.post(apiUrl.articles(), { data })).json();
  const ask = () => colleague.api.put(editorApiUrl.asked(id), { data: { person: me.id } });
  await ask();
  await page.goto(readingUrl({ type: "article", id }));
  await expect(page.getByRole("textbox", { name: "Content" })).toContainText("At noon.");
  await colleague.api.put(editorApiUrl.draft(id), { data: { title: "Vaults stay shut", content: "<p>At one.</p>" } });
  await banner(page).getByRole("button", { name: "Approve" }).click();
  await expect(toastOf(page, "Not approved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Vaults stay shut", level: 2 })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Content" })).toContainText("At one.");
  await colleague.api.delete(editorApiUrl.asked(id));
  await banner(page).getByRole("button", { name: "Request changes" }).click();
  await banner(page).getByRole("textbox", { name: "What should change?" }).fill("Name the vaults.");
  await banner(page).getByRole("button", { name: "Send" }).click();
  await expect(toastOf(page, "Not sent")).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test("an issue and a page are read and answered the same way", async ({ page, api, colleague }) => {
  const me = await (await api.get(editorApiUrl.me())).json();
  const issue = await (
    await colleague.api.post(editorApiUrl.issues(), { data: { subject: "The week", introduction: "<p>A.</p>" } })
  ).json();
  const about = await (
    await colleague.api.post("/api/pages/", { data: { title: "About us", content: "<p>We.</p>" } })
  ).json();
  for (const [document, asked, title] of [
    [{ type: "issue", id: issue.id }, editorApiUrl.issueAsked(issue.id), "The week"],
    [{ type: "page", id: about.id }, `/api/pages/${about.id}/asked/`, "About us"],
  ] as const) {
    await colleague.api.put(asked, { data: { person: me.id } });
    await page.goto(readingUrl(document));
    await expect(page.getByRole("heading", { name: title, level: 2 })).toBeVisible();
    await banner(page).getByRole("button", { name: "Approve" }).press("Enter");
    await expect(toastOf(page, "Approved").last()).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  }
});
