import { adminUrl } from "#shared/urls.ts";
import { choose, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a purpose is denied, a crawler is excepted from it, and the rules are stored", async ({ page, api, server }) => {
  const { database, clock } = server.store;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  await database.db
    .insertInto("crawler_fetch")
    .values({ crawler: "GPTBot", day, fetched: 1200, ignored: 3, blocked: 0 })
    .execute();
  await page.goto(adminUrl.crawlers());
  const save = page.getByRole("button", { name: "Save rules" });
  await expect(save).toBeDisabled();
  await choose(page.getByRole("combobox", { name: "Training of AI", exact: true }), "Deny");
  await expect(page.getByRole("combobox", { name: "Rule for GPTBot" })).toHaveText("Denied, as above");
  await expect(page.getByRole("combobox", { name: "Rule for Googlebot" })).toHaveText("Allowed, as above");
  await choose(page.getByRole("combobox", { name: "Rule for CCBot" }), "Always allow");
  await expect(page.getByRole("combobox", { name: "Rule for CCBot" })).toHaveText("Always allow");
  await page.getByRole("switch", { name: "Block denied crawlers" }).check();
  await save.click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await expect(page.getByText(`1,200, last on ${day}; ignores the denial`)).toBeVisible();
  expect(await (await api.get("/api/settings/crawlers/")).json()).toMatchObject({
    search: "allow",
    ai_training: "deny",
    blocks_denied: true,
    allowed: ["CCBot"],
    denied: [],
  });
});
