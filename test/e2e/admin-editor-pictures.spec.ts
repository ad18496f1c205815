import type { Locator } from "@playwright/test";
import { ownComplaints, toastOf } from "./admin.ts";
import { emptyText, paste, pngFile, test } from "./rich-text.ts";
import { expect } from "./site.ts";

const STORED = /^\/media\//;

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
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

/** The blocks of the text: their words, or "picture". */
const blocksOf = (text: Locator) =>
  text
    .locator("> *")
    .evaluateAll((blocks) => blocks.map((block) => (block.querySelector("img") ? "picture" : block.textContent)));

test("a dropped picture goes between blocks, at the line shown, and keeps its size", async ({ page, text, save }) => {
  await test.step("between paragraphs", async () => {
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
    const words = ["First sentence.", "picture", "Second sentence.", "Third sentence.", "picture", ""];
    await expect.poll(() => blocksOf(text)).toEqual(words);
    await expect.poll(async () => (await text.locator("img").first().boundingBox())?.width).toBe(64);
  });
  await test.step("pasted and dropped pictures are uploaded; other files are rejected", async () => {
    const carried = async (name: string) => {
      const { buffer } = await pngFile(name);
      return { name, type: "image/png", base64: buffer.toString("base64") };
    };
    await emptyText(text);
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
    await expect(toastOf(page, "Invalid file type")).toBeVisible();
    await expect(text.locator("img")).toHaveCount(2);
  });
  await test.step("next to the item of a list", async () => {
    await emptyText(text);
    await page.keyboard.type("- One\nTwo");
    await dragOver(text.locator("li p").nth(0), 0.75, { drops: true });
    await expect(text.locator("img")).toHaveAttribute("src", STORED);
    await dragOver(text.locator("li p").nth(0), 0.25, { drops: true });
    await expect(text.locator("img")).toHaveCount(2);
    expect(await save()).toMatch(/^<img [^>]+><ul><li><p>One<\/p><img [^>]+><\/li><li><p>Two<\/p><\/li><\/ul>$/);
  });
});
