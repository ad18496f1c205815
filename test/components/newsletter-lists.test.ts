import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const section = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Audience sections" }).getByRole("link", { name });

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function openSection(page: Page, section: "issues" | "outbox") {
  await page.goto(adminUrl.audience(section));
  const name = section === "issues" ? "Newsletter issues" : "Outbox";
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

test("the weekly digest is configured in the newsroom's time zone", async ({ page, api }) => {
  await openSection(page, "issues");
  const card = page.getByRole("region", { name: "Weekly digest" });
  await choose(page, card.getByRole("combobox", { name: "Weekday" }), "Friday");
  await choose(page, card.getByRole("combobox", { name: "Hour" }), "06:00");
  await expect(card).toContainText(/The next time: .+ at 06:00 \(UTC\)/);
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
  const now = Date.now();
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
  await expect(page.getByText("1 mail could not be sent yet and will be retried.")).toBeVisible();
  await expect(page.getByText("The reason: 535 no such login")).toBeVisible();
  await choose(page, page.getByRole("combobox", { name: "State" }), "Failed");
  await expect(rowOf(page, "never@jarida.example")).toContainText("550 unknown");
  await expect(rowOf(page, "maybe@jarida.example")).toHaveCount(0);
  const state = page.getByRole("combobox", { name: "State" });
  await choose(page, state, "Uncertain");
  await expect(rowOf(page, "maybe@jarida.example")).toBeVisible();
  await page.goBack();
  await expect(state).toHaveText("Failed");
  await section(page, "Issues").click();
  await section(page, "Outbox").click();
  await page.reload();
  await expect(rowOf(page, "never@jarida.example")).toBeVisible();
  await choose(page, state, "Uncertain");
  await button(page, "Send again to maybe@jarida.example").click();
  await expect(dialog(page)).toContainText("they will get it twice");
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
  await expect(page.getByText(/^No mails yet\./)).toBeVisible();
  await section(page, "Subscribers").click();
  total = 0;
  const answered = page.waitForResponse(call);
  await button(page, "New subscriber").click();
  await field(page, "Email").fill(`added.by.${editor.email}`);
  await page.keyboard.press("Enter");
  await answered;
  await expect(toastOf(page, "Subscriber added")).toBeVisible();
  await section(page, "Outbox").click();
  await expect(page).toHaveURL(/\/outbox$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/audience$/);
});

test("a chief switches on that clicks are counted; issues show their numbers, and the dashboard compares them", async ({
  page,
  store,
  api,
}) => {
  const { db } = store.database;
  const now = Date.now();
  const { id } = await db
    .insertInto("issue")
    .values({
      state: "sent",
      subject: "Counted",
      preview: "",
      introduction: "Hello.",
      article_ids: "[]",
      recipients: 12,
      created_at: now,
      updated_at: now,
      scheduled_at: now,
      started_at: now,
      finished_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const tally = { issue_id: id, rejected_count: 0, unsubscribed_count: 0 };
  await db
    .insertInto("mail_tally")
    .values([
      { ...tally, state: "sent", count: 9, unsubscribed_count: 2 },
      { ...tally, state: "failed", count: 3, rejected_count: 1 },
    ])
    .execute();
  const link = { issue_id: id, code: "abc", url: "https://other.example/", label: "Other", clicks: 4 };
  await db.insertInto("issue_link").values(link).execute();
  await openSection(page, "issues");
  const row = rowOf(page, "Counted");
  await expect(row.locator('[data-label="Rejected"]')).toContainText("1");
  await expect(row.locator('[data-label="Clicks"]')).toContainText("4");
  await expect(row).toContainText("2 failed.");
  const card = page.getByRole("region", { name: "Clicks" });
  await card.getByRole("switch", { name: /Count clicks on links/ }).click();
  await button(page, "Save clicks").click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  expect(await (await api.get("/api/settings/newsletter/")).json()).toEqual({ counts_clicks: true });
  await row.getByRole("link", { name: "Counted" }).click();
  await expect(page.getByRole("table", { name: "Clicks by link" }).locator("tbody tr")).toContainText("4");
  await expect(page.getByRole("table", { name: "Mails by outcome" })).toContainText("Failed for other reasons");
  await page.goto(pageUrl.admin());
  await button(page, "Overview").click();
  const chart = page.getByRole("table", { name: "Newsletter issues: mails delivered" });
  await page.getByText("As a table").click();
  await expect(chart.locator("tbody tr")).toContainText("Counted");
  await expect(chart.locator("tbody td")).toHaveText([/^Counted/, "9", "1", "2", "4"]);
});
