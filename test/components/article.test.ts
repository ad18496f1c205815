import { updateArticle } from "#features/articles/commands.ts";
import { prepareContent } from "#features/articles/site/prepare-content.ts";
import { trashArticle } from "#features/articles/type.ts";
import { parseContent } from "#features/content/parse.ts";
import { pageHtml } from "#features/content/serialize.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const DETAIL = /\/api\/articles\/\d+\/$/;
/** Longer than the three retries wait: 1, 2 and 4 s. */
const RETRIES_MS = 10_000;

test("without a connection it retries three times, offers another try, and loads when the connection is back", async ({
  page,
  publishArticle,
}) => {
  const id = await publishArticle({ title: "Found again" });
  let calls = 0;
  await page.clock.install();
  await page.route(DETAIL, (route) => {
    calls++;
    return route.abort();
  });
  await page.goto(pageUrl.article(id));
  await expect(page.getByText("Loading article...")).toBeVisible();
  await page.clock.runFor(RETRIES_MS);
  const screen = page.getByRole("heading", { level: 1, name: "Connection Error" });
  await expect(screen).toBeVisible();
  expect(calls).toBe(4);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.clock.runFor(RETRIES_MS);
  await expect(screen).toBeVisible();
  expect(calls).toBe(8);
  await page.unroute(DETAIL);
  dispatchEvent(new Event("offline"));
  dispatchEvent(new Event("online"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Found again");
});

test("an article that was removed leaves the reader's lists", async ({ page, store, publishArticle }) => {
  const [removed, other] = [await publishArticle({ title: "To be removed" }), await publishArticle({ title: "Stays" })];
  const entries = [removed, other].map((id) => ({ id, slug: "", title: "A title", image: "", at: Date.now() }));
  for (const list of ["saved-articles", "started-articles"]) localStorage.setItem(list, JSON.stringify(entries));
  await trashArticle(store, operator, removed);
  await page.goto(pageUrl.article(removed));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Article Not Found");
  const idsIn = (list: string) => JSON.parse(localStorage.getItem(list) ?? "[]").map(({ id }: { id: number }) => id);
  await expect.poll(() => ["saved-articles", "started-articles"].map(idsIn)).toEqual([[other], [other]]);
});

test("an article that updates itself is polled and its changes announced; another one is not polled", async ({
  page,
  store,
  publishArticle,
}) => {
  const live = await publishArticle({ title: "Fees today", is_auto_update: true });
  const still = await publishArticle({ title: "Not live" });
  await page.clock.install();
  const calls = () => page.network.requests.filter((request) => DETAIL.test(request.url())).length;
  await page.goto(pageUrl.article(still));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not live");
  const first = calls();
  await page.clock.runFor(25_000);
  expect(calls()).toBe(first);

  await page.goto(pageUrl.article(live));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fees today");
  await updateArticle(store, operator, live, { title: "Fees tomorrow" });
  await page.clock.runFor(20_000);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fees tomorrow");
  await expect(page.getByRole("status").filter({ hasText: "This article has been updated." })).toHaveCount(1);
});

test("a full list of saved articles names the one that it drops, once, and says so before", async ({
  page,
  publishArticle,
}) => {
  const [first, second] = [await publishArticle({ title: "One more" }), await publishArticle({ title: "And another" })];
  const at = Date.now();
  const kept = Array.from({ length: 200 }, (_, number) => {
    return { id: 1_000 + number, slug: "", title: `Story ${number}`, image: "", at: at - 1_000 - number };
  });
  localStorage.setItem("saved-articles", JSON.stringify(kept));
  await page.clock.install();
  const toast = page.locator("[data-sonner-toast]");
  const save = page.getByRole("button", { name: "Save", exact: true });

  await page.goto(pageUrl.article(first));
  await save.click();
  await expect(toast).toContainText("Your list holds 200 articles, so the oldest was removed: Story 199");
  await page.goto(pageUrl.article(second));
  await save.click();
  await expect(save).toHaveAttribute("aria-pressed", "true");
  expect(localStorage.getItem("saved-articles")).not.toContain("Story 198");
  await expect(toast.filter({ hasText: "Story 198" })).toHaveCount(0);

  await page.goto(pageUrl.saved());
  await expect(page.getByText("Saving another one removes the oldest.")).toBeVisible();
  localStorage.removeItem("saved-articles");
});

test("Read More moves the focus to the first hidden words, not to a full stop", async ({ page, publishArticle }) => {
  const id = await publishArticle({
    title: "Five checks",
    content: `<p>${"Words ".repeat(70)}in under a minute.</p><h2>Five checks</h2><p>${"More words ".repeat(30)}</p>`,
  });
  await page.goto(pageUrl.article(id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Five checks");
  // The style sheet shows the button where scripts run, which this DOM does not know.
  document.querySelector<HTMLElement>("button[aria-controls=article-text]")?.click();
  expect(document.activeElement?.textContent).toBe("Five checks");
});

test.for([
  ["a sentence", `<p>${"One. Two ".repeat(80)}</p><p>End</p>`],
  ["words", `<p>${"one two ".repeat(50)}$61,240.10 ${"one two ".repeat(50)}</p>`],
  ["a table", `<p>${"one two ".repeat(60)}</p><table><tr><td>${"three ".repeat(9)}-4.23%</td></tr></table><p>End</p>`],
  ["a heading", `<p>${"one two ".repeat(61)}</p><h2>Three</h2><ul><li>${"four ".repeat(50)}</li></ul>`],
  ["a table that comes first", `<table><tr><td>${"one ".repeat(150)}</td></tr></table><p>End</p>`],
  ["a quote", `<blockquote><p>${"one ".repeat(120)}</p><ol><li>${"two ".repeat(50)}</li></ol></blockquote><p>End</p>`],
] as const)("a preview of another backend's text ends where ours does: at %s", ([, html]) => {
  const ends = (marked: string) =>
    marked.split("<span data-ellipsis").map((half) => half.replace(/<[^>]*>|^[^<]*>/g, ""));
  const ours = pageHtml(parseContent(html).nodes, 500);
  const prepared = prepareContent(html);
  expect(ends(prepared.html)).toEqual(ends(ours.html));
  expect(ends(ours.html)).toHaveLength(2);
  expect(prepared.hasRest).toBe(true);
});
