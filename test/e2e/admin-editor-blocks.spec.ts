import { ownComplaints } from "./admin.ts";
import { blockToolOf, clickInto, clickTool, pngFile, putCursorAtStart, test, toolbarOf } from "./rich-text.ts";
import { expect } from "./site.ts";

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
});

test("blocks are inserted from the slash menu by keys alone", async ({ page, text, save }) => {
  await test.step("the menu is filtered by typing, and closed by Escape", async () => {
    const menu = page.getByRole("listbox", { name: "Insert" });
    await text.pressSequentially("/");
    await expect(menu.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("/quo");
    await expect(menu.getByRole("option")).toHaveText([/^Quote/, /^Pull quote/]);
    await page.keyboard.press("ArrowDown");
    await expect(text).toHaveAttribute(
      "aria-activedescendant",
      (await menu.getByRole("option").nth(1).getAttribute("id")) ?? "",
    );
    await page.keyboard.press("Enter");
    await expect(menu).toHaveCount(0);
    await page.keyboard.type("Nobody reads the small print.\nAmina Otieno\n\n/call");
    await menu.getByRole("option", { name: "Callout" }).click();
    await blockToolOf(page, "Warning").click();
    await page.keyboard.type("Keys cannot be recovered.\n\n/div");
    await page.keyboard.press("Enter");
    await page.keyboard.type("and/or 1 / 2 /sour");
    await expect(menu.getByRole("option", { name: "Footnote" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    for (let letter = 0; letter < " /sour".length; letter++) await page.keyboard.press("Backspace");
  });
  await test.step("a toggle, a button and a file are added, and changed", async () => {
    const dialog = page.getByRole("dialog");
    await page.keyboard.type("\n/tog");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Terms\nInside\n\n/butt");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Text").fill("Read it");
    await dialog.getByLabel("Address").fill("example.com");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/pdf");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Address").fill("https://example.com/annual-report.pdf");
    await page.keyboard.press("Tab");
    await expect(dialog.getByLabel("Type and size")).toHaveValue("PDF");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Name").fill("Report of the year");
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
  });
  expect(await save()).toBe(
    '<aside class="pull-quote"><p>Nobody reads the small print.</p><p>Amina Otieno</p></aside>' +
      '<aside class="callout-warning"><p>Keys cannot be recovered.</p></aside><hr /><p>and/or 1 / 2</p>' +
      "<details><summary>Terms</summary><p>Inside</p></details>" +
      '<p class="button"><a href="https://example.com">Read it</a></p>' +
      '<aside class="file"><p><a href="https://example.com/annual-report.pdf">Report of the year</a></p><p>PDF</p></aside>',
  );
});

test("footnotes are written where they belong, and with their notes below the text", async ({ page, text, save }) => {
  await text.pressSequentially("Second");
  await page.keyboard.press("Control+Alt+f");
  const note = page.getByRole("dialog").getByRole("textbox", { name: "Note" });
  await note.pressSequentially('Said "so" in May.');
  await page.keyboard.press("Enter");
  await expect(text).toBeFocused();
  await page.keyboard.type(" claim.");
  await putCursorAtStart(text);
  await page.keyboard.type("First");
  await page.keyboard.press("Control+Alt+f");
  await note.pressSequentially("See https://example.com/a today");
  await page.getByRole("button", { name: "Add footnote" }).click();
  const list = page.getByRole("region", { name: "Footnotes" });
  await expect(list.getByRole("listitem")).toHaveText(["See https://example.com/a today", "Said “so” in May."]);
  await list.getByRole("button", { name: "Said" }).click();
  await note.press("End");
  await note.pressSequentially(" Later denied.");
  await page.getByRole("button", { name: "Change footnote" }).click();
  const saved = await save();
  expect(saved).toBe(
    '<p>First<sup><a href="#fn-1" id="fnref-1">1</a></sup>Second<sup><a href="#fn-2" id="fnref-2">2</a></sup> claim.</p>' +
      '<section class="footnotes"><ol><li id="fn-1"><p>See <a href="https://example.com/a">https://example.com/a</a> today <a href="#fnref-1">↩</a></p></li>' +
      '<li id="fn-2"><p>Said “so” in May. Later denied. <a href="#fnref-2">↩</a></p></li></ol></section>',
  );
});

test("pictures get their alternative text, credit and caption in place, and become a gallery", async ({
  page,
  text,
  save,
}) => {
  await text.focus();
  await toolbarOf(page)
    .locator("input[type=file]")
    .setInputFiles([await pngFile("one.png"), await pngFile("two.png")]);
  await expect(text.locator("img[src^='/media/']")).toHaveCount(2);
  await text.locator("img").first().click();
  await clickTool(page, "Gallery");
  const alt = text.getByRole("textbox", { name: "Alternative text of the image" });
  await alt.first().fill("A red square");
  // Enter neither sends the form nor begins a line.
  await alt.first().press("Enter");
  await expect(text).toBeFocused();
  await clickInto(text, "figure:nth-of-type(2) figcaption", "figureCaption");
  await page.keyboard.type("The second");
  const prompt = await text
    .locator("small")
    .first()
    .evaluate((line) => getComputedStyle(line, "::before").content);
  expect(prompt, "an empty line asks for its words, and is no label of the next").toBe('"Add a credit"');
  await blockToolOf(page, "Move earlier").click();
  await expect(alt.nth(1)).toHaveValue("A red square");
  expect(await save()).toMatch(
    /^<div class="gallery"><figure><img src="\/media\/[^"]+" alt="" \/><figcaption>The second<\/figcaption><\/figure><figure><img src="\/media\/[^"]+" alt="A red square" \/><\/figure><\/div>$/,
  );
});
