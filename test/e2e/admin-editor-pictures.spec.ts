import type { Locator, Page, Route } from "@playwright/test";
import { ownComplaints, toastOf } from "./admin.ts";
import { paste, pngFile, selectionKnown, test, toolbarOf, toolOf } from "./rich-text.ts";
import { expect } from "./site.ts";

const STORED = /^\/media\//;
const UPLOADS = "**/api/upload/";

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
});

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
  await text.pressSequentially("before\nafter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await selectionKnown(text);
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
  const placeholder = () =>
    text
      .locator("p")
      .first()
      .evaluate((line) => getComputedStyle(line, "::before").content);
  expect(await placeholder()).toContain("Start writing");
  await text.focus();
  await choose(page, [await pngFile("one.png"), await pngFile("two.png")]);
  await expect(text.getByRole("progressbar")).toHaveCount(2);
  expect(await placeholder(), "the placeholder makes room for the rows of the uploads").toBe("none");
  await expect.poll(() => held.length).toBe(2);
  await expect(text.locator(".upload-place-name")).toHaveText(["one.png", "two.png"]);
  const names = held.map(
    (route) => /filename="(\w+)\.png"/.exec(route.request().postDataBuffer()?.toString("latin1") ?? "")?.[1],
  );
  for (const name of ["two", "one"])
    await held[names.indexOf(name)]?.fulfill({ status: 201, json: { url: `/media/${name}/64x48.png` } });
  await expect(text.locator("img")).toHaveCount(2);
  expect(await text.locator("img").evaluateAll((all) => all.map((image) => image.getAttribute("src")))).toEqual([
    "/media/one/64x48.png",
    "/media/two/64x48.png",
  ]);
});

test("the image dialog uploads several as a gallery, in order, and names what failed; the library takes one too", async ({
  page,
  text,
  save,
}) => {
  const dialog = page.getByRole("dialog", { name: "Add image" });
  await text.focus();
  await toolOf(page, "Image").click();
  await dialog.getByLabel("Several become a gallery").check();
  const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  const files = [await pngFile("one.png"), broken, await pngFile("two.png")];
  await dialog.locator("input[type=file]").setInputFiles(files);
  await expect(dialog).toHaveCount(0);
  await expect(toastOf(page, "Upload failed")).toContainText("“broken.png”");
  await expect(text.locator(".gallery figure")).toHaveCount(2);
  await page.keyboard.press("Control+End");
  await toolOf(page, "Image").click();
  await dialog.getByRole("button", { name: "Choose from library" }).click();
  const library = page.getByRole("dialog", { name: "Choose a picture" });
  await library.locator("input[type=file]").setInputFiles(await pngFile("three.png"));
  await expect(library).toHaveCount(0);
  await expect(dialog.getByLabel("Address")).toHaveValue(STORED);
  await dialog.getByRole("button", { name: "Add image" }).click();
  expect(await save()).toMatch(/^<div class="gallery">(<figure><img [^>]*><\/figure>){2}<\/div><img [^>]*>$/);
});

test("an upload is cancelled by its button, or with the text around it", async ({ page, text }) => {
  const held = await holdUploads(page);
  await text.pressSequentially("word");
  await choose(page, [await pngFile("one.png")]);
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/upload/"));
  await text.getByRole("button", { name: "Cancel the upload of one.png" }).click();
  await cancelled;
  await expect(text.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText("Uploading image...")).toHaveCount(0);

  await expect.poll(() => held.length).toBe(1);
  await choose(page, [await pngFile("two.png")]);
  await expect.poll(() => held.length).toBe(2);
  const gone = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/upload/"));
  await text.press("ControlOrMeta+a");
  await page.keyboard.type("new");
  await gone;
  await expect(text.getByRole("progressbar")).toHaveCount(0);
  await expect(text).toHaveText("new");
  await expect(toastOf(page, "Upload failed")).toHaveCount(0);
});

test("a failed upload leaves nothing but the error", async ({ page, text }) => {
  await page.route(UPLOADS, (route) => route.fulfill({ status: 507, json: { detail: "There is no space left." } }));
  await text.pressSequentially("word");
  await choose(page, [await pngFile("one.png")]);
  await expect(toastOf(page, "Upload failed")).toContainText("There is no space left.");
  await expect(text.getByRole("progressbar")).toHaveCount(0);
  await expect(text.locator("img")).toHaveCount(0);
  await expect(text).toHaveText("word");
});

test("pictures can be pasted and dropped; other files are rejected", async ({ page, text }) => {
  const carried = async (name: string) => {
    const { buffer } = await pngFile(name);
    return { name, type: "image/png", base64: buffer.toString("base64") };
  };
  await text.focus();
  await paste(text, { files: [await carried("pasted.png")], html: '<img src="https://example.com/copied.png">' });
  await expect(text.locator("img")).toHaveCount(1);
  const box = await text.boundingBox();
  await text.evaluate(
    (element, { file, x, y }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], file.name, { type: file.type }));
      const init = { dataTransfer: data, clientX: x, clientY: y, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent("drop", init));
    },
    { file: await carried("dropped.png"), x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 20 },
  );
  await expect(text.locator("img")).toHaveCount(2);
  for (const image of await text.locator("img").all()) await expect(image).toHaveAttribute("src", STORED);
  await paste(text, { files: [{ name: "notes.txt", type: "text/plain", base64: "YQ==" }] });
  await expect(toastOf(page, "Invalid file type")).toContainText("Only image files are allowed");
  await expect(text.locator("img")).toHaveCount(2);
});

