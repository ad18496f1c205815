import type { ShownFront } from "#features/articles/fronts/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { choose, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a page is arranged as a draft by buttons and fields, published, and returned to the default", async ({
  page,
  server,
}) => {
  const shown = async () =>
    (await server.app.inject("/api/fronts/by-place/home/")).json<ShownFront>().blocks?.map(({ kind }) => kind);
  await page.goto(adminUrl.fronts());
  await expect(page.getByText("Default arrangement")).toBeVisible();
  await page.getByRole("button", { name: "Start from" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Blog/ }).click();
  await expect(toastOf(page, "Arrangement chosen")).toBeVisible();
  await expect(page.getByText("Draft: readers have the former arrangement")).toBeVisible();
  await page.getByRole("button", { name: "Text or picture" }).first().click();
  await page.getByLabel("Text", { exact: true }).fill("What we stand for");
  await page.getByLabel("Leads to").focus();
  await expect(toastOf(page, "Block changed")).toBeVisible();
  const up = page.getByRole("button", { name: "Move up: Newsletter" });
  await up.click();
  await toastOf(page, "Block moved").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  await up.click();
  await expect(toastOf(page, "Block moved").last()).toBeVisible();
  expect(await shown(), "a draft").toBeUndefined();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(toastOf(page, "Published")).toBeVisible();
  expect(await shown()).toEqual(["list", "newsletter", "text"]);
  await page.getByRole("button", { name: "Use the default" }).click();
  const state = page.getByRole("region", { name: "Blocks" }).getByRole("status").first();
  await expect(state).toBeFocused();
  await expect(state).toContainText("Default arrangement");
  expect(await shown()).toBeUndefined();
  await page.getByRole("button", { name: "Versions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).last().click();
  await expect(page.getByText("Draft: readers have the former arrangement")).toBeVisible();
});

test("an arrangement that cannot be loaded is tried again", async ({ page }) => {
  let isDown = true;
  await page.route(/\/api\/settings\/fronts\//, (route) =>
    isDown ? route.fulfill({ status: 503, json: { detail: "Down." } }) : route.fallback(),
  );
  await page.goto(adminUrl.fronts());
  await expect(page.getByText("Could not fetch the arrangement of this page.")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Default arrangement")).toBeVisible();
});

test("a block has a picture of the library, moves between columns by keys, and its page is previewed", async ({
  page,
  server,
}) => {
  await page.goto(adminUrl.fronts());
  await page.getByRole("button", { name: "Start from" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Blog/ }).click();
  await expect(toastOf(page, "Arrangement chosen")).toBeVisible();
  await expect(page.getByText("Side column").first()).toBeVisible();
  await page.getByRole("button", { name: "Across the page: Newsletter" }).focus();
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Block moved")).toBeVisible();
  await page.getByRole("button", { name: "Main column: Newsletter" }).click();
  await page.getByRole("button", { name: "Text or picture" }).first().click();
  await expect(page.getByLabel("Picture", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(toastOf(page, "Published")).toBeVisible();
  const { blocks } = (await server.app.inject("/api/fronts/by-place/home/")).json<ShownFront>();
  expect(blocks?.map(({ kind, place }) => [kind, place])).toContainEqual(["newsletter", "main"]);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("radio", { name: "Phone" })).toBeVisible();
  await expect(preview.getByRole("radio", { name: "Desktop" })).toBeVisible();
});

test("pages of topics and series are arranged as well", async ({ page }) => {
  await page.goto(adminUrl.fronts());
  for (const [kind, all] of [
    ["Topics", "All topics"],
    ["Series", "All series"],
    ["Categories", "All categories"],
  ] as const) {
    await choose(page.getByRole("combobox", { name: "Page" }), kind);
    await expect(page.getByRole("combobox", { name: "Which one" })).toHaveText(all);
    await expect(page.getByText("Default arrangement")).toBeVisible();
  }
});
