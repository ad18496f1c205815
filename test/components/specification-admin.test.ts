import { describe } from "vitest";
import { formFields } from "#test/support/specified-backend.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { ownErrors, test, toast } from "./specified-site.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const cells = (page: Page, title: string) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: new RegExp(`^Edit ${title}$`) }) })
    .getByRole("cell");
const stored = (key: string) => localStorage.getItem(key);

function logIn(): void {
  localStorage.setItem("access_token", "access-1");
  localStorage.setItem("refresh_token", "refresh-1");
}

async function openDashboard(page: Page, address = "/admin"): Promise<void> {
  logIn();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
}

describe("logged out", () => {
  test("logs in, with a toast for a wrong password, and out again", async ({ page, backend, complaints }) => {
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
    for (const field of [email, password]) await expect(field).toHaveAttribute("required", "");
    await email.fill("amina@example.com");
    await password.fill("wrong");
    await button(page, "Log In").click();
    await expect(toast(page, "Login Failed")).toContainText("Invalid email or password.");
    backend.fail("POST token/", 401, { detail: "The account is locked." });
    await button(page, "Log In").click();
    await expect(toast(page, "Login Failed")).toContainText("The account is locked.");
    const release = backend.hold("POST token/");
    await password.fill("correct");
    await button(page, "Log In").click();
    await expect(button(page, "Logging In...")).toBeVisible();
    release();
    await expect(toast(page, "Login Successful")).toContainText("You are now logged in.");
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    expect([stored("access_token"), stored("refresh_token")]).toEqual(["access-1", "refresh-1"]);
    await button(page, "Log Out").click();
    await expect(toast(page, "Logged Out")).toContainText("You have been logged out.");
    expect([stored("access_token"), stored("refresh_token")]).toEqual([null, null]);
    expect(ownErrors(complaints).filter((line) => !line.includes("logout could not be sent"))).toEqual([]);
  });
});

test("shows four tabs and the specified columns, and makes specified calls alone", async ({
  page,
  backend,
  complaints,
}) => {
  await openDashboard(page);
  await expect(page.getByRole("tab")).toHaveText(["Articles", "Categories", "Ad Management", "Author Profile"]);
  await expect(page.getByRole("heading", { name: "Manage Articles" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText([
    "Title",
    "Category",
    "Author",
    "Date",
    "Status",
    "Auto-Update",
    "Featured",
    "Editor's Pick",
    "Actions",
  ]);
  await expect(cells(page, "Story 7")).toHaveText([
    /Story 7/,
    "Crypto",
    "Amina Otieno",
    "Jan 05, 2025",
    "Published",
    "Disabled",
    "Regular",
    "No",
    "",
  ]);
  await expect(cells(page, "Story 8").nth(3)).toHaveText("N/A");
  await expect(cells(page, "Story 8").nth(6)).toHaveText("Featured");
  await button(page, "Show excerpt of Story 7").click();
  await expect(page.getByText("Excerpt 7", { exact: true })).toBeVisible();
  await tab(page, "Categories").click();
  await expect(page.getByRole("heading", { name: "Manage Categories" })).toBeVisible();
  await tab(page, "Ad Management").click();
  await expect(page.getByRole("heading", { name: "Manage Ad Spaces" })).toBeVisible();
  await tab(page, "Author Profile").click();
  await expect(button(page, "Update Profile")).toBeVisible();
  const made = backend.calls.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(made)].sort()).toEqual(["GET accounts/users/me/", "GET articles/", "GET categories/"]);
  expect(backend.calls.every(({ headers }) => headers.authorization === "Bearer access-1")).toBe(true);
  await expect(page.getByRole("listitem").filter({ hasText: /error|could not/i })).toHaveCount(0);
  expect(ownErrors(complaints)).toEqual([]);
});

test("adds an article as a form of the specified fields", async ({ page, backend, complaints }) => {
  await openDashboard(page);
  await button(page, "Add New Article").click();
  const text = page.getByRole("textbox", { name: "Content", exact: true });
  await expect(text).toBeVisible();
  await expect(page.getByRole("radio", { name: "Draft" })).toBeChecked();
  for (const name of ["Enable automatic content updates", "Featured Article", "Editor's Pick"])
    await expect(page.getByRole("switch", { name })).not.toBeChecked();
  await button(page, "Add Article").click();
  await expect(toast(page, "Missing required fields")).toContainText("Please fill out all required fields");

  await page.getByLabel("Title*", { exact: true }).fill("A new story");
  await page.getByLabel("Category*", { exact: true }).fill("Cryptos");
  await page.getByLabel("Excerpt", { exact: true }).fill("In short");
  await text.fill("The text");
  await page.getByRole("switch", { name: "Featured Article" }).click();
  await page.getByRole("radio", { name: "Published" }).click();
  backend.fail("POST articles/", 400, { detail: "The title is taken." });
  await button(page, "Add Article").click();
  await expect(toast(page, "Error adding article")).toContainText("The title is taken.");
  backend.recover("POST articles/");
  await button(page, "Add Article").click();
  await expect(toast(page, "Article added")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("A new story");
  const [, sent] = backend.sent("POST articles/");
  expect(sent && formFields(sent)).toEqual({
    title: "A new story",
    excerpt: "In short",
    category: "Cryptos",
    content: "<p>The text</p>",
    status: "published",
    is_auto_update: "false",
    is_featured: "true",
    is_editors_pick: "false",
  });
  expect(ownErrors(complaints)).toEqual([]);
});

test("sends image_url if a file was chosen", async ({ page, backend }) => {
  logIn();
  await page.goto("/admin/articles/new");
  await page.getByLabel("Title*", { exact: true }).fill("With a picture");
  await page.getByLabel("Category*", { exact: true }).fill("Crypto");
  await page
    .locator("input[type=file][name=image_file]")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("png") });
  await button(page, "Add Article").click();
  await expect(toast(page, "Article added")).toBeVisible();
  const [sent] = backend.sent("POST articles/");
  expect(sent && formFields(sent).image_url).toBe("a.png");
});

