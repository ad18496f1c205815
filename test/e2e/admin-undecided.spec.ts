import { editorApiUrl } from "#test/support/api-url.ts";
import { rowOf, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { leaveContested, offers, restore } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

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
