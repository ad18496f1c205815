import { beforeEach } from "vitest";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { chooseMore, openTool } from "./article-form.ts";
import { loseFirstResponse } from "./held-requests.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import {
  alternatives,
  expectNoOffer,
  expectNothingKept,
  keepMine,
  mayClose,
  offers,
  restore,
  takeTheirs,
  undoDiscard,
  versions,
} from "./unsaved-work.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
/** The issue's text in the editor. */
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

async function openIssues(page: Page): Promise<void> {
  await page.goto(adminUrl.audience("issues"));
  await expect(page.getByRole("heading", { name: "Newsletter issues" })).toBeVisible();
}

async function draft(api: Api, subject: string): Promise<Issue> {
  return (await api.post(editorApiUrl.issues(), { data: { subject, introduction: "Words." } })).json();
}

async function schedule(api: Api, issue: Issue): Promise<void> {
  await api.post(editorApiUrl.issueAction(issue.id, "send"), { data: { at: "2099-05-04T06:30:00.000Z" } });
}

test("an issue saves itself while it is written, apart from the text that is sent once it is scheduled; versions are restored", async ({
  page,
  api,
}) => {
  const { id } = await draft(api, "For later");
  const stored = async (): Promise<Issue> => (await api.get(editorApiUrl.issue(id))).json();
  await openIssues(page);
  await button(page, "Edit For later").click();
  await field(page, "Preview text").fill("Stored by itself");
  const typed = async (): Promise<Issue> => (await api.get(editorApiUrl.issueDraft(id))).json();
  await expect.poll(async () => (await typed()).preview).toBe("Stored by itself");
  await expect(page.getByText(/^Draft, saved \d/)).toBeVisible();

  await openTool(page, "Versions");
  await dialog(page).getByRole("navigation", { name: "All versions" }).getByRole("button").last().click();
  await dialog(page).getByRole("button", { name: "Restore this version" }).click();
  await expect(toastOf(page, "Version restored")).toBeVisible();
  await expect(field(page, "Preview text")).toHaveValue("");
  await expect(text(page)).toHaveText("Words.");

  await api.post(editorApiUrl.issueAction(id, "send"), { data: { at: "2099-05-04T06:30:00.000Z" } });
  await page.reload();
  await expect(page.getByText(/^Scheduled\. For May 4, 2099/)).toBeVisible();
  await field(page, "Preview text").fill("Not to be sent yet");
  await expect(page.getByText("Scheduled without your latest changes. Update it to add them")).toBeVisible();
  expect(await stored()).toMatchObject({ preview: "", has_draft: true });
  await button(page, "Update").click();
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  expect(await stored()).toMatchObject({ preview: "Not to be sent yet", state: "scheduled" });

  await chooseMore(page, "Pause");
  await expect(toastOf(page, "Issue paused")).toBeVisible();
  await chooseMore(page, "Resume");
  await expect(toastOf(page, "Issue resumed")).toBeVisible();
  await openTool(page, "Delete");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Issue deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Newsletter issues" })).toBeFocused();
  await expect(rowOf(page, "For later")).toHaveCount(0);
});

test("two editors of one issue lose no words", async ({ page, api, colleague }) => {
  const { id } = await draft(api, "Of two minds");
  const preview = async () => (await (await api.get(editorApiUrl.issueDraft(id))).json()).preview;
  await openIssues(page);
  await button(page, "Edit Of two minds").click();
  await expect(text(page)).toHaveText("Words.");
  // Typed first: an untouched form would take what the colleague stores over.
  await field(page, "Preview text").fill("Mine.");
  await colleague.api.put(editorApiUrl.issue(id), { data: { preview: "Theirs." } });
  const choice = alternatives(page);
  await expect(choice).toContainText("Preview text");
  await expect(choice).toContainText("Theirs.");
  await choice.getByRole("button", { name: "Use yours" }).click();
  await expect.poll(preview).toBe("Mine.");
});

test("a new issue without a subject that was left is offered; only Discard deletes it, which can be undone", async ({
  page,
  api,
}) => {
  await openIssues(page);
  expect(mayClose()).toBe(true);
  await button(page, "New issue").click();
  await field(page, "Preview text").fill("Half a thought");
  await button(page, "Issues").click();
  await expect(toastOf(page, "Your unsaved work is stored")).toBeVisible();
  await restore(page).click();
  await expect(field(page, "Preview text")).toHaveValue("Half a thought");
  await button(page, "Discard changes").click();
  await expect(offers(page)).toHaveCount(0);
  await undoDiscard(page);
  await restore(page).click();
  await expect(field(page, "Preview text")).toHaveValue("Half a thought");
  await openIssues(page);
  await restore(page).click();
  await expect(field(page, "Preview text")).toHaveValue("Half a thought");
  await field(page, "Subject*").fill("Half a thought, kept");
  await page.keyboard.press("Control+s");
  await expectNothingKept();
  await openIssues(page);
  await expectNoOffer(page, page.getByRole("table", { name: "Newsletter issues" }));
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const made = issues.filter(({ subject }) => subject === "Half a thought, kept");
  expect(made).toMatchObject([{ preview: "Half a thought" }]);
});

