import type { OutboxMail } from "../schema.ts";

/** The states of a mail as editors read them. */
export const STATE_WORDS: Record<OutboxMail["state"], string> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Failed",
  uncertain: "Uncertain",
  held: "Held",
  cancelled: "Cancelled",
};

/** The kinds of mail as editors read them. */
export const KIND_WORDS: Record<OutboxMail["kind"], string> = {
  welcome: "Welcome",
  confirm: "Confirmation",
  goodbye: "Goodbye",
  contact: "Contact message",
  test: "Test",
  issue: "Issue",
  reset: "Password reset",
  invitation: "Invitation",
  password: "Password changed",
  "sign-in": "Sign-in notice",
  factors: "Second step changed",
  "email-change": "Email change",
  notification: "Notification",
};

/** The words as options of a select, below one for all of them. */
export function optionsOf(all: string, words: Record<string, string>): { value: string; label: string }[] {
  return [{ value: "", label: all }, ...Object.entries(words).map(([value, label]) => ({ value, label }))];
}
