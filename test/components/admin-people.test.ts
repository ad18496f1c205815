import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { choose, openAdmin, toastOf } from "./admin.ts";
import { articlesOf, rowOf } from "./article-form.ts";
import { test } from "./colleague.ts";
import { expect } from "./page/expect.ts";

const asWriter = test.extend({ role: "writer" });

test("a chief changes the role of a person, suspends and removes them, by keyboard", async ({ page, colleague }) => {
  await openAdmin(page);
  await page.getByRole("navigation", { name: "Admin area" }).getByRole("link", { name: "People" }).click();
  await expect(page).toHaveURL(adminUrl.people());
  const row = page.getByRole("row").filter({ hasText: colleague.name });
  await choose(row.getByRole("combobox", { name: `Role of ${colleague.name}` }), "Writer");
  await expect(toastOf(page, `${colleague.name} is writer now`)).toBeVisible();
  expect((await colleague.call("GET", apiUrl.contact())).status).toBe(403);
  await expect(page.getByRole("table").last()).toContainText("publish articles");
  const holdings = page.getByRole("button", { name: `Show the holdings of ${colleague.name}` });
  await holdings.press("Enter");
  const register = page.getByRole("dialog", { name: `Holdings of ${colleague.name}` });
  await expect(register.getByText("No holdings registered.")).toBeVisible();
  await register.getByRole("button", { name: "Close" }).press("Enter");
  await expect(holdings).toBeFocused();
  await page.getByRole("button", { name: `Suspend ${colleague.name}` }).press("Enter");
  await expect(toastOf(page, `${colleague.name} is suspended`)).toBeVisible();
  expect((await colleague.call("GET", editorApiUrl.me())).status).toBe(401);
  await page.getByRole("button", { name: `Resume ${colleague.name}` }).press("Enter");
  await expect(page.getByRole("button", { name: `Suspend ${colleague.name}` })).toBeVisible();
  await page.getByRole("button", { name: `Remove ${colleague.name}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expect(toastOf(page, "Person removed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeFocused();
});

asWriter(
  "a writer sees their own articles and what they may do, and marks one as ready",
  async ({ page, api, request, complaints }) => {
    await openAdmin(page);
    await expect(page.getByRole("tab")).toHaveText(["Articles", "Author Profile"]);
    const places = page.getByRole("navigation", { name: "Admin area" }).getByRole("link");
    await expect(places).toHaveText(["Dashboard", "Calendar", "Budget", "Media"]);
    await expect(page.getByText("No articles found.")).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("people");
    await expect(page.getByRole("option", { name: "People" })).toHaveCount(0);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Add New Article" }).click();
    await page.getByRole("textbox", { name: /^Title/ }).fill("Up to ready");
    await page.getByRole("combobox", { name: "Category" }).fill("Blockchain");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Publish" })).toHaveCount(0);
    await page.getByRole("button", { name: "Mark ready" }).click();
    await expect(toastOf(page, "Marked as ready")).toBeVisible();
    const [article] = await articlesOf(api, "Up to ready");
    expect(article).toMatchObject({ status: "ready" });
    expect((await request.get(apiUrl.article(article?.id ?? 0))).status()).toBe(404);

    await page.goto(adminUrl.people());
    await expect(page.getByRole("heading", { name: "You don’t have access to this page" })).toBeVisible();
    expect(complaints.filter((line) => !/404|Failed to load/.test(line))).toEqual([]);
    await page.goto(pageUrl.admin());
    await expect(rowOf(page, "Up to ready")).toContainText("Ready");
  },
);

test("a chief exports and erases what is stored about a person, whose address has to be typed", async ({
  page,
  colleague,
}) => {
  await page.goto(adminUrl.people());
  const opener = page.getByRole("button", { name: `Personal data of ${colleague.name}` });
  await opener.press("Enter");
  const downloading = page.waitForDownload();
  await page.getByRole("dialog").getByRole("button", { name: "Export everything" }).press("Enter");
  const data = JSON.parse(await (await downloading).text());
  expect(data.account).toMatchObject({ name: colleague.name, role: "editor" });
  await expect(opener).toBeFocused();

  await opener.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Erase..." }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Erase ${colleague.name}?` });
  await expect(dialog).toContainText("bylines become “Former author”");
  const address = dialog.getByRole("textbox", { name: `Type ${data.account.email} to confirm` });
  await expect(address).toBeFocused();
  await address.fill("colleague@");
  await address.press("Enter");
  await expect(address).toHaveAccessibleDescription("This is not the person’s email.");
  expect((await colleague.call("GET", editorApiUrl.me())).status).toBe(200);
  await address.fill(data.account.email);
  await address.press("Enter");
  await expect(toastOf(page, "Personal data erased")).toBeVisible();
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeFocused();
  expect((await colleague.call("GET", editorApiUrl.me())).status).toBe(401);
});
