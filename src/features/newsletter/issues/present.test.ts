import { describe, expect, test } from "vitest";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { issueBody } from "./endpoints.ts";
import type { IssueRow } from "./queries.ts";
import { presentIssue, weeklyProposal } from "./queries.ts";

const ISSUE = {
  id: 7,
  state: "sending",
  article_ids: "[]",
  recipients: 100,
  created_at: 0,
  updated_at: 0,
  scheduled_at: null,
  started_at: null,
  finished_at: null,
} as unknown as IssueRow;

type Count = Parameters<typeof presentIssue>[1]["mails"][number];
const count = (state: Count["state"], number: number, unsubscribed = 0, issue_id = 7): Count => ({
  issue_id,
  state,
  count: number,
  rejected: 0,
  unsubscribed,
});
const counted = (mails: Count[]) => ({ mails, clicks: new Map<number, number>() });

const waitingOf = (issue: Partial<IssueRow>, counts: Count[]) =>
  presentIssue({ ...ISSUE, ...issue }, counted(counts)).counts.waiting;

describe("the number of queued mails of an issue", () => {
  test("equals all its recipients before the first mail is created, and none before it has any", () => {
    expect(waitingOf({}, [])).toBe(100);
    expect(waitingOf({ state: "draft", recipients: 0 }, [])).toBe(0);
  });

  test("includes those not created yet, and those created but not sent", () => {
    const counts = [count("queued", 20), count("sending", 2), count("held", 3), count("sent", 10), count("failed", 5)];
    expect(waitingOf({}, counts)).toBe(85);
  });

  test("includes mails that an editor queued again after all had ended", () => {
    expect(waitingOf({ state: "sent" }, [count("sent", 98), count("queued", 2)])).toBe(2);
  });

  test("is zero once the issue is sent, even if fewer mails were created than it had recipients", () => {
    expect(waitingOf({ state: "sent" }, [count("sent", 90)])).toBe(0);
  });
});

test("an issue's counts are its own, and add up stored mails and the tally", () => {
  const counts = [count("sent", 10, 2), count("sent", 5, 1), count("cancelled", 1), count("sent", 50, 9, 8)];
  expect(presentIssue(ISSUE, counted(counts)).counts).toEqual({
    waiting: 84,
    sent: 15,
    failed: 0,
    rejected: 0,
    uncertain: 0,
    cancelled: 1,
    unsubscribed: 3,
    clicks: null,
  });
});

describe("the proposal of a week", () => {
  const articles = (...titles: string[]) => titles.map((title, place) => ({ id: place + 1, title }) as ArticleSummary);
  const site = { name: "Jarida" };

  test("names the first article in the subject, and the next three in the preview text", () => {
    expect(weeklyProposal(site, articles("A", "B", "C", "D", "E"))).toMatchObject({
      subject: "The week at Jarida: A",
      preview: "B · C · D",
      article_ids: [1, 2, 3, 4, 5],
    });
  });

  test("of a week without articles names none", () => {
    expect(weeklyProposal(site, [])).toMatchObject({ subject: "The week at Jarida", preview: "", article_ids: [] });
  });

  test("can always be stored as an issue, however long the titles are and wherever they are truncated", () => {
    const long = `${"x".repeat(179)}${"🚀".repeat(100)}`;
    for (const start of ["", "y"]) {
      const proposal = weeklyProposal(site, articles(start + long, start + long));
      expect(issueBody.parse(proposal)).toEqual(proposal);
      expect([proposal.subject.length, proposal.preview.length]).toEqual([200, 200]);
    }
  });
});
