import { dayIn } from "#features/record/holdings/rules.ts";
import { DAY } from "#shared/time.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("holdings are registered by keyboard, and printed in the articles of their author", async ({
  page,
  editor,
  request,
  writeArticle,
}) => {
  await openAdmin(page, "Author Profile");
  await page.getByRole("link", { name: "Holdings" }).click();
  await expect(page).toHaveURL(adminUrl.holdings());
  await expect(page).toHaveTitle(/^Holdings \| /);
  await expect(page.getByText(/^No holdings yet\./)).toBeVisible();

  const register = page.getByRole("button", { name: "New holding" });
  await register.press("Enter");
  const symbol = page.getByLabel("Symbol");
  await expect(symbol).toBeFocused();
  await symbol.fill("btc-usd");
  await symbol.press("Enter");
  await expect(symbol).toBeFocused();
  await expect(symbol).toHaveAccessibleDescription(/letters and digits/);
  await symbol.fill("btc");
  await page.getByLabel("Held from").fill("2025-03-01");
  await page.getByLabel("Until").fill("2025-02-01");
  await symbol.press("Enter");
  await expect(page.getByLabel("Until")).toBeFocused();
  await page.getByLabel("Until").fill("");
  await symbol.press("Enter");
  await expect(toastOf(page, "BTC is registered")).toBeVisible();
  await expect(register).toBeFocused();
  const row = page.getByRole("row").filter({ hasText: "BTC" });
  await expect(row).toContainText("March 1, 2025");
  await expect(row).toContainText("Still held");

  const article = await writeArticle({ content: "<p>Bitcoin fell.</p>", authors: [editor.name] });
  await row.getByRole("button", { name: "End today: BTC" }).press("Enter");
  await expect(toastOf(page, "BTC ended today")).toBeVisible();
  await expect(row.getByRole("button", { name: "End today: BTC" })).toHaveCount(0);
  await row.getByRole("button", { name: "Change BTC" }).press("Enter");
  await page.getByLabel("Until").fill("2025-04-01");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(row).toContainText("April 1, 2025");
  await row.getByRole("button", { name: "Remove BTC" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Holdings", level: 1 })).toBeFocused();
  await expect(page.getByText(/^No holdings yet\./)).toBeVisible();

  const printed = await (await request.get(pageUrl.article(article.id))).text();
  expect(printed).toContain(`${editor.name} held BTC when this was published.`);
});

test("only what is held beyond today, by the newsroom's clocks, can be ended today", async ({ page, api }) => {
  // A zone whose date is not that of UTC.
  const time_zone = new Date().getUTCHours() < 10 ? "Pacific/Niue" : "Pacific/Kiritimati";
  await api.put("/api/settings/newsroom/", { data: { time_zone } });
  const today = dayIn(time_zone, Date.now());
  const tomorrow = dayIn(time_zone, Date.now() + DAY);
  for (const [symbol, to] of Object.entries({ BTC: null, ETH: today, SOL: tomorrow, XLM: "2026-01-01" }))
    await api.post("/api/accounts/holdings/", { data: { symbol, from: "2025-03-01", to } });
  await page.goto(adminUrl.holdings());
  const buttons = (name: RegExp) => page.getByRole("button", { name });
  await expect(buttons(/^Change (BTC|ETH|SOL|XLM)$/)).toHaveCount(4);
  await expect(buttons(/^Remove (BTC|ETH|SOL|XLM)$/)).toHaveCount(4);
  await expect(buttons(/^End today: (BTC|SOL)$/)).toHaveCount(2);
  await expect(buttons(/^End today: /)).toHaveCount(2);
});
