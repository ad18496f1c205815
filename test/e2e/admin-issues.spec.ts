import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { systemClock } from "#platform/clock.ts";
import { adminUrl, documentUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { choose, ownComplaints, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";
import { keepMine, versions } from "./unsaved-work.ts";

// Issues and subscribers are shared: the end-to-end tests run one after another.
test.describe.configure({ mode: "default" });

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const section = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Audience sections" }).getByRole("link", { name });
/** An issue's text in the editor, and the articles in it. */
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const blocks = (page: Page) => text(page).locator(".article-block");

async function openSection(page: Page, section: "issues" | "outbox") {
  await page.goto(adminUrl.audience(section));
  const name = section === "issues" ? "Newsletter Issues" : "Outbox";
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

async function draft(api: APIRequestContext, subject: string): Promise<Issue> {
  const data = { subject, introduction: "Words." };
  return (await api.post(editorApiUrl.issues(), { data })).json();
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
  await button(page, "Save").click();
  await expect(toastOf(page, "Missing required fields")).toContainText("Please fill out all required fields");
  await field(page, "Subject*").fill("Composed by hand");
  await expect(page).toHaveURL(/\/admin\/issues\/\d+$/);
  await button(page, "Fill in best of the week").click();
  await expect(toastOf(page, "Best of the week filled in")).toBeVisible();
  await expect(field(page, "Subject*")).toHaveValue("Composed by hand");
  await expect(text(page)).toContainText("What our editors chose");
  const before = await blocks(page).count();
  expect(before).toBeGreaterThan(1);
  const title = blocks(page).nth(1).locator("p").nth(1);
  // Its number stands in its place until the article is known.
  await expect(title).not.toHaveText(/^(Article \d+)?$/);
  const second = (await title.textContent()) ?? "";
  await expect(blocks(page).nth(1).locator("img")).toHaveCount(0);
  await blocks(page).nth(1).getByRole("switch", { name: "With its picture" }).click();
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

  await button(page, "Send a test").click();
  await expect(dialog(page).getByRole("textbox", { name: "Email" })).toHaveValue(editor.email);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Test written to a file")).toContainText(editor.email);
  await expect(dialog(page)).toHaveCount(0);

  await button(page, "Send").click();
  await expect(dialog(page)).toContainText(/goes to [\d,]+ subscribers?, as the list is now/);
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
  await expect(page.getByRole("note", { name: "Sponsored" })).toContainText("Sound vaults.");
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Past newsletters" }).click();
  await expect(page.getByRole("link", { name: "Composed by hand" })).toBeVisible();
  expect(ownComplaints(complaints)).toEqual([]);
});

test("an issue stores itself while it is written, apart from what is sent once it is scheduled; versions come back", async ({
  page,
  api,
}) => {
  test.slow();
  const { id } = await draft(api, "For later");
  const stored = async (): Promise<Issue> => (await api.get(editorApiUrl.issue(id))).json();
  await openSection(page, "issues");
  await button(page, "Edit For later").click();
  await field(page, "Preview Text").fill("Stored by itself");
  await expect.poll(async () => (await stored()).preview).toBe("Stored by itself");
  await expect(page.getByText(/^Draft, saved \d/)).toBeVisible();

  await button(page, "Versions").click();
  await dialog(page).getByRole("navigation", { name: "All versions" }).getByRole("button").last().click();
  await dialog(page).getByRole("button", { name: "Restore this version" }).click();
  await expect(toastOf(page, "Version restored")).toBeVisible();
  await expect(field(page, "Preview Text")).toHaveValue("");
  await expect(text(page)).toHaveText("Words.");

  await api.post(editorApiUrl.issueAction(id, "send"), { data: { at: "2099-05-04T06:30:00.000Z" } });
  await page.reload();
  await expect(page.getByText(/^Scheduled\. For May 4, 2099/)).toBeVisible();
  await field(page, "Preview Text").fill("Not to be sent yet");
  await expect(page.getByText("Scheduled without the last changes: Save adds them")).toBeVisible();
  expect(await stored()).toMatchObject({ preview: "", has_draft: true });
  await button(page, "Save").click();
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  expect(await stored()).toMatchObject({ preview: "Not to be sent yet", state: "scheduled" });

  await button(page, "Pause").click();
  await expect(toastOf(page, "Issue paused")).toBeVisible();
  await button(page, "Resume").click();
  await expect(toastOf(page, "Issue resumed")).toBeVisible();
  await button(page, "Delete").click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Issue deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Newsletter Issues" })).toBeFocused();
  await expect(rowOf(page, "For later")).toHaveCount(0);
});

test("an issue that starts with an article opens with the cursor before it, and typing keeps the article", async ({
  page,
  api,
}) => {
  const [first] = await (await api.get(`${apiUrl.articles()}?status=published&limit=1`)).json();
  const body = `<article class="without-picture" data-article="${first.id}"></article>`;
  const issue: Issue = await (
    await api.post(editorApiUrl.issues(), { data: { subject: "An article first", body } })
  ).json();
  await page.goto(adminUrl.issue(issue.id));
  await expect(blocks(page)).toHaveCount(1);
  await text(page).focus();
  await page.keyboard.type("Good morning");
  await expect(text(page).locator(":scope > p").first()).toHaveText("Good morning");
  await expect(blocks(page)).toHaveCount(1);
});

test("two editors of one issue lose no words", async ({ page, api }) => {
  const { id } = await draft(api, "Of two minds");
  await openSection(page, "issues");
  await button(page, "Edit Of two minds").click();
  await expect(text(page)).toHaveText("Words.");
  // Typed first: an untouched form would take what the colleague stores over.
  await field(page, "Preview Text").fill("Mine.");
  await api.put(editorApiUrl.issue(id), { data: { preview: "Theirs." } });
  await expect(page.getByText("Not saved: you changed the same part elsewhere")).toBeVisible();
  await button(page, "Compare").click();
  const other = versions(page, "issue");
  await expect(other.getByRole("region", { name: "Preview Text" })).toContainText("Theirs.");
  await expectNoViolations(page);
  await keepMine(other).click();
  await expect.poll(async () => (await (await api.get(editorApiUrl.issue(id))).json()).preview).toBe("Mine.");
  await api.delete(editorApiUrl.issue(id));
});

test("the weekly digest is configured in the newsroom's time zone", async ({ page, api }) => {
  await openSection(page, "issues");
  const card = page.getByRole("region", { name: "Weekly digest" });
  await choose(card.getByRole("combobox", { name: "Weekday" }), "Friday");
  await choose(card.getByRole("combobox", { name: "Hour" }), "06:00");
  await expect(card).toContainText(/The next time: .+ at 6:00\sAM \(UTC\)/);
  await card.getByRole("button", { name: "Save digest" }).click();
  await expect(toastOf(page, "Weekly digest saved")).toBeVisible();
  expect(await (await api.get(editorApiUrl.digest())).json()).toMatchObject({ weekday: 5, hour: 6 });
});

test("the outbox shows errors, and resends an uncertain mail only after a warning", async ({ page, store }) => {
  const { db } = store.database;
  const body = await db
    .insertInto("mail_body")
    .values({ subject: "Of unknown fate", html: "<p>Words</p>", text: "Words" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const now = systemClock.now();
  const mail = {
    kind: "test",
    priority: 0,
    body_id: body.id,
    issue_id: null,
    subscriber_id: null,
    created_at: now,
    due_at: now,
    settled_at: now,
    reply_name: "",
    reply_email: "",
    attempts: 1,
  } as const;
  await db
    .insertInto("mail")
    .values([
      {
        ...mail,
        state: "uncertain",
        to_email: "maybe@jarida.example",
        message_id: "<m1@x>",
        last_error: "Cut after DATA",
      },
      { ...mail, state: "failed", to_email: "never@jarida.example", message_id: "<m2@x>", last_error: "550 unknown" },
      {
        ...mail,
        state: "queued",
        to_email: "later@jarida.example",
        message_id: "<m3@x>",
        last_error: "535 no such login",
        due_at: now + 60 * 60_000,
      },
    ])
    .execute();
  await openSection(page, "outbox");
  await expect(page.getByText("1 mail could not leave yet and is tried again.")).toBeVisible();
  await expect(page.getByText("The reason: 535 no such login")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "State" }), "Failed");
  await expect(rowOf(page, "never@jarida.example")).toContainText("550 unknown");
  await expect(rowOf(page, "maybe@jarida.example")).toHaveCount(0);
  const state = page.getByRole("combobox", { name: "State" });
  await choose(state, "Uncertain");
  await expect(rowOf(page, "maybe@jarida.example")).toBeVisible();
  await page.goBack();
  await expect(state).toHaveText("Failed");
  await section(page, "Issues").click();
  await section(page, "Outbox").click();
  await page.reload();
  await expect(rowOf(page, "never@jarida.example")).toBeVisible();
  await choose(state, "Uncertain");
  await button(page, "Send again to maybe@jarida.example").click();
  await expect(dialog(page)).toContainText("it arrives twice");
  await dialog(page).getByRole("button", { name: "Send again" }).click();
  await expect(toastOf(page, "Sent again")).toBeVisible();
  await expect(page.getByText("No mails of this kind and state.")).toBeVisible();
});

test("lists that fail to load can be retried", async ({ page }) => {
  await page.route("**/api/newsletter/issues/**", (route) => route.fulfill({ status: 403, json: {} }));
  await openSection(page, "issues");
  await expect(toastOf(page, "Error fetching issues")).toContainText("Could not fetch the issues");
  await page.unroute("**/api/newsletter/issues/**");
  await button(page, "Try again").click();
  await expect(button(page, "Try again")).toHaveCount(0);
  // A page beyond the last one shows the last one.
  await page.goto(`${adminUrl.audience("issues")}?page=99`);
  await expect(page).toHaveURL(/\/issues$/);
});

test("a list that gets shorter in the background does not move the editor to it", async ({ page, editor }) => {
  let total = 51;
  const call = /\/api\/outbox\/\?.*offset=/;
  await page.route(call, (route) => route.fulfill({ json: [], headers: { "x-total-count": String(total) } }));
  await page.goto(`${adminUrl.audience("outbox")}?page=2`);
  await expect(page.getByText("No mails yet.")).toBeVisible();
  await section(page, "Subscribers").click();
  total = 0;
  const answered = page.waitForResponse(call);
  await button(page, "Add Subscriber").click();
  await field(page, "Email").fill(`added.by.${editor.email}`);
  await page.keyboard.press("Enter");
  await answered;
  await expect(toastOf(page, "Subscriber added")).toBeVisible();
  await section(page, "Outbox").click();
  await expect(page).toHaveURL(/\/outbox$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/audience$/);
});

test("fits a phone without sideways scrolling and without axe violations", async ({ page, api }) => {
  test.slow();
  const subject = `Long${"word".repeat(40)}`;
  await draft(api, subject);
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
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
});
