import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { fields, room, startEdit } from "./article-form.ts";
import { test } from "./colleague.ts";
import { stored } from "./newsroom.ts";
import { expect } from "./site.ts";
import { expectNoOffer, leaveContested, offers, restore, versions } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

test("what was written offline, in a room that was left, is stored when the connection is back, and told", async ({
  page,
  context,
  api,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Left offline", content: "<p>First</p><p>Second</p>" });
  await startEdit(page, "Left offline");
  await fields(page).content.getByText("Second").click();
  await context.setOffline(true);
  await page.keyboard.press("End");
  await page.keyboard.type(", of the train");
  await expect(room(page, "Edit Article").getByText("Offline, kept in this browser")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(toastOf(page, "Your unsaved work is kept")).toContainText("as soon as the server can be reached");
  await expect(offers(page)).toContainText("Unsaved changes to “Left offline”");
  // A colleague has changed another paragraph meanwhile.
  await colleague.call("PUT", editorApiUrl.draft(id), { content: "<p>First, theirs</p><p>Second</p>" });
  await context.setOffline(false);
  const toast = toastOf(page, "Stored what you wrote offline: “Left offline”");
  await expect(toast).toBeVisible();
  await expectNoOffer(page);
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toBe("<p>First, theirs</p><p>Second, of the train</p>");
  expect((await stored(api, id)).content).toBe("<p>First</p><p>Second</p>");
  await toast.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`${adminUrl.article(id)}$`));
  await expect(fields(page).content).toContainText("Second, of the train");
});

test("where somebody has changed the same meanwhile it is offered, and both are shown", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const article = await writeArticle({ title: "Contested offline", content: "<p>Ours</p>" });
  const next = await leaveContested({ page, context, api, article });
  await expect(offers(next)).toContainText("Unsaved changes to “Contested offline”");
  expect((await (await api.get(editorApiUrl.draft(article.id))).json()).content).toBe("<p>Ours, theirs</p>");
  await restore(next).click();
  const content = versions(next).getByRole("region", { name: "Content" });
  await expect(content.locator("mark")).toHaveText(["mine", "theirs"]);
});
