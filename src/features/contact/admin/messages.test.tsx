import { describe, expect, test } from "vitest";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { ContactMessage, MessageState } from "../endpoints.ts";
import { messages } from "./calls.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { MessagesSection, stateOf } from "./messages-section.tsx";

const messageOf = (change: Partial<ContactMessage> = {}): ContactMessage => ({
  id: 2,
  state: "new",
  firstName: "Amina",
  lastName: "O'Brien",
  email: "amina@example.com",
  subject: "A correction",
  message: "Dear editors",
  created_at: "2026-11-20T12:00:00.000Z",
  ...change,
});
const dialogOf = (change: Partial<ContactMessage>, sendsMail = true) =>
  adminMarkup(
    <MessageDialog
      message={messageOf(change)}
      onMark={async () => {}}
      onStep={() => {}}
      onDelete={() => {}}
      onClose={() => {}}
    />,
    { site: { sendsMail } },
  );

describe("an opened message", () => {
  const replyTo = (change: Partial<ContactMessage>) =>
    dialogOf(change)
      .match(/href="(mailto:[^"]*)"/)?.[1]
      ?.replaceAll("&amp;", "&");

  test.each([
    ["the subject", {}, "mailto:amina@example.com?subject=Re%3A%20A%20correction&body=QUOTED"],
    [
      // Otherwise the sender of a message could add recipients and text to the reply.
      "a subject that would add a recipient and a body",
      { subject: "a&bcc=b@c.example?body=c#d\r\nBcc: e" },
      "mailto:amina@example.com?subject=Re%3A%20a%26bcc%3Db%40c.example%3Fbody%3Dc%23d%0D%0ABcc%3A%20e&body=QUOTED",
    ],
    [
      "an address with signs that end an address",
      { email: "a?bcc=b&c@example.com" },
      "mailto:a%3Fbcc%3Db%26c@example.com?subject=Re%3A%20A%20correction&body=QUOTED",
    ],
    [
      "words in any script",
      { subject: "Zażółć 😀" },
      "mailto:amina@example.com?subject=Re%3A%20Za%C5%BC%C3%B3%C5%82%C4%87%20%F0%9F%98%80&body=QUOTED",
    ],
  ])("is answered with %s", (_what, change, address) => {
    expect(replyTo(change)).toBe(address.replace("QUOTED", "%0D%0A%0D%0A%3E%20Dear%20editors"));
  });

  test("quotes each line of the message, and not more than mail programs take", () => {
    const body = (message: string) => new URL(replyTo({ message }) ?? "").searchParams.get("body");
    expect(body("One\n\nTwo & three")).toBe("\r\n\r\n> One\r\n> \r\n> Two & three");
    expect(body("x".repeat(10_000))?.length).toBeLessThan(2_000);
  });

  test("is answered in the dialog where the site sends mail, else in the editor’s mail program alone", () => {
    expect(buttonsIn(dialogOf({}))).toContain("Send reply");
    expect(buttonsIn(dialogOf({ state: "spam" }))).not.toContain("Send reply");
    const html = dialogOf({}, false);
    expect(buttonsIn(html)).not.toContain("Send reply");
    expect(html).toContain("This site cannot send mail.");
    expect(html).toContain('href="mailto:');
  });

  test.each<[MessageState, string[]]>([
    ["new", ["Mark as done", "Mark as spam"]],
    ["read", ["Mark as done", "Mark as unread", "Mark as spam"]],
    ["done", ["Mark as read"]],
    ["spam", ["Not spam"]],
  ])("that is %s can be marked otherwise only", (state, labels) => {
    const buttons = [...dialogOf({ state }).matchAll(/<button [^>]*>([^<]*)<\/button>/g)].map(([, label]) => label);
    expect(buttons.filter((label) => label !== "Close" && label !== "Send reply")).toEqual([...labels, "Delete"]);
  });

  test("shows what a stranger wrote as text, with its lines", () => {
    const html = dialogOf({ subject: "<b>Hi</b>", firstName: "<i>", message: "One\n\n<script>alert(1)</script>" });
    expect(html).toContain("&lt;b&gt;Hi&lt;/b&gt;");
    expect(html).toMatch(/whitespace-pre-wrap[^>]*>One\n\n&lt;script&gt;/);
    expect(html).not.toMatch(/<script|<i>|<b>/);
  });
});

describe("the section of messages", () => {
  function sectionOf(state: MessageState | undefined, items: ContactMessage[], at = "/admin") {
    const { client, has } = clientOfAnswers();
    has(messages(state)(1), { items, total: items.length });
    return adminMarkup(<MessagesSection />, { client, address: at });
  }

  test("names the button that deletes a message by its subject", () => {
    expect(sectionOf(undefined, [messageOf({ subject: 'Of "quotes"' })])).toContain(
      'aria-label="Delete Of &quot;quotes&quot;"',
    );
  });

  test("tells new messages from those that were read, not by weight alone", () => {
    const html = sectionOf(undefined, [messageOf(), messageOf({ id: 1, state: "read" })]);
    const states = html.match(/data-label="State"[\s\S]*?<\/td>/g) ?? [];
    expect(states.map((cell) => wordsOf(`<${cell}`))).toEqual(["New", "Read"]);
  });

  test("tells no messages at all from none in a state", () => {
    expect(sectionOf(undefined, [])).toContain("No messages yet.");
    expect(sectionOf("spam", [], "/admin?state=spam")).toContain("No messages in this state.");
  });

  test("tells apart no messages from none that a search finds", () => {
    const { client, has } = clientOfAnswers();
    has(messages(undefined, "rates")(1), { items: [], total: 0 });
    const html = adminMarkup(<MessagesSection />, { client, address: "/admin?query=rates" });
    expect(html).toContain("No messages match your search and filter.");
    expect(html).toContain("Clear filters");
  });

  test("says that they could not be fetched", async () => {
    const { client, fails } = clientOfAnswers();
    await fails(messages(undefined)(1), apiError("database_unavailable"));
    expect(adminMarkup(<MessagesSection />, { client })).toContain("Could not fetch messages.");
  });

  test.each([
    ["spam", "spam"],
    ["SPAM", undefined],
    ["", undefined],
    ["constructor", undefined],
    [null, undefined],
  ])("%j in its address narrows it to %j", (given, state) => {
    expect(stateOf(given)).toBe(state);
  });
});
