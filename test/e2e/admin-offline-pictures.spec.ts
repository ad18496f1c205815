import type { Page } from "@playwright/test";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { fields, room, startEdit, updateButton } from "./article-form.ts";
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

test("a picture put into the text without a connection stands there at once, and is saved with it once there is one", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Through a tunnel", content: "<p>Before</p>" });
  const expectNoAddress = watchAddresses(page);
  await startEdit(page, "Through a tunnel");
  await fields(page).content.getByText("Before").click();
  await context.setOffline(true);
  await choose(page, [await pngFile("quay.png")]);
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await expect(toastOf(page, "Image kept in this browser")).toBeVisible();
  await expect.poll(() => shownWidth(page)).toBe(64);
  await expect(kept(page)).toBeVisible();
  // It is a picture like any other.
  await picture(page).click();
  await page.keyboard.press("Delete");
  await expect(picture(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(picture(page)).toHaveAttribute("src", /^blob:/);
  await page.getByLabel("Alternative text of the image").fill("A quay");
  await updateButton(page).click();
  await expect(toastOf(page, "Error updating article")).toContainText("Your work is safe in this browser");
  await expect.poll(() => keptEntries(page)).toEqual(expect.arrayContaining(["draft", "text-picture"]));
  await context.setOffline(false);
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).content).toMatch(/^<p>Before<\/p><img src="\/media\/[^"]+" alt="A quay" \/>$/);
  await expect(picture(page)).toHaveAttribute("src", STORED);
  await expect(fields(page).content.getByText(NOTE)).toHaveCount(0);
  await expect.poll(() => keptEntries(page)).toEqual([]);
  expectNoAddress();
});

test("a picture whose answer was lost is in the text, and in the library, once", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Lost on the way", content: "<p>Before</p>" });
  await startEdit(page, "Lost on the way");
  await fields(page).content.getByText("Before").click();
  let losses = 0;
  await context.route("**/api/upload/", async (route) => {
    if (losses++ > 0) return route.fallback();
    await route.fetch();
    return route.abort("connectionreset");
  });
  const file = await pngFile(`lost-${id}.png`);
  await choose(page, [file]);
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(picture(page)).toHaveAttribute("src", STORED);
  await expect(room(page, "Edit Article").getByText("Published, changes not yet public")).toBeVisible();
  const { content } = await (await api.get(editorApiUrl.draft(id))).json();
  expect(content.match(/<img /g)).toHaveLength(1);
  const found = await api.get(`${editorApiUrl.pictures()}?${new URLSearchParams({ query: file.name })}`);
  expect(await found.json()).toHaveLength(1);
});

test("a picture of a page that was closed is uploaded and stored with its text, as soon as there is a connection", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Closed in a tunnel", content: "<p>Before</p>" });
  await startEdit(page, "Closed in a tunnel");
  await fields(page).content.getByText("Before").click();
  await context.setOffline(true);
  const { name, buffer } = await pngFile("left.png");
  await paste(fields(page).content, { files: [{ name, type: "image/png", base64: buffer.toString("base64") }] });
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await expect(kept(page)).toBeVisible();
  await expect.poll(() => keptEntries(page)).toContain("text-picture");
  await closeAbruptly(page);
  await context.setOffline(false);
  const next = await context.newPage();
  const expectNoAddress = watchAddresses(next);
  await openAdmin(next);
  await expect(toastOf(next, "Stored what you wrote offline: “Closed in a tunnel”")).toBeVisible();
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toMatch(/^<p>Before<\/p><img src="\/media\/[^"]+" alt="" \/>$/);
  expect(await keptEntries(next)).toEqual([]);
  expectNoAddress();
});

test("restored work has its pictures; one that the server refuses for good goes with a message, and the words stay", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "No picture at all", content: "<p>Before</p>" });
  await startEdit(page, "No picture at all");
  await fields(page).content.getByText("Before").click();
  await page.keyboard.press("End");
  await context.route("**/api/upload/", (route) => route.fulfill({ status: 503, json: {} }));
  await page.keyboard.type(" and after");
  await choose(page, [{ ...(await pngFile("fake.png")), buffer: Buffer.from("not a picture") }]);
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await expect.poll(() => keptEntries(page)).toContain("text-picture");
  await page.reload();
  await expect(fields(page).content.getByText(NOTE)).toBeVisible();
  await context.unroute("**/api/upload/");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(toastOf(page, "Upload failed")).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
  await expect(room(page, "Edit Article").getByText("Published, changes not yet public")).toBeVisible();
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toBe("<p>Before and after</p>");
  await expect.poll(() => keptEntries(page)).toEqual([]);
});

test("Markdown pasted without a connection is formatted", async ({ page, context, writeArticle }) => {
  await writeArticle({ title: "Marked down offline", content: "" });
  await startEdit(page, "Marked down offline");
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /\/marked[^/]*\.js/.test(name)));
  await expect.poll(isLoaded).toBe(true);
  await context.setOffline(true);
  await fields(page).content.focus();
  await paste(fields(page).content, { text: "## Heading\n\n- one\n- **two**" });
  await expect(fields(page).content.locator("h2")).toHaveText("Heading");
  await expect(fields(page).content.locator("li strong")).toHaveText("two");
});

test("a newsletter issue keeps pictures in the same way", async ({ page, context, api }) => {
  const subject = "Pictures from a train";
  await page.goto(adminUrl.audience("issues"));
  await page.getByRole("button", { name: "New issue" }).click();
  await page.getByLabel("Subject*", { exact: true }).fill(subject);
  await expect(page).toHaveURL(/\/admin\/issues\/\d+$/);
  // Its script is loaded on demand, which a page without a connection cannot.
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeVisible();
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await context.setOffline(true);
  await page.locator(".editor-frame input[type=file]").setInputFiles([await pngFile("issue.png")]);
  await expect(page.getByText(NOTE)).toBeVisible();
  await context.setOffline(false);
  const body = async () => ((await (await api.get(editorApiUrl.issue(id))).json()) as Issue).body;
  await expect.poll(body).toMatch(/^<img src="\/media\/[^"]+" alt="" \/>$/);
  await api.delete(editorApiUrl.issue(id));
});