test("what is typed into a scheduled issue is a working copy, which Discard deletes and Update adds", async ({
  page,
  api,
}) => {
  const issue = await draft(api, "The week in brief");
  await schedule(api, issue);
  const stored = async (): Promise<Issue> => (await api.get(editorApiUrl.issue(issue.id))).json();
  await page.goto(adminUrl.issue(issue.id));
  const waiting = page.getByText("Scheduled without your latest changes. Update it to add them");
  await field(page, "Preview text").fill("Half a thought");
  await expect(waiting).toBeVisible();
  expect(await stored()).toMatchObject({ preview: "", has_draft: true });
  await page.reload();
  await expect(field(page, "Preview text")).toHaveValue("Half a thought");
  await expect(waiting).toBeVisible();
  await button(page, "Discard changes").click();
  await expect.poll(async () => (await stored()).has_draft).toBe(false);
  await undoDiscard(page);
  await expect.poll(async () => (await stored()).has_draft).toBe(true);
  await page.goto(adminUrl.issue(issue.id));
  await expect(field(page, "Preview text")).toHaveValue("Half a thought");
  await button(page, "Update").click();
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  expect(await stored()).toMatchObject({ preview: "Half a thought", has_draft: false, state: "scheduled" });
});

test("work on an issue whose sending has started can become a new issue", async ({ page, api, server }) => {
  const issue = await draft(api, "The week in brief");
  await schedule(api, issue);
  await openIssues(page);
  await button(page, `Edit ${issue.subject}`).click();
  const isDraft = /\/draft\/$/;
  await page.route(isDraft, (route) => route.abort());
  await field(page, "Subject*").fill("Too late for that one");
  await api.post(editorApiUrl.issueAction(issue.id, "send"), { data: {} });
  await server.mail.advanceIssues();
  await page.unroute(isDraft);
  await button(page, "Update").click();
  const dialog = versions(page, "issue");
  await expect(takeTheirs(dialog)).toBeVisible();
  await expect(keepMine(dialog)).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Save .* as a new draft$/ }).click();
  await expect(toastOf(page, "Issue added")).toBeVisible();
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const copies = issues.filter(({ subject }) => subject === "Too late for that one");
  expect(copies).toHaveLength(1);
});

test("an issue lists the pictures that could not be copied from other hosts", async ({ page, api }) => {
  const issue = await draft(api, "The week in brief");
  const body = '<p>Words</p><p><img src="https://pictures.example/a.png" alt="A harbour"></p>';
  await api.put(editorApiUrl.issue(issue.id), { data: { body } });
  await page.route("**/api/remote/**", (route) => {
    const { items } = route.request().postDataJSON() as { items: object[] };
    const failed = { state: "failed", url: "", card: null, detail: "Not found." };
    return route.fulfill({ json: items.map((item) => ({ ...item, ...failed })) });
  });
  await page.goto(adminUrl.issue(issue.id));
  const finding = page.getByText("it could not be copied from pictures.example (not found)");
  const openChecks = () => page.getByRole("button", { name: /^People and checks/ }).click();
  await openChecks();
  await finding.click();
  await expect(page.locator(".picture.ProseMirror-selectednode, .ProseMirror-selectednode .picture")).toBeVisible();
  await openChecks();
  await button(page, "Remove the picture on pictures.example").click();
  await expect(page.locator(".picture")).toHaveCount(0);
  await expect(finding).toHaveCount(0);
});

test("a picture whose response was lost is stored once, and shown from this browser until then", async ({
  page,
  api,
}) => {
  const { id } = await draft(api, "Pictures from a train");
  await page.goto(adminUrl.issue(id));
  await expect(text(page)).toContainText("Words.");
  const back = await loseFirstResponse(page, "POST", "**/api/upload/");
  const file = { name: "quay.png", mimeType: "image/png", buffer: PIXEL };
  await page.locator(".editor-frame input[type=file]").setInputFiles(file);
  await expect(page.getByText("Waits for the connection")).toBeVisible();
  back();
  await page.setOffline(false);
  const body = async () => ((await (await api.get(editorApiUrl.issueDraft(id))).json()) as Issue).body ?? "";
  await expect.poll(body).toMatch(/<img src="\/media\/[^"]+" alt="" \/>/);
  expect((await body()).match(/<img /g)).toHaveLength(1);
  const found = await api.get(`${editorApiUrl.pictures()}?${new URLSearchParams({ query: "quay.png" })}`);
  expect(await found.json()).toHaveLength(1);
});
