import { openPage } from "./open-page.ts";
import { test } from "./publishing.ts";
import { expect } from "./site.ts";

test.use({ serviceWorkers: "allow" });

test("an article that was opened can be read offline, and other pages open when the connection is back", async ({
  page,
  context,
  publishArticle,
}) => {
  const id = await publishArticle({ title: "Read on the train", content: "<p>Tunnels ahead.</p>" });
  await openPage(page, `/article/${id}`);
  const keeps = (path: string) =>
    page.evaluate(async (kept) => {
      const pages = await caches.keys();
      const found = await Promise.all(pages.map(async (name) => (await caches.open(name)).match(kept)));
      return found.some(Boolean);
    }, path);
  // The first visit is not controlled yet: the next one is.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => keeps(`/article/${id}`)).toBe(true);
  await expect.poll(() => keeps("/offline")).toBe(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Saved articles" }).click();
  await expect.poll(() => keeps("/saved")).toBe(true);
  await page.goBack();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("Tunnels ahead.")).toBeVisible();

  await page.goto("/saved");
  await expect(page.getByRole("link", { name: "Read on the train" })).toBeVisible();

  await page.goto("/about");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Read on the train" })).toHaveAttribute("href", `/article/${id}`);

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeHidden();
  await expect(page).toHaveURL("/about");
});
