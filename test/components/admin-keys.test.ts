import { adminUrl } from "#shared/urls.ts";
import { choose, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("an API key is created with a preset, shown once, listed and revoked", async ({ page }) => {
  await page.goto(adminUrl.keys());
  await expect(page.getByText("No API keys yet.")).toBeVisible();
  await page.getByRole("button", { name: "New API key" }).press("Enter");
  const form = page.getByRole("dialog", { name: "New API key" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Name")).toHaveAccessibleDescription(/required|at least/i);
  await form.getByLabel("Name").fill("Site generator");
  await expect(form.getByRole("checkbox", { name: "read", exact: true })).toBeChecked();
  await choose(form.getByLabel("Preset"), "Publish");
  await expect(form.getByRole("checkbox", { name: "article.publish" })).toBeChecked();
  await choose(form.getByLabel("Role"), "Writer");
  await expect(form.getByRole("checkbox", { name: "article.publish" })).toHaveCount(0);
  await choose(form.getByLabel("Preset"), "Write drafts");
  await form.getByLabel("Origins").fill("https://app.example/path");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByLabel("Origins")).toHaveAccessibleDescription(/scheme and a host/);
  await form.getByLabel("Origins").fill("");
  await form.getByRole("button", { name: "Create" }).click();

  const shown = page.getByRole("dialog", { name: "API key “Site generator”" });
  const key = (await shown.getByText(/^jarida_/).textContent()) ?? "";
  await shown.getByRole("button", { name: "Close" }).click();
  const row = page.getByRole("row", { name: /Site generator/ });
  await expect(row).toContainText("Write drafts");
  await expect(row).toContainText("as writer");
  await expect(row).toContainText("Never");
  await expect(row).not.toContainText(key);
  await expect(row).toContainText(`${key.slice(0, 15)}…`);

  await row.getByRole("button", { name: "Revoke Site generator" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(toastOf(page, "API key revoked")).toBeVisible();
  await expect(page.getByText("No API keys yet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeFocused();
});
