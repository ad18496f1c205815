import type { Editor } from "@tiptap/core";
import { beforeEach } from "vitest";
import type { SuggestionList } from "#features/documents/suggestions/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { type } from "#test/support/headless-editor.ts";
import { fields } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

const ins = (id: string, words: string) => `<ins data-suggestion="${id}">${words}</ins>`;

test("suggestions of a colleague are in the text, and are decided one by one; a decision can be undone", async ({
  page,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Suggested", content: "<p>One.</p><p>Two.</p>" });
  const document = { type: "article", id } as const;
  const { content } = fields(page);
  const marked = `<p>One${ins("first0001", ", really")}.</p><p>Two${ins("second002", ", and more")}.</p>`;
  const suggested = await colleague.api.put(editorApiUrl.suggestion(document), {
    data: { title: "Suggested by another", text_with_suggestions: marked },
  });
  expect(suggested.status()).toBe(200);
  await page.goto(adminUrl.article(id));
  await expect(content.locator("ins")).toHaveText([", really", ", and more"]);
  await page.getByRole("button", { name: "3 suggestions" }).click();
  const panel = page.getByRole("complementary", { name: "Suggestions" });
  const cards = panel.getByRole("list", { name: "Open suggestions" }).getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await panel.getByRole("button", { name: "Next" }).click();
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press("a");
  await expect(cards).toHaveCount(2);
  await expect(content.locator("ins")).toHaveText([", and more"]);
  await expect(content).toContainText("One, really.");
  await content.evaluate((element) => (element as unknown as { editor: Editor }).editor.commands.undo());
  await expect(content.locator("ins")).toHaveText([", really", ", and more"]);
  await expect(cards).toHaveCount(3);
  await cards.nth(2).getByRole("button", { name: "Reject" }).click();
  await expect(content).not.toContainText("and more");
  const left = (await (await colleague.api.get(editorApiUrl.suggestions(document))).json()) as SuggestionList;
  expect(left.suggestions.filter(({ state }) => state === "open").map(({ field }) => field)).toEqual([
    "title",
    "content",
  ]);
});

test("what a colleague deletes is struck, and what the writer adds to their blocks is stored as the writer's", async ({
  page,
  api,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Suggested", content: "<p>One and two.</p><p>Three.</p>" });
  const document = { type: "article", id } as const;
  const block = (kind: string, words: string) => `<p data-${kind}="second002">${words}</p>`;
  const words = `<p>One<del data-suggestion="first0001"> and two</del>.</p>`;
  const marked = `${words}${block("deleted", "Three.")}${block("inserted", "Four.")}`;
  const suggested = await colleague.api.put(editorApiUrl.suggestion(document), {
    data: { text_with_suggestions: marked },
  });
  expect(suggested.status()).toBe(200);
  await page.goto(adminUrl.article(id));
  const { content } = fields(page);
  await expect(content.locator("del")).toHaveText([" and two"]);
  await content.evaluate((element) => {
    const { editor } = element as unknown as { editor: Editor };
    for (const wanted of ["Three", "Four"]) {
      let at = 0;
      editor.state.doc.descendants((node, pos) => {
        if (node.text?.startsWith(wanted)) at = pos + wanted.length;
      });
      editor.view.dispatch(editor.state.tr.insertText(" more", at));
    }
  });
  await expect(content.locator("ins")).toHaveText([" more", " more"]);
  await expect(page.getByRole("button", { name: /suggestions/ }).first()).toContainText("4");
  const read = await (await api.get(editorApiUrl.suggestions(document))).json();
  const open = (read as SuggestionList).suggestions.map(({ is_mine, before, after }) => ({ is_mine, before, after }));
  expect(open).toEqual([
    { is_mine: false, before: " and two", after: "" },
    { is_mine: false, before: "Three.", after: "Four." },
    { is_mine: true, before: "", after: " more" },
    { is_mine: true, before: "", after: " more" },
  ]);
});

test("a deletion that a colleague suggests while its paragraph is written leaves what is typed the writer's", async ({
  page,
  api,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Suggested", content: "<p>One.</p><p>Three.</p>" });
  const document = { type: "article", id } as const;
  await page.goto(adminUrl.article(id));
  const { content } = fields(page);
  await expect(content).toContainText("Three.");
  const suggested = await colleague.api.put(editorApiUrl.suggestion(document), {
    data: { text_with_suggestions: '<p>One.</p><p data-deleted="second002">Three.</p>' },
  });
  expect(suggested.status()).toBe(200);
  await content.evaluate((element) => {
    const { editor } = element as unknown as { editor: Editor };
    editor.view.dispatch(editor.state.tr.insertText(" more", editor.state.doc.content.size - 2));
  });
  await expect(content.locator(".suggested-deletion ins")).toHaveText(" more");
  const open = async () => {
    const read = await (await api.get(editorApiUrl.suggestions(document))).json();
    return (read as SuggestionList).suggestions.map(({ is_mine, before, after }) => ({ is_mine, before, after }));
  };
  await expect.poll(open).toEqual([
    { is_mine: false, before: "Three.", after: "" },
    { is_mine: true, before: "", after: " more" },
  ]);
  await expect(page.getByText("Not saved")).toHaveCount(0);
});

test("what is typed in Suggest is a suggestion of the user, which is withdrawn with one click", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Mine", content: "<p>One.</p>" });
  const { content } = fields(page);
  await page.goto(adminUrl.article(id));
  await expect(content).toContainText("One.");
  await page.getByRole("button", { name: "Suggest", exact: true }).click();
  await expect(page.getByText("You are suggesting.")).toBeVisible();
  await expect(content).toContainText("One.");
  await content.evaluate((element) => {
    const { editor } = element as unknown as { editor: Editor };
    editor.commands.setTextSelection(4);
    type(editor, ' "more"');
  });
  await expect(content.locator("ins")).toHaveText(" “more”");
  const panel = page.getByRole("complementary", { name: "Suggestions" });
  const cards = panel.getByRole("list", { name: "Open suggestions" }).getByRole("listitem");
  await expect(cards).toHaveCount(1);
  await expect(cards.nth(0)).toContainText("You");
  const stored = await (await api.get(editorApiUrl.suggestions({ type: "article", id }))).json();
  expect((stored as SuggestionList).suggestions).toMatchObject([{ after: " “more”", is_mine: true, state: "open" }]);
  await cards.nth(0).getByRole("button", { name: "Withdraw" }).click();
  await expect(content.locator("ins")).toHaveCount(0);
  await expect(content).toContainText("One.");
});

const writer = test.extend({ role: "writer" as const });

writer(
  "a writer suggests on another's published article, and nothing of the newsroom is asked for",
  async ({ page, colleague, complaints }) => {
    const data = { title: "Public", category: "Blockchain", status: "published", content: "<p>One.</p>" };
    const { id } = await (await colleague.api.post(apiUrl.articles(), { data })).json();
    const asked: string[] = [];
    await page.route(/\/api\//, (route) => {
      asked.push(route.request().url());
      return route.fallback();
    });
    await page.goto(`${adminUrl.article(id)}?mode=suggest`);
    await expect(page.getByText("You are suggesting.")).toBeVisible();
    await expect(fields(page).content).toContainText("One.");
    await expect(page.getByRole("button", { name: /^People and checks/ })).toHaveCount(0);
    await expect(page.getByRole("complementary", { name: "Suggestions" })).toBeVisible();
    expect(asked.filter((url) => /\/(notes|story|presence)\//.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  },
);
