import { expect, test } from "vitest";
import { MailError } from "#platform/mail.ts";
import { hideAddresses, outcomeOf, toMailError } from "./lane.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 20, 12);
const mail = { id: 7, to_email: "reader@example.com", attempts: 1, first_tried_at: NOW };

test.each([
  ["never", { state: "failed", isBounce: false, isRejected: true }],
  ["no-mailbox", { state: "failed", isBounce: true, isRejected: true }],
  ["unknown", { state: "uncertain", error: "as the server says" }],
  ["later", { state: "queued", retryAt: NOW + MINUTE }],
] as const)("a mail that fails as %s", (fault, expected) => {
  expect(outcomeOf(new MailError(fault, "as the server says"), mail, NOW, false)).toMatchObject({
    id: 7,
    email: "reader@example.com",
    at: NOW,
    ...expected,
  });
});

test("a mail that is rejected because of this site is not rejected because of its reader", () => {
  const fault = new MailError("never", "blocked", false, true);
  expect(outcomeOf(fault, mail, NOW, false)).toMatchObject({ state: "failed", isAboutUs: true, isRejected: false });
});

test("a mail that was tried for a day has failed, without blame for its address", () => {
  const tried = { ...mail, attempts: 12, first_tried_at: NOW - DAY };
  expect(outcomeOf(new MailError("later", ""), tried, NOW, false)).toMatchObject({ state: "failed", isBounce: false });
});

test("a stop before the text was sent costs a mail no time; after it the mail is uncertain", () => {
  expect(outcomeOf(new MailError("later", ""), mail, NOW, true)).toMatchObject({ state: "queued", retryAt: NOW });
  expect(outcomeOf(new MailError("unknown", ""), mail, NOW, true)).toMatchObject({
    state: "uncertain",
    error: expect.stringContaining("The process stopped"),
  });
});

test("a failure on our side, not the server's, is retried", () => {
  expect(toMailError(new Error("disk on fire"))).toMatchObject({ fault: "later", isAway: true });
  const refused = new MailError("never", "no");
  expect(toMailError(refused)).toBe(refused);
});

test("addresses are kept out of the log", () => {
  expect(hideAddresses("550 <reader@example.com> unknown\nto reader@example.com.")).toBe("550 <…> unknown\nto …");
});
