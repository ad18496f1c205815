import { describe, expect, test } from "vitest";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import type { ContactMessage, MessageState } from "../endpoints.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { stateOf } from "./messages-section.tsx";

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
});

describe("the section of messages", () => {
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
