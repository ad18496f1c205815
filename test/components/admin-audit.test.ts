import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { choose, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("changes are found, opened and exported by keyboard, and their retention is set", async ({
  page,
  api,
  editor,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Recorded headline" });
  const change = { title: "Another headline", content: `<p>${"Long. ".repeat(60)}</p>` };
  expect((await api.put(apiUrl.article(id), { data: change })).status()).toBe(200);
  await page.goto(adminUrl.settings());
  await page
    .getByRole("region", { name: "All screens" })
    .getByRole("link", { name: "Audit log", exact: true })
    .press("Enter");
  await expect(page).toHaveURL(adminUrl.audit());
  await expect(page).toHaveTitle(/^Audit log \| /);

  const search = page.getByRole("searchbox", { name: "Search the audit log" });
  await search.fill("another headline");
  const row = page.getByRole("row").filter({ hasText: "Article changed" });
  // Until the search is answered, the row of another change may stand there too.
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(editor.name);
  const details = row.getByRole("button", { name: /^Details of entry/ });
  await details.press("Enter");
  await expect(details).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("del").filter({ hasText: "Recorded headline" })).toBeVisible();
  await expect(page.getByText("text of 367 characters")).toBeVisible();
  await details.press("Space");
  await expect(details).toHaveAttribute("aria-expanded", "false");

  await page.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  const who = page.getByRole("combobox", { name: "Who" });
  await who.press("End");
  await expect(who).not.toHaveText("Anybody");
  await who.press("Home");
  await expect(who).toHaveText("Anybody");
  await choose(who, editor.name);
  const kinds = page.getByRole("navigation", { name: "Kinds of actions" });
  await kinds.getByRole("link", { name: "Sign-ins" }).press("Enter");
  await expect(page.getByText("2 entries")).toBeVisible();
  const download = page.waitForDownload();
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  const csv = await (await download).text();
  expect(csv.split("\r\n")).toHaveLength(4);
  expect(csv).toContain(`,${editor.name},session.start,`);
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByText("No entries match your search and filters.")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("2 entries")).toBeVisible();

  const kept = page.getByRole("button", { name: /^Kept for/ });
  await kept.press("Enter");
  const dialog = page.getByRole("dialog", { name: "How long entries are kept" });
  await dialog.getByLabel("Days").fill("5");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog.getByLabel("Days")).toHaveAccessibleDescription(/from 30 to 3650/);
  await dialog.getByLabel("Days").fill("500");
  await dialog.getByLabel("Days").press("Enter");
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await expect(kept).toHaveText("Kept for 500 days");
  await expect(kept).toBeFocused();

  // A failure for good: of a lost connection three tries, seven seconds, are waited for.
  await page.route(/\/api\/audit\//, (route) => route.fulfill({ status: 400, json: {} }));
  await page.reload();
  await expect(page.getByText("Could not fetch entries.")).toBeVisible();
  await page.unroute(/\/api\/audit\//);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("2 entries")).toBeVisible();
});
