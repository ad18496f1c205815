import { fields, startEdit } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { expectNoQuestion, kept, offers } from "./unsaved-work.ts";

test("a form continues with every word after another page of the site and after a reload, without a question or an offer", async ({
  page,
  writeArticle,
}) => {
  await writeArticle({ title: "Left in the middle" });
  await startEdit(page, "Left in the middle");
  await fields(page).excerpt.fill("Half a thought");
  await expect(kept(page)).toBeVisible();
  const expectNone = expectNoQuestion(page);
  await test.step("another page of the site", async () => {
    await page.goto("/about");
    await page.goBack();
    await expect(fields(page).excerpt).toHaveValue("Half a thought");
    await expect(offers(page)).toHaveCount(0);
  });
  await test.step("a reload", async () => {
    await expect(kept(page)).toBeVisible();
    await page.reload();
    await expect(fields(page).excerpt).toHaveValue("Half a thought");
    await expect(offers(page)).toHaveCount(0);
  });
  expectNone();
});
