import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { choose, ownComplaints } from "./admin.ts";
import {
  blockToolOf,
  clickInto,
  clickTool,
  paste,
  pngFile,
  putCursorAtStart,
  selectionKnown,
  test,
  toolbarOf,
} from "./rich-text.ts";
import { expect } from "./site.ts";

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
});

test("the slash menu is filtered by typing, and works by keys alone", async ({ page, text, save }) => {
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
  expect(await save()).toBe(
    '<aside class="pull-quote"><p>Nobody reads the small print.</p><p>Amina Otieno</p></aside>' +
      '<aside class="callout-warning"><p>Keys cannot be recovered.</p></aside><hr /><p>and/or 1 / 2</p>',
  );
});

test("code has a language, chosen above it or typed", async ({ page, text, save }) => {
  await text.pressSequentially("```sol ");
  await page.keyboard.type("contract A {}");
  const language = text.getByRole("combobox", { name: "Language of the code" });
  await expect(language).toHaveText("Solidity");
  await clickTool(page, "Code language");
  await expect(language).toBeFocused();
  await choose(language, "Rust");
  await expect(language).toHaveText("Rust");
  await language.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(language).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();
  expect(await save()).toBe('<pre><code class="language-rust">contract A {}</code></pre>');
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

test("a toggle, a button and a file are added by keys alone, and changed", async ({ page, text, save }) => {
  const dialog = page.getByRole("dialog");
  await text.pressSequentially("/tog");
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
  await expectNoViolations(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name").fill("Report of the year");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expectNoViolations(page);
  expect(await save()).toBe(
    "<details><summary>Terms</summary><p>Inside</p></details>" +
      '<p class="button"><a href="https://example.com">Read it</a></p>' +
      '<aside class="file"><p><a href="https://example.com/annual-report.pdf">Report of the year</a></p><p>PDF</p></aside>',
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
  await blockToolOf(page, "Move earlier").click();
  await expect(alt.nth(1)).toHaveValue("A red square");
  await text.locator("figcaption").nth(0).click();
  await expectNoViolations(page);
  expect(await save()).toMatch(
    /^<div class="gallery"><figure><img src="\/media\/[^"]+" alt="" \/><figcaption>The second<\/figcaption><\/figure><figure><img src="\/media\/[^"]+" alt="A red square" \/><\/figure><\/div>$/,
  );
});

test("Markdown that is pasted becomes formatting; one undo gives the plain text", async ({ page, text, save }) => {
  await text.focus();
  await paste(text, { text: "## Head\n\n- one\n- two **bold**" });
  await expect(text.locator("h2")).toHaveText("Head");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text.locator("h2")).toHaveCount(0);
  await expect(text).toContainText("## Head");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect(await save()).toBe("<h2>Head</h2><ul><li><p>one</p></li><li><p>two <strong>bold</strong></p></li></ul>");
});

test("an address pasted onto selected words makes them a link", async ({ text, save }) => {
  await text.pressSequentially("word");
  await text.press("Shift+Home");
  await selectionKnown(text);
  await paste(text, { text: "https://example.com/a?b=1" });
  expect(await save()).toBe('<p><a href="https://example.com/a?b=1">word</a></p>');
});

test("finds and replaces, and says where it is", async ({ page, text, save }) => {
  await text.pressSequentially("Bank, bank and banking.");
  await text.press("ControlOrMeta+f");
  const panel = page.getByRole("search", { name: "Find and replace" });
  await page.keyboard.type("bank");
  await expect(panel.getByRole("status")).toHaveText(/ of 3$/);
  await panel.getByLabel("Whole words").check();
  await expect(panel.getByRole("status")).toHaveText(/ of 2$/);
  await panel.getByLabel("Match case").check();
  await expect(panel.getByRole("status")).toHaveText("1 of 1");
  await panel.getByLabel("Replace with").fill("ledger");
  await page.keyboard.press("Enter");
  await expect(text).toHaveText("Bank, ledger and banking.");
  await expect(panel.getByRole("status")).toHaveText("No matches");
  await panel.getByLabel("Match case").uncheck();
  await panel.getByLabel("Whole words").uncheck();
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(text).toHaveText("ledger, ledger and ledgering.");
  await panel.getByLabel("Find", { exact: true }).press("Escape");
  await expect(text).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text).toHaveText("Bank, ledger and banking.");
  expect(await save()).toBe("<p>Bank, ledger and banking.</p>");
});

test("finds from the cursor on, in title and excerpt too, and says how many were replaced", async ({ page, text }) => {
  await page.getByLabel("Title*").fill("Withdrawals halted");
  await page.getByLabel("Excerpt").fill("No withdrawals, says the bank.");
  await text.pressSequentially("Withdrawals fell.\nWithdrawals ");
  await text.press("Home");
  await text.press("ControlOrMeta+f");
  const panel = page.getByRole("search", { name: "Find and replace" });
  await page.keyboard.type("withdrawals");
  await expect(panel.getByRole("status")).toHaveText("4 of 4");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("status")).toHaveText("1 of 4, in the title");
  await panel.getByLabel("Replace with").fill("Deposits");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("status")).toHaveText("1 of 3, in the excerpt");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Excerpt")).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("withdrawals");
  await text.press("ControlOrMeta+f");
  await page.keyboard.type("withdrawals");
  await panel.getByLabel("Replace with").fill("Deposits");
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(panel.getByRole("status")).toHaveText("3 replaced");
  await expect(page.getByLabel("Title*")).toHaveValue("Deposits halted");
  await expect(page.getByLabel("Excerpt")).toHaveValue("No Deposits, says the bank.");
  await expect(text).toHaveText("Deposits fell.Deposits ");
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Title*")).toHaveValue("Deposits halted");
  await expect(page.getByLabel("Excerpt")).toHaveValue("No withdrawals, says the bank.");
  await expect(text).toHaveText("Withdrawals fell.Withdrawals ");
  await expect(panel.getByText("Excerpt 1, text 2")).toBeVisible();
});

test("says how long the text is, leads to its headings, and lists its keys", async ({ page, text }) => {
  await text.pressSequentially("# One\ntwo three\n## Four\nfive");
  await expect(page.getByText("5 words · 1 min read")).toBeVisible();
  await page.getByRole("button", { name: "Outline" }).click();
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "One" }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type("!");
  await expect(text.locator("h1")).toHaveText("One!");
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Add Article", exact: true }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Footnote");
  await expect(keys.getByRole("heading", { name: "Formatting" })).toBeInViewport();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 375, height: 700 });
  expect(await overflowOf(page)).toBe(0);
});

test("a video's address on an empty line is a card, which the server makes, and can be a link again", async ({
  page,
  text,
  save,
}) => {
  const address = "https://www.youtube.com/watch?v=abcdefghijk";
  const card = { title: "A harbour at dawn", source: "YouTube · Amina", picture: "", isVideo: true };
  let state = "waiting";
  await page.route("**/api/remote/**", (route) => {
    const { items } = route.request().postDataJSON() as { items: object[] };
    const states = items.map((item) => ({ ...item, state, url: "", card: state === "done" ? card : null, detail: "" }));
    return route.fulfill({ json: states });
  });
  await text.focus();
  await paste(text, { text: address });
  await page.keyboard.type("Below");
  await expect(text.locator("aside[data-unmade]")).toContainText(address);
  state = "done";
  const made = text.locator("aside.card-video");
  await expect(made).toContainText("A harbour at dawn");
  await made.click();
  await blockToolOf(page, "Turn into link").click();
  expect(await save()).toBe(`<p><a href="${address}">A harbour at dawn</a></p><p>Below</p>`);
});
