import { adminUrl } from "#shared/urls.ts";
import { choose, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const dialog = (page: Page) => page.getByRole("dialog");

/** An export of Ghost with a public post, one for members, and a card that is lost. */
const ghostExport = (title = "The first story") => {
  const post = { type: "post", status: "published", visibility: "public", published_at: "2024-03-01T08:00:00.000Z" };
  const posts = [
    { ...post, id: "1", uuid: "u1", title, slug: "first", html: "<p>Word for word.</p>" },
    {
      ...post,
      id: "2",
      uuid: "u2",
      title: "For members",
      slug: "members",
      visibility: "members",
      html: "<p>Paid.</p>",
    },
  ];
  const settings = [{ key: "title", value: "The Old Paper" }];
  return JSON.stringify({ db: [{ meta: { version: "5.80.0", exported_on: 1 }, data: { posts, settings } }] });
};

const chosen = (text: string, name = "old.ghost.json") => ({
  name,
  mimeType: "application/json",
  buffer: new TextEncoder().encode(text),
});

test("an import is checked, stored for editors, released and undone, each on request", async ({
  page,
  server,
  api,
}) => {
  await page.goto(adminUrl.moveIn());
  await expect(page.getByText(/^No imports yet\./)).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(chosen(ghostExport()));
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("Checked, nothing stored").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "old.ghost.json" })).toBeVisible();
  await expect(page.getByText("Ghost · The Old Paper")).toBeVisible();
  const report = page.getByRole("region", { name: "Report" });
  await expect(report.getByText("For members").first()).toBeVisible();
  await page.getByText("The first story").click();
  await expect(page.getByText("Word for word.")).toBeVisible();
  await page.getByRole("button", { name: "Store for editors" }).click();
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("Stored, for editors only").first()).toBeVisible();
  const staged = page.getByRole("region", { name: "Stored for editors" });
  await expect(staged.getByRole("link", { name: "The first story" })).toBeVisible();
  await expect(staged.getByText(/^Published, /)).toBeVisible();
  await expect(staged.getByText("Draft", { exact: true })).toBeVisible();
  const [text] = await (await api.get("/api/imports/texts/")).json();
  expect(await staged.getByRole("link", { name: text.title }).getAttribute("href")).toBe(adminUrl.article(text.id));
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await expect(dialog(page)).toContainText("1 post or page becomes public");
  await dialog(page).getByRole("button", { name: "Release", exact: true }).click();
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("Released", { exact: true }).first()).toBeVisible();
  expect((await api.get(`/api/articles/${text.id}/`)).status()).toBe(200);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  expect((await api.get(`/api/articles/${text.id}/`)).status()).toBe(404);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastOf(page, "Import deleted")).toBeVisible();
  await expect(page.getByText(/^No imports yet\./)).toBeVisible();
});

test("a file that cannot be read says why, and a second import waits for the first", async ({ page, server }) => {
  await page.goto(adminUrl.moveIn());
  await page.locator("input[type=file]").setInputFiles(chosen("no export", "notes.bin"));
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText(/^Failed/).first()).toBeVisible();
  await expect(page.getByText(/The kind of file was not recognized/).first()).toBeVisible();
  await page.getByRole("button", { name: "All imports" }).click();
  await page.locator("input[type=file]").setInputFiles(chosen(ghostExport()));
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await page.getByRole("button", { name: "All imports" }).click();
  await page.locator("input[type=file]").setInputFiles(chosen(ghostExport(), "second.json"));
  await expect(page.getByText(/Another import is running/).first()).toBeVisible();
  await page.getByRole("button", { name: "old.ghost.json" }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText(/The import was cancelled/).first()).toBeVisible();
});

test("what cannot be loaded says so, and can be tried again", async ({ page }) => {
  await page.route(/\/api\/imports\/(\?|$)/, (route) =>
    route.fulfill({ status: 503, json: { detail: "Unavailable." } }),
  );
  await page.goto(adminUrl.moveIn());
  await expect(page.getByText("Could not fetch imports.")).toBeVisible();
  await page.unroute(/\/api\/imports\/(\?|$)/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^No imports yet\./)).toBeVisible();
});

test("a start that was cancelled can store the rest", async ({ page, server }) => {
  await page.goto(adminUrl.moveIn());
  await page.locator("input[type=file]").setInputFiles(chosen(ghostExport()));
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await page.getByRole("button", { name: "Store for editors" }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText(/^What was stored so far stays hidden/)).toBeVisible();
  await page.getByRole("button", { name: "Store the rest" }).click();
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("Stored, for editors only").first()).toBeVisible();
});

test("a list whose states are not understood is stored once each is answered", async ({ page, server, api }) => {
  await page.goto(adminUrl.moveIn());
  const people = "email,status\na@mail.example,blauw\nb@mail.example,groen\n";
  await page.locator("input[type=file]").setInputFiles(chosen(people, "people.csv"));
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("2 answers are missing: complete the marked fields below, then store for")).toBeVisible();
  const store = page.getByRole("button", { name: "Store for editors" });
  await expect(store).toBeDisabled();
  await choose(page.getByRole("combobox", { name: "Meaning of blauw" }), "Subscribed");
  await expect(page.getByText("One answer is missing")).toBeVisible();
  await expect(store).toBeDisabled();
  await choose(page.getByRole("combobox", { name: "Meaning of groen" }), "Not subscribed");
  await expect(page.getByText(/missing: complete/)).toHaveCount(0);
  await store.click();
  await expect(page.getByText("It continues in the background")).toBeVisible();
  await server.runImports();
  await expect(page.getByText("Stored, for editors only").first()).toBeVisible();
  const [row] = await (await api.get("/api/imports/")).json();
  expect(row.counts.subscribers).toBe(1);
});
