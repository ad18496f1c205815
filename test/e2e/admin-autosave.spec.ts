import type { APIRequestContext, Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { anotherBrowser, logOut, openAdmin, ownComplaints, toastOf, tokensOf } from "./admin.ts";
import { addButton, fields, openTool, room, startEdit, startNew, updateButton } from "./article-form.ts";
import { articlesOf, stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { crash, expectNoOffer, offers, versions } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const state = (page: Page, words: string | RegExp) => room(page, "Edit Article").getByText(words);
const PENDING = "Published, changes not yet public";

test("what is typed is on the server without saving, on every machine, and readers get it with the update", {
  tag: "@engines",
}, async ({ page, browser, site, editor, request, api, context, writeArticle }) => {
  const { id } = await writeArticle({ title: "Old words", content: "<p>Old text</p>" });
  await startEdit(page, "Old words");
  await fields(page).title.fill("New words");
  await fields(page).content.fill("New text");
  await expect(state(page, PENDING)).toBeVisible();
  // The title may have been stored before the text was typed.
  await expect
    .poll(async () => (await api.get(editorApiUrl.draft(id))).json())
    .toMatchObject({ title: "New words", content: "<p>New text</p>" });
  expect(await (await request.get(pageUrl.article(id))).text()).not.toMatch(/New (words|text)/);
  const elsewhere = await anotherBrowser(browser, site.url, await tokensOf(site.url, editor));
  const other = await elsewhere.newPage();
  await other.goto(adminUrl.article(id));
  await expect(fields(other).title).toHaveValue("New words");
  await expect(fields(other).content).toHaveText("New text");
  await expect(state(other, PENDING)).toBeVisible();
  await other.context().close();
  // Nothing is left in the browser to be offered.
  const next = await crash(page, context);
  await expectNoOffer(next);
  await next.goto(adminUrl.article(id));
  await updateButton(next).click();
  await expect(toastOf(next, "Article updated")).toBeVisible();
  const html = await (await request.get(pageUrl.article(id))).text();
  expect([html.includes("New words"), html.includes("New text")]).toEqual([true, true]);
});

test("without a connection writing goes on, and what was written is stored when it is back, by itself", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "In and out", status: "draft" });
  await startEdit(page, "In and out");
  await expect(fields(page).content).toBeVisible();
  await context.setOffline(true);
  await fields(page).content.pressSequentially("Written in a tunnel");
  await expect(state(page, "Offline, kept in this browser")).toBeVisible();
  await fields(page).excerpt.fill("And more of it");
  await context.setOffline(false);
  await expect(state(page, /^Draft, saved \d\d:\d\d$/)).toBeVisible();
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy).toMatchObject({ content: "<p>Written in a tunnel</p>", excerpt: "And more of it" });
});

