import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { ownErrors, test } from "./specified-site.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const header = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo");
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const toast = (page: Page, name: string) =>
  page.locator("[data-sonner-toast]").filter({ has: page.getByText(name, { exact: true }) });
/** Longer than the three retries wait: 1, 2 and 4 s. */
const RETRIES_MS = 10_000;

test("header and footer: links and search", async ({ page, complaints }) => {
  await openPage(page, "/about");
  const links = header(page).getByRole("navigation", { name: "Sections" }).getByRole("link");
  await expect(links).toHaveText(["Crypto", "Deep Tech"]);
  await expect(links.last()).toHaveAttribute("href", "/category/deep-tech");
  const search = header(page).getByPlaceholder("Search articles...");
  const toggle = header(page).getByRole("button", { name: /search/i, expanded: false });
  await expect(toggle).toBeVisible();
  await search.focus();
  await expect(header(page).getByRole("button", { name: "Close search" })).toHaveAttribute("aria-expanded", "true");
  await search.fill("   ");
  await search.press("Enter");
  await expect(page).toHaveURL("/about");
  await search.fill("  two words ");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/search\?query=two(%20|\+)words$/);
  await expect(search).toHaveValue("");
  await expect(header(page).getByRole("button", { name: "Close search" })).toHaveCount(0);

  for (const [name, href] of [
    ["Home", "/"],
    ["About", "/about"],
    ["Contact", "/contact"],
    ["Advertise", "/advertise"],
    ["Privacy Policy", "/privacy-policy"],
  ] as const)
    await expect(footer(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
  await expect(footer(page)).toContainText(
    "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.",
  );
  await expect(footer(page)).toContainText(String(new Date().getFullYear()));
  for (const label of ["Twitter", "Facebook", "LinkedIn", "Instagram"])
    await expect(footer(page).getByText(label)).toBeAttached();

  await links.last().click();
  await expect(page).toHaveURL("/category/deep-tech");
  expect(ownErrors(complaints).filter((line) => !/ticker|ads\/|pages\//.test(line))).toEqual([]);
});

test("home: every section shows the list of its own call", async ({ page }) => {
  await openPage(page, "/");
  const featured = section(page, "Featured articles");
  await expect(featured.getByRole("heading", { name: "Story 1" })).toBeVisible();
  await expect(featured.locator("time").first()).toHaveText(/ago$/);
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Editor's choice");
  await expect(page.getByRole("tabpanel").getByRole("link", { name: "Story 5" })).toBeVisible();
  await page.getByRole("tab", { name: "Hot stories" }).click();
  await expect(page.getByRole("tabpanel").getByRole("link", { name: "Story 6" })).toBeVisible();
  const latest = section(page, "Latest Articles").getByRole("article");
  await expect(latest).toHaveCount(2);
  await expect(latest.first().locator("img")).toHaveAttribute("src", "/og-default.jpg");
  const picks = section(page, "Editor's Picks");
  await expect(picks.getByRole("link", { name: "Story 1" })).toBeVisible();
  await expect(picks).toContainText("Excerpt 5");
  await expect(section(page, "Trending")).toContainText(/0?1.*Story 6.*0?2.*Story 7/s);
});

test("home: empty lists keep their headings", async ({ page, backend }) => {
  for (const list of ["featured", "latest", "picks", "trending"] as const) backend.data[list].length = 0;
  await openPage(page, "/");
  await expect(page.getByText("No featured articles available.")).toBeVisible();
  for (const name of ["Latest Articles", "Editor's Picks", "Trending"])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
});

test("home: a list that fails is tried again three times and leaves the others", async ({ page, backend }) => {
  await page.clock.install();
  for (const name of ["editors-picks", "latest"]) backend.fail(`GET articles/${name}/`);
  await openPage(page, "/");
  await expect(section(page, "Trending")).toContainText("Story 6");
  await page.clock.runFor(RETRIES_MS);
  await expect(page.getByRole("tabpanel")).toContainText("Failed to load articles");
  await expect(page.getByRole("heading", { name: "Latest Articles" })).toBeVisible();
  await expect.poll(() => backend.sent("GET articles/editors-picks/").length).toBe(4);
  await page.getByRole("tab", { name: "Hot stories" }).click();
  await expect(page.getByRole("tabpanel").getByRole("link", { name: "Story 6" })).toBeVisible();
});

test("category: heading, highlighted bar, card dates, loading, and an unknown name", async ({ page, backend }) => {
  const release = backend.hold("GET categories/crypto/");
  await openPage(page, "/category/crypto");
  await expect(page.getByText("Loading articles...").first()).toBeAttached();
  release();
  await expect(title(page)).toHaveText("Crypto");
  const cards = section(page, "Articles").getByRole("article");
  await expect(cards.first()).toContainText("January 05, 2025");
  await expect(cards.last()).toContainText("Unknown date");
  const bar = page.getByRole("navigation", { name: "Filter by category" });
  await expect(bar.locator("[aria-current=page]")).toHaveText("Crypto");
  await expect(bar.getByRole("link", { name: "All", exact: true })).toHaveAttribute("href", "/");
  await expect(section(page, "Trending")).toContainText("Story 6");
  backend.data.inCategory.length = 0;
  await openPage(page, "/category/unheard-of");
  await expect(title(page)).toHaveText("Unheard-of");
});

test("article: text, tags, author, share box and related articles", async ({ page, backend }) => {
  backend.data.articles[0] = { ...backend.data.articles[0], last_updated: "2025-02-01T10:00:00Z" };
  await openPage(page, "/article/7");
  await expect(title(page)).toHaveText("Story 7");
  await expect(page.getByText("January 5, 2025 (Updated: February 1, 2025)")).toBeVisible();
  await expect(page.getByText("The last paragraph")).toBeVisible();
  await expect(section(page, "Tags").getByRole("link")).toHaveText(["one", "two"]);
  await expect(section(page, "About Amina Otieno")).toContainText("Writes about coins.");
  await expect(section(page, "Editor's Picks").getByRole("link", { name: "Story 5" })).toBeVisible();
  const related = section(page, "Related Articles");
  await expect(related.locator("img").first()).toHaveAttribute("src", "/placeholder.jpg");
  backend.data.related.length = 0;
  await openPage(page, "/article/7");
  await expect(related).toContainText("No related articles found");
});

test("article: loading, not found, and without a connection", async ({ page, backend }) => {
  await page.clock.install();
  const release = backend.hold("GET articles/7/");
  await openPage(page, "/article/7");
  await expect(page.getByText("Loading article...")).toBeVisible();
  release();
  await expect(title(page)).toHaveText("Story 7");
  backend.fail("GET articles/7/", 404, { detail: "It was taken down." });
  await openPage(page, "/article/7");
  await expect(title(page)).toHaveText("Article Not Found");
  await expect(page.getByText("It was taken down.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go back to homepage" })).toHaveAttribute("href", "/");
  backend.fail("GET articles/7/", 400, {});
  await openPage(page, "/article/7");
  await expect(page.getByText("Failed to fetch the article.")).toBeVisible();
  backend.drop("GET articles/7/");
  await openPage(page, "/article/7");
  await page.clock.runFor(RETRIES_MS);
  await expect(title(page)).toHaveText("Connection Error");
  await expect(
    page.getByText("Unable to connect to the database. Please check your internet connection or try again later."),
  ).toBeVisible();
});

test("search: results, loading, none, and a failure", async ({ page, backend }) => {
  await page.clock.install();
  const release = backend.hold("GET articles/search/");
  await openPage(page, "/search?query=two%20words");
  await expect(title(page)).toHaveText('Search Results for "two words"');
  await expect(page.getByText("Loading...").first()).toBeAttached();
  release();
  await expect(page.getByRole("link", { name: "Found" })).toHaveAttribute("href", "/article/11");
  await expect(page.getByText("By its text")).toBeVisible();
  expect(new URLSearchParams(backend.sent("GET articles/search/")[0]?.query).get("query")).toBe("two words");
  backend.data.found.length = 0;
  await openPage(page, "/search?query=none");
  await expect(page.getByText("No results found.")).toBeVisible();
  backend.fail("GET articles/search/");
  await openPage(page, "/search?query=broken");
  await page.clock.runFor(RETRIES_MS);
  await expect(page.getByText("Failed to fetch search results")).toBeVisible();
});

test("unsubscribe: by the link, by the form, and failures", async ({ page, backend }) => {
  const release = backend.hold("POST newsletter/unsubscribe/");
  await openPage(page, "/unsubscribe?token=abc");
  await expect(title(page)).toHaveText("Unsubscribe from Newsletter");
  await expect(page.getByText("Processing your unsubscribe request...")).toBeVisible();
  release();
  await expect(title(page)).toHaveText("Unsubscribed");
  await expect(toast(page, "Successfully unsubscribed")).toContainText("You have been removed from our mailing list.");
  await expect(page.getByRole("main").getByText(/sorry to see you go/i)).toBeVisible();
  expect(JSON.parse(backend.sent("POST newsletter/unsubscribe/")[0]?.body ?? "")).toEqual({ token: "abc" });

  backend.fail("POST newsletter/unsubscribe/", 400, { error: "This link is too old." });
  await openPage(page, "/unsubscribe");
  const email = page.getByRole("main").getByRole("textbox");
  const submit = page.getByRole("main").getByRole("button", { name: "Unsubscribe", exact: true });
  await email.fill("reader@example.com");
  await submit.click();
  await expect(toast(page, "Unsubscribe failed")).toContainText("This link is too old.");
  const finish = backend.hold("POST newsletter/unsubscribe/");
  await submit.click();
  await expect(page.getByRole("button", { name: "Unsubscribing..." })).toBeVisible();
  finish();
  await expect(title(page)).toHaveText("Unsubscribed");
  expect(JSON.parse(backend.sent("POST newsletter/unsubscribe/").at(-1)?.body ?? "")).toEqual({
    email: "reader@example.com",
  });
});

test("newsletter: both forms succeed and fail with their own words", async ({ page, backend }) => {
  await openPage(page, "/");
  const below = footer(page).getByRole("region", { name: "Newsletter" });
  const sidebar = section(page, "Jarida by email");
  const release = backend.hold("POST newsletter/subscribe/");
  await below.getByPlaceholder("Your email").fill("reader@example.com");
  await below.getByRole("button").click();
  await expect(below.getByRole("button")).toHaveText("...");
  release();
  await expect(toast(page, "Successfully subscribed!")).toContainText("Thank you for subscribing to our newsletter.");
  await expect(below.getByPlaceholder("Your email")).toHaveValue("");
  await sidebar.getByRole("textbox").fill("reader@example.com");
  await sidebar.getByRole("button").click();
  await expect(toast(page, "Subscribed!")).toContainText("Welcome to the newsletter.");
  backend.fail("POST newsletter/subscribe/", 400, { error: "This address bounces." });
  await below.getByPlaceholder("Your email").fill("reader@example.com");
  await below.getByRole("button").click();
  await expect(toast(page, "Subscription failed")).toContainText("This address bounces.");
  backend.fail("POST newsletter/subscribe/", 500);
  await sidebar.getByRole("textbox").fill("reader@example.com");
  await sidebar.getByRole("button").click();
  await expect(toast(page, "Error")).toContainText("Failed to subscribe.");
});

test("static pages and unknown routes", async ({ page }) => {
  await openPage(page, "/contact");
  for (const label of ["firstName", "lastName", "email", "subject", "message"])
    await expect(page.locator(`main [name="${label}"]`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Nairobi, Kenya");
  await expect(page.getByRole("main").getByRole("definition")).toHaveText([
    "9:00 AM-6:00 PM PST",
    "10:00 AM-4:00 PM PST",
    /^closed$/i,
  ]);
  await openPage(page, "/advertise");
  for (const text of ["15K+", "100K+", "25K+", "$500", "$650", "$600"])
    await expect(page.getByRole("main")).toContainText(text);
  await expect(page.getByText("Contact Our Ad Team")).toBeVisible();
  for (const [name, price] of [
    ["Banner", "$500/month"],
    ["Sponsored content", "$650/article"],
    ["Newsletter sponsorship", "$600/edition"],
  ] as const) {
    const offer = page.locator("main li").filter({ has: page.getByRole("heading", { name, exact: true }) });
    await expect(offer).toContainText(price);
  }
  await page.getByRole("link", { name: "Contact Our Ad Team" }).click();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(/advertising/i);
  await openPage(page, "/about");
  for (const name of ["Our mission", "What we cover", "Our team", "Why Jarida"])
    await expect(section(page, name).getByRole("heading", { level: 2 })).toBeVisible();
  await expect(section(page, "What we cover").getByRole("link")).toHaveText([
    "Blockchain",
    "Crypto",
    "NFTs",
    "AI",
    "Tech",
    "Markets",
  ]);
  await openPage(page, "/privacy-policy");
  await expect(page.getByText("Last updated")).toContainText(String(new Date().getFullYear()));
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    /information we collect/i,
    /use/i,
    /sharing/i,
    /how long/i,
    /cookies/i,
    /security/i,
    /rights/i,
    /third-party links/i,
    /children under 13/i,
    /changes/i,
    /contact/i,
  ]);
  const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  const targets = await contents.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(targets).toHaveLength(11);
  for (const target of targets) await expect(page.locator(target)).toBeVisible();
  await openPage(page, "/nowhere");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Home" })).toHaveAttribute("href", "/");
});

test("article: a link in the text to another article opens it without loading a document", async ({
  page,
  backend,
}) => {
  const [article] = backend.data.articles;
  backend.data.articles = [
    { ...article, content: '<p><a href="/article/9">The sequel</a></p>' },
    { ...article, id: 9, title: "Story 9" },
  ];
  await openPage(page, "/article/7");
  const isHandled = new Promise<boolean>((resolve) => {
    addEventListener("click", (event) => resolve(event.defaultPrevented), { once: true });
  });
  await page.getByRole("link", { name: "The sequel" }).click();
  expect(await isHandled).toBe(true);
  await expect(title(page)).toHaveText("Story 9");
});
