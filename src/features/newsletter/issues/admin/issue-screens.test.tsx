import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OutboxSection } from "#features/mail/admin/outbox-section.tsx";
import { newsroomSettings } from "#features/settings/calls.ts";
import type { Role } from "#shared/actor.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleIssue } from "#test/support/issue-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { DigestSetting, Issue } from "../endpoints.ts";
import { numbersOf } from "../numbers/admin/issue-numbers.tsx";
import { allIssues, digestSetting, issuePreview, issueReach, issueSize } from "./calls.ts";
import { MailPreview, MailSize, SendDialog, TestDialog } from "./issue-dialogs.tsx";
import { IssueReport } from "./issue-report.tsx";
import { StepButton } from "./issue-steps.tsx";
import { DigestCard, IssueList } from "./issues-section.tsx";

const NOW = Date.UTC(2026, 10, 20, 12);
const BEGUN = "2026-11-20T08:00:00.000Z";
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** An editor's browser that knows the newsroom's settings. */
function desk({ zone = "Africa/Nairobi", postal_address = "Moi Avenue 1" } = {}) {
  const parts = clientOfAnswers();
  parts.has(newsroomSettings(), { time_zone: zone, postal_address });
  return parts;
}
const plain = (html: string) => wordsOf(html).replaceAll("\u202f", " ");