const ENDS: [string, (other: Page, api: APIRequestContext) => Promise<unknown>][] = [
  ["a log-out in another tab", logOut],
  ["another device", (_other, api) => api.delete(editorApiUrl.sessions())],
];
for (const [how, end] of ENDS)
  test(`a session that is ended while typing, by ${how}, continues in the same article after logging in`, async ({
    page,
    context,
    editor,
    api,
    writeArticle,
  }) => {
    const { id } = await writeArticle({ title: `Session ended by ${how}`, status: "draft" });
    const other = await context.newPage();
    await openAdmin(other);
    await page.goto(adminUrl.article(id));
    await fields(page).content.pressSequentially("Stored");
    await expect(state(page, /^Draft, saved/)).toBeVisible();
    await page.keyboard.type(", and two words more");
    await end(other, api);
    await expect(page.getByText("Nothing you typed is lost")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(editor.email);
    await page.getByLabel("Password", { exact: true }).fill(editor.password);
    await button(page, "Log In").click();
    await expect(state(page, /^Draft, saved/)).toBeVisible();
    await expect(fields(page).content).toHaveText("Stored, and two words more");
    const copy = await (await api.get(editorApiUrl.draft(id))).json();
    expect(copy.content).toBe("<p>Stored, and two words more</p>");
    expect(await articlesOf(api, copy.title)).toHaveLength(1);
  });

test("an autosave whose response was lost does not conflict with itself", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Unheard", status: "draft" });
  let isLost = false;
  await page.route(/\/draft\/$/, async (route) => {
    if (isLost || route.request().method() !== "PUT") return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
  await startEdit(page, "Unheard");
  await fields(page).content.pressSequentially("Said once");
  await expect(state(page, "Offline, kept in this browser")).toBeVisible();
  await fields(page).content.pressSequentially(", and twice");
  await expect(state(page, /^Draft, saved/)).toBeVisible();
  // A part of it may have been stored before the rest was typed.
  await expect
    .poll(async () => (await (await api.get(editorApiUrl.draft(id))).json()).content)
    .toBe("<p>Said once, and twice</p>");
});

test("a new article becomes a draft on the server by itself, though untitled, and is still added by hand", async ({
  page,
  api,
  cleanUp,
}) => {
  cleanUp("Stored early");
  await startNew(page, { knowsCategories: true });
  await fields(page).content.pressSequentially("The text of it");
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
  await expect(room(page, "Add New Article").getByText(/^Draft, saved/)).toBeVisible();
  const id = Number(page.url().split("/").at(-1));
  expect(await articlesOf(api, "Untitled")).toContainEqual(
    expect.objectContaining({ id, status: "draft", category: "No category" }),
  );
  await addButton(page).click();
  await expect(toastOf(page, "Missing required fields")).toContainText("Please fill out all required fields");
  await fields(page).title.fill("Stored early");
  await fields(page).category.fill("Block");
  await expect(room(page, "Add New Article").getByText(/^Draft, saved/)).toBeVisible();
  await fields(page).category.fill("Blockchain");
  await fields(page).published.check();
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(button(page, "Add New Article")).toBeFocused();
  const whole = { status: "published", content: "<p>The text of it</p>", category: "Blockchain" };
  expect(await stored(api, id)).toMatchObject(whole);
});

test("changes of two in different paragraphs are merged while both write; the caret stays", {
  tag: "@engines",
}, async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Written by two", content: "<p>First</p><p>Second</p><p>Third</p>" });
  await startEdit(page, "Written by two");
  const { content } = fields(page);
  await content.getByText("Third").click();
  await page.keyboard.press("End");
  const theirs = { content: "<p>First, theirs</p><p>Second</p><p>Third</p>", excerpt: "Theirs" };
  await api.put(editorApiUrl.draft(id), { data: theirs });
  await page.keyboard.type(", mine");
  await expect(content.getByText("First, theirs")).toBeVisible();
  await page.keyboard.type(" too");
  await expect(content).toHaveText("First, theirsSecondThird, mine too");
  await expect(fields(page).excerpt).toHaveValue("Theirs");
  await expect
    .poll(async () => (await (await api.get(editorApiUrl.draft(id))).json()).content)
    .toBe("<p>First, theirs</p><p>Second</p><p>Third, mine too</p>");
});

test("a second tab of the same user is named, shows what the first one stored, and conflicts with nothing", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  // Written by a client, in a form that is not the editor's.
  const { id } = await writeArticle({ title: "Open twice", content: "<p>One\nline</p>\n<p>Two</p>\n" });
  await page.goto(adminUrl.article(id));
  await expect(fields(page).content).toHaveText("One lineTwo");
  const other = await context.newPage();
  await other.goto(adminUrl.article(id));
  await expect(fields(other).content).toHaveText("One lineTwo");
  for (const tab of [page, other])
    await expect(tab.getByText("You have this article open in another tab too.")).toBeVisible();
  await fields(page).content.getByText("Two").click();
  await page.keyboard.press("End");
  await page.keyboard.type(", first tab");
  await expect(fields(other).content).toHaveText("One lineTwo, first tab");
  await fields(other).content.getByText("Two, first tab").click();
  await other.keyboard.press("End");
  await other.keyboard.type(", second");
  await expect(fields(page).content).toHaveText("One lineTwo, first tab, second");
  for (const tab of [page, other]) await expect(button(tab, "Compare")).toHaveCount(0);
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toBe("<p>One line</p><p>Two, first tab, second</p>");
  await other.close();
  await expect(page.getByText("You have this article open in another tab too.")).toBeHidden();
});

test("what somebody else saves appears in a window where nothing is typed, and the cursor stays", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Read along", content: "<p>First</p><p>Second</p>" });
  await startEdit(page, "Read along");
  const { content } = fields(page);
  await content.getByText("Second").click();
  await page.keyboard.press("End");
  const theirs = { content: "<p>First, theirs</p><p>New</p><p>Second</p>", excerpt: "Theirs" };
  await api.put(editorApiUrl.draft(id), { data: theirs });
  await expect(content).toHaveText("First, theirsNewSecond", { timeout: 3_000 });
  await expect(fields(page).excerpt).toHaveValue("Theirs");
  await page.keyboard.type(", mine");
  await expect(content).toHaveText("First, theirsNewSecond, mine");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(content).toHaveText("First, theirsNewSecond");
});

