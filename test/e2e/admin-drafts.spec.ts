import { toastOf } from "./admin.ts";
import { addButton, fields, startEdit, startNew } from "./article-form.ts";
import { articlesOf, stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { crash, expectNoOffer, expectNothingKept, kept, offers, restore } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("a new article survives a crash of its tab, its picture too, and is no longer offered once it is saved", async ({
  page,
  context,
  api,
  cleanUp,
}) => {
  cleanUp("Lost and found");
  await startNew(page);
  const form = fields(page);
  await form.title.fill("Lost and found");
  await form.category.fill("AI");
  await form.content.pressSequentially("Every word of it");
  await form.featured.check();
  await form.date.fill("2999-01-05T09:30");
  await page.locator("input[type=file][name=image_file]").setInputFiles("public/fallback.jpg");
  await form.tags.fill("last");
  await expect(kept(page)).toBeVisible();
  await expect(page.getByAltText("Preview")).toBeVisible();
  const next = await crash(page, context);
  await expect(offers(next)).toContainText("An unsaved new article, “Lost and found”");
  await expect(offers(next)).toContainText(/Stored in this browser on \w+ \d+, \d{4} at /);
  await restore(next).click();
  const again = fields(next);
  await expect(again.title).toHaveValue("Lost and found");
  await expect(again.category).toHaveValue("AI");
  await expect(again.content).toHaveText("Every word of it");
  await expect(again.featured).toBeChecked();
  await expect(again.date).toHaveValue("Jan 5, 2999, 09:30");
  await expect(next.getByAltText("Preview")).toBeVisible();
  await expect(offers(next)).toHaveCount(0);
  await addButton(next).click();
  await expect(toastOf(next, "Article added")).toBeVisible();
  const [article] = await articlesOf(api, "Lost and found");
  expect(await stored(api, article?.id ?? 0)).toMatchObject({
    content: "<p>Every word of it</p>",
    tags: ["last"],
    image_url: expect.stringMatching(/^\/media\//),
  });
  await expectNothingKept(next);
  await next.reload();
  await expectNoOffer(next);
});

test("two tabs on one article keep their work apart, and neither is offered while its tab is open", async ({
  page,
  context,
  writeArticle,
}) => {
  await writeArticle({ title: "In two tabs" });
  await startEdit(page, "In two tabs");
  await fields(page).excerpt.fill("Of the first tab");
  await expect(kept(page)).toBeVisible();
  const second = await context.newPage();
  await startEdit(second, "In two tabs");
  await expect(offers(second)).toHaveCount(0);
  await fields(second).excerpt.fill("Of the second tab");
  await expect(kept(second)).toBeVisible();
  await second.close({ runBeforeUnload: false });
  const third = await crash(page, context);
  await expect(offers(third).getByRole("listitem")).toHaveCount(2);
  await restore(third).first().click();
  await expect(fields(third).excerpt).toHaveValue("Of the second tab");
  await restore(third).click();
  await expect(fields(third).excerpt).toHaveValue("Of the first tab");
});
