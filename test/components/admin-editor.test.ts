import { pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { choose, ownComplaints } from "./admin.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { blockToolOf, clickTool, editorOf, expectTool, paste, selectAll, test, typeAt } from "./rich-text.ts";

const addressOf = (page: Page) => page.getByRole("dialog").getByLabel("Address");
const panelOf = (page: Page) => page.locator('search[aria-label="Find and replace"]');

test("a tool does what it says, and shows that it is on", async ({ page, text }) => {
  await selectAll(text, "word");
  await clickTool(page, "Bold");
  await expect(text.locator("strong")).toHaveText("word");
  await expectTool(page, "Bold", { isOn: true });
  await clickTool(page, "Undo");
  await expect(text.locator("strong")).toHaveCount(0);
  await expectTool(page, "Bold", { isOn: false });
});

test("a selection becomes a link, which can be changed and removed", async ({ page, text }) => {
  await selectAll(text, "word");
  await clickTool(page, "Link");
  await addressOf(page).fill("desk@example.com");
  await page.getByRole("button", { name: "Add link" }).click();
  const link = text.getByRole("link", { name: "word" });
  await expect(link).toHaveAttribute("href", "mailto:desk@example.com");
  await clickTool(page, "Link");
  await expect(addressOf(page)).toHaveValue("mailto:desk@example.com");
  await addressOf(page).fill("tel:+254700");
  await page.getByRole("button", { name: "Change link" }).click();
  await expect(link).toHaveAttribute("href", "tel:+254700");
  (await editorOf(text)).commands.setTextSelection(3);
  const bar = page.getByRole("toolbar", { name: "Content: link" });
  await expect(bar).toContainText("tel:+254700");
  await expect(bar.getByRole("link", { name: "Open link" })).toHaveAttribute("href", "tel:+254700");
  await bar.getByRole("button", { name: "Remove link" }).click();
  await expect(link).toHaveCount(0);
  await expect(text).toHaveText("word");
});

test("an article to link to is found by words of its title", async ({ page, text, writeArticle }) => {
  const { id } = await writeArticle({ title: "Kwale in the rain" });
  await typeAt(text, "See ");
  await clickTool(page, "Link");
  await addressOf(page).fill("kwale ra");
  await expect(page.getByRole("option")).toHaveText([/^Kwale in the rain/]);
  await addressOf(page).press("Enter");
  await expect(text.getByRole("link", { name: "Kwale in the rain" })).toHaveAttribute("href", pageUrl.article(id));
});

test("a card of an own article is found by words of its title, and of words that no title has there is none", async ({
  page,
  text,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Kwale in the rain" });
  await clickTool(page, "Embed");
  await addressOf(page).fill("no such title");
  await addressOf(page).press("Enter");
  await expect(page.getByText("Nothing has this name.")).toBeVisible();
  await addressOf(page).fill("kwale ra");
  await expect(page.getByRole("option")).toHaveText([/^Kwale in the rain/]);
  await addressOf(page).press("Enter");
  await expect(text.locator("aside.card")).toContainText("Kwale in the rain");
  expect((await editorOf(text)).getHTML()).toContain(`href="${pageUrl.article(id)}"`);
});

test("words that the house style avoids are underlined, and replaced by a key; the text has no mark of it", async ({
  page,
  text,
  api,
}) => {
  const words = [{ avoid: "utilise", replacement: "use", reason: "plain words", language: "" }];
  await api.put(editorApiUrl.houseStyle(), { data: { words } });
  await page.reload();
  await expect(text).toBeVisible();
  await typeAt(text, "We utilise it");
  const underlined = text.locator(".house-word");
  await expect(underlined).toHaveText("utilise");
  const editor = await editorOf(text);
  expect(editor.getHTML()).toBe("<p>We utilise it</p>");
  editor.commands.setTextSelection(6);
  await expect(page.getByText("“utilise”: write “use” (plain words)")).toBeVisible();
  await text.press("Alt+Enter");
  await expect(text).toHaveText("We use it");
  await expect(underlined).toHaveCount(0);
});

test("a link that leads nowhere is underlined, within this site and to others, and the text has no mark of it", async ({
  text,
}) => {
  await typeAt(text, "words");
  const editor = await editorOf(text);
  editor.commands.setContent('<p><a href="/article/999999">One</a> and <a href="http://never.example/">two</a></p>');
  const html = editor.getHTML();
  await expect(text.locator(".dead-link").first()).toHaveText("One");
  expect(editor.getHTML()).toBe(html);
});

// Which addresses are rejected is tested next to the code that decides.
test("an address that cannot be a link is cleared", async ({ page, text }) => {
  await selectAll(text, "word");
  for (const address of [" JAVA\tSCRIPT:alert(1)", ""]) {
    await clickTool(page, "Link");
    await addressOf(page).fill(address);
    await addressOf(page).press("Enter");
    await expect(page.getByText("A link begins with http, https, mailto or tel.")).toBeVisible();
    await expect(addressOf(page)).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await expect(text.locator("a")).toHaveCount(0);
});

test("code has a language, chosen above it or typed", async ({ page, text, save }) => {
  await typeAt(text, "```sol contract A {}");
  const language = text.getByRole("combobox", { name: "Language of the code" });
  await expect(language).toHaveText("Solidity");
  await clickTool(page, "Code language");
  await expect(language).toBeFocused();
  await choose(language, "Rust");
  await expect(language).toHaveText("Rust");
  expect(await save()).toBe('<pre><code class="language-rust">contract A {}</code></pre>');
});

test("Markdown that is pasted becomes formatting; one undo gives the plain text", async ({ page, text, save }) => {
  await paste(text, "## Head\n\n- one\n- two **bold**");
  await expect(text.locator("h2")).toHaveText("Head");
  await clickTool(page, "Undo");
  await expect(text.locator("h2")).toHaveCount(0);
  await expect(text).toContainText("## Head");
  await clickTool(page, "Redo");
  await expect(text.locator("h2")).toHaveText("Head");
  expect(await save()).toBe("<h2>Head</h2><ul><li><p>one</p></li><li><p>two <strong>bold</strong></p></li></ul>");
});

test("pasted Markdown replaces a selected picture, and is formatted like any other", async ({
  text,
  save,
  complaints,
}) => {
  const editor = await editorOf(text);
  editor.commands.setContent('<p>Before</p><img src="/placeholder.jpg" alt="A quay"><p>After</p>');
  editor.commands.setNodeSelection(editor.state.doc.child(0).nodeSize);
  await paste(text, "## Head\n\n- one\n- **two**");
  await expect(text.locator("li strong")).toHaveText("two");
  expect(await save()).toBe(
    "<p>Before</p><h2>Head</h2><ul><li><p>one</p></li><li><p><strong>two</strong></p></li></ul><p>After</p>",
  );
  expect(ownComplaints(complaints)).toEqual([]);
});

test("plain text is pasted as it is, a line a paragraph; an address becomes a link", async ({ text, save }) => {
  await paste(text, "2 * 3 * 4 and __init__\nhttps://example.com/a");
  expect(await save()).toBe(
    '<p>2 * 3 * 4 and __init__</p><p><a href="https://example.com/a">https://example.com/a</a></p>',
  );
});

test("a paste that cannot be inserted gives its text, and undo takes it back", async ({ page, text }) => {
  const editor = await editorOf(text);
  editor.commands.insertTable();
  const merged =
    '<table><tbody><tr><td>A</td><td>B</td><td rowspan="2">C</td></tr><tr><td>D</td><td>E</td></tr></tbody></table>';
  const before = editor.getHTML();
  await paste(text, "A\tB\tC\nD\tE", merged);
  for (const word of "ABCDE") await expect(text).toContainText(word);
  editor.commands.undo();
  expect(editor.getHTML()).toBe(before);
  await expect(page.getByText("Only the text was pasted").first()).toBeVisible();
});

test("an address pasted onto selected words makes them a link", async ({ text, save }) => {
  await selectAll(text, "word");
  await paste(text, "https://example.com/a?b=1");
  expect(await save()).toBe('<p><a href="https://example.com/a?b=1">word</a></p>');
});

test("finds and replaces, and says where it is", async ({ page, text, save }) => {
  await typeAt(text, "Bank, bank and banking.");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  const panel = panelOf(page);
  await panel.getByLabel("Find", { exact: true }).fill("bank");
  await expect(panel.getByRole("status")).toHaveText(/ of 3$/);
  await panel.getByLabel("Whole words").check();
  await expect(panel.getByRole("status")).toHaveText(/ of 2$/);
  await panel.getByLabel("Match case").check();
  await expect(panel.getByRole("status")).toHaveText("1 of 1");
  await panel.getByLabel("Replace with").fill("ledger");
  await panel.getByLabel("Replace with").press("Enter");
  await expect(text).toHaveText("Bank, ledger and banking.");
  await expect(panel.getByRole("status")).toHaveText("No matches");
  await panel.getByLabel("Match case").uncheck();
  await panel.getByLabel("Whole words").uncheck();
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(text).toHaveText("ledger, ledger and ledgering.");
  await panel.getByLabel("Find", { exact: true }).press("Escape");
  await expect(panel).toHaveCount(0);
  await clickTool(page, "Undo");
  await expect(text).toHaveText("Bank, ledger and banking.");
  expect(await save()).toBe("<p>Bank, ledger and banking.</p>");
});

test("finds from the cursor on, in title and excerpt too, and says how many were replaced", async ({ page, text }) => {
  await page.getByLabel("Title*").fill("Withdrawals halted");
  await page.getByLabel("Excerpt").fill("No withdrawals, says the bank.");
  const editor = await editorOf(text);
  editor.commands.setContent({
    type: "doc",
    content: ["Withdrawals fell.", "Withdrawals "].map((line) => ({
      type: "paragraph",
      content: [{ type: "text", text: line }],
    })),
  });
  editor.commands.setTextSelection(editor.state.doc.content.size - "Withdrawals ".length - 1);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  const panel = panelOf(page);
  const sought = panel.getByLabel("Find", { exact: true });
  await sought.fill("withdrawals");
  await expect(panel.getByRole("status")).toHaveText("4 of 4");
  await sought.press("Enter");
  await expect(panel.getByRole("status")).toHaveText("1 of 4, in the title");
  await panel.getByLabel("Replace with").fill("Deposits");
  await panel.getByLabel("Replace with").press("Enter");
  await expect(panel.getByRole("status")).toHaveText("1 of 3, in the excerpt");
  await panel.getByRole("button", { name: "Replace all" }).click();
  await expect(panel.getByRole("status")).toHaveText("3 replaced");
  await expect(page.getByLabel("Title*")).toHaveValue("Deposits halted");
  await expect(page.getByLabel("Excerpt")).toHaveValue("No Deposits, says the bank.");
  await expect(text).toHaveText(/^Deposits fell\.Deposits/);
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Title*")).toHaveValue("Deposits halted");
  await expect(page.getByLabel("Excerpt")).toHaveValue("No withdrawals, says the bank.");
  await expect(text).toHaveText(/^Withdrawals fell\.Withdrawals/);
  await expect(panel.getByText("Excerpt 1, text 2")).toBeVisible();
});

test("says how long the text is, leads to its headings, and lists its keys", async ({ page, text }) => {
  await paste(text, "# One\n\ntwo three\n\n## Four\n\nfive");
  await expect(page.getByText("5 words · 1 min read")).toBeVisible();
  await page.getByRole("button", { name: "Outline" }).click();
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "One" }).click();
  await expect(text).toBeFocused();
  await typeAt(text, "!");
  await expect(text.locator("h1")).toHaveText("One!");
  await text.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Add Article", exact: true }).press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Footnote");
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
  await paste(text, address);
  await expect(text.locator("aside[data-unmade]")).toContainText(address);
  state = "done";
  await expect(text.locator("aside.card-video")).toContainText("A harbour at dawn");
  (await editorOf(text)).commands.setNodeSelection(0);
  await blockToolOf(page, "Turn into link").click();
  expect(await save()).toBe(`<p><a href="${address}">A harbour at dawn</a></p>`);
});