test("changes of two in one paragraph are told, compared when asked, and chosen paragraph by paragraph", async ({
  page,
  api,
  editor,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Contested line", content: "<p>Ours</p><p>Same</p><p>Left</p>" });
  // As behind a proxy that lets no streams through: the window learns of the other change by its own save.
  await page.route(/\/presence\//, (route) => route.abort());
  await startEdit(page, "Contested line");
  await expect(fields(page).content).toHaveText("OursSameLeft");
  await api.put(editorApiUrl.draft(id), { data: { content: "<p>Ours, theirs</p><p>Same</p><p>Left, theirs</p>" } });
  await fields(page).content.getByText("Ours").click();
  await page.keyboard.press("End");
  await page.keyboard.type(", mine");
  await expect(state(page, "Not saved: you changed the same part elsewhere")).toBeVisible();
  await expect(versions(page)).toHaveCount(0);
  await button(page, "Compare").click();
  const content = versions(page).getByRole("region", { name: "Content" });
  await expect(content.locator("mark")).toHaveText(["mine", "theirs", ", theirs"]);
  await expect(versions(page).getByText(`saved by ${editor.name}, `)).toBeVisible();
  // What only they changed is proposed as theirs; what both changed is for the editor to choose.
  await expect(content.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(content.getByRole("radio", { name: "Your other window", exact: true }).last()).toBeChecked();
  await expect(button(page, "Use what is chosen")).toBeDisabled();
  await content.getByRole("radio", { name: /^Both/ }).first().check();
  await content.getByText("The result").click();
  await expect(content.getByRole("group").last()).toContainText("Ours, theirsOurs, mineSameLeft, theirs");
  await content.getByRole("radio", { name: /^Both/ }).first().press("ArrowDown");
  await expect(content.getByRole("radio", { name: "This window", exact: true }).first()).toBeChecked();
  await versions(page).getByRole("button", { name: "Use what is chosen" }).click();
  await expect(state(page, PENDING)).toBeVisible();
  const chosen = "<p>Ours, mine</p><p>Same</p><p>Left, theirs</p>";
  await expect.poll(async () => (await (await api.get(editorApiUrl.draft(id))).json()).content).toBe(chosen);
  // Readers have neither yet; what was not chosen is kept.
  expect((await stored(api, id)).content).toBe("<p>Ours</p><p>Same</p><p>Left</p>");
  await expect(offers(page)).toContainText("Your version that was not chosen, of “Contested line”");
});

test("changes that readers have not got are discarded, and kept among the versions", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "As it was", excerpt: "Before" });
  await startEdit(page, "As it was");
  await fields(page).excerpt.fill("After");
  await expect(state(page, PENDING)).toBeVisible();
  await button(page, "Discard changes").click();
  await expect(toastOf(page, "Unsaved work discarded")).toBeVisible();
  await expect(button(page, "Edit As it was")).toBeFocused();
  await expect.poll(async () => (await api.get(editorApiUrl.draft(id))).status()).toBe(404);
  await button(page, "Edit As it was").click();
  await expect(fields(page).excerpt).toHaveValue("Before");
});

test("leaving says that changes which readers do not have are kept, and offers to discard them", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Left as it is", excerpt: "Before" });
  await startEdit(page, "Left as it is");
  await fields(page).excerpt.fill("After");
  await expect(state(page, PENDING)).toBeVisible();
  await button(page, "Cancel").click();
  const toast = toastOf(page, "Your changes are kept");
  await expect(toast).toContainText("Readers see them once you update the article.");
  await toast.getByRole("button", { name: "Discard them" }).click();
  await expect(toastOf(page, "Changes discarded")).toBeVisible();
  expect((await api.get(editorApiUrl.draft(id))).status()).toBe(404);
  expect((await stored(api, id)).excerpt).toBe("Before");
});

