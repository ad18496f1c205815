import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Issue } from "#features/issues/schema.ts";
import { systemClock } from "#platform/clock.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { ownComplaints, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";
import { offers, restore, versions } from "./unsaved-work.ts";

// Issues and subscribers are shared: the journeys run one after another.
test.describe.configure({ mode: "default" });

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const section = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Audience sections" }).getByRole("link", { name });
const chosen = (page: Page) => page.getByRole("region", { name: "Articles of the issue" }).getByRole("listitem");

async function openSection(page: Page, section: "issues" | "outbox") {
  await page.goto(adminUrl.audience(section));
  const name = section === "issues" ? "Newsletter Issues" : "Outbox";
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

async function draft(api: APIRequestContext, subject: string): Promise<Issue> {
  const data = { subject, introduction: "Words." };
  return (await api.post(editorApiUrl.issues(), { data })).json();
}

test("an issue is written, previewed as mail, tested, sent, and its recipients are followed", async ({
  page,
  api,
  site,
  complaints,
}) => {
  test.slow();
  const reader = "reader-of-issues@jarida.example";
  await api.post(editorApiUrl.subscribers(), { data: { email: reader } });
  await openSection(page, "issues");
  await button(page, "New issue").click();
  await expect(field(page, "Subject*")).toBeFocused();
  await button(page, "Save").click();
  await expect(toastOf(page, "Missing required fields")).toContainText("Please fill out all required fields");
  await field(page, "Subject*").fill("Composed by hand");

  await button(page, "Fill in best of the week").click();
  await expect(toastOf(page, "Best of the week filled in")).toBeVisible();
  await expect(field(page, "Subject*")).toHaveValue("Composed by hand");
  await expect(field(page, "Introduction")).not.toHaveValue("");
  const before = await chosen(page).count();
  expect(before).toBeGreaterThan(1);

  // Reordered, removed and added by the keyboard alone.
  const second = (await chosen(page).nth(1).locator("span").first().textContent()) ?? "";
  await button(page, `Move up: ${second}`).focus();
  await page.keyboard.press("Enter");
  await expect(chosen(page).first()).toContainText(second);
  await expect(button(page, `Move up: ${second}`)).toBeFocused();
  await button(page, `Remove: ${second}`).focus();
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toHaveCount(before - 1);
  await page.getByRole("searchbox", { name: "Search published articles" }).fill(second);
  await button(page, `Add: ${second}`).click();
  await expect(chosen(page).last()).toContainText(second);
  await field(page, "Subject*").press("Control+s");
  await expect(toastOf(page, "Issue added")).toBeVisible();

  await button(page, "See it as mail").click();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("link", { name: second }).last()).toBeVisible();
  await dialog(page).getByRole("radio", { name: "Phone" }).check();
  expect((await page.locator("iframe").boundingBox())?.width).toBe(375);
  await dialog(page).getByRole("radio", { name: "Plain text" }).check();
  await expect(dialog(page).locator("pre")).toContainText(second);
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await button(page, "Send a test").click();
  await dialog(page).getByRole("textbox", { name: "Email" }).fill("tester@jarida.example");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Test sent")).toContainText("tester@jarida.example");
  await expect(dialog(page)).toHaveCount(0);

  await button(page, "Send").click();
  await expect(dialog(page)).toContainText(/goes to [\d,]+ subscribers?, as the list is now/);
  await dialog(page).getByRole("button", { name: "Send now" }).click();
  await expect(toastOf(page, "Sending begins")).toBeVisible();
  await expect(rowOf(page, reader)).toContainText("Sent", { timeout: 20_000 });
  await expect(page.getByText(/^Sent\. Sent /)).toBeVisible({ timeout: 20_000 });
  const files = readdirSync(join(site.dataDir, "outbox")).map((name) =>
    readFileSync(join(site.dataDir, "outbox", name), "utf8"),
  );
  expect(files.some((text) => text.includes("To: tester@jarida.example") && text.includes("Test: Composed"))).toBe(
    true,
  );
  expect(files.some((text) => text.includes(`To: ${reader}`) && text.includes("Subject: Composed by hand"))).toBe(true);

  await button(page, "Back to the issues").click();
  await expect(rowOf(page, "Composed by hand")).toContainText("Sent");
  await expect(button(page, "Show Composed by hand")).toBeVisible();
  expect(ownComplaints(complaints)).toEqual([]);
});

