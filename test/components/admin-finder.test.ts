import sharp from "sharp";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin } from "./admin.ts";
import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const FIELD = /^Find articles, pictures/;

test("Ctrl+K finds articles, pictures, people, screens and actions by keyboard, misspelt ones too", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Quixotic validators", author: "Ondine Farrow" });
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#8a4" } })
    .png()
    .toBuffer();
  const multipart = { file: { name: "flamingo-pond.png", mimeType: "image/png", buffer } };
  const { url } = await (await api.post(editorApiUrl.upload(), { multipart })).json();
  const [picture] = await (await api.get(`${editorApiUrl.pictures()}?query=${url}`)).json();

  await openAdmin(page);
  const field = page.getByRole("combobox", { name: FIELD });
  const found = page.getByRole("listbox", { name: "Found" });
  const chosen = found.getByRole("option", { selected: true });
  const find = async (words: string) => {
    await page.keyboard.press("Control+k");
    await field.fill(words);
  };
  const articles = page.getByRole("tab", { name: "Articles" });
  await articles.focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("group", { name: "Last edited" }).getByRole("option").first()).toContainText(
    "Quixotic validators",
  );
  await page.keyboard.press("Escape");
  await expect(articles).toBeFocused();

  await find("qiuxotic");
  await expect(chosen).toContainText("Quixotic validators");
  await expect(chosen).toContainText("Ondine Farrow");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(adminUrl.article(id));
  await page.getByLabel("Title*").focus();
  await find("flamnigo");
  await expect(chosen).toContainText("flamingo-pond.png");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(adminUrl.media(picture.id));

  const issue = await (await api.post(editorApiUrl.issues(), { data: { subject: "Kingfisher season" } })).json();
  await find("kingfihser");
  await expect(page.getByRole("group", { name: "Newsletter issues" })).toContainText("Kingfisher season");
  // It takes the focus when it opens, but not from the finder in front of it.
  await expect(page.getByRole("region", { name: "Picture details" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(adminUrl.issue(issue.id));
  await api.delete(editorApiUrl.issue(issue.id));
  await openAdmin(page);

  await find("ondnie");
  await expect(page.getByRole("group", { name: "People" }).getByRole("option")).toContainText("Ondine Farrow");
  await page.getByRole("option", { name: /Ondine Farrow Articles by/ }).click();
  await expect(page).toHaveURL(`${pageUrl.admin()}?query=Ondine%20Farrow`);
  await expect(page.getByRole("row").filter({ hasText: "Quixotic validators" })).toBeVisible();

  await find("tehme");
  const themes = ["Appearance", "System theme", "Light theme", "Dark theme"];
  await expect(found.getByRole("option")).toHaveText([...themes, "Logo for the dark themeAppearance"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText("Dark theme");
  await page.keyboard.press("Enter");
  await expect.poll(() => document.documentElement.dataset.theme).toBe("dark");

  await page.keyboard.press("Control+k");
  // A failure for good: of a lost connection three tries, seven seconds, are waited for.
  await page.route(/\/api\/media\/\?/, (route) => route.fulfill({ status: 400, json: {} }));
  await field.fill("zzyzx");
  await expect(page.getByRole("alert")).toContainText("Could not search everything.");
  await page.unroute(/\/api\/media\/\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Nothing found for “zzyzx”.")).toBeVisible();
  // The tests of a process share the document.
  delete document.documentElement.dataset.theme;
});

test("a new query shows no results of the query that was cleared before it", async ({ page, writeArticle }) => {
  await writeArticle({ title: "Zeppelin custody" });
  await openAdmin(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: FIELD });
  const found = page.getByRole("group", { name: "Articles" });
  await field.fill("zeppelin");
  await expect(found).toContainText("Zeppelin custody");
  const release = await holdCalls(page, /zzyzx/);
  await field.fill("");
  await expect(found).toHaveCount(0);
  await field.fill("zzyzx");
  await expect(page.getByRole("listbox", { name: "Found" }).getByRole("option")).toHaveCount(0);
  release();
  await expect(page.getByText("Nothing found for “zzyzx”.")).toBeVisible();
});

test("a question mark lists the keys of any screen, but not while it is typed", async ({ page }) => {
  await page.goto(adminUrl.calendar());
  await expect(page.getByRole("button", { name: "Today" })).toBeVisible();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(keys).toContainText("Move by half an hour");
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await openAdmin(page);
  await page.getByRole("searchbox", { name: /^Search articles/ }).fill("Why");
  await page.keyboard.press("?");
  await expect(keys).toHaveCount(0);
});
