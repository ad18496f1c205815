import { takenError } from "#features/addresses/kinds.ts";
import { trashArticle } from "#features/articles/type.ts";
import type { Category } from "#features/categories/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { holdCalls } from "./held-requests.ts";
import { type Api, test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const CALL = "**/api/categories/**";

const listOf = async (api: Api): Promise<Category[]> => (await api.get(apiUrl.categories())).json();

type Fixtures = {
  /** Adds a category for this test alone; other categories that a test leaves behind are deleted as well. */
  addCategory: (name: string, slug?: string) => Promise<Category>;
};

const test = base.extend<Fixtures>({
  addCategory: async ({ api }, use) => {
    const before = new Set((await listOf(api)).map(({ id }) => id));
    await use(async (name, slug) => (await api.post(apiUrl.categories(), { data: { name, slug } })).json());
    for (const { id } of await listOf(api)) if (!before.has(id)) await api.delete(apiUrl.category(String(id)));
  },
});

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const field = (page: Page, name: "Name*" | "Slug") => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openTab = (page: Page) => openAdmin(page, "Categories");

test("shows name, slug, article count and actions of each category", async ({ page, api, complaints }) => {
  await openTab(page);
  await expect(page.getByRole("heading", { name: "Manage Categories" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Slug", "Article Count", "Actions"]);
  // A hidden category's name is no link.
  for (const { name, slug, count } of (await listOf(api)).filter(({ is_hidden }) => !is_hidden)) {
    const cells = rowOf(page, name).getByRole("cell");
    await expect(cells).toHaveText([name, slug, String(count), ""]);
  }
  expect(ownComplaints(complaints)).toEqual([]);
});

test("the slug follows the name as it is typed, until it is edited by hand", async ({ page, addCategory: _keep }) => {
  await openTab(page);
  await button(page, "Add New Category").click();
  await expect(field(page, "Name*")).toBeFocused();
  await expect(field(page, "Slug")).toHaveAttribute("placeholder", "Auto-generated from name if left empty");
  await field(page, "Name*").pressSequentially("Layer  Two Ne");
  await expect(field(page, "Slug")).toHaveValue("layer-two-ne");
  await field(page, "Name*").pressSequentially("ws");
  await expect(field(page, "Slug")).toHaveValue("layer-two-news");
  await field(page, "Slug").fill("l2");
  await field(page, "Name*").press("End");
  await field(page, "Name*").pressSequentially(" Desk");
  await expect(field(page, "Slug")).toHaveValue("l2");

  const sent = page.waitForRequest((request) => request.method() === "POST");
  await button(page, "Add Category").click();
  expect((await sent).postDataJSON()).toEqual({ name: "Layer  Two News Desk", slug: "l2", count: 0 });
  await expect(toastOf(page, "Category added")).toBeVisible();
  await expect(rowOf(page, "Layer Two News Desk").getByRole("cell")).toHaveText(["Layer Two News Desk", "l2", "0", ""]);
  await expect(field(page, "Name*")).toHaveCount(0);
  await expect(button(page, "Add New Category")).toBeFocused();
});

test("an emptied slug stays empty while typing and is derived on submit", async ({ page, addCategory: _keep }) => {
  await openTab(page);
  await button(page, "Add New Category").click();
  await field(page, "Name*").fill("Deep Sea");
  await field(page, "Slug").fill("");
  await field(page, "Name*").press("End");
  await field(page, "Name*").pressSequentially(" Cables");
  await expect(field(page, "Slug")).toHaveValue("");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await field(page, "Slug").press("Control+s");
  expect((await sent).postDataJSON()).toEqual({ name: "Deep Sea Cables", slug: "deep-sea-cables", count: 0 });
  await expect(rowOf(page, "Deep Sea Cables")).toContainText("deep-sea-cables");
});

test("a name is required to add and to edit, before anything is sent", async ({ page, addCategory }) => {
  await addCategory("Nameless");
  await openTab(page);
  await button(page, "Add New Category").click();
  await field(page, "Name*").fill("  ");
  await button(page, "Add Category").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await expect(field(page, "Name*")).toBeFocused();
  await expect(field(page, "Name*")).toHaveAttribute("aria-invalid", "true");
  await field(page, "Name*").fill("");
  await button(page, "Cancel").click();
  await button(page, "Edit Nameless").click();
  await field(page, "Name*").fill("");
  await button(page, "Update Category").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  expect(page.network.requests.filter((request) => request.method() !== "GET")).toEqual([]);
});

test("another category's slug is rejected in the browser, its own is not", async ({ page, addCategory }) => {
  await addCategory("Twins", "twins");
  await addCategory("Other Twin", "other-twin");
  await openTab(page);
  await button(page, "Add New Category").click();
  await field(page, "Name*").fill("TWINS");
  await button(page, "Add Category").click();
  await expect(toastOf(page, "Duplicate slug")).toContainText(takenError("category"));
  await expect(field(page, "Slug")).toBeFocused();
  await button(page, "Edit Twins").click();
  await field(page, "Slug").fill("other-twin");
  await button(page, "Update Category").click();
  await expect(field(page, "Slug")).toHaveAccessibleDescription(takenError("category"));
  await field(page, "Slug").fill("twins");
  await field(page, "Name*").fill("Twins again");
  await button(page, "Update Category").click();
  await expect(toastOf(page, "Category updated")).toBeVisible();
});

test("a slug that was taken meanwhile is rejected by the server with the same toast", async ({ page, addCategory }) => {
  await openTab(page);
  await expect(rowOf(page, "Crypto")).toBeVisible();
  await addCategory("Taken meanwhile", "meanwhile");
  await button(page, "Add New Category").click();
  await field(page, "Name*").fill("Meanwhile");
  await button(page, "Add Category").click();
  await expect(toastOf(page, "Duplicate slug")).toContainText(takenError("category"));
  await expect(field(page, "Slug")).toHaveAccessibleDescription(takenError("category"));
  await expect(field(page, "Name*")).toHaveValue("Meanwhile");
});

test("a new name shows everywhere, and the old address redirects", async ({ page, server, store, addCategory }) => {
  await addCategory("Old Name", "old-name");
  const article = await publish(store, { title: "Renamed along", category: "Old Name" });
  await openTab(page);
  await button(page, "Edit Old Name").click();
  await expect(page.getByRole("region", { name: "Edit Category" })).toBeVisible();
  await expect(field(page, "Slug")).toHaveValue("old-name");
  await field(page, "Name*").fill("New Name");
  await field(page, "Slug").fill("new-name");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await button(page, "Update Category").click();
  expect((await sent).postDataJSON()).toEqual({ name: "New Name", slug: "new-name" });
  await expect(toastOf(page, "Category updated")).toBeVisible();
  await expect(button(page, "Edit New Name")).toBeFocused();
  await expect(rowOf(page, "New Name").getByRole("cell")).toHaveText(["New Name", "new-name", "1", ""]);

  expect((await server.app.inject("/category/old-name")).headers.location).toBe("/category/new-name");
  await page.goto(`/article/${article}`);
  await expect(page.getByRole("main").getByRole("link", { name: "New Name" }).first()).toBeVisible();
  await trashArticle(store, operator, article);
});

test("deleting asks first; the category is gone from the table and from the site", async ({
  page,
  server,
  addCategory,
}) => {
  await addCategory("Short-lived", "short-lived");
  await openTab(page);
  await button(page, "Delete Short-lived").click();
  const dialog = page.getByRole("dialog", { name: "Delete this category?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await button(page, "Delete Short-lived").click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Category deleted")).toBeVisible();
  await expect(rowOf(page, "Short-lived")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Manage Categories" })).toBeFocused();
  expect((await server.app.inject("/category/short-lived")).statusCode).toBe(404);
});

test("a category with articles cannot be deleted: the error says how many and links to them", async ({
  page,
  store,
  addCategory,
}) => {
  await addCategory("In use", "in-use");
  // The list counts published articles only.
  const articles = [
    await publish(store, { category: "In use", status: "draft" }),
    await publish(store, { category: "In use", status: "draft" }),
  ];
  await openTab(page);
  await button(page, "Delete In use").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const sentence = "This category has 2 articles, including drafts, and cannot be deleted.";
  await expect(toastOf(page, "Error deleting category")).toContainText(sentence);
  const dialog = page.getByRole("dialog", { name: "This category is in use" });
  await expect(dialog).toContainText("First delete its articles");
  await expect(dialog).not.toContainText(sentence);
  await dialog.getByRole("link", { name: "Show its articles" }).click();
  await expect(page).toHaveURL("/admin?category=in-use");
  await expect(dialog).toBeHidden();
  for (const id of articles) await trashArticle(store, operator, id);
});

test("a category with published articles offers no deletion that would fail, but leads to them", async ({
  page,
  store,
}) => {
  await publish(store, { category: "Crypto" });
  await openTab(page);
  await button(page, "Delete Crypto").click();
  const dialog = page.getByRole("dialog", { name: "This category is in use" });
  await expect(dialog).toContainText(/Crypto has \d+ published articles? and cannot be deleted/);
  await expect(dialog.getByRole("link", { name: "Show its articles" })).toHaveAttribute(
    "href",
    "/admin?category=crypto",
  );
  expect(page.network.requests.filter((request) => request.method() === "DELETE")).toEqual([]);
});

test("an empty list says so; a list that fails to load says why and can be retried", async ({ page }) => {
  let answer: { status?: number; json: unknown } = { json: [] };
  await page.route(CALL, (route) => route.fulfill(answer));
  await openTab(page);
  await expect(page.getByText("No categories found. Add your first category to get started.")).toBeVisible();
  answer = { status: 429, json: { detail: "Too many requests." } };
  await page.reload();
  await expect(toastOf(page, "Error fetching categories")).toContainText("Too many requests.");
  await expect(page.locator("main").getByText("Could not fetch categories")).toBeVisible();
  await page.unroute(CALL);
  await button(page, "Try again").click();
  await expect(rowOf(page, "Crypto")).toBeVisible();
});

test("a count that is missing is shown as 0, a hostile name as text, and a hidden one without a link", async ({
  page,
}) => {
  const hostile = `"><script>alert(1)</script>${"x".repeat(80)}\u202e`;
  const rows = [
    { id: 1, name: "Uncounted", slug: "uncounted" },
    { id: 2, name: hostile, slug: "hostile", count: 3 },
    { id: 3, name: "Secret", slug: "secret", count: 0, is_hidden: true },
  ];
  await page.route(CALL, (route) => route.fulfill({ json: rows }));
  await openTab(page);
  await expect(rowOf(page, "Uncounted").getByRole("cell")).toHaveText(["Uncounted", "uncounted", "0", ""]);
  await expect(button(page, `Delete ${hostile}`)).toBeVisible();
  await expect(page.getByText("Hidden until one of its articles is published")).toBeVisible();
  await expect(page.getByRole("link", { name: "Secret" })).toHaveCount(0);
});

test("text typed as a slug is turned into one", async ({ page, addCategory: _keep }) => {
  await openTab(page);
  await button(page, "Add New Category").click();
  await field(page, "Name*").fill("Passwords");
  await field(page, "Slug").fill("../../etc/pass");
  await expect(page.getByText(/Address: .*\/category\/etc-pass$/)).toBeVisible();
  await field(page, "Slug").press("Tab");
  await expect(field(page, "Slug")).toHaveValue("etc-pass");
  await field(page, "Slug").fill("AI--machines");
  await field(page, "Slug").press("Control+s");
  await expect(toastOf(page, "Category added")).toBeVisible();
  await expect(rowOf(page, "Passwords")).toContainText("ai-machines");
});

test("shows that it is loading, in the list's place", async ({ page }) => {
  const release = await holdCalls(page, CALL);
  await openTab(page);
  await expect(page.getByText("Loading categories...")).toBeVisible();
  await expect(page.getByRole("table", { name: "Categories" })).toHaveAttribute("aria-busy", "true");
  release();
  await expect(rowOf(page, "Crypto")).toBeVisible();
  await expect(page.getByText("Loading categories...")).toHaveCount(0);
});

for (const [what, failure, sentence] of [
  [
    "a refusal",
    { status: 400, json: { detail: "Name is too loud.", errors: { name: "Name is too loud." } } },
    "Name is too loud.",
  ],
  ["a failure without a sentence", { status: 500, body: "" }, "Could not {} category"],
] as const) {
  test(`${what} of the server is shown, and what was typed stays`, async ({ page, addCategory }) => {
    await addCategory("Refused");
    await openTab(page);
    await page.route(CALL, (route) => (route.request().method() === "GET" ? route.continue() : route.fulfill(failure)));
    await button(page, "Add New Category").click();
    await field(page, "Name*").fill("Loud");
    await button(page, "Add Category").click();
    await expect(toastOf(page, "Error adding category")).toContainText(sentence.replace("{}", "add"));
    await expect(field(page, "Name*")).toHaveValue("Loud");
    if (what === "a refusal") await expect(field(page, "Name*")).toHaveAccessibleDescription(sentence);
    await button(page, "Edit Refused").click();
    await field(page, "Name*").fill("Louder");
    await button(page, "Update Category").click();
    await expect(toastOf(page, "Error updating category")).toContainText(sentence.replace("{}", "update"));
    await button(page, "Delete Refused").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toastOf(page, "Error deleting category")).toContainText(sentence.replace("{}", "delete"));
    await expect(page.getByRole("dialog", { name: "Delete this category?" })).toBeVisible();
  });
}
