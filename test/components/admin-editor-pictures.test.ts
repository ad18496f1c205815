import sharp from "sharp";
import { toastOf } from "./admin.ts";
import { expect } from "./page/expect.ts";
import type { Route } from "./page/network.ts";
import type { Page } from "./page/page.ts";
import { clickTool, editorOf, selectAll, test, toolbarOf, typeAt } from "./rich-text.ts";

const STORED = /^\/media\//;
const UPLOADS = "**/api/upload/";

async function pngFile(name: string) {
  const background = { r: name.length * 9, g: name.charCodeAt(0), b: name.charCodeAt(1) };
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background } });
  return { name, mimeType: "image/png", buffer: await image.png().toBuffer() };
}

const choose = (page: Page, files: Awaited<ReturnType<typeof pngFile>>[]) =>
  toolbarOf(page).locator("input[type=file]").setInputFiles(files);

/** Holds uploads until they are released, one by one. */
async function holdUploads(page: Page): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(UPLOADS, (route) => {
    held.push(route);
  });
  return held;
}

test("'Upload Image' inserts a picture at the cursor, and shows that it is uploading", async ({ page, text, save }) => {
  const held = await holdUploads(page);
  const editor = await editorOf(text);
  const lines = ["before", "after"].map((line) => ({ type: "paragraph", content: [{ type: "text", text: line }] }));
  editor.commands.setContent({ type: "doc", content: lines });
  editor.commands.setTextSelection(7);
  await choose(page, [await pngFile("one.png")]);
  await expect(page.getByText("Uploading image...")).toBeVisible();
  await expect(text.getByRole("progressbar", { name: "Upload of one.png" })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(toastOf(page, "Success")).toContainText("Image uploaded successfully");
  await expect(text.locator("img")).toHaveAttribute("src", STORED);
  await expect(page.getByText("Uploading image...")).toHaveCount(0);
  expect(await save()).toMatch(/^<p>before<\/p><img src="\/media\/[^"]+" alt="" \/><p>after<\/p>$/);
});

test("several upload at once and appear in the order in which they were chosen", async ({ page, text }) => {
  const held = await holdUploads(page);
  await choose(page, [await pngFile("one.png"), await pngFile("two.png")]);
  await expect(text.getByRole("progressbar")).toHaveCount(2);
  await expect.poll(() => held.length).toBe(2);
  await expect(text.locator(".upload-place-name")).toHaveText(["one.png", "two.png"]);
  const names = held.map((route) => /filename="(\w+)\.png"/.exec(route.request().given.body)?.[1]);
  for (const name of ["two", "one"])
    await held[names.indexOf(name)]?.fulfill({ status: 201, json: { url: `/media/${name}/64x48.png` } });
  await expect(text.locator("img")).toHaveCount(2);
  expect(await text.locator("img").evaluateAll((all) => all.map((image) => image.getAttribute("src")))).toEqual([
    "/media/one/64x48.png",
    "/media/two/64x48.png",
  ]);
});

test("an upload is cancelled by its button, or with the text around it; a failed one leaves nothing but the error", async ({
  page,
  text,
}) => {
  const held = await holdUploads(page);
  await selectAll(text, "word");
  await choose(page, [await pngFile("one.png")]);
  await text.getByRole("button", { name: "Cancel the upload of one.png" }).click();
  await expect(text.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText("Uploading image...")).toHaveCount(0);

  await expect.poll(() => held.length).toBe(1);
  await choose(page, [await pngFile("two.png")]);
  await expect.poll(() => held.length).toBe(2);
  (await editorOf(text)).chain().selectAll().insertContent("new").run();
  await expect(text.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText("Uploading image...")).toHaveCount(0);
  await expect(text).toHaveText("new");
  await expect(toastOf(page, "Upload failed")).toHaveCount(0);

  await page.route(UPLOADS, (route) => route.fulfill({ status: 507, json: { detail: "There is no space left." } }));
  await choose(page, [await pngFile("one.png")]);
  await expect(toastOf(page, "Upload failed")).toContainText("There is no space left.");
  await expect(text.getByRole("progressbar")).toHaveCount(0);
  await expect(text.locator("img")).toHaveCount(0);
});

test("the image dialog uploads several as a gallery, in order, and names what failed; the library takes one too", async ({
  page,
  text,
  save,
}) => {
  const dialog = page.getByRole("dialog", { name: "Add image" });
  await clickTool(page, "Image");
  await dialog.getByLabel("Several become a gallery").check();
  const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  const files = [await pngFile("one.png"), broken, await pngFile("two.png")];
  await dialog.locator("input[type=file]").setInputFiles(files);
  await expect(dialog).toHaveCount(0);
  await expect(toastOf(page, "Upload failed")).toContainText("“broken.png”");
  await expect(text.locator(".gallery figure")).toHaveCount(2);
  const editor = await editorOf(text);
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  await clickTool(page, "Image");
  await dialog.getByRole("button", { name: "Choose from library" }).click();
  const library = page.getByRole("dialog", { name: "Choose a picture" });
  await library.locator("input[type=file]").setInputFiles(await pngFile("three.png"));
  await expect(library).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(text.locator("img")).toHaveCount(3);
  expect(await save()).toMatch(/^<div class="gallery">(<figure><img [^>]*><\/figure>){2}<\/div><img [^>]*>$/);
});

test("an image by address accepts http, https and image data, and blanks everything else", async ({
  page,
  text,
  save,
}) => {
  const dialog = page.getByRole("dialog", { name: "Add image" });
  await typeAt(text, "a");
  for (const rejected of ["javascript:alert(1)", "data:image/svg+xml;base64,AAAA", "//example.com/a.png"]) {
    await clickTool(page, "Image");
    await dialog.getByLabel("Address").fill(rejected);
    await dialog.getByLabel("Address").press("Enter");
    await expect(dialog.getByText(/address begins with http or https/)).toBeVisible();
    await expect(dialog.getByLabel("Address")).toHaveValue("");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
  const { buffer } = await pngFile("data.png");
  await clickTool(page, "Image");
  await dialog.getByLabel("Address").fill(`data:image/png;base64,${buffer.toString("base64")}`);
  await dialog.getByLabel("Alternative text").fill('A "red" square');
  await dialog.getByRole("button", { name: "Add image" }).click();
  await expect(text.locator("img")).toHaveAttribute("src", /^data:image\/png/);
  // The server turns it into an upload.
  expect(await save()).toMatch(/^<p>a<\/p><img src="\/media\/[^"]+" alt="A &quot;red&quot; square" \/>$/);
});

test("a picture without texts offers its caption and credit below it; only written ones are stored", async ({
  page,
  text,
  save,
}) => {
  await choose(page, [await pngFile("one.png")]);
  await expect(text.locator("img")).toHaveAttribute("src", STORED);
  await text.getByRole("button", { name: "Add a credit" }).click();
  await typeAt(text, "Photo: Amina");
  expect(await save()).toMatch(/^<figure><img src="\/media\/[^"]+" alt="" \/><small>Photo: Amina<\/small><\/figure>$/);
});
