import { beforeEach } from "vitest";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { fields, room, startEdit, stored, writeAfter } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { alternatives, expectNoOffer, leaveContested, offers, restore } from "./unsaved-work.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

test("work written offline, in a room that was left, is stored when the connection is back, and a toast says so", async ({
  page,
  api,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Left offline", content: "<p>First</p><p>Second</p>" });
  await startEdit(page, "Left offline");
  await page.setOffline(true);
  await writeAfter(fields(page).content, "Second", ", of the train");
  await expect(room(page, "Edit Article").getByText("Offline, stored in this browser")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(toastOf(page, "Your unsaved work is stored")).toContainText("as soon as the server is reachable");
  await expect(offers(page)).toContainText("Unsaved changes to “Left offline”");
  // A colleague changed another paragraph in the meantime.
  await colleague.api.put(editorApiUrl.draft(id), {
    data: { content: "<p>First, theirs</p><p>Second</p>" },
  });
  await page.setOffline(false);
  const toast = toastOf(page, "Saved your offline work: “Left offline”");
  await expect(toast).toBeVisible();
  await expectNoOffer(page);
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toBe("<p>First, theirs</p><p>Second, of the train</p>");
  expect((await stored(api, id)).content).toBe("<p>First</p><p>Second</p>");
  await toast.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`${adminUrl.article(id)}$`));
  await expect(fields(page).content).toContainText("Second, of the train");
});

test("work on words that another user changed is offered, and the choice is left until it is made", async ({
  page,
  api,
  writeArticle,
}) => {
  const article = await writeArticle({ title: "Contested offline", content: "<p>Ours</p><p>Two</p>" });
  const storedText = async () => (await (await api.get(editorApiUrl.draft(article.id))).json()).content;
  await leaveContested(page, api, article);
  await expect(offers(page)).toContainText("Unsaved changes to “Contested offline”");
  expect(await storedText()).toBe("<p>Yours</p><p>Two</p>");
  await restore(page).click();
  await expect(alternatives(page).locator("mark")).toHaveText(["Yours", "Ourselves"]);
  await writeAfter(fields(page).content, "Two", "!");
  await expect.poll(storedText).toBe("<p>Yours</p><p>Two!</p>");
  await page.keyboard.press("Control+s");

  // The room goes on where it was: with the choice.
  await page.reload();
  await alternatives(page).getByRole("button", { name: "Both" }).click();
  await expect.poll(storedText).toBe("<p>Yours</p><p>Ourselves</p><p>Two!</p>");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectNoOffer(page);
});
