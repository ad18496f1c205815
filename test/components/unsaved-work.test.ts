import { beforeEach } from "vitest";
import { subjectOf } from "#features/identity/accounts/admin/token-store.ts";
import { logIn } from "#test/support/editor.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { addButton, fields, leave, room, startEdit, startNew, stored, updateButton } from "./article-form.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import {
  expectNoOffer,
  expectNothingKept,
  forbidDatabases,
  kept,
  mayClose,
  offers,
  restore,
  undoDiscard,
} from "./unsaved-work.ts";

const test = base.extend({ takesAutosaves: false });
const TITLE = "Left in the middle";
const OTHER = "Left for another day";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

/** Each way of leaving the room; afterwards the list or the room is shown. */
const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  "by Cancel": (page) => button(page, "Cancel").click(),
  "by the browser's Back": (page) => page.goBack(),
  "for another article": async (page) => {
    await page.goBack();
    await button(page, `Edit ${OTHER}`).click();
    await expect(fields(page).title).toHaveValue(OTHER);
    // It has no unsaved work of its own.
    await expect(offers(page)).toHaveCount(0);
    await page.goBack();
  },
};

test.for(Object.keys(WAYS))(
  "a form left %s loses nothing: its work is offered until it is discarded",
  async (way, { page, writeArticle }) => {
    await writeArticle({ title: TITLE });
    await writeArticle({ title: OTHER });
    await startEdit(page, TITLE, { query: "Left" });
    await fields(page).excerpt.fill("Half a thought");
    await expect(kept(page)).toBeVisible();
    expect(mayClose()).toBe(true);
    await WAYS[way]?.(page);
    await expect(offers(page)).toContainText(`Unsaved changes to “${TITLE}”`);
    await restore(page).click();
    await expect(fields(page).title).toHaveValue(TITLE);
    await expect(fields(page).excerpt).toHaveValue("Half a thought");
    await expect(offers(page)).toHaveCount(0);
    await button(page, "Cancel").click();
    await offers(page)
      .getByRole("button", { name: `Discard “${TITLE}”` })
      .click();
    await expect(offers(page)).toHaveCount(0);
    await page.reload();
    await expectNoOffer(page);
  },
);

test("words typed at the moment of leaving are kept, in the rich-text editor too", async ({ page }) => {
  await startNew(page);
  await fields(page).title.fill("In haste");
  await fields(page).content.fill("To the last letter");
  await button(page, "Cancel").click();
  await restore(page).click();
  await expect(fields(page).title).toHaveValue("In haste");
  await expect(fields(page).content).toHaveText("To the last letter");
  await button(page, "Cancel").click();
  await offers(page)
    .getByRole("button", { name: /^Discard/ })
    .click();
});

test("restored work is offered again until it is discarded, which can be undone", async ({ page }) => {
  await startNew(page);
  await fields(page).title.fill("Twice unlucky");
  await expect(kept(page)).toBeVisible();
  await openAdmin(page);
  await restore(page).click();
  await expect(kept(page)).toBeVisible();
  await openAdmin(page);
  await expect(offers(page).getByRole("listitem")).toHaveCount(1);
  const discard = offers(page).getByRole("button", { name: "Discard “Twice unlucky”" });
  await discard.click();
  await expect(offers(page)).toHaveCount(0);
  await undoDiscard(page);
  await restore(page).click();
  await expect(fields(page).title).toHaveValue("Twice unlucky");
  await button(page, "Discard changes").click();
  await expect(room(page, "Add New Article")).toHaveCount(0);
  await expect(button(page, "Add New Article")).toBeFocused();
  await expectNothingKept();
  await page.reload();
  await expectNoOffer(page);
});

test("a form's own Discard closes it and can be undone", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: TITLE, excerpt: "Stored" });
  await startEdit(page, TITLE);
  await expect(button(page, "Discard changes")).toHaveCount(0);
  await fields(page).excerpt.fill("Regretted");
  await button(page, "Discard changes").focus();
  await page.keyboard.press("Enter");
  await expect(room(page, "Edit Article")).toHaveCount(0);
  await expect(button(page, `Edit ${TITLE}`)).toBeFocused();
  await expectNoOffer(page);
  await undoDiscard(page);
  await restore(page).click();
  await expect(fields(page).excerpt).toHaveValue("Regretted");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Regretted");
  await leave(page);
  await expectNoOffer(page);
});

test("work that the browser can't store is offered from memory, and the page asks before it closes", async ({
  page,
}) => {
  forbidDatabases();
  await startNew(page);
  await fields(page).title.fill("Only here");
  await expect(page.getByText("This browser cannot store unsaved text")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(offers(page)).toContainText("Only here");
  await button(page, "Log Out").click();
  const question = page.getByRole("dialog", { name: "You have unsaved changes" });
  await expect(question).toContainText("Leave without saving them?");
  await question.press("Escape");
  await expect(offers(page)).toContainText("Only here");
  await restore(page).click();
  await expect(fields(page).title).toHaveValue("Only here");
  expect(mayClose()).toBe(false);
  await button(page, "Discard changes").click();
  await expect.poll(mayClose).toBe(true);
});

test("a browser without storage is pointed out, and the form still works", async ({ page }) => {
  forbidDatabases();
  await startNew(page);
  await fields(page).title.fill("Unkept");
  await fields(page).category.fill("AI");
  const warning = page.getByText("This browser cannot store unsaved text: its storage is full or turned off.");
  await expect(warning).toHaveCount(1);
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
});

test("work of an ended session is offered to its own account and to no other", async ({
  page,
  server,
  editor,
  colleague,
}) => {
  await startNew(page);
  await fields(page).title.fill("Whose is it?");
  await expect(kept(page)).toBeVisible();
  const use = async ({ email, password }: { email: string; password: string }) => {
    const { access, refresh } = (await logIn(server.app, { email, password })).json();
    localStorage.setItem("access_token", access);
    localStorage.setItem("refresh_token", refresh);
    await openAdmin(page);
  };
  await use(colleague);
  const colleagueSubject = subjectOf(localStorage.getItem("access_token") ?? "");
  await startNew(page);
  await fields(page).title.fill("The colleague's");
  await expect(kept(page)).toBeVisible();
  await openAdmin(page);
  await expect(offers(page).getByRole("listitem")).toHaveCount(1);
  await expect(offers(page)).toContainText("The colleague's");
  await use(editor);
  await expect(offers(page).getByRole("listitem")).toHaveCount(1);
  await expect(offers(page)).toContainText("Whose is it?");
  const senders = page.network.requests
    .filter((request) => request.postData().includes("Whose is it?"))
    .map((request) => subjectOf(request.headers().authorization ?? ""));
  expect(senders).not.toContain(colleagueSubject);
});
