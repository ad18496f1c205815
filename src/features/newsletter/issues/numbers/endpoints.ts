import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText } from "#shared/schema.ts";
import { UNSUBSCRIPTION_DAYS } from "./rules.ts";

/** What is counted of an issue, without persons. */
export const issueCounts = z
  .object({
    waiting: z.int(),
    sent: z.int().describe("Accepted by the mail server; mails that come back later are not known"),
    failed: z.int(),
    rejected: z.int().describe("Of `failed`: rejected permanently when they were sent, and not because of this site"),
    uncertain: z.int(),
    cancelled: z.int().describe("Recipients who unsubscribed before their mail was sent"),
    unsubscribed: z
      .int()
      .describe(`Readers who unsubscribed by this issue's link within ${UNSUBSCRIPTION_DAYS} days after its start`),
    clicks: z
      .int()
      .nullable()
      .describe("Clicks on its links, each reader once per link and hour; null if they are not counted"),
  })
  .describe("Recipients by the outcome of their mail, and what readers did");
export type IssueCounts = z.infer<typeof issueCounts>;

/** The numbers of an issue whose sending has started. */
export const sentIssue = z.object({
  id: z.int().positive(),
  subject: z.string(),
  at: z.iso.datetime().describe("When sending started"),
  recipients: z.int(),
  counts: issueCounts,
});
export type SentNumbers = z.infer<typeof sentIssue>;

const issueNumbers = z
  .object({
    recipients: z.int().describe("The number of recipients; 0 until sending starts"),
    counts: issueCounts,
    links: z
      .array(z.object({ url: z.string(), label: z.string().describe("The words of the link"), clicks: z.int() }))
      .describe("The links whose clicks are counted, the most clicked first"),
  })
  .meta({ id: "IssueNumbers" });
export type IssueNumbers = z.infer<typeof issueNumbers>;

/** What became of an issue. */
export const issueNumbersEndpoints = endpoints({
  "GET /newsletter/issues/:id/numbers": {
    access: "issue.manage",
    tags: ["Newsletter issues"],
    summary: "How many mails of an issue arrived, who unsubscribed, and the clicks on each link",
    description:
      "Counts without persons. Clicks are counted only in issues that were sent while the setting `counts_clicks` was on, and only while it is on: GET requests of browsers, not HEAD, prefetches or programs that name themselves, such as mail scanners. Opens are not counted.",
    params: z.object({ id: idText }),
    errors: ["issue_not_found"],
    response: { 200: issueNumbers },
  },
});
export type IssueNumbersEndpoints = typeof issueNumbersEndpoints;
