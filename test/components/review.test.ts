import { beforeEach } from "vitest";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { logIn } from "#test/support/editor.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { chooseMore, fields } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

/** A word that no other text has. */
const WORD = "insolvenquake";
const review = (page: Page) => page.getByRole("region", { name: "Review", exact: true });
beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

test("a chief sets the two-person rule, and approves or overrides it for an article", async ({
  page,
  request,
  server,
  colleague,
}) => {
  const title = `An ${WORD} looms`;
  const written = { title, category: "Blockchain", content: "<p>Text.</p>", sources: ["The court's docket"] };
  const { id } = await (await colleague.api.post(apiUrl.articles(), { data: written })).json();
  await openAdmin(page);
  await page.goto(adminUrl.settings());
  await expect(page.getByText("The rule is off.")).toBeVisible();
  await page.getByRole("button", { name: "Set up the rule" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Two-person rule" });
  await dialog.getByRole("switch", { name: "Require a second person" }).press("Space");
  await dialog.getByRole("textbox", { name: "Words" }).fill(WORD);
  await dialog.getByRole("textbox", { name: "Categories" }).fill("No such category");
  await dialog.getByRole("button", { name: "Save rule" }).press("Enter");
  await expect(dialog.getByText("Category No such category not found.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Categories" }).fill("");
  await dialog.getByRole("textbox", { name: "Categories" }).press("Enter");
  await expect(
    page.getByText(`The rule applies to any article that is breaking news, or says “${WORD}”.`),
  ).toBeVisible();

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
  expect((await request.get(apiUrl.article(id))).status()).toBe(404);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await publishing.getByRole("button", { name: "Publish now" }).click();
  await expect(toastOf(page, "Article published")).toBeVisible();
  const shown = await (await request.get(apiUrl.article(id))).json();
  expect([shown.title, "sources" in shown]).toEqual([title, false]);

  await page.goto(adminUrl.article(id));
  await fields(page).title.fill(`${title} again`);
  await expect(review(page)).toContainText("You wrote this text, so another person has to approve it.");
  await page.getByRole("button", { name: "Update Article" }).click();
  await expect(page.getByText(/This article needs the approval of a second person/).first()).toBeVisible();
  await review(page).getByRole("button", { name: "Override approval" }).press("Enter");
  const override = page.getByRole("dialog", { name: "Publish without a second person" });
  await override.getByRole("button", { name: "Override approval" }).press("Enter");
  await expect(override.getByText("Say why.")).toBeVisible();
  await override.getByRole("textbox", { name: "Reason" }).fill("The court has ruled, and nobody else is here.");
  await override.getByRole("button", { name: "Override approval" }).press("Enter");
  await expect(review(page)).toContainText("overrode the approval");

  const updating = { name: "Update this article" };
  await chooseMore(page, "Update with a reason or correction…");
  const update = page.getByRole("dialog", updating);
  await update.getByRole("checkbox", { name: "Add a correction" }).press("Space");
  await update.getByRole("textbox", { name: "Correction" }).fill("It was another court.");
  await update.getByRole("button", { name: "Update now" }).click();
  await expect(update.getByText(`Give a reason for the update above, because it says “${WORD}”`)).toBeVisible();
  await update.getByLabel("Reason (optional)").fill("The court wrote to us.");
  await update.getByRole("button", { name: "Update now" }).click();
  // The room stays, and shows the correction that readers see.
  await expect(page.getByRole("region", { name: "Published" })).toContainText("It was another court.");
  expect((await (await request.get(apiUrl.article(id))).json()).title).toBe(`${title} again`);
  await expect
    .poll(async () => (await (await request.get(apiUrl.corrections())).json())[0]?.text)
    .toBe("It was another court.");

  // A correction is public immediately, so an editor can't add one to this article.
  const { access, refresh } = (await logIn(server.app, colleague)).json();
  localStorage.setItem("access_token", access);
  localStorage.setItem("refresh_token", refresh);
  await page.goto(adminUrl.article(id));
  await chooseMore(page, "Update with a reason or correction…");
  await expect(page.getByRole("dialog", updating)).toContainText("Typo fix");
  await expect(page.getByRole("checkbox", { name: "Add a correction" })).toHaveCount(0);
});
