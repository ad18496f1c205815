import type { APIRequestContext, Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { expectFits, expectNoViolations } from "./accessibility.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

/** The work runs in a process of its own, which has to start. */
const WORK = { timeout: 60_000 };

/** An export of Ghost with one public post. */
function ghostExport(title: string): string {
  const post = { id: "1", uuid: title, title, slug: title.toLowerCase().replaceAll(" ", "-"), html: "<p>Moved.</p>" };
  const state = { type: "post", status: "published", visibility: "public", published_at: "2024-03-01T08:00:00.000Z" };
  const settings = [{ key: "title", value: title }];
  return JSON.stringify({
    db: [{ meta: { version: "5.80.0", exported_on: 1 }, data: { posts: [{ ...post, ...state }], settings } }],
  });
}

const fileOf = (title: string) => ({
  name: `${title}.json`,
  mimeType: "application/json",
  buffer: Buffer.from(ghostExport(title)),
});

/** Checks a file as the screen does, and stores it for editors; returns the id of the import. */
async function stage(api: APIRequestContext, title: string): Promise<number> {
  const answer = await api.post("/api/imports/", { multipart: { file: fileOf(title) } });
  expect(answer.status()).toBe(202);
  const { id } = await answer.json();
  const state = async () => (await (await api.get(`/api/imports/${id}/`)).json()).state;
  await expect.poll(state, WORK).toBe("checked");
  expect((await api.post(`/api/imports/${id}/start/`)).status()).toBe(202);
  await expect.poll(state, WORK).toBe("staged");
  return id;
}

/** Removes what an import brought, after its test. */
async function removeImport(api: APIRequestContext, id: number): Promise<void> {
  const state = async () => (await (await api.get(`/api/imports/${id}/`)).json()).state;
  if (["staged", "released"].includes(await state())) await api.post(`/api/imports/${id}/undo/`);
  await expect.poll(state, WORK).toMatch(/checked|undone|failed/);
  await api.delete(`/api/imports/${id}/`);
}

const openImport = (page: Page, id: number) => page.goto(adminUrl.moveIn(id));

test("a file that is dropped is recognized and checked, and stores nothing", async ({ page, api }) => {
  await page.goto(adminUrl.moveIn());
  await page.locator("input[type=file]").setInputFiles(fileOf("The dropped paper"));
  await expect(page.getByText("Checked, nothing stored").first()).toBeVisible(WORK);
  await expect(page.getByText("Ghost · The dropped paper")).toBeVisible();
  await page.getByText("The dropped paper", { exact: true }).last().click();
  await expect(page.getByText("Moved.")).toBeVisible();
  await expectNoViolations(page);
  await expectFits(page, [375, 1280]);
  const [{ id }] = await (await api.get("/api/imports/")).json();
  await removeImport(api, id);
});

test("editors open what is stored on a phone; readers find nothing", async ({ page, api, browser, site }) => {
  const id = await stage(api, "The staged paper");
  await page.setViewportSize({ width: 375, height: 812 });
  await openImport(page, id);
  await page
    .getByRole("region", { name: "Stored for editors" })
    .getByRole("link", { name: "The staged paper" })
    .click();
  await expect(page.getByRole("textbox", { name: /^Title/ })).toHaveValue("The staged paper");
  const article = Number(new URL(page.url()).pathname.split("/").at(-1));
  const reader = await browser.newPage({ baseURL: site.url });
  expect((await reader.goto(pageUrl.article(article)))?.status()).toBe(404);
  await reader.close();
  await removeImport(api, id);
});

test("an import is released and undone by the keyboard", async ({ page, api, request }) => {
  const id = await stage(api, "The Kipepeo gazette");
  await openImport(page, id);
  await page.getByRole("button", { name: "Release", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Release", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Released", { exact: true }).first()).toBeVisible(WORK);
  const found = async () => (await (await request.get("/api/articles/search/?query=kipepeo")).json()).length;
  await expect.poll(found).toBe(1);
  await page.getByRole("button", { name: "Undo", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible(WORK);
  await expect.poll(found).toBe(0);
  await removeImport(api, id);
});
