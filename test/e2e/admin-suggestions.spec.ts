import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations } from "./accessibility.ts";
import { fields } from "./article-form.ts";
import { test } from "./colleague.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

const TEXTS = [
  { language: "en", direction: "ltr", words: ["The ferry runs", "The port opens", "Nobody asked"], more: " today" },
  { language: "ar", direction: "rtl", words: ["تعمل العبّارة", "يفتح الميناء", "لم يسأل أحد"], more: " اليوم" },
];

for (const { language, direction, words, more } of TEXTS)
  test(`suggestions in a text written ${direction} are decided by J, K, A and R, without axe violations`, async ({
    page,
    api,
    colleague,
    writeArticle,
  }) => {
    const content = words.map((line) => `<p>${line}.</p>`).join("");
    const { id } = await writeArticle({ title: words[0] ?? "", language, content });
    const marked = words.map((line, at) => `<p>${line}<ins data-suggestion="passage0${at}">${more}</ins>.</p>`);
    const document = { type: "article", id } as const;
    const suggested = { text_with_suggestions: marked.join("") };
    expect((await colleague.call("PUT", editorApiUrl.suggestion(document), suggested)).status).toBe(200);

    await page.goto(adminUrl.article(id));
    const text = fields(page).content;
    await expect(text.locator("ins")).toHaveCount(3);
    await expect(text).toHaveCSS("direction", direction);
    await page.getByRole("button", { name: "3 suggestions" }).click();
    const panel = page.getByRole("complementary", { name: "Suggestions" });
    const cards = panel.getByRole("list", { name: "Open suggestions" }).getByRole("listitem");
    await expectNoViolations(page);
    await panel.getByRole("button", { name: "Next" }).press("Enter");
    await expect(cards.nth(0)).toBeFocused();
    await page.keyboard.press("j");
    await expect(cards.nth(1)).toBeFocused();
    await page.keyboard.press("k");
    await expect(cards.nth(0)).toBeFocused();
    await page.keyboard.press("a");
    await expect(cards).toHaveCount(2);
    await expect(text).toContainText(`${words[0]}${more}.`);
    await expect(cards.nth(0), "the next one, without another key").toBeFocused();
    await page.keyboard.press("r");
    await expect(cards).toHaveCount(1);
    await expect(text).toContainText(`${words[1]}.`);
    await page.setViewportSize({ width: 375, height: 812 });
    await expect(cards.nth(0)).toBeVisible();
    await expectNoViolations(page);
    const stored = async () => (await (await api.get(editorApiUrl.draft(id))).json()) as { content: string };
    await expect
      .poll(async () => (await stored()).content)
      .toBe(content.replace(`${words[0]}.`, `${words[0]}${more}.`));
  });
