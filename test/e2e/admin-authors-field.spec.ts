import { FIELDS } from "#features/articles/fields.ts";
import { pressSlowly } from "./admin.ts";
import { startEdit } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

test("a click right after typing an author counts, although the added name moves what is pressed", async ({
  page,
  writeArticle,
}) => {
  const { title } = await writeArticle({ author_name: "Zuri Achieng" });
  // Tall enough for both: scrolling to the field would take the switch from under the pointer.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await startEdit(page, title);
  const pick = page.getByRole("switch", { name: FIELDS.is_editors_pick.label });
  await pick.hover();
  await page.getByRole("combobox", { name: "Authors" }).fill("Bartholomew Featherstonehaugh");
  const before = await pick.boundingBox();
  await pressSlowly(page);
  await expect(page.getByRole("button", { name: "Remove Bartholomew Featherstonehaugh" })).toBeVisible();
  expect((await pick.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
  await expect(pick).toBeChecked();
});
