import type { Page } from "@playwright/test";
import type { Issue } from "#features/issues/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";
import {
  crash,
  expectNoOffer,
  expectNoQuestion,
  kept,
  offers,
  restore,
  undoDiscard,
  versions,
} from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const list = (page: Page) => page.getByRole("table", { name: "Newsletter issues" });

async function openIssues(page: Page): Promise<void> {
  await page.goto(adminUrl.audience("issues"));
  await expect(page.getByRole("heading", { name: "Newsletter Issues" })).toBeVisible();
}

/** An issue for one test alone. */
const withIssue = test.extend<{ issue: Issue }>({
  issue: async ({ api }, use, { title }) => {
    const subject = `Issue of “${title.slice(0, 60)}”`;
    const issue: Issue = await (await api.post(editorApiUrl.issues(), { data: { subject } })).json();
    await use(issue);
    await api.delete(editorApiUrl.issue(issue.id));
  },
});

test("a new issue survives a crash, its articles too, and is no longer offered once it is saved", async ({
  page,
  context,
  api,
}) => {
  await openIssues(page);
  await button(page, "New issue").click();
  await field(page, "Subject*").fill("Written before the crash");
  await button(page, "Fill in best of the week").click();
  await expect(toastOf(page, "Best of the week filled in")).toBeVisible();
  const articles = page.getByRole("region", { name: "Articles of the issue" }).getByRole("listitem");
  const chosen = await articles.count();
  await expect(kept(page)).toBeVisible();
  const next = await crash(page, context, openIssues);
  await expect(offers(next)).toContainText("An unsaved new issue, “Written before the crash”");
  await restore(next).click();
  await expect(field(next, "Subject*")).toHaveValue("Written before the crash");
  await expect(next.getByRole("region", { name: "Articles of the issue" }).getByRole("listitem")).toHaveCount(chosen);
  await button(next, "Save").click();
  await expect(toastOf(next, "Issue added")).toBeVisible();
  await openIssues(next);
  await expect(list(next)).toContainText("Written before the crash");
  await expectNoOffer(next, list(next));
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const mine = issues.filter(({ subject }) => subject === "Written before the crash");
  expect(mine).toHaveLength(1);
  for (const { id } of mine) await api.delete(editorApiUrl.issue(id));
});

withIssue(
  "work on an issue left open is offered, without a question; only Discard deletes it, and can be undone",
  async ({ page, issue }) => {
    await openIssues(page);
    const expectNone = expectNoQuestion(page);
    await button(page, `Edit ${issue.subject}`).click();
    await field(page, "Introduction").fill("Half an introduction");
    await button(page, "Back to the issues").click();
    await expect(offers(page)).toContainText(`Unsaved changes to “${issue.subject}”`);
    await page.getByRole("navigation", { name: "Audience sections" }).getByRole("link", { name: "Outbox" }).click();
    await page.goBack();
    await restore(page).click();
    await button(page, "Discard changes").click();
    await expect(page.getByRole("heading", { name: "Newsletter Issues" })).toBeFocused();
    await expect(offers(page)).toHaveCount(0);
    await undoDiscard(page);
    await restore(page).click();
    await expect(field(page, "Introduction")).toHaveValue("Half an introduction");
    await button(page, "Save").click();
    await expect(toastOf(page, "Issue updated")).toBeVisible();
    await page.reload();
    await expectNoOffer(page, list(page));
    expectNone();
  },
);

withIssue("work on issues is not offered among articles, nor the reverse", async ({ page, issue }) => {
  await openIssues(page);
  await button(page, `Edit ${issue.subject}`).click();
  await field(page, "Introduction").fill("Of the newsletter");
  await expect(kept(page)).toBeVisible();
  await page.goto("/admin");
  await expectNoOffer(page);
  await openIssues(page);
  await offers(page)
    .getByRole("button", { name: /^Discard/ })
    .click();
});

withIssue(
  "changes made meanwhile are shown beside restored work, and applied to an untouched form",
  async ({ page, api, issue }) => {
    await openIssues(page);
    await button(page, `Edit ${issue.subject}`).click();
    await field(page, "Introduction").fill("Mine");
    await button(page, "Back to the issues").click();
    await api.put(editorApiUrl.issue(issue.id), { data: { introduction: "Theirs", preview: "Also theirs" } });
    await restore(page).click();
    const dialog = versions(page, "issue");
    await expect(dialog.getByRole("region", { name: "Introduction" })).toContainText("Theirs");
    await expectNoViolations(page);
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect(field(page, "Preview Text")).toHaveValue("Also theirs");
    await expect(offers(page)).toContainText("Unsaved changes to");
    await offers(page)
      .getByRole("button", { name: /^Discard/ })
      .click();
  },
);

withIssue("work on an issue whose sending has begun can become a new issue", async ({ page, api, issue }) => {
  await api.put(editorApiUrl.issue(issue.id), { data: { introduction: "Goes out" } });
  await openIssues(page);
  await button(page, `Edit ${issue.subject}`).click();
  await field(page, "Subject*").fill("Too late for that one");
  await api.post(editorApiUrl.issueAction(issue.id, "send"), { data: {} });
  await expect
    .poll(async () => (await (await api.get(editorApiUrl.issue(issue.id))).json()).started_at, { timeout: 20_000 })
    .not.toBeNull();
  await button(page, "Save").click();
  const dialog = versions(page, "issue");
  await expect(dialog.getByRole("button", { name: "Take theirs" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep mine and save it" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save mine as a new draft" }).click();
  await expect(toastOf(page, "Issue added")).toBeVisible();
  await expect(field(page, "Subject*")).toHaveCount(0);
  await button(page, "Back to the issues").click();
  await expect(list(page)).toContainText("Too late for that one");
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  for (const { id, subject } of issues)
    if (subject === "Too late for that one") await api.delete(editorApiUrl.issue(id));
});

for (const width of [320, 375, 768, 1280]) {
  withIssue(`the issue's form fits ${width} px with all its buttons, without violations`, async ({ page, issue }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openIssues(page);
    await button(page, `Edit ${issue.subject}`).click();
    await field(page, "Introduction").fill("Something");
    await expect(kept(page)).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await expectNoViolations(page);
    await button(page, "Discard changes").click();
  });
}
