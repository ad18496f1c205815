import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { anotherBrowser, openAdmin, toastOf } from "./admin.ts";
import { fields, room } from "./article-form.ts";
import { test } from "./colleague.ts";
import { expect } from "./site.ts";

test.use({ takesAutosaves: true });

/** A word that no other test writes, as the rule is the whole newsroom's. */
const WORD = "insolvenquake";
const OFF = { data: { enabled: false, words: [], categories: [] } };

const review = (page: Page) => page.getByRole("region", { name: "Review", exact: true });

test.afterEach(async ({ api }) => {
  await api.put(editorApiUrl.reviewSettings(), OFF);
});

test("a chief sets the rule, reads the sources, and approves a colleague's text; a change asks again", async ({
  page,
  browser,
  site,
  request,
  colleague,
  cleanUp,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const title = `An ${WORD} looms`;
  cleanUp(title);
  const written = { title, category: "Blockchain", content: "<p>Text.</p>", sources: ["The court's docket"] };
  const { id } = await (await colleague.call("POST", apiUrl.articles(), written)).json();
  await openAdmin(page);
  await page.goto(adminUrl.settings());
  await expect(page.getByText("The rule is off.")).toBeVisible();
  await page.getByRole("button", { name: "Set up the Rule" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Two-person rule" });
  await dialog.getByRole("switch", { name: "Ask for a second person" }).press("Space");
  await dialog.getByRole("textbox", { name: "Words" }).fill(WORD);
  await dialog.getByRole("textbox", { name: "Categories" }).fill("No such category");
  await dialog.getByRole("button", { name: "Save Rule" }).press("Enter");
  await expect(dialog.getByText("There is no category No such category.")).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole("textbox", { name: "Categories" }).fill("");
  await dialog.getByRole("textbox", { name: "Categories" }).press("Enter");
  await expect(
    page.getByText(`The rule applies to any article that is breaking news, or says “${WORD}”.`),
  ).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(adminUrl.article(id));
  await expect(review(page)).toContainText(
    `Contains “${WORD}”: get a second approval before it is published. Baraka Njoroge wrote this text.`,
  );
  await expect(review(page).getByRole("textbox", { name: "Sources" })).toHaveValue("The court's docket");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const publishing = page.getByRole("dialog", { name: "Publish this article" });
  await expect(publishing).toContainText("get a second approval first");
  await expect(publishing.getByRole("button", { name: "Publish now" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await review(page).getByRole("button", { name: "Approve this text" }).press("Enter");
  await expect(review(page)).toContainText(/Approved by .+, \d\d:\d\d\./);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole("button", { name: "Settings", exact: true }).press("Enter");
  await expect(review(page)).toContainText("Approved by");
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await request.get(apiUrl.article(id))).status()).toBe(404);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await publishing.getByRole("button", { name: "Publish now" }).click();
  await expect(toastOf(page, "Article published")).toBeVisible();
  const shown = await (await request.get(apiUrl.article(id))).json();
  expect([shown.title, "sources" in shown]).toEqual([title, false]);

  await page.goto(adminUrl.article(id));
  await fields(page).title.fill(`${title} again`);
  await expect(review(page)).toContainText("You wrote this text: somebody else has to approve it.");
  await page.getByRole("button", { name: "Update Article" }).click();
  await expect(page.getByText(/This article needs the approval of a second person/).first()).toBeVisible();
  await review(page).getByRole("button", { name: "Override approval" }).press("Enter");
  const override = page.getByRole("dialog", { name: "Publish without a second person" });
  await override.getByRole("button", { name: "Override approval" }).press("Enter");
  await expect(override.getByText("Say why.")).toBeVisible();
  await override.getByRole("textbox", { name: "Reason" }).fill("The court has ruled, and nobody else is here.");
  await override.getByRole("button", { name: "Override approval" }).press("Enter");
  await expect(review(page)).toContainText("overrode the approval");

  // A correction is public at once: an editor is not offered one, and a chief says why.
  const context = await anotherBrowser(browser, site.url, colleague.tokens);
  const theirs = await context.newPage();
  await theirs.goto(adminUrl.article(id));
  await theirs.getByRole("button", { name: "Update with a reason or correction" }).click();
  const updating = { name: "Update this article" };
  await expect(theirs.getByRole("dialog", updating)).toContainText("Typo fix");
  await expect(theirs.getByRole("checkbox", { name: "Add a correction" })).toHaveCount(0);
  await context.close();
  await page.getByRole("button", { name: "Update with a reason or correction" }).click();
  const update = page.getByRole("dialog", updating);
  await update.getByRole("checkbox", { name: "Add a correction" }).press("Space");
  await update.getByRole("textbox", { name: "Correction" }).fill("It was another court.");
  await update.getByRole("button", { name: "Update now" }).click();
  await expect(update.getByText(`Give a reason for the update above, as it says “${WORD}”`)).toBeVisible();
  await update.getByLabel("Reason (optional)").fill("The court wrote to us.");
  await update.getByRole("button", { name: "Update now" }).click();
  await expect(room(page, "Edit Article")).toHaveCount(0);
  expect((await (await request.get(apiUrl.article(id))).json()).title).toBe(`${title} again`);
  await expect
    .poll(async () => (await (await request.get(apiUrl.corrections())).json())[0]?.text)
    .toBe("It was another court.");
});