test("edits an article: loads it, keeps drafts in the browser, and sends it whole", async ({
  page,
  backend,
  complaints,
}) => {
  await page.clock.install();
  await openDashboard(page);
  await button(page, "Edit Story 7").click();
  await expect(page.getByRole("heading", { name: "Edit Article" })).toBeAttached();
  const title = page.getByLabel("Title*", { exact: true });
  await expect(title).toHaveValue("Story 7");
  await title.fill("Story seven");
  // Longer than autosaves and retries wait.
  await page.clock.runFor(20_000);
  backend.fail("PUT articles/7/", 500);
  await button(page, "Update Article").click();
  await expect(toast(page, "Error updating article")).toContainText("Could not update the article");
  backend.recover("PUT articles/7/");
  await button(page, "Update Article").click();
  await expect(toast(page, "Article updated")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(cells(page, "Story seven").first()).toContainText("Story seven");
  const sent = JSON.parse(backend.sent("PUT articles/7/").at(-1)?.body ?? "{}");
  expect(Object.keys(sent).sort()).toEqual(Object.keys(backend.data.articles[0] ?? {}).sort());
  expect(sent).toMatchObject({ id: 7, title: "Story seven", tags: "one, two", category: "Crypto" });
  expect(sent.content).toContain("The last paragraph");
  expect(backend.calls.filter(({ path }) => path.includes("draft"))).toEqual([]);
  expect(ownErrors(complaints)).toEqual([]);
});

test("deletes an article after confirmation, and shows failures", async ({ page, backend }) => {
  await openDashboard(page);
  backend.fail("DELETE articles/7/", 403, { detail: "Ask your editor." });
  await button(page, "Delete Story 7").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Error deleting article")).toContainText("Ask your editor.");
  backend.recover("DELETE articles/7/");
  await button(page, "Delete Story 7").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Article deleted")).toBeVisible();
  await expect(cells(page, "Story 7")).toHaveCount(0);
  backend.data.articles.length = 0;
  await button(page, "Refresh Articles").click();
  await expect(page.getByText("No articles found. Add your first article!")).toBeVisible();
});

test("shows the loading line and a failure toast of each list", async ({ page, backend }) => {
  await page.clock.install();
  const release = backend.hold("GET articles/");
  await openDashboard(page);
  await expect(page.getByText("Loading articles...")).toBeAttached();
  backend.fail("GET categories/", 400, { detail: "The list is being moved." });
  release();
  backend.fail("GET articles/");
  await openDashboard(page);
  await page.clock.runFor(10_000);
  await expect(toast(page, "Error fetching articles")).toContainText("Could not fetch articles");
  await tab(page, "Categories").click();
  await expect(toast(page, "Error fetching categories")).toContainText("The list is being moved.");
});

test("adds, changes and deletes categories", async ({ page, backend, complaints }) => {
  await openDashboard(page, "/admin?tab=categories");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Slug", "Article Count", "Actions"]);
  await expect(cells(page, "Deep Tech")).toHaveText(["Deep Tech", "deep-tech", "1", ""]);
  await button(page, "Add New Category").click();
  const [name, slug] = [page.getByLabel("Name*", { exact: true }), page.getByLabel("Slug", { exact: true })];
  await expect(slug).toHaveAttribute("placeholder", "Auto-generated from name if left empty");
  await button(page, "Add Category").click();
  await expect(toast(page, "Missing required fields")).toContainText("Please enter a category name");
  await name.fill("Deep  Tech");
  await expect(slug).toHaveValue("deep-tech");
  await button(page, "Add Category").click();
  await expect(toast(page, "Duplicate slug")).toContainText("A category with this slug already exists");
  await name.fill("Real World");
  await button(page, "Add Category").click();
  await expect(toast(page, "Category added")).toBeVisible();
  await expect(cells(page, "Real World").nth(2)).toHaveText("0");
  expect(JSON.parse(backend.sent("POST categories/")[0]?.body ?? "")).toEqual({
    name: "Real World",
    slug: "real-world",
    count: 0,
  });
  await button(page, "Edit Deep Tech").click();
  await name.fill("Deeper Tech");
  await button(page, "Update Category").click();
  await expect(toast(page, "Category updated")).toBeVisible();
  expect(JSON.parse(backend.sent("PUT categories/2/")[0]?.body ?? "")).toEqual({
    name: "Deeper Tech",
    slug: "deep-tech",
  });
  await button(page, "Delete Real World").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Category deleted")).toBeVisible();
  expect(ownErrors(complaints)).toEqual([]);
});

test("keeps four sample ad spaces in memory", async ({ page, complaints }) => {
  await openDashboard(page, "/admin?tab=ads");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Type", "Location", "Status", "Actions"]);
  await expect(page.getByRole("row")).toHaveCount(5);
  await expect(page.getByRole("row").nth(4)).toContainText(/Leaderboard.*homepage.*Inactive/);
  await button(page, "Add New Ad Space").click();
  await page.getByLabel("Ad Name*", { exact: true }).fill("Side");
  await page.getByLabel("Location*", { exact: true }).fill("article");
  await page.getByRole("radio", { name: "Sidebar" }).check();
  await button(page, "Add Ad Space").click();
  await expect(toast(page, "Ad space added")).toBeVisible();
  await expect(cells(page, "Side")).toHaveText(["Side", "Sidebar", "article", "Active", ""]);
  await button(page, "Edit Side").click();
  await page.getByRole("checkbox", { name: "Active" }).uncheck();
  await button(page, "Update Ad Space").click();
  await expect(toast(page, "Ad space updated")).toBeVisible();
  await button(page, "Delete Side").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Ad space deleted")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(5);
  expect(ownErrors(complaints)).toEqual([]);
});

test("updates the profile with bio and imageUrl", async ({ page, backend, complaints }) => {
  await openDashboard(page, "/admin?tab=profile");
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("Writes about coins.");
  await page.getByLabel("Bio", { exact: true }).fill("Writes about chains.");
  await page.getByLabel("Image URL", { exact: true }).fill("https://example.com/a.jpg");
  await button(page, "Update Profile").click();
  await expect.poll(() => backend.sent("PUT accounts/profile/").length).toBe(1);
  expect(JSON.parse(backend.sent("PUT accounts/profile/")[0]?.body ?? "")).toEqual({
    bio: "Writes about chains.",
    imageUrl: "https://example.com/a.jpg",
  });
  expect(ownErrors(complaints)).toEqual([]);
});

test("refreshes the access token once, and keeps a refresh token that is not rotated", async ({ page, backend }) => {
  backend.fail("GET articles/", 401);
  logIn();
  localStorage.setItem("access_token", "expired");
  const refreshed = page.waitForResponse("**/api/token/refresh/");
  await page.goto("/admin");
  await refreshed;
  backend.recover("GET articles/");
  await expect.poll(() => stored("access_token")).toBe("access-2");
  expect(stored("refresh_token")).toBe("refresh-1");
});

test("shows the dashboard even if the profile can't be loaded", async ({ page, backend }) => {
  backend.drop("GET accounts/users/me/");
  await openDashboard(page);
  await expect(cells(page, "Story 7").first()).toContainText("Story 7");
});
