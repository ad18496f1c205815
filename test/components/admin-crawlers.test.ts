import { adminUrl } from "#shared/urls.ts";
import { choose, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a purpose is denied, a crawler is excepted from it, and the rules are stored", async ({ page, api }) => {
  await page.goto(adminUrl.crawlers());
  const save = page.getByRole("button", { name: "Save rules" });
  await expect(save).toBeDisabled();
  await choose(page.getByRole("combobox", { name: "Training of AI", exact: true }), "Deny");
  await expect(page.getByRole("combobox", { name: "Rule for GPTBot" })).toHaveText("Denied, as above");
  await expect(page.getByRole("combobox", { name: "Rule for Googlebot" })).toHaveText("Allowed, as above");
  await choose(page.getByRole("combobox", { name: "Rule for CCBot" }), "Always allow");
  await expect(page.getByRole("combobox", { name: "Rule for CCBot" })).toHaveText("Always allow");
  await save.click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await expect(save).toBeDisabled();
  expect(await (await api.get("/api/settings/crawlers/")).json()).toMatchObject({
    search: "allow",
    ai_training: "deny",
    allowed: ["CCBot"],
    denied: [],
  });
});