describe("the list of issues", () => {
  const listOf = (...items: Issue[]) => {
    const { client, has } = desk();
    has(allIssues(1, 20), { items, total: items.length });
    return adminMarkup(<IssueList onOpen={() => {}} onDeleted={() => {}} />, { client });
  };
  const cells = (html: string, label: string) =>
    (html.match(new RegExp(`data-label="${label}"[\\s\\S]*?</td>`, "g")) ?? []).map((cell) => plain(`<${cell}`));

  test("shows numbers of what was begun only: no issue was sent to nobody before it was sent at all", () => {
    const counts = {
      waiting: 0,
      sent: 1_234,
      failed: 3,
      rejected: 2,
      uncertain: 0,
      cancelled: 0,
      unsubscribed: 2,
      clicks: 40,
    };
    const html = listOf(exampleIssue(), exampleIssue({ id: 6, started_at: BEGUN, recipients: 1_236, counts }));
    expect(cells(html, "Delivered")).toEqual(["–", "1,234"]);
    expect(cells(html, "Rejected")).toEqual(["–", "2"]);
    expect(cells(html, "Clicks")).toEqual(["–", "40"]);
    expect(plain(html)).toContain("1 failed.");
    expect(cells(html, "Recipients")).toEqual(["–", "1,236"]);
  });

  test("offers to edit and delete what has not begun, only to show what has, and to duplicate both", () => {
    const html = listOf(
      exampleIssue({ subject: 'The "week"' }),
      exampleIssue({ id: 6, subject: "Before", state: "sending", started_at: BEGUN }),
    );
    const labels = [...html.matchAll(/<button [^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
    const ofDraft = ["Edit The &quot;week&quot;", "Duplicate The &quot;week&quot;", "Delete The &quot;week&quot;"];
    expect(labels).toEqual([...ofDraft, "Show Before", "Duplicate Before"]);
  });

  test("says which one filled itself, and when it is sent, in the newsroom's zone", () => {
    const scheduled_at = "2026-11-24T21:30:00.000Z";
    const html = listOf(exampleIssue({ is_digest: true, state: "scheduled", scheduled_at }));
    expect(plain(html)).toContain("Weekly digest. For November 25, 2026 at 00:30 (Nairobi)");
  });
});

const QUIET = { opensTimed: false, onMatter: () => {}, onPlace: () => {}, onClose: () => {} };

describe("the question before an issue is sent", () => {
  function questionOf(issue: Partial<Issue>, reach?: number | Error, settings = {}) {
    const { client, has, fails } = desk(settings);
    if (typeof reach === "number") has(issueReach(), { recipients: reach });
    const html = () => adminMarkup(<SendDialog issue={exampleIssue(issue)} {...QUIET} />, { client });
    return { html, fail: () => fails(issueReach(), reach as Error) };
  }

  test.each([
    [0, "goes to 0 subscribers at the moment."],
    [1, "goes to 1 subscriber at the moment."],
    [12_345, "goes to 12,345 subscribers at the moment."],
  ])("says that it reaches %i", (reach, words) => {
    expect(plain(questionOf({}, reach).html())).toContain(`“The week” ${words}`);
  });

  test("is not asked in vain: an issue without subscribers can only wait for them", () => {
    expect(questionOf({}, 0).html()).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Send now</);
    const later = questionOf({ state: "scheduled", scheduled_at: "2026-11-24T08:00:00.000Z" }, 0).html();
    expect(later).not.toMatch(/<button type="submit"[^>]* disabled=""/);
  });

  test("does not wait for the number, and does without it where it cannot be fetched", async () => {
    expect(plain(questionOf({}).html())).toContain("Counting them...");
    const { html, fail } = questionOf({}, apiError("database_unavailable"));
    await fail();
    expect(plain(html())).toContain("Their number could not be loaded");
    expect(html()).toMatch(/<button type="submit"[^>]*>Send now</);
  });

  test("of a scheduled one begins with its time: confirming it must not send it at once", () => {
    const html = questionOf({ state: "scheduled", scheduled_at: "2026-11-24T08:00:00.000Z" }, 3).html();
    expect(html).toMatch(/<button type="submit"[^>]*>Schedule</);
    expect(html).toContain("Date and time");
    const draft = questionOf({}, 3).html();
    expect(draft).not.toContain("Date and time");
  });

  test.each([
    ["", true],
    ["Moi Avenue 1", false],
  ])("warns where the postal address is %j: %j", (postal_address, isWarned) => {
    const html = questionOf({}, 1, { postal_address }).html();
    expect(html.includes("postal address is missing")).toBe(isWarned);
  });
});

test.each([
  [99_999, "The mail is 100 kB.", false],
  [100_000, "The mail is 100 kB. Gmail cuts off mails larger than 102 kB", true],
])("a mail of %i bytes: %s", (bytes, words, isWarned) => {
  const { client, has } = desk();
  has(issueSize(7), { bytes });
  const html = adminMarkup(<MailSize id={7} />, { client });
  expect(wordsOf(html)).toContain(words);
  expect(html.includes("border-down")).toBe(isWarned);
});

test("all screens that send say so if mails are written to files", () => {
  const { client, has } = desk();
  has(issueReach(), { recipients: 3 });
  const where = { client, site: { sendsMail: false } };
  const note = "This site has no mail server. Mails are written to files on the server and are not delivered.";
  const issue = exampleIssue({ state: "sent", started_at: BEGUN });
  const parts = [
    <SendDialog key="send" issue={exampleIssue()} {...QUIET} />,
    <TestDialog key="test" id={1} onClose={() => {}} />,
    <IssueReport key="report" issue={issue} />,
    <OutboxSection key="outbox" />,
  ];
  for (const part of parts) {
    expect(wordsOf(adminMarkup(part, where))).toContain(note);
    expect(wordsOf(adminMarkup(part, { client }))).not.toContain(note);
  }
  expect(wordsOf(adminMarkup(<IssueReport issue={issue} />, where))).toMatch(/Written to files \d/);
});

describe("the report of an issue", () => {
  const counts = {
    waiting: 40,
    sent: 50,
    failed: 5,
    rejected: 4,
    uncertain: 3,
    cancelled: 2,
    unsubscribed: 1,
    clicks: null,
  };
  const sending: Partial<Issue> = { state: "sending", started_at: BEGUN, recipients: 100, counts };
  const reportOf = (change: Partial<Issue>, role: Role = "chief") =>
    adminMarkup(<IssueReport issue={exampleIssue({ ...sending, ...change })} />, { client: desk().client, role });
  const bar = (html: string) => html.match(/<progress [^>]*>/)?.[0];

  test("has a bar of what is settled, sent or not, and none once all is", () => {
    expect(bar(reportOf({}))).toMatch(/(?=.*max="100")(?=.*value="60")(?=.*aria-label="Sent so far")/);
    expect(bar(reportOf({ state: "sent" }))).toBeUndefined();
  });

  test("has a table of its mails by outcome, and of clicks by link if they are counted", () => {
    const html = reportOf({});
    const rows = [...html.matchAll(/<tr class="border-t[^>]*>.*?<\/tr>/g)].map(([row]) => wordsOf(row));
    expect(rows).toEqual([
      "Waiting 40",
      "Delivered 50",
      "Rejected 4",
      "Failed for other reasons 1",
      "Uncertain 3",
      "Cancelled 2",
    ]);
    expect(plain(html)).toContain("Clicks on the links of this issue are not counted.");
    const { client, has } = desk();
    const links = [{ url: "https://news.example/article/1", label: "Rollups & fees", clicks: 7 }];
    has(numbersOf(7), { recipients: 100, counts: { ...counts, clicks: 7 }, links });
    const counted = exampleIssue({ ...sending, counts: { ...counts, clicks: 7 } });
    const words = plain(adminMarkup(<IssueReport issue={counted} />, { client }));
    expect(words).toContain("Clicks by link");
    expect(words).toContain("Rollups & fees https://news.example/article/1 7");
  });

  test.each([
    ["nobody gets it", { recipients: 0, counts: { ...counts, waiting: 0 } }, "1", "0"],
    ["more are waiting than it had recipients", { recipients: 10 }, "10", "0"],
  ])("its bar is valid where %s", (_what, change, max, value) => {
    expect(bar(reportOf(change))).toMatch(new RegExp(`(?=.*max="${max}")(?=.*value="${value}")`));
  });
});

test.each<[Issue["state"], string | undefined]>([
  ["draft", undefined],
  ["scheduled", "Pause"],
  ["sending", "Pause"],
  ["paused", "Resume"],
  ["sent", undefined],
])("an issue that is %s can be stopped or go on: %j", (state, label) => {
  const html = adminMarkup(<StepButton issue={exampleIssue({ state })} />);
  expect(html.match(/<button[^>]*>(Pause|Resume)<\/button>/)?.[1]).toBe(label);
});

describe("the preview of an issue as mail", () => {
  test("shows the mail where no script of it can run, and nothing of it elsewhere", () => {
    const { client, has } = desk();
    const preview = { subject: "<b>Week</b>", html: "<script>alert(1)</script>", text: "Week" };
    has(issuePreview(7), { ...preview, frame_url: "/api/newsletter/issues/7/frame/?key=k" });
    const html = adminMarkup(<MailPreview id={7} onClose={() => {}} />, { client });
    expect(html).toMatch(
      /<iframe (?=[^>]*sandbox="")(?=[^>]*src="\/api\/newsletter\/issues\/7\/frame\/\?key=k&amp;theme=light")(?=[^>]*title=)/,
    );
    expect(html).toContain("&lt;b&gt;Week&lt;/b&gt;");
    expect(html).not.toContain("<script");
  });
});

describe("the card of the weekly digest", () => {
  function cardOf(setting: Partial<DigestSetting>) {
    const { client, has } = desk();
    has(digestSetting(), { enabled: true, weekday: 5, hour: 8, ...setting });
    return plain(adminMarkup(<DigestCard />, { client }));
  }

  // It is Friday, 3 PM in Nairobi.
  test.each([
    ["in this week", { weekday: 6, hour: 8 }, "November 21, 2026 at 08:00 (Nairobi)"],
    ["in the next week, where its hour is past", { weekday: 5, hour: 8 }, "November 27, 2026 at 08:00 (Nairobi)"],
    ["in the next week, where its hour is just now", { weekday: 5, hour: 15 }, "November 27, 2026 at 15:00 (Nairobi)"],
  ])("says when it is sent next: %s", (_when, setting, time) => {
    expect(cardOf(setting)).toContain(`The next time: ${time}.`);
  });
});
