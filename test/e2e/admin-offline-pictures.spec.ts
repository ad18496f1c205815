import type { Page } from "@playwright/test";
import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { fields, startEdit, updateButton } from "./article-form.ts";
import { stored, test } from "./newsroom.ts";
import { paste, pngFile, toolbarOf } from "./rich-text.ts";
import { expect } from "./site.ts";
import { closeAbruptly, kept, keptEntries } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
});

const STORED = /^\/media\/[^"]+$/;
const NOTE = "Waits for the connection";

type Chosen = Awaited<ReturnType<typeof pngFile>>;
const choose = (page: Page, files: Chosen[]) => toolbarOf(page).locator("input[type=file]").setInputFiles(files);
const picture = (page: Page) => fields(page).content.locator("img");
const shownWidth = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth);

/** Fails if the page sends anything that names a picture by what stands for it in the browser. */
function watchAddresses(page: Page): () => void {
  const found: string[] = [];
  page.on("request", (request) => {
    if (request.postDataBuffer()?.includes("pending:")) found.push(request.url());
  });
  return () => expect(found).toEqual([]);
}

test("a picture added without a connection is shown immediately, and saved with the text when the connection is back", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Through a tunnel", content: "<p>Before</p>" });
  const expectNoAddress = watchAddresses(page);
  await startEdit(page, "Through a tunnel");
  await fields(page).content.getByText("Before").click();
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /\/marked[^/]*\.js/.test(name)));
  await expect.poll(isLoaded).toBe(true);
  await context.setOffline(true);
  await choose(page, [await pngFile("quay.png")]);
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await expect(toastOf(page, "Image stored in this browser")).toBeVisible();
  await expect.poll(() => shownWidth(page)).toBe(64);
  await expect(kept(page)).toBeVisible();
  // It is a picture like any other.
  await picture(page).click();
  await page.keyboard.press("Delete");
  await expect(picture(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(picture(page)).toHaveAttribute("src", /^blob:/);
  await page.getByLabel("Alternative text of the image").fill("A quay");
  await test.step("pasted Markdown is formatted without a connection", async () => {
    await fields(page).content.press("ControlOrMeta+End");
    await paste(fields(page).content, { text: "## Heading\n\n- one\n- **two**" });
    await expect(fields(page).content.locator("h2")).toHaveText("Heading");
    await expect(fields(page).content.locator("li strong")).toHaveText("two");
  });
  await updateButton(page).click();
  await expect(toastOf(page, "Error updating article")).toContainText("Your work is stored in this browser");
  await expect.poll(() => keptEntries(page)).toEqual(expect.arrayContaining(["draft", "text-picture"]));
  await context.setOffline(false);
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).content).toMatch(/^<p>Before<\/p><img src="\/media\/[^"]+" alt="A quay" \/>/);
  await expect(picture(page)).toHaveAttribute("src", STORED);
  await expect(fields(page).content.getByText(NOTE)).toHaveCount(0);
  await expect.poll(() => keptEntries(page)).toEqual([]);
  expectNoAddress();
});

test("a picture of a page that was reloaded and closed is uploaded and stored with its text when the connection is back", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Closed in a tunnel", content: "<p>Before</p>" });
  await startEdit(page, "Closed in a tunnel");
  await fields(page).content.getByText("Before").click();
  await context.route("**/api/upload/", (route) => route.fulfill({ status: 503, json: {} }));
  const { name, buffer } = await pngFile("left.png");
  await paste(fields(page).content, { files: [{ name, type: "image/png", base64: buffer.toString("base64") }] });
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await expect(kept(page)).toBeVisible();
  await expect.poll(() => keptEntries(page)).toContain("text-picture");
  await page.reload();
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await context.setOffline(true);
  await closeAbruptly(page);
  await context.unroute("**/api/upload/");
  await context.setOffline(false);
  const next = await context.newPage();
  const expectNoAddress = watchAddresses(next);
  await openAdmin(next);
  await expect(toastOf(next, "Saved your offline work: “Closed in a tunnel”")).toBeVisible();
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toMatch(/^<p>Before<\/p><img src="\/media\/[^"]+" alt="" \/>$/);
  expect(await keptEntries(next)).toEqual([]);
  expectNoAddress();
});
