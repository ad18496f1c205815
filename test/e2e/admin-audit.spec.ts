import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

/** Chooses an option of a select by the first letters of its label. */
async function chooseByKey(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByRole("combobox", { name: label });
  await select.press("Enter");
  await page.keyboard.type(option);
  await page.keyboard.press("Enter");
  await expect(select).toHaveText(option);
}

test("who changed what is found, opened and exported by keyboard on a phone, and how long it is kept is set", async ({
  page,
  api,
  editor,
  writeArticle,
}) => {
  test.slow();
  const { id } = await writeArticle({ title: "Recorded headline" });
  const change = { title: "Another headline", content: `<p>${"Long. ".repeat(60)}</p>` };
  expect((await api.put(apiUrl.article(id), { data: change })).status()).toBe(200);
  await page.goto(adminUrl.settings());
  await page.getByRole("link", { name: "Open the Audit Log" }).press("Enter");
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
  await expect(page.getByRole("deletion").getByText("Recorded headline")).toBeVisible();
  await expect(page.getByText("a text of 367 characters")).toBeVisible();
  await expectFits(page, [375, 1280]);
  await page.setViewportSize({ width: 375, height: 900 });
  await details.press("Space");
  await expect(details).toHaveAttribute("aria-expanded", "false");

  await page.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  const what = page.getByRole("combobox", { name: "What" });
  const first = await what.innerText();
  await what.press("End");
  await expect(what).not.toHaveText(first);
  await what.press("Home");
  await expect(what).toHaveText(first);
  await chooseByKey(page, "Who", editor.name);
  await chooseByKey(page, "What", "Sign-ins");
  expect(await overflowOf(page)).toBe(0);
  await expect(page.getByText("2 entries")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  const csv = await readFile(await (await download).path(), "utf8");
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
  await expectNoViolations(page, "dialog");
  await dialog.getByLabel("Days").fill("500");
  await dialog.getByLabel("Days").press("Enter");
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await expect(kept).toHaveText("Kept for 500 days");
  await expect(kept).toBeFocused();
  await api.put(editorApiUrl.auditSettings(), { data: { retention_days: 400 } });

  // A failure for good: of a lost connection three tries, seven seconds, are waited for.
  await page.route(/\/api\/audit\//, (route) => route.fulfill({ status: 400, json: {} }));
  await page.reload();
  await expect(page.getByText("Could not fetch entries.")).toBeVisible();
  await page.unroute(/\/api\/audit\//);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("2 entries")).toBeVisible();
});