/** Drags a file over the text to a share of a paragraph's height, and drops it there by default. */
async function dragOver(paragraph: Locator, share: number, { drops }: { drops: boolean }): Promise<void> {
  const { buffer } = await pngFile("dropped.png");
  await paragraph.evaluate(
    (element, { base64, at, isDropped }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
      const { left, top, height } = element.getBoundingClientRect();
      const place = { clientX: left + 60, clientY: top + height * at };
      const init = { dataTransfer: data, ...place, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent("dragover", init));
      if (isDropped) element.dispatchEvent(new DragEvent("drop", init));
    },
    { base64: buffer.toString("base64"), at: share, isDropped: drops },
  );
}

test("a dropped picture goes between blocks, at the line shown", async ({ page, text, save }) => {
  await text.pressSequentially("First sentence.\nSecond sentence.\nThird sentence.");
  const second = text.locator("p").nth(1);
  const line = page.locator(".drop-line");
  const edges = async () => {
    const box = await second.boundingBox();
    const drawn = await line.boundingBox();
    return { top: (drawn?.y ?? 0) - (box?.y ?? 0), bottom: (drawn?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0) };
  };
  await dragOver(second, 0.75, { drops: false });
  expect(Math.abs((await edges()).bottom)).toBeLessThan(4);
  await dragOver(second, 0.25, { drops: false });
  expect(Math.abs((await edges()).top)).toBeLessThan(4);
  await dragOver(second, 0.25, { drops: true });
  await expect(line).toHaveCount(0);
  await expect(text.locator("img")).toHaveAttribute("src", STORED);
  await dragOver(text.locator("p").nth(2), 0.75, { drops: true });
  await expect(text.locator("img")).toHaveCount(2);
  expect(await save()).toMatch(
    /^<p>First sentence\.<\/p><img [^>]+><p>Second sentence\.<\/p><p>Third sentence\.<\/p><img [^>]+>$/,
  );
});

test("a picture dropped into a list goes beside the item", async ({ text, save }) => {
  await text.pressSequentially("- One\nTwo");
  await dragOver(text.locator("li p").nth(0), 0.75, { drops: true });
  await expect(text.locator("img")).toHaveAttribute("src", STORED);
  await dragOver(text.locator("li p").nth(0), 0.25, { drops: true });
  await expect(text.locator("img")).toHaveCount(2);
  expect(await save()).toMatch(/^<img [^>]+><ul><li><p>One<\/p><img [^>]+><\/li><li><p>Two<\/p><\/li><\/ul>$/);
});

test("a small picture keeps its size", async ({ page, text }) => {
  await text.focus();
  await choose(page, [await pngFile("small.png")]);
  await expect(text.locator("img")).toHaveAttribute("src", STORED);
  await expect.poll(async () => (await text.locator("img").boundingBox())?.width).toBe(64);
});

test("Enter on a picture edits its alternative text", async ({ page, text, save }) => {
  await text.focus();
  await choose(page, [await pngFile("one.png")]);
  await text.locator("img").click();
  await page.keyboard.press("Enter");
  await page.getByLabel("Alternative text").last().fill('A "red" square & more');
  await page.getByRole("button", { name: "Change image" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(text).toBeFocused();
  expect(await save()).toMatch(/^<img src="\/media\/[^"]+" alt="A &quot;red&quot; square &amp; more" \/>$/);
});

test("an image by address accepts http, https and image data, and blanks everything else", async ({
  page,
  text,
  save,
}) => {
  await text.focus();
  const dialog = page.getByRole("dialog", { name: "Add image" });
  for (const refused of [
    "javascript:alert(1)",
    "file:///a.png",
    "data:image/svg+xml;base64,AAAA",
    "//example.com/a.png",
  ]) {
    await toolOf(page, "Image").click();
    await dialog.getByLabel("Address").fill(refused);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(/address begins with http or https/)).toBeVisible();
    await expect(dialog.getByLabel("Address")).toHaveValue("");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
  const { buffer } = await pngFile("data.png");
  await toolOf(page, "Image").click();
  await dialog.getByLabel("Address").fill(`data:image/png;base64,${buffer.toString("base64")}`);
  await dialog.getByLabel("Alternative text").fill("A square");
  await dialog.getByRole("button", { name: "Add image" }).click();
  await expect(text.locator("img")).toHaveAttribute("src", /^data:image\/png/);
  // The server turns it into an upload.
  expect(await save()).toMatch(/^<img src="\/media\/[^"]+" alt="A square" \/>$/);
});