test("an issue is scheduled in local time, paused, resumed and deleted; unsaved words are kept", async ({
  page,
  api,
}) => {
  await draft(api, "For later");
  await openSection(page, "issues");
  await button(page, "Edit For later").click();
  await field(page, "Preview Text").fill("Not saved yet");
  await button(page, "Back to the issues").click();
  await expect(button(page, "New issue")).toBeVisible();
  await restore(page).click();
  await expect(field(page, "Preview Text")).toHaveValue("Not saved yet");

  await button(page, "Send").click();
  await dialog(page).getByRole("radio", { name: "At a time" }).check();
  await expect(dialog(page)).toContainText("Africa/Nairobi");
  await page.getByLabel("Date and time").fill("2099-05-04T09:30");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(toastOf(page, "Issue scheduled")).toContainText("May 4, 2099 at 9:30 AM");
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  expect(issues.find(({ subject }) => subject === "For later")).toMatchObject({
    state: "scheduled",
    preview: "Not saved yet",
    scheduled_at: "2099-05-04T06:30:00.000Z",
  });

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

test("two editors of one issue lose no words", async ({ page, api }) => {
  const { id } = await draft(api, "Of two minds");
  const theirs = (data: object) => api.put(editorApiUrl.issue(id), { data });
  await openSection(page, "issues");
  await button(page, "Edit Of two minds").click();
  await field(page, "Introduction").fill("Mine.");
  await theirs({ introduction: "Theirs." });
  await button(page, "Save").click();
  await expect(toastOf(page, "Error saving issue")).toContainText("Somebody else has changed this issue");
  const other = versions(page, "issue");
  await expect(other.getByRole("region", { name: "Introduction" })).toContainText("Theirs.");
  await expectNoViolations(page);
  await other.getByRole("button", { name: "Take theirs" }).click();
  await expect(field(page, "Introduction")).toHaveValue("Theirs.");
  await restore(page).click();
  await expect(other.getByRole("region", { name: "Introduction" })).toContainText("Mine.");
  await other.getByRole("button", { name: "Keep mine" }).click();
  await expect(field(page, "Introduction")).toHaveValue("Mine.");

  await theirs({ introduction: "Theirs again." });
  await button(page, "Save").click();
  await other.getByRole("button", { name: "Keep mine and save it" }).click();
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  expect(await (await api.get(editorApiUrl.issue(id))).json()).toMatchObject({ introduction: "Mine.", version: 4 });
  await expect(offers(page)).toContainText("The version that was saved over, of “Of two minds”");
  await restore(page).click();
  await other.getByRole("button", { name: "Keep mine" }).click();
  await expect(field(page, "Introduction")).toHaveValue("Theirs again.");
  await button(page, "Save").click();
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  await api.delete(editorApiUrl.issue(id));
});

test("the weekly digest is configured in UTC", async ({ page, api }) => {
  await openSection(page, "issues");
  const card = page.getByRole("region", { name: "Weekly digest" });
  await card.getByRole("combobox", { name: "Weekday" }).selectOption("Friday");
  await card.getByRole("combobox", { name: "Hour" }).selectOption("06:00 UTC");
  await expect(card).toContainText("at 9:00 AM");
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
  await page.getByRole("combobox", { name: "State" }).selectOption("Failed");
  await expect(rowOf(page, "never@jarida.example")).toContainText("550 unknown");
  await expect(rowOf(page, "maybe@jarida.example")).toHaveCount(0);
  const state = page.getByRole("combobox", { name: "State" });
  await state.selectOption("Uncertain");
  await expect(rowOf(page, "maybe@jarida.example")).toBeVisible();
  await page.goBack();
  await expect(state).toHaveValue("failed");
  await section(page, "Issues").click();
  await section(page, "Outbox").click();
  await page.reload();
  await expect(rowOf(page, "never@jarida.example")).toBeVisible();
  await state.selectOption("Uncertain");
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
  await button(page, `Edit ${subject}`).click();
  await expect(field(page, "Subject*")).toHaveValue(subject);
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
});
