import { editorApiUrl } from "#test/support/api-url.ts";
import { fields, room } from "./article-form.ts";
import { rowOf, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { expectNoOffer, keepMine, leaveContested, offers, restore, versions } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

test("stores nothing of restored work until the editor has chosen: not after Escape, a save or a reload", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const article = await writeArticle({ title: "Undecided", content: "<p>Ours</p><p>Two</p>" });
  const storedText = async () => (await (await api.get(editorApiUrl.draft(article.id))).json()).content;
  const next = await leaveContested({ page, context, api, article });
  await restore(next).click();
  await expect(versions(next)).toBeVisible();
  await next.keyboard.press("Escape");
  await expect(versions(next)).toHaveCount(0);
  await expect(room(next, "Edit Article").getByText(/^Not saved/)).toBeVisible();
  await fields(next).content.getByText("Two").click();
  await next.keyboard.type("!");
  await next.keyboard.press("Control+s");
  await expect(versions(next)).toBeVisible();
  expect(await storedText()).toBe("<p>Ours, theirs</p><p>Two</p>");

  // The room goes on where it was: with the choice.
  await next.reload();
  await expect(versions(next)).toBeVisible();
  expect(await storedText()).toBe("<p>Ours, theirs</p><p>Two</p>");
  await keepMine(versions(next)).click();
  await expect.poll(storedText).toContain("Ours, mine");
  await next.getByRole("button", { name: "Cancel" }).click();
  await expectNoOffer(next);
});

test("work that is offered late moves no row of the list", async ({ page, context, api, writeArticle }) => {
  const article = await writeArticle({ title: "Offered late", content: "<p>Ours</p>" });
  const held = Promise.withResolvers<void>();
  await context.route(new RegExp(editorApiUrl.draft(article.id)), async (route) => {
    if (route.request().frame().page() !== page) await held.promise;
    await route.fallback();
  });
  const next = await leaveContested({ page, context, api, article });
  const row = rowOf(next, "Offered late");
  const top = async () => (await row.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await expect(offers(next)).toHaveCount(0);
  held.resolve();
  await expect(restore(next)).toBeInViewport();
  // Browsers scroll by full pixels.
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
});
