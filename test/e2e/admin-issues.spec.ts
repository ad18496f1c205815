import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { adminUrl, documentUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { ownComplaints, test, toastOf } from "./admin.ts";
import { chooseMore } from "./article-form.ts";
import { expect } from "./site.ts";

// Issues and subscribers are shared: the end-to-end tests run one after another.
test.describe.configure({ mode: "default" });

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
/** An issue's text in the editor, and the articles in it. */
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const blocks = (page: Page) => text(page).locator(".article-block");

async function openSection(page: Page, section: "issues" | "outbox") {
  await page.goto(adminUrl.audience(section));
  const name = section === "issues" ? "Newsletter issues" : "Outbox";
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

test("an issue is written in its room, previewed as mail, tested, sent, followed, and has a page", {
  tag: "@engines",
}, async ({ page, api, editor, site, complaints }) => {
  test.slow();
  const reader = "reader-of-issues@jarida.example";
  await api.post(editorApiUrl.subscribers(), { data: { email: reader } });
  await openSection(page, "issues");
  await button(page, "New issue").click();
  await expect(page.getByRole("heading", { name: "New issue" })).toBeVisible();
  await expect(field(page, "Subject*")).toBeFocused();
  await field(page, "Subject*").press("Control+s");
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await field(page, "Subject*").fill("Composed by hand");
  await expect(page).toHaveURL(/\/admin\/issues\/\d+$/);
  await button(page, "Fill with the best of the week").click();
  await expect(toastOf(page, "Best of the week added")).toBeVisible();
  await expect(field(page, "Subject*")).toHaveValue("Composed by hand");
  await expect(text(page)).toContainText("Our editors' choice");
  const before = await blocks(page).count();
  expect(before).toBeGreaterThan(1);
  const title = blocks(page).nth(1).locator("p").nth(1);
  // Its number stands in its place until the article is known.
  await expect(title).not.toHaveText(/^(Article \d+)?$/);
  const second = (await title.textContent()) ?? "";
  await expect(blocks(page).nth(1).locator("img")).toHaveCount(0);
  await blocks(page).nth(1).getByRole("switch", { name: "Show the picture" }).click();
  await expect(blocks(page).nth(1).locator("img")).toHaveCount(1);

  // By the keyboard alone: a button, and what a sponsor pays for.
  await text(page).press("Control+End");
  await page.keyboard.type("/button");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("textbox", { name: "Text" }).fill("Write to us");
  await dialog(page).getByRole("textbox", { name: "Address" }).fill("/contact");
  await page.keyboard.press("Enter");
  await expect(text(page).locator("p.button")).toHaveText("Write to us");
  await button(page, "Sponsor").click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill("Acme");
  await dialog(page).getByRole("textbox", { name: "Link" }).fill("acme.example");
  await dialog(page).getByRole("textbox", { name: "Text" }).fill("Sound vaults.");
  await dialog(page).getByRole("button", { name: "Add sponsor" }).click();
  await expect(text(page).locator("aside.sponsor")).toContainText("Acme");
  await field(page, "Subject*").press("Control+s");
  await expect(toastOf(page, "Issue updated")).toBeVisible();

  await button(page, "Preview").click();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("link", { name: second }).last()).toBeVisible();
  await expect(mail.getByText("Sponsored")).toBeVisible();
  await dialog(page).getByRole("radio", { name: "Phone" }).check();
  expect((await page.locator("iframe").boundingBox())?.width).toBe(375);
  await dialog(page).getByRole("radio", { name: "Dark" }).check();
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(20, 23, 31)");
  await dialog(page).getByRole("radio", { name: "Plain text" }).check();
  await expect(dialog(page).locator("pre")).toContainText(second);
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await chooseMore(page, "Send a test…");
  await expect(dialog(page).getByRole("textbox", { name: "Email" })).toHaveValue(editor.email);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Test written to a file")).toContainText(editor.email);
  await expect(dialog(page)).toHaveCount(0);

  await button(page, "Send").click();
  await expect(dialog(page)).toContainText(/goes to [\d,]+ subscribers? at the moment/);
  await expect(dialog(page)).toContainText("postal address is missing");
  await expect(dialog(page)).toContainText("This site has no mail server.");
  await dialog(page).getByRole("button", { name: "Send now" }).click();
  await expect(toastOf(page, "Writing the mails to files")).toBeVisible();
  await expect(rowOf(page, reader)).toContainText("Written to a file");
  await expect(page.locator(".room-bar").getByText(/^Sent [A-Z]/)).toBeVisible();
  const files = readdirSync(join(site.dataDir, "outbox")).map((name) =>
    readFileSync(join(site.dataDir, "outbox", name), "utf8"),
  );
  expect(files.some((file) => file.includes(`To: ${editor.email}`) && file.includes("Test: Composed"))).toBe(true);
  expect(files.some((file) => file.includes(`To: ${reader}`) && file.includes("Subject: Composed by hand"))).toBe(true);
  const id = Number(page.url().split("/").at(-1));

  await button(page, "Issues").click();
  await expect(rowOf(page, "Composed by hand")).toContainText("Sent");
  await expect(button(page, "Show Composed by hand")).toBeVisible();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(documentUrl.issue(id));
  await expect(page.getByRole("heading", { name: "Composed by hand", level: 1 })).toBeVisible();
  await expect(page.getByRole("note").filter({ hasText: "Sound vaults." })).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Past newsletters" }).click();
  await expect(page.getByRole("link", { name: "Composed by hand" })).toBeVisible();
  expect(ownComplaints(complaints)).toEqual([]);
});

test("issues and the outbox fit a phone without violations, and an issue opens with the cursor before an article", async ({
  page,
  api,
}) => {
  test.slow();
  const subject = `Long${"word".repeat(40)}`;
  const [first] = await (await api.get(`${apiUrl.articles()}?status=published&limit=1`)).json();
  const body = `<article class="without-picture" data-article="${first.id}"></article>`;
  await api.post(editorApiUrl.issues(), { data: { subject, body } });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openSection(page, "outbox");
  await expect(page.getByText("Loading mails...")).toHaveCount(0);
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await openSection(page, "issues");
  await expect(rowOf(page, subject)).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await expectFits(page, [1280]);
  await page.setViewportSize({ width: 320, height: 700 });
  await button(page, `Edit ${subject}`).click();
  await expect(field(page, "Subject*")).toHaveValue(subject);
  await test.step("a text that starts with an article opens with the cursor before it", async () => {
    await expect(blocks(page)).toHaveCount(1);
    await text(page).focus();
    await page.keyboard.type("Good morning");
    await expect(text(page).locator(":scope > p").first()).toHaveText("Good morning");
    await expect(blocks(page)).toHaveCount(1);
  });
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await expectFits(page, [768, 1280]);
});
