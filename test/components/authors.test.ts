import type { ListedAuthor } from "#features/articles/authors/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { ownComplaints, toastOf } from "./admin.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const AUTHORS = "/api/authors/";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const add = async (api: Api, name: string): Promise<ListedAuthor> =>
  (await api.post(AUTHORS, { data: { name } })).json();

async function write(api: Api, title: string, authors: string[]): Promise<number> {
  const data = { title, category: "Tech", status: "published", authors };
  return (await (await api.post(apiUrl.articles(), { data })).json()).id;
}

test("an author without an account is added and changed, and the former address is announced", async ({
  page,
  api,
  complaints,
}) => {
  await page.goto(adminUrl.authors());
  await button(page, "New author").click();
  const name = page.getByRole("textbox", { name: "Name*" });
  await expect(name).toBeFocused();
  await button(page, "Add author").click();
  await expect(page.getByText("Please enter a name").first()).toBeVisible();
  await name.fill("Guest Writer");
  await page.getByRole("textbox", { name: "Bio" }).fill("Sails alone.");
  for (const _ of Array(5)) await button(page, "Add a link").click();
  await expect(button(page, "Add a link")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Label 2" }).fill(" Site ");
  await page.getByRole("textbox", { name: "Address 2" }).fill("https://sails.example/");
  await button(page, "Add author").click();
  await expect(toastOf(page, "Author added")).toBeVisible();
  await button(page, "Edit Guest Writer").click();
  await page.getByRole("textbox", { name: "Slug", exact: true }).fill("guest");
  await expect(page.getByText("The old address, /authors/guest-writer, redirects to it.")).toBeVisible();
  await button(page, "Update author").click();
  await expect(toastOf(page, "Author updated")).toBeVisible();
  expect(await (await api.get(`${AUTHORS}guest/`)).json()).toMatchObject({
    name: "Guest Writer",
    bio: "Sails alone.",
    links: [{ label: "Site", url: "https://sails.example/" }],
  });
  expect(ownComplaints(complaints)).toEqual([]);
});

test("an author is merged into an account, which the dialog names", async ({ page, api, editor }) => {
  const id = await write(api, "Two names", ["A Pen Name"]);
  await page.goto(`${adminUrl.authors()}?query=pen`);
  await button(page, "Merge A Pen Name").click();
  await button(page, "Merge").click();
  await expect(page.getByText("Choose one of the authors.")).toBeVisible();
  await page.getByRole("combobox", { name: "Into" }).fill(editor.name);
  await expect(page.getByText(`show ${editor.name} as their author, who may edit them as their own.`)).toBeVisible();
  await button(page, "Merge").click();
  await expect(toastOf(page, `“A Pen Name” was merged into “${editor.name}”`)).toBeVisible();
  expect((await (await api.get(apiUrl.article(id))).json()).byline).toBe(editor.name);
});

test("an author without an account is erased, and the articles stay", async ({ page, api }) => {
  const id = await write(api, "Signed once", ["Leaving Guest"]);
  await page.goto(`${adminUrl.authors()}?query=leaving`);
  await button(page, "Erase Leaving Guest").click();
  await expect(page.getByText(/bylines become “Former author”/)).toBeVisible();
  await button(page, "Erase permanently").click();
  await expect(toastOf(page, "Personal data erased")).toBeVisible();
  await expect(button(page, "Edit Leaving Guest")).toHaveCount(0);
  expect((await (await api.get(apiUrl.article(id))).json()).byline).toBe("Former author");
});

test("an author with articles is not deleted, and one without is", async ({ page, api }) => {
  await write(api, "In use", ["Busy Guest"]);
  await add(api, "Idle Guest");
  await page.goto(`${adminUrl.authors()}?query=guest&kind=guest`);
  await button(page, "Delete Busy Guest").click();
  await expect(
    page.getByText(/^“Busy Guest” has 1 article\. Only an author without articles can be deleted/),
  ).toBeVisible();
  await button(page, "Cancel").click();
  await button(page, "Delete Idle Guest").click();
  await button(page, "Delete").click();
  await expect(toastOf(page, "Author deleted")).toBeVisible();
  await expect(button(page, "Delete Idle Guest")).toHaveCount(0);
});

test("an author with an account is not deleted or merged here, and only the address can be changed", async ({
  page,
  editor,
}) => {
  await page.goto(`${adminUrl.authors()}?kind=account`);
  await button(page, `Edit ${editor.name}`).click();
  await expect(page.getByText("in their own profile")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Slug", exact: true })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Name*" })).toHaveCount(0);
  await expect(button(page, `Delete ${editor.name}`)).toHaveCount(0);
  await expect(button(page, `Merge ${editor.name}`)).toHaveCount(0);
});
