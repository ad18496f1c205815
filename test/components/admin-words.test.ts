import { adminUrl } from "#shared/urls.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const SETTING = "/api/settings/words/en/";

test("a chief finds a word, changes it, is told of a missing name in braces, and resets it", async ({ page, api }) => {
  const read = async () => (await (await api.get(SETTING)).json()).words;
  await openAdmin(page);
  await page.goto(adminUrl.words());
  const search = page.getByRole("searchbox", { name: "Search the texts" });
  await search.fill("by email");
  const word = page.getByRole("textbox", { name: "{name} by email", exact: true });
  await expect(word).toHaveValue("{name} by email");
  await word.fill("Our letter");
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(page.locator("form").getByText("The text must contain {name}.")).toBeVisible();
  await word.fill("Letters from {name}");
  await expect(page.getByText("Default: {name} by email")).toBeVisible();
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(toastOf(page, "Words saved")).toBeVisible();
  await expect(page.getByText("1 text changed.")).toBeVisible();
  expect(await read()).toEqual({ "{name} by email": "Letters from {name}" });
  await page.getByRole("button", { name: "Reset “{name} by email”" }).click();
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(page.getByText("No text is changed.")).toBeVisible();
  expect(await read()).toEqual({});
});

test("a chief adds a language and removes it", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.words());
  await page.getByRole("button", { name: "Add a language" }).click();
  const code = page.getByRole("textbox", { name: "Code of the language" });
  await code.fill("french");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Language must be a code such as fr or pt-BR.")).toBeVisible();
  await code.fill("fr");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/missing: readers see them in English/)).toBeVisible();
  await page.getByRole("button", { name: "Remove this language" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(toastOf(page, "Language removed")).toBeVisible();
  const languages = await (await api.get("/api/settings/words/")).json();
  expect(languages.map(({ language }: { language: string }) => language)).toEqual(["en", "sw", "ar"]);
});
