import type { Browser, Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { fields, room } from "./article-form.ts";
import { test } from "./colleague.ts";
import { expect } from "./site.ts";
import { versions } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

/** Typing is what is tested: the pause between two keys, in milliseconds. */
const KEY_MS = 45;
const PARTS = ["First line.", "Second line.", "Third line.", "Last line."];

/** Words that nobody else types, in the order in which they are typed. */
const wordsOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}x`);

async function typeAfter(page: Page, part: string, words: readonly string[]): Promise<void> {
  await fields(page).content.locator("p", { hasText: part }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(` ${words.join(" ")}`, { delay: KEY_MS });
}

const isStored = (page: Page) => expect(room(page, "Edit Article").getByText(/changes not yet public/)).toBeVisible();
const conflict = (page: Page) => page.getByRole("button", { name: "Compare", exact: true });

/** Chooses both versions of whatever both have changed, as often as somebody else was faster again. */
async function keepBoth(page: Page): Promise<void> {
  const settled = room(page, "Edit Article").getByText(/changes not yet public/);
  while (await conflict(page).isVisible()) {
    await conflict(page).click();
    const both = versions(page).getByRole("radio", { name: /^Both/ });
    await expect(both.first()).toBeVisible();
    for (const one of await both.all()) await one.check();
    await versions(page).getByRole("button", { name: "Use what is chosen" }).click();
    await expect(versions(page)).toHaveCount(0);
    await expect(settled.or(conflict(page))).toBeVisible();
  }
  await expect(settled).toBeVisible();
}

async function openAs(browser: Browser, storageState: object, path: string): Promise<Page> {
  const context = await browser.newContext({ storageState } as Parameters<Browser["newContext"]>[0]);
  const page = await context.newPage();
  await page.goto(path);
  await expect(fields(page).content).toBeVisible({ timeout: 15_000 });
  return page;
}

test("two who type for a minute, in different lines and in the same one, lose no word of either", async ({
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
  await expect(fields(page).content).toBeVisible({ timeout: 15_000 });
  const other = await openAs(browser, colleague.storageState, `${site.url}${adminUrl.article(id)}`);
  const stored = async (): Promise<string> => (await (await api.get(editorApiUrl.draft(id))).json()).content;
  const missing = (text: string, words: readonly string[]) => words.filter((word) => !text.includes(word));

  // Different lines: everything is merged, nobody is asked.
  const [amina, baraka] = [wordsOf("amina", 60), wordsOf("baraka", 60)];
  await Promise.all([typeAfter(page, "First line.", amina), typeAfter(other, "Third line.", baraka)]);
  await Promise.all([isStored(page), isStored(other)]);
  for (const each of [page, other]) await expect(conflict(each)).toHaveCount(0);
  const all = [...amina, ...baraka];
  await expect.poll(async () => missing(await stored(), all)).toEqual([]);
  // Whoever writes on sees the other's words.
  for (const [at, each] of [page, other].entries()) {
    await typeAfter(each, at === 0 ? "First line." : "Last line.", [`end${at}x`]);
    await expect.poll(async () => missing(await fields(each).content.innerText(), all)).toEqual([]);
  }

  // The same line: one of them is asked, and chooses both.
  const [asha, badru] = [wordsOf("asha", 40), wordsOf("badru", 40)];
  await Promise.all([typeAfter(page, "Second line.", asha), typeAfter(other, "Second line.", badru)]);
  for (const each of [page, other])
    await expect(
      room(each, "Edit Article")
        .getByText(/changes not yet public/)
        .or(conflict(each)),
    ).toBeVisible();
  for (const each of [page, other]) await keepBoth(each);
  await expect.poll(async () => missing(await stored(), [...all, ...asha, ...badru])).toEqual([]);
  // Readers have none of it.
  const html = await (await request.get(pageUrl.article(id))).text();
  expect(missing(html, [...all, ...asha, ...badru])).toHaveLength(all.length + asha.length + badru.length);
  await other.context().close();
});
