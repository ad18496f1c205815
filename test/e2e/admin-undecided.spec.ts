import { editorApiUrl } from "#test/support/api-url.ts";
import { fields, room } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { expectNoOffer, keepMine, leaveContested, offers, restore, versions } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

test("stores nothing of restored work until the editor has chosen: not after Escape, a save or a reload", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const article = await writeArticle({ title: "Undecided", content: "<p>Ours</p><p>Two</p>" });
  const storedText = async () => (await (await api.get(editorApiUrl.draft(article.id))).json()).content;
  const next = await leaveContested({ page, context, api, article });
  await restore(next).click();
  await expect(versions(next)).toBeVisible();
  await next.keyboard.press("Escape");
  await expect(versions(next)).toHaveCount(0);
  await expect(room(next, "Edit Article").getByText(/^Not saved/)).toBeVisible();
  await fields(next).content.getByText("Two").click();
  await next.keyboard.type("!");
  await next.keyboard.press("Control+s");
  await expect(versions(next)).toBeVisible();
  expect(await storedText()).toBe("<p>Ours, theirs</p><p>Two</p>");

  await next.reload();
  await expect(offers(next)).toContainText("Undecided");
  expect(await storedText()).toBe("<p>Ours, theirs</p><p>Two</p>");
  await restore(next).click();
  await keepMine(versions(next)).click();
  await expect.poll(storedText).toContain("Ours, mine");
  await next.getByRole("button", { name: "Cancel" }).click();
  await expectNoOffer(next);
});
