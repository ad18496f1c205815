import type { APIRequestContext, Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { columnsOf, seenCards } from "./cards.ts";
import { openPage } from "./open-page.ts";
import { listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const AGO = /^\d+ (minute|hour|day|month|year)s? ago$|^just now$/;

/** The lists of the home page, each from its own call. */
async function sectionsOf(request: APIRequestContext) {
  const [lead, picks, latest] = await Promise.all(
    [apiUrl.homeFeatured(), apiUrl.homePicks(), apiUrl.homeLatest()].map((url) => listOf(request, url)),
  );
  return { lead: lead ?? [], picks: picks ?? [], latest: latest ?? [] };
}

test.use({ viewport: { width: 1280, height: 900 } });

test("the home page has its sections, each in its place", async ({ page, request }) => {
  test.slow();
  await test.step("latest articles are in two columns; editor's picks are rows of image, category, title and excerpt", async () => {
    const { latest, picks } = await sectionsOf(request);
    await openPage(page, "/");
    const cards = await seenCards(section(page, "Latest Articles").getByRole("article"));
    expect(cards.length).toBeGreaterThanOrEqual(8);
    expect(columnsOf(cards)).toBe(2);
    expect(cards.map(({ title, href, image }) => ({ title, href, image }))).toEqual(
      latest
        .slice(0, cards.length)
        .map(({ id, title, image_url }) => ({ title, href: pageUrl.article(id), image: image_url })),
    );
    expect(cards.map(({ categoryHref }) => categoryHref)).toEqual(
      latest.slice(0, cards.length).map(({ category_slug }) => pageUrl.category(category_slug)),
    );
    for (const { dates } of cards) expect(dates).toEqual([expect.stringMatching(/^[A-Z][a-z]+ \d{2}, \d{4}$/)]);

    const rows = await seenCards(section(page, "Editor's Picks").getByRole("article"));
    expect(columnsOf(rows)).toBe(1);
    expect(rows.map(({ title, href, image, category }) => ({ title, href, image, category }))).toEqual(
      picks.map(({ id, title, image_url, category }) => ({
        title,
        href: pageUrl.article(id),
        image: image_url,
        category,
      })),
    );
    for (const [place, { text }] of rows.entries()) expect(text).toContain(picks[place]?.excerpt);
  });
  await test.step("the sidebar has a numbered trending list with relative times, ads and a newsletter box", async () => {
    const trending = await listOf(request, apiUrl.trending());
    const sidebar = page.getByRole("complementary", { name: "More to read" });
    const items = await seenCards(sidebar.getByRole("region", { name: "Trending" }).getByRole("listitem"));
    expect(items.length).toBeGreaterThanOrEqual(5);
    expect(items.map(({ title }) => title)).toEqual(trending.slice(0, items.length).map(({ title }) => title));
    for (const [place, { text, dates }] of items.entries()) {
      expect(text).toMatch(new RegExp(`^0${place + 1}\\s`));
      expect(dates).toEqual([expect.stringMatching(AGO)]);
    }
    await expect(sidebar.getByRole("textbox", { name: "Email address" })).toBeVisible();

    // Each slot has the size of its type, and an empty one links to the advertising page.
    const slots = await page.getByRole("group", { name: "Advertisement" }).evaluateAll((all) =>
      all.map((slot) => ({
        type: (slot as HTMLElement).dataset.adType,
        height: slot.querySelector("a")?.getBoundingClientRect().height,
        href: slot.querySelector("a")?.getAttribute("href"),
        isAside: slot.closest("aside") !== null,
      })),
    );
    expect(new Set(slots.map(({ type }) => type))).toEqual(new Set(["leaderboard", "rectangle", "sidebar"]));
    expect(slots.filter(({ isAside }) => isAside).length).toBeGreaterThanOrEqual(1);
    expect(slots.filter(({ type }) => type === "leaderboard")).toHaveLength(2);
    for (const { type, height, href } of slots)
      expect({ height, href }, type).toEqual({ height: type === "leaderboard" ? 90 : 250, href: "/advertise" });
  });
  await test.step("the tab box shows the editor's choice first, and hot stories on request, by pointer and by keys", async () => {
    const titlesOf = (articles: { title: string }[]) => articles.slice(0, 5).map(({ title }) => title);
    const choice = titlesOf((await sectionsOf(request)).picks);
    const hot = titlesOf(await listOf(request, apiUrl.trending()));
    expect(choice).not.toEqual(hot);
    const tab = (name: string) => page.getByRole("tab", { name });
    const shown = page.getByRole("tabpanel").getByRole("link");
    await expect(tab("Editor's choice")).toHaveAttribute("aria-selected", "true");
    await expect(shown).toHaveText(choice);
    await tab("Hot stories").click();
    await expect(tab("Hot stories")).toHaveAttribute("aria-selected", "true");
    await expect(shown).toHaveText(hot);
    await page.keyboard.press("ArrowLeft");
    await expect(tab("Editor's choice")).toBeFocused();
    await expect(shown).toHaveText(choice);
    await page.keyboard.press("End");
    await expect(tab("Hot stories")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(shown.first()).toBeFocused();
  });
  await test.step("on a phone the latest articles are in one column, and the first featured one alone leads", async () => {
    const { lead } = await sectionsOf(request);
    await page.setViewportSize({ width: 375, height: 800 });
    await expect(page.getByRole("region", { name: "Featured articles" })).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: lead[0]?.title ?? "" })).toBeVisible();
    for (const { title } of lead.slice(1))
      await expect(page.getByRole("heading", { level: 2, name: title }).filter({ visible: true })).toHaveCount(0);
    expect(columnsOf(await seenCards(section(page, "Latest Articles").getByRole("article")))).toBe(1);
  });
});

test("what has arrived of the page stands where it stands in the whole", async ({ page, request }) => {
  const whole = await (await request.get(pageUrl.home())).text();
  const { picks: choice } = await sectionsOf(request);
  const open = async (body: string) => {
    await page.unrouteAll();
    // A font that comes late is left out, and lines break elsewhere then: in no opening is there one.
    await page.route(/\.(js|woff2)$/, (route) => route.abort());
    await page.route(pageUrl.home(), (route) => route.fulfill({ body, contentType: "text/html" }));
    await page.goto(pageUrl.home());
  };
  const upTo = (mark: string) => whole.slice(0, whole.lastIndexOf("<", whole.indexOf(mark)));
  const controls = page.getByRole("button", { name: "Next slide" });
  const first = page
    .getByRole("tabpanel")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: choice[0]?.title ?? "" }) });

  await open(upTo(`>${choice[2]?.title}<`));
  await expect(controls).toBeVisible();
  const place = await first.boundingBox();
  await open(whole);
  expect(await first.boundingBox()).toEqual(place);
  // They come before the slides in the page, and stand below them.
  await open(upTo('aria-label="2 of '));
  await expect(page.getByRole("group", { name: /^1 of/ })).toBeVisible();
  await expect(controls).toBeHidden();
});
