import type { Page } from "@playwright/test";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { fields, room, startEdit, startNew, updateButton } from "./article-form.ts";
import { stored, table, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import {
  crash,
  expectNoOffer,
  expectNoQuestion,
  expectNothingKept,
  kept,
  offers,
  restore,
  undoDiscard,
} from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const TITLE = "Left in the middle";
const OTHER = "Left for another day";
/** A list of few rows, as each way leads through it. */
const FEW = { query: "Left" };

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

for (const [way, leave] of Object.entries(WAYS)) {
  test(`a form left ${way} loses nothing: no question, and the work is offered until it is discarded`, async ({
    page,
    writeArticle,
  }) => {
    await writeArticle({ title: TITLE });
    await writeArticle({ title: OTHER });
    await page.goto("/about");
    await startEdit(page, TITLE, FEW);
    await fields(page).excerpt.fill("Half a thought");
    await expect(kept(page)).toBeVisible();
    const expectNone = expectNoQuestion(page);
    await leave(page);
    await expect(offers(page)).toContainText(`Unsaved changes to “${TITLE}”`);
    expectNone();
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
  });
}

const RETURNS: Record<string, (page: Page) => Promise<unknown>> = {
  "another page of the site": async (page) => {
    await page.goto("/about");
    await page.goBack();
  },
  "a reload": (page) => page.reload(),
};

for (const [way, leave] of Object.entries(RETURNS)) {
  test(`a form goes on with every word after ${way}, without a question or an offer`, async ({
    page,
    writeArticle,
  }) => {
    await writeArticle({ title: TITLE });
    await startEdit(page, TITLE, FEW);
    await fields(page).excerpt.fill("Half a thought");
    await expect(kept(page)).toBeVisible();
    const expectNone = expectNoQuestion(page);
    await leave(page);
    await expect(fields(page).excerpt).toHaveValue("Half a thought");
    expectNone();
    await expect(offers(page)).toHaveCount(0);
  });
}

test("words typed at the very moment of leaving are kept, the rich-text editor's too", async ({ page }) => {
  await startNew(page);
  await fields(page).title.fill("In haste");
  await fields(page).content.pressSequentially("To the last letter");
  await button(page, "Cancel").click();
  await restore(page).click();
  await expect(fields(page).title).toHaveValue("In haste");
  await expect(fields(page).content).toHaveText("To the last letter");
  await button(page, "Cancel").click();
  await offers(page)
    .getByRole("button", { name: /^Discard/ })
    .click();
});

test("restored work survives a second crash; once discarded it is gone, and can be undone", async ({
  page,
  context,
}) => {
  await startNew(page);
  await fields(page).title.fill("Twice unlucky");
  await page.locator("input[type=file][name=image_file]").setInputFiles("public/fallback.jpg");
  await expect(kept(page)).toBeVisible();
  const second = await crash(page, context);
  await restore(second).click();
  await expect(kept(second)).toBeVisible();
  const third = await crash(second, context);
  await expect(offers(third).getByRole("listitem")).toHaveCount(1);
  const discard = offers(third).getByRole("button", { name: "Discard “Twice unlucky”" });
  await discard.click();
  await expect(offers(third)).toHaveCount(0);
  await undoDiscard(third);
  await restore(third).click();
  await expect(fields(third).title).toHaveValue("Twice unlucky");
  await expect(third.getByAltText("Preview")).toBeVisible();
  await button(third, "Discard changes").click();
  await expect(room(third, "Add New Article")).toHaveCount(0);
  await expect(button(third, "Add New Article")).toBeFocused();
  await expectNothingKept(third);
  await third.reload();
  await expectNoOffer(third);
});

test("a form's own Discard closes it and can be undone, by the keyboard alone", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: TITLE, excerpt: "Stored" });
  await startEdit(page, TITLE);
  await expect(button(page, "Discard changes")).toHaveCount(0);
  await fields(page).excerpt.fill("Regretted");
  await button(page, "Discard changes").focus();
  await page.keyboard.press("Enter");
  await expect(room(page, "Edit Article")).toHaveCount(0);
  await expect(button(page, `Edit ${TITLE}`)).toBeFocused();
  await expectNoOffer(page);
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(toastOf(page, "Unsaved work discarded").getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await restore(page).click();
  await expect(fields(page).excerpt).toHaveValue("Regretted");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Regretted");
  await expectNoOffer(page);
});

test("work that the browser refuses to store is offered while the page lives, which asks before it closes", async ({
  page,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("No.", "SecurityError");
    };
  });
  await startNew(page);
  await fields(page).title.fill("Only here");
  await expect(page.getByText("This browser keeps no unsaved text")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(offers(page)).toContainText("Only here");
  await button(page, "Log Out").click();
  const question = page.getByRole("dialog", { name: "You have unsaved changes" });
  await expect(question).toContainText("Leave without saving them?");
  await expectNoViolations(page, "dialog");
  await question.press("Escape");
  await expect(button(page, "Log Out")).toBeFocused();
  await expect(offers(page)).toContainText("Only here");
  let questions = 0;
  page.on("dialog", (dialog) => {
    questions++;
    return dialog.accept();
  });
  await restore(page).click();
  await expect(fields(page).title).toHaveValue("Only here");
  await page.reload();
  expect(questions).toBe(1);
  await openAdmin(page);
  await expectNoOffer(page);
});

test("work kept by an earlier version of the form is still offered", async ({ page }) => {
  await openAdmin(page);
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  const account = await page.evaluate(() => {
    const claims = (localStorage.getItem("access_token") ?? "").split(".")[1] ?? "";
    return String(JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).sub);
  });
  await page.evaluate(async (owner) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("jarida-drafts");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const entry = {
      key: "old-one",
      account: owner,
      article: null,
      etag: null,
      values: { title: "Of an earlier version", category: "AI" },
      savedAt: Date.now(),
      isReplaced: false,
    };
    await new Promise((resolve) => {
      const change = database.transaction("drafts", "readwrite");
      change.objectStore("drafts").put(entry, "draft:old-one");
      change.oncomplete = resolve;
    });
    database.close();
  }, account);
  await page.reload();
  await restore(page).click();
  await expect(fields(page).title).toHaveValue("Of an earlier version");
  await expect(fields(page).excerpt).toHaveValue("");
});

test("offers and the bottom of the form fit every width without violations", async ({ page, writeArticle }) => {
  test.slow();
  const widths = [320, 375, 1280];
  const resize = (width: number) => page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await writeArticle({ title: `Long${"word".repeat(30)}` });
  await startEdit(page, `Long${"word".repeat(30)}`);
  await fields(page).excerpt.fill("Something");
  await expect(kept(page)).toBeVisible();
  for (const width of widths) {
    await resize(width);
    expect(await overflowOf(page), `${width} px`).toBe(0);
  }
  await button(page, "Cancel").click();
  await expect(offers(page)).toBeVisible();
  for (const width of widths) {
    await resize(width);
    expect(await overflowOf(page), `the offers at ${width} px`).toBe(0);
    await expectNoViolations(page);
  }
});
