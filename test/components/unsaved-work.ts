import { entries } from "idb-keyval";
import { vi } from "vitest";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import type { StoredSession } from "#ui/admin/session/kept-sessions.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { fields, room, writeAfter } from "./article-form.ts";
import type { Api } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";
import { keptStore } from "./page/storage.ts";

/** The unsaved work that is offered. */
export const offers = (page: Page): Locator => page.getByRole("region", { name: "Unsaved work" });
export const restore = (page: Page): Locator => offers(page).getByRole("button", { name: /^(Restore|Compare)/ });
/** The form's message that what is typed is stored in the browser; the writing room leaves the time out. */
export const kept = (page: Page): Locator => page.getByText(/^(Unsaved|Offline), stored in this browser/);
/** What an article's room says of a save that waits for the connection, and what other forms say. */
export const waiting = (page: Page): Locator =>
  page.getByText(
    /^(Not saved yet, stored in this browser|Not saved yet\. Your work is stored in this browser and will be saved as soon as the server is reachable\.)$/,
  );
/** The comparison with a version that was saved elsewhere, by another user or this one. */
export const versions = (page: Page, what = "article"): Locator =>
  page.getByRole("dialog", {
    name: new RegExp(
      `^(This ${what} was changed elsewhere|.+ changed this ${what}|You changed this ${what} elsewhere too)$`,
    ),
  });
/** The words of two people at one place of a room, with the choice between them. */
export const alternatives = (page: Page): Locator => page.getByRole("region", { name: /changed the same words/ });

/** The buttons of the comparison, with any of the labels that the other version may have. */
export const keepMine = (dialog: Locator): Locator =>
  dialog.getByRole("button", { name: /^Keep (mine|this version)( and save it)?$/ });
export const takeTheirs = (dialog: Locator): Locator =>
  dialog.getByRole("button", { name: /^Take (theirs|.+’s|the other version|the saved version)$/ });

/** A list that has loaded proves that there was time for an offer. */
export async function expectNoOffer(page: Page, list = page.getByRole("table", { name: "Articles" })): Promise<void> {
  await expect(list).toHaveAttribute("aria-busy", "false");
  await expect(offers(page)).toHaveCount(0);
}

/** The sessions in the browser's database. */
export const keptSessions = async (): Promise<StoredSession[]> =>
  (await entries<string, StoredSession>(keptStore())).flatMap(([key, kept]) =>
    key.startsWith("session:") ? [kept] : [],
  );

export const expectNothingKept = (): Promise<void> => expect.poll(keptSessions).toEqual([]);

/** Undoes the last discard, by the button in its toast. */
export async function undoDiscard(page: Page): Promise<void> {
  await toastOf(page, "Unsaved work discarded").getByRole("button", { name: "Undo" }).click();
}

/** Whether the page can be closed without a question from the browser. */
export const mayClose = (): boolean => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Makes the browser's databases unusable for the rest of the test. */
export const forbidDatabases = (): void => {
  const reject = () => {
    throw new DOMException("No.", "SecurityError");
  };
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(reject);
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(reject);
};

/**
 * Makes "Ours" "Ourselves" without a connection, leaves, and makes it "Yours" through the API. The
 * dashboard is then opened with a connection.
 */
export async function leaveContested(page: Page, api: Api, article: ArticleDetail): Promise<void> {
  await page.goto(adminUrl.article(article.id));
  await expect(fields(page).content).toContainText("Ours");
  await page.setOffline(true);
  await writeAfter(fields(page).content, "Ours", "elves");
  await expect(room(page, "Edit Article").getByText("Offline, stored in this browser")).toBeVisible();
  const content = article.content.replace("Ours", "Yours");
  await api.put(editorApiUrl.draft(article.id), { data: { content } });
  await openAdmin(page);
  await page.setOffline(false);
}
