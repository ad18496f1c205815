import { onTestFinished } from "vitest";
import { recordEntry } from "#features/audit/commands.ts";
import { operator } from "#shared/actor.ts";
import { adminUrl } from "#shared/urls.ts";
import { EDITOR } from "#test/support/editor.ts";
import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("jobs are listed with their last run, and one that failed is shown first with its reason", async ({
  page,
  store: { database, clock },
}) => {
  const row = { ran_at: clock.now(), took_ms: 12 };
  await database.db
    .insertInto("job_run")
    .values([
      { ...row, name: "retention", failed_at: row.ran_at, error: "The disk is full." },
      { ...row, name: "old mail", failed_at: null, error: "" },
    ])
    .execute();
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await expect(page.getByText("1 failed in the last run", { exact: false })).toBeVisible();
  const jobs = page.getByRole("region", { name: "Jobs" }).getByRole("listitem");
  await expect(jobs.first()).toContainText("Delete personal data after its retention period");
  await expect(jobs.first()).toContainText("Failed: The disk is full.");
  await expect(jobs.filter({ hasText: "Delete old mail" })).toContainText("12 ms; every 10 minutes");
  await expect(jobs.filter({ hasText: "Empty" })).toHaveCount(0);
});

test("a backup is made, says how long it took, and is downloaded by a form after the password", async ({ page }) => {
  const sent: Record<string, string>[] = [];
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (!form.hidden) return;
    event.preventDefault();
    sent.push({ action: form.getAttribute("action") ?? "", method: form.method, ...valuesOf(form) });
  };
  document.addEventListener("submit", onSubmit);
  onTestFinished(() => document.removeEventListener("submit", onSubmit));
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await expect(page.getByText("No backup yet.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText(/^The backup of .* is complete\. It took/)).toBeVisible();
  await page.getByRole("button", { name: /^Download the backup of/ }).click();
  await page.getByLabel("Current password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill(EDITOR.password);
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await expect.poll(() => sent).toMatchObject([{ action: "/api/system/downloads/", method: "post" }]);
  expect(sent[0]?.token).not.toBe("");
});

test("a chief who left is named on every screen until the proposal is settled", async ({ page, store }) => {
  const { database, clock } = store;
  await recordEntry(database.db, clock, { by: operator, action: "secret.propose", subject: { kind: "secret" } });
  await openAdmin(page);
  await expect(page.getByText("Consider a new signing key.", { exact: false })).toBeVisible();
  await page.goto(adminUrl.system());
  await page.getByRole("button", { name: "Mark as settled" }).click();
  await expect(page.getByRole("heading", { name: "Signing key" })).toHaveCount(0);
  await expect(page.getByText("Consider a new signing key.", { exact: false })).toHaveCount(0);
});

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

test("a failed backup names the reason", async ({ page, store: { database, clock } }) => {
  const at = { started_at: clock.now() - 1_000, alive_at: clock.now(), finished_at: clock.now() };
  await database.db
    .insertInto("backup_run")
    .values({ id: 1, started_by: null, place: "", error: "There is no space left.", ...at })
    .execute();
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await expect(page.getByText(/^The backup of .* failed: There is no space left\.$/)).toBeVisible();
});

test("a failed nightly backup says which attempt it was and when the next one is due", async ({ page, api }) => {
  const backup = {
    state: "failed",
    started: "2026-11-20T03:15:00.000Z",
    finished: "2026-11-20T03:15:02.000Z",
    error: "There is no space left.",
    attempt: 2,
    retry: "2026-11-20T03:30:02.000Z",
  };
  const state = await (await api.get("/api/system/")).json();
  let shown: object = backup;
  await page.route(/\/api\/system\/$/, (route) => route.fulfill({ json: { ...state, backup: shown } }));
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await expect(
    page.getByText(/ failed \(attempt 2 of 4\): There is no space left\. It is tried again at 0?3:30/),
  ).toBeVisible();
  shown = { ...backup, attempt: 4, retry: null };
  await page.goto(adminUrl.redirects());
  await page.goto(adminUrl.system());
  await expect(page.getByText(/\(attempt 4 of 4\).* It is not tried again before the next night\./)).toBeVisible();
});

test("a window that shows demo content which was removed elsewhere is brought up to date", async ({ page }) => {
  const counts = { articles: 3, authors: 1, pictures: 0, topics: 0 };
  let state: object = { state: "present", counts, kept: [], undo_until: null };
  await page.route(/\/api\/demo\/$/, (route) => route.fulfill({ json: state }));
  await page.route(/\/api\/demo\/removal\/$/, (route) => {
    state = { state: "removed", counts, kept: [], undo_until: "2026-12-20T12:00:00.000Z" };
    return route.fulfill({ status: 409, json: { code: "no_demo", detail: "The publication has no demo content." } });
  });
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await page.getByRole("button", { name: "Remove demo content" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Restore demo content" })).toBeVisible();
});

test("nightly backups are switched on, and a number that is too large is named at its field", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await page.getByRole("switch", { name: "Back up every night" }).click();
  await page.getByLabel("Backups to keep").fill("61");
  await page.getByRole("button", { name: "Save schedule" }).click();
  await expect(page.getByText("Number of backups must be a whole number from 1 to 60.").first()).toBeVisible();
  await page.getByLabel("Backups to keep").fill("14");
  await page.getByRole("button", { name: "Save schedule" }).click();
  await expect(page.getByText(/^Next backup: .* at 03:00 \(UTC\)\.$/)).toBeVisible();
  expect(await (await api.get("/api/settings/backups/")).json()).toEqual({ nightly: true, hour: 3, kept: 14 });
});

test("staging is switched on after a question, and a bar says so on every screen", async ({ page, api }) => {
  await openAdmin(page);
  await expect(page.getByText("Readers get no mails, and search engines", { exact: false })).toHaveCount(0);
  await page.goto(adminUrl.system());
  await page.getByRole("button", { name: "Turn staging on" }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText("This site is not a staging copy.")).toBeVisible();
  await page.getByRole("button", { name: "Turn staging on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn staging on" }).click();
  await expect(page.getByText("This site is a staging copy.")).toBeVisible();
  await expect(page.getByText("Readers get no mails, and search engines", { exact: false })).toBeVisible();
  expect((await (await api.get("/api/system/")).json()).staging).toEqual({ is_on: true, is_variable: false });
  await page.goto(adminUrl.redirects());
  await expect(page.getByText("Readers get no mails, and search engines", { exact: false })).toBeVisible();
});

test("failed tasks are sentences on the dashboard and the screen, each with retry, open and dismiss", async ({
  page,
  store: { database, clock },
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Kenya’s miners" });
  const row = { kind: "fetch-remote-1", state: "failed" as const, position: null, due_at: 0, created_at: 0 };
  const about = (what: string, more: object) => JSON.stringify({ what, ...more });
  const ended = { finished_at: clock.now(), last_error: "It is on a private network." };
  await database.db
    .insertInto("task")
    .values([
      { ...row, ...ended, payload: "", about: about("Import of subscribers", { path: adminUrl.audience() }) },
      {
        ...row,
        ...ended,
        payload: "{}",
        about: about("Card of miners.example", { document: { type: "article", id } }),
      },
    ])
    .execute();
  await openAdmin(page);
  const failed = page.getByRole("region", { name: "Failed tasks" });
  await expect(failed.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "1 more failed task" })).toHaveAttribute("href", adminUrl.system());
  const card = failed.getByRole("listitem").first();
  await expect(card).toContainText(/Card of miners\.example in “Kenya’s miners”, .*\d\d:\d\d/);
  await expect(card).toContainText("It is on a private network.");
  await expect(card.getByRole("link", { name: /^Open/ })).toHaveAttribute("href", adminUrl.article(id));
  await card.getByRole("button", { name: /^Retry/ }).press("Enter");
  await expect(card).toContainText("Import of subscribers");
  await expect(card.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
  await page.goto(adminUrl.system());
  await failed.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(failed).toHaveCount(0);
  const left = await database.db.selectFrom("task").select(["state", "about"]).where("kind", "=", row.kind).execute();
  expect(left).toEqual([{ state: "queued", about: "" }]);
});
