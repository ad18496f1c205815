import type { APIRequestContext, Page } from "@playwright/test";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";
import {
  crash,
  expectNoOffer,
  expectNoQuestion,
  expectNothingKept,
  keepMine,
  offers,
  restore,
  takeTheirs,
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

async function schedule(api: APIRequestContext, issue: Issue): Promise<void> {
  await api.put(editorApiUrl.issue(issue.id), { data: { introduction: "Goes out" } });
  await api.post(editorApiUrl.issueAction(issue.id, "send"), { data: { at: "2099-05-04T06:30:00.000Z" } });
}

test("a new issue without a subject that was left or crashed is offered; only Discard deletes it, and can be undone", async ({
  page,
  context,
  api,
}) => {
  test.slow();
  await openIssues(page);
  const expectNone = expectNoQuestion(page);
  await button(page, "New issue").click();
  await field(page, "Preview Text").fill("Half a thought");
  await button(page, "Issues").click();
  await expect(toastOf(page, "Your unsaved work is kept")).toBeVisible();
  await restore(page).click();
  await expect(field(page, "Preview Text")).toHaveValue("Half a thought");
  await button(page, "Discard changes").click();
  await expect(offers(page)).toHaveCount(0);
  await undoDiscard(page);
  await restore(page).click();
  await expect(field(page, "Preview Text")).toHaveValue("Half a thought");
  expectNone();
  const next = await crash(page, context, openIssues);
  await restore(next).click();
  await expect(field(next, "Preview Text")).toHaveValue("Half a thought");
  await field(next, "Subject*").fill("Half a thought, kept");
  await button(next, "Save").click();
  await expectNothingKept(next);
  await openIssues(next);
  await expectNoOffer(next, list(next));
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const made = issues.filter(({ subject }) => subject === "Half a thought, kept");
  expect(made).toMatchObject([{ preview: "Half a thought" }]);
  for (const { id } of made) await api.delete(editorApiUrl.issue(id));
});

withIssue(
  "what is typed into a scheduled issue is a working copy, which Discard deletes and Save adds",
  async ({ page, api, issue }) => {
    await schedule(api, issue);
    const stored = async (): Promise<Issue> => (await api.get(editorApiUrl.issue(issue.id))).json();
    await page.goto(adminUrl.issue(issue.id));
    const waiting = page.getByText("Scheduled without the last changes: Save adds them");
    await field(page, "Preview Text").fill("Half a thought");
    await expect(waiting).toBeVisible();
    expect(await stored()).toMatchObject({ preview: "", has_draft: true });
    await page.reload();
    await expect(field(page, "Preview Text")).toHaveValue("Half a thought");
    await expect(waiting).toBeVisible();
    await button(page, "Discard changes").click();
    await expect.poll(async () => (await stored()).has_draft).toBe(false);
    await undoDiscard(page);
    await expect.poll(async () => (await stored()).has_draft).toBe(true);
    await page.goto(adminUrl.issue(issue.id));
    await expect(field(page, "Preview Text")).toHaveValue("Half a thought");
    await button(page, "Save").click();
    await expect(toastOf(page, "Issue updated")).toBeVisible();
    expect(await stored()).toMatchObject({ preview: "Half a thought", has_draft: false, state: "scheduled" });
  },
);

withIssue("work on an issue whose sending has begun can become a new issue", async ({ page, api, issue }) => {
  await schedule(api, issue);
  await openIssues(page);
  await button(page, `Edit ${issue.subject}`).click();
  const isDraft = /\/draft\/$/;
  await page.route(isDraft, (route) => route.abort());
  await field(page, "Subject*").fill("Too late for that one");
  await api.post(editorApiUrl.issueAction(issue.id, "send"), { data: {} });
  await expect.poll(async () => (await (await api.get(editorApiUrl.issue(issue.id))).json()).started_at).not.toBeNull();
  await page.unroute(isDraft);
  await button(page, "Save").click();
  const dialog = versions(page, "issue");
  await expect(takeTheirs(dialog)).toBeVisible();
  await expect(keepMine(dialog)).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Save .* as a new draft$/ }).click();
  await expect(toastOf(page, "Issue added")).toBeVisible();
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const copies = issues.filter(({ subject }) => subject === "Too late for that one");
  expect(copies).toHaveLength(1);
  for (const { id } of copies) await api.delete(editorApiUrl.issue(id));
});

withIssue(
  "an issue that is open in two tabs says so in both, until one is closed",
  async ({ page, context, issue }) => {
    await page.goto(adminUrl.issue(issue.id));
    await expect(field(page, "Subject*")).toBeVisible();
    const other = await context.newPage();
    await other.goto(adminUrl.issue(issue.id));
    for (const tab of [page, other])
      await expect(tab.getByText("You have this issue open in another tab too.")).toBeVisible();
    await other.close();
    await expect(page.getByText("You have this issue open in another tab too.")).toBeHidden();
  },
);

withIssue("an issue lists the pictures that could not be copied from other hosts", async ({ page, api, issue }) => {
  const body = '<p>Words</p><p><img src="https://pictures.example/a.png" alt="A harbour"></p>';
  await api.put(editorApiUrl.issue(issue.id), { data: { body } });
  await page.route("**/api/remote/**", (route) => {
    const { items } = route.request().postDataJSON() as { items: object[] };
    const failed = { state: "failed", url: "", card: null, detail: "Not found." };
    return route.fulfill({ json: items.map((item) => ({ ...item, ...failed })) });
  });
  await page.goto(adminUrl.issue(issue.id));
  const finding = page.getByText("it could not be copied from pictures.example (not found)");
  await finding.click();
  await expect(page.locator(".picture.ProseMirror-selectednode, .ProseMirror-selectednode .picture")).toBeVisible();
  await button(page, "Remove the picture on pictures.example").click();
  await expect(page.locator(".picture")).toHaveCount(0);
  await expect(finding).toHaveCount(0);
});

withIssue("an issue's room fits every width with all its buttons, without violations", async ({ page, issue }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openIssues(page);
  await button(page, `Edit ${issue.subject}`).click();
  await button(page, "Fill in best of the week").click();
  await expect(page.locator(".article-block").first()).toBeVisible();
  await expectFits(page, [768, 1280]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
});
