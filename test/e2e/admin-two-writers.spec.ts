import type { Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";
import { anotherBrowser } from "./admin.ts";
import { fields, room } from "./article-form.ts";
import { test } from "./colleague.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

/** Typing is what is tested: the pause between two keys, in milliseconds. */
const KEY_MS = 45;
/** How long both type at once; in the long form a minute (`npm run test:faults`). */
const [APART_MS, TOGETHER_MS] = IS_THOROUGH ? [40_000, 20_000] : [10_000, 5_000];
const PARTS = ["First line.", "Second line.", "Third line.", "Last line."];

async function putCursorAfter(page: Page, part: string): Promise<void> {
  await fields(page).content.locator("p", { hasText: part }).click();
  await page.keyboard.press("End");
}

/** Types words that nobody else types at the end of a line, for this long; returns them. */
async function typeFor(page: Page, part: string, name: string, milliseconds: number): Promise<string[]> {
  await putCursorAfter(page, part);
  const words: string[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const word = `${name}${words.length}x`;
    await page.keyboard.type(` ${word}`, { delay: KEY_MS });
    words.push(word);
  }
  return words;
}

const isStored = (page: Page) => expect(room(page, "Edit Article").getByText(/changes not yet public/)).toBeVisible();
const choices = (page: Page) => page.getByRole("region", { name: /changed the same words/ });

test("two who type at once, in different lines and in the same one, are asked nothing and lose no word", async ({
  page,
  browser,
  site,
  api,
  request,
  colleague,
  writeArticle,
}) => {
  test.setTimeout(240_000);
  const content = PARTS.map((part) => `<p>${part}</p>`).join("");
  const { id } = await writeArticle({ title: "Written by two", content });
  await page.goto(adminUrl.article(id));
  await expect(fields(page).content).toBeVisible();
  const other = await (await anotherBrowser(browser, site.url, colleague.tokens)).newPage();
  await other.goto(adminUrl.article(id));
  await expect(fields(other).content).toBeVisible();
  const stored = async (): Promise<string> => (await (await api.get(editorApiUrl.draft(id))).json()).content;
  const missing = (text: string, words: readonly string[]) => words.filter((word) => !text.includes(word));

  // Different lines: everything is merged, no one is asked.
  const apart = await Promise.all([
    typeFor(page, "First line.", "amina", APART_MS),
    typeFor(other, "Third line.", "baraka", APART_MS),
  ]);
  await Promise.all([isStored(page), isStored(other)]);
  for (const each of [page, other]) await expect(choices(each)).toHaveCount(0);
  const all = apart.flat();
  await expect.poll(async () => missing(await stored(), all)).toEqual([]);
  // Whoever writes on sees the other's words.
  for (const [at, each] of [page, other].entries()) {
    await putCursorAfter(each, at === 0 ? "First line." : "Last line.");
    await each.keyboard.type(` end${at}x`);
    await expect.poll(async () => missing(await fields(each).content.innerText(), all)).toEqual([]);
  }

  // The same line: its words are merged, and no one is asked either.
  const together = await Promise.all([
    typeFor(page, "Second line.", "asha", TOGETHER_MS),
    typeFor(other, "Second line.", "badru", TOGETHER_MS),
  ]);
  all.push(...together.flat());
  await Promise.all([isStored(page), isStored(other)]);
  for (const each of [page, other]) await expect(choices(each)).toHaveCount(0);
  await expect.poll(async () => missing(await stored(), all)).toEqual([]);
  // Readers have none of it.
  const html = await (await request.get(pageUrl.article(id))).text();
  expect(missing(html, all)).toEqual(all);
  await other.context().close();
});