test("versions are compared word by word, named, and restored as a new one", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Once upon", content: "<p>One old word</p><p>Same</p>", status: "draft" });
  // The list shows fifty of them at once.
  for (let n = 1; n <= 51; n++) await api.put(apiUrl.article(id), { data: { excerpt: `Excerpt ${n}` } });
  await api.put(apiUrl.article(id), { data: { content: "<p>One new word</p><p>Same</p>" } });
  await startEdit(page, "Once upon");
  await openTool(page, "Versions");
  const dialog = page.getByRole("dialog", { name: "Versions" });
  const changes = dialog.getByRole("article", { name: "The version" });
  await expect(changes.locator("del")).toHaveText("old");
  await expect(changes.locator("ins")).toHaveText("new");
  await expect(changes.getByText("Same", { exact: true })).toBeVisible();
  await dialog.getByLabel("Name of this version").fill("Sent to the desk");
  await dialog.getByRole("button", { name: "Name it" }).click();
  await expect(dialog.getByRole("navigation", { name: "Named versions" }).getByText("Sent to the desk")).toBeVisible();
  const other = dialog.getByRole("combobox", { name: "Compared with" });
  await other.press("Enter");
  await page.keyboard.press("End");
  await expect(dialog.getByRole("option", { name: "Older versions..." })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("option", { name: / \(1\)$/ })).toBeVisible();
  await page.keyboard.press("End");
  await expect(dialog.getByRole("option", { name: / \(1\)$/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(other).toHaveText(/ \(1\)$/);
  await expect(changes.locator("ins").first()).toHaveText("Excerpt 51");
  await dialog.getByRole("navigation", { name: "All versions" }).getByRole("button").nth(1).click();
  const restore = dialog.getByRole("button", { name: "Restore this version" });
  await restore.click();
  await expect(toastOf(page, "Version restored")).toBeVisible();
  await expect(fields(page).content).toHaveText("One old wordSame");
  expect((await stored(api, id)).content).toBe("<p>One old word</p><p>Same</p>");
  // What the server does not take would be gone with the version in its place.
  await page.route(`**${editorApiUrl.draft(id)}*`, (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 400, json: { detail: "No." } }),
  );
  await fields(page).content.fill("Not stored");
  await openTool(page, "Versions");
  await dialog.getByRole("navigation", { name: "All versions" }).getByRole("button").nth(1).click();
  await restore.click();
  await expect(toastOf(page, "Error restoring the version")).toContainText("could not be saved first");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(fields(page).content).toHaveText("Not stored");
});

test("the preview shows what was just typed as page, result and card, and its link can be ended", async ({
  page,
  request,
  complaints,
  writeArticle,
}) => {
  test.slow();
  await writeArticle({ title: "Not yet", content: "<p>Public</p>", excerpt: `Why ${"it matters ".repeat(30)}` });
  await startEdit(page, "Not yet");
  await fields(page).content.fill("To be");
  await button(page, "Preview").click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  const frame = dialog.locator("iframe");
  const inside = frame.contentFrame();
  await expect(inside.getByText("To be", { exact: true })).toBeVisible();
  const widthInside = () => inside.locator("html").evaluate((root) => root.clientWidth);
  expect(await widthInside()).toBeGreaterThan(1200);
  await dialog.getByRole("radio", { name: "Phone" }).check();
  await expect.poll(widthInside).toBeLessThanOrEqual(375);
  await dialog.getByRole("radio", { name: "Dark" }).check();
  await expect(inside.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectNoViolations(page, "dialog");
  expect(ownComplaints(complaints)).toEqual([]);

  await dialog.getByRole("tab", { name: "Page" }).press("ArrowRight");
  const panel = dialog.getByRole("tabpanel");
  await expect(panel).toContainText(/› article › \d+/);
  await expect(panel).toContainText("Not yet | ");
  await expect(panel).toContainText(/it …/);
  await page.keyboard.press("End");
  await expect(dialog.getByRole("tab", { name: "Social card" })).toBeFocused();
  await expect(panel.locator("img")).toHaveJSProperty("complete", true);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowOf(page)).toBe(0);
  }
  await expectNoViolations(page, "dialog");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(toastOf(page, "Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const path = new URL(link).pathname;
  expect((await request.get(path)).status()).toBe(200);
  await dialog.getByRole("button", { name: "End all links" }).click();
  await expect(dialog).toContainText("No link leads to this preview any more.");
  expect((await request.get(path)).status()).toBe(404);
  await dialog.getByRole("button", { name: "Make a new link" }).click();
  await expect(inside.getByText("To be", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button(page, "Preview")).toBeFocused();
});

for (const width of [375])
  test(`the versions have no violations at ${width} px, and fit`, async ({ page, api, writeArticle }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    const { id } = await writeArticle({ title: "Measured", content: `<p>${"long".repeat(40)}</p>`, status: "draft" });
    await api.put(apiUrl.article(id), { data: { content: "<p>short</p>", is_featured: true } });
    await startEdit(page, "Measured");
    await openTool(page, "Versions");
    await expect(page.getByRole("dialog").getByRole("article", { name: "The version" })).toBeVisible();
    await expectNoViolations(page);
    expect(await overflowOf(page)).toBe(0);
  });
