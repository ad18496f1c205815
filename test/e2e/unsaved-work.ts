import type { APIRequestContext, BrowserContext, Locator, Page } from "@playwright/test";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin } from "./admin.ts";
import { fields, room } from "./article-form.ts";
import { table } from "./newsroom.ts";
import { expect } from "./site.ts";

/** The unsaved work that is offered. */
export const offers = (page: Page): Locator => page.getByRole("region", { name: "Unsaved work" });
export const restore = (page: Page): Locator => offers(page).getByRole("button", { name: /^(Restore|Compare)/ });
/** The form's message that what is typed is stored in the browser; the writing room leaves the time out. */
export const kept = (page: Page): Locator => page.getByText(/^(Unsaved|Offline), stored in this browser/);
/** Closes the tab as a crash would, so that it sends nothing: `setOffline` ends a moment before the page does. */
export async function closeAbruptly(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("The tab has crashed."));
  });
  await page.close({ runBeforeUnload: false });
}

/** Closes the tab abruptly; then opens the dashboard in another. */
export async function crash(
  page: Page,
  context: BrowserContext,
  open: (page: Page) => Promise<void> = openAdmin,
): Promise<Page> {
  await closeAbruptly(page);
  const next = await context.newPage();
  await open(next);
  return next;
}

type Contested = { page: Page; context: BrowserContext; api: APIRequestContext; article: ArticleDetail };

/**
 * Makes "Ours" "Ourselves" without a connection, crashes, and makes it "Yours" through the API.
 * Returns the tab that opens the dashboard when the connection is back.
 */
export async function leaveContested({ page, context, api, article }: Contested): Promise<Page> {
  await page.goto(adminUrl.article(article.id));
  await fields(page).content.getByText("Ours").click();
  await context.setOffline(true);
  await page.keyboard.press("End");
  await page.keyboard.type("elves");
  await expect(room(page, "Edit Article").getByText("Offline, stored in this browser")).toBeVisible();
  await closeAbruptly(page);
  const content = article.content.replace("Ours", "Yours");
  await api.put(editorApiUrl.draft(article.id), { data: { content } });
  await context.setOffline(false);
  const next = await context.newPage();
  await openAdmin(next);
  return next;
}

/** A list that has loaded proves that there was time for an offer. */
export async function expectNoOffer(page: Page, list: Locator = table(page)): Promise<void> {
  await expect(list).toHaveAttribute("aria-busy", "false");
  await expect(offers(page)).toHaveCount(0);
}

type KeptEntry = { id: number | null; files: string[] };

/** What this browser keeps of unsaved work: the document, and the files that the server does not have. */
const keptIn = (page: Page): Promise<KeptEntry[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("jarida-documents");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains("sessions")) return resolve([]);
          const entries: KeptEntry[] = [];
          const reading = opening.result.transaction("sessions").objectStore("sessions").openCursor();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            const at = reading.result;
            if (!at) return resolve(entries);
            if (String(at.key).startsWith("session:"))
              entries.push({ id: at.value.id, files: Object.keys(at.value.files) });
            at.continue();
          };
        };
      }),
  );

/** The kinds of what is kept: sessions, chosen pictures, and pictures of texts. */
export const keptEntries = async (page: Page): Promise<string[]> =>
  (await keptIn(page)).flatMap(({ files }) => [
    "draft",
    ...files.map((name) => (name === "image_url" ? "picture" : "text-picture")),
  ]);

/**
 * The browser has deleted what it kept. Asked for before a page is left in the same moment: Chromium may drop a deletion
 * that is still waiting for an earlier write when the page ends, and what was saved is then offered once more.
 */
export const expectNothingKept = (page: Page): Promise<void> => expect.poll(() => keptEntries(page)).toEqual([]);

/** Fails if the page asks anything before it is left: nothing would be lost. */
export function expectNoQuestion(page: Page): () => void {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  return () => expect(asked).toEqual([]);
}
