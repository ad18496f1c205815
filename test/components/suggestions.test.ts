import type { Editor } from "@tiptap/core";
import { beforeEach } from "vitest";
import type { SuggestionList } from "#features/documents/suggestions/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { fields } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

test("edits are suggested in the room; another editor's are accepted, which can be undone, or rejected", async ({
  page,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Suggested", content: "<p>One.</p><p>Two.</p>" });
  const document = { type: "article", id } as const;
  const { content, title } = fields(page);
  await page.goto(adminUrl.article(id));
  await expect(content).toContainText("Two.");
  await page.getByRole("button", { name: "Suggest", exact: true }).click();
  await expect(page.getByText("You are suggesting.")).toBeVisible();
  await title.fill("Suggested by me");
  await expect(page.getByText("Suggesting. 1 edit, saved")).toBeVisible();
  await page.getByRole("button", { name: "Discard my edits" }).click();
  await expect(title).toHaveValue("Suggested");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByText("You are suggesting.")).toBeHidden();

  const texts = { title: "Suggested by another", content: "<p>One.</p><p>Two, and more.</p>" };
  await colleague.api.put(editorApiUrl.suggestion(document), { data: texts });
  await page.reload();
  await page.getByRole("button", { name: "2 suggestions" }).click();
  const dialog = page.getByRole("dialog", { name: "Suggestions" });
  await expect(dialog.getByRole("article", { name: "Edit 1 of 2" })).toBeFocused();
  await page.keyboard.press("j");
  const second = dialog.getByRole("article", { name: "Edit 2 of 2" });
  await expect(second).toBeFocused();
  await expect(second.locator("ins")).toHaveText(", and more");
  await second.getByRole("button", { name: "Accept" }).click();
  await expect(content).toContainText("Two, and more.");
  const last = dialog.getByRole("article", { name: "Edit 1 of 1" });
  await expect(last).toBeFocused();
  await last.getByRole("button", { name: "Reject" }).click();
  await expect(dialog).toContainText("No suggestions left.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(title).toHaveValue("Suggested");
  await content.evaluate((element) => (element as unknown as { editor: Editor }).editor.commands.undo());
  await expect(content).not.toContainText("and more");
  const left = await colleague.api.get(editorApiUrl.suggestions(document));
  expect(((await left.json()) as SuggestionList).suggestions).toEqual([]);
});
