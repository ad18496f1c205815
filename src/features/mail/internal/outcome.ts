import { MailError } from "#platform/mail.ts";
import type { Settlement, TakenMail } from "../leases.ts";
import { nextTry } from "../rules.ts";

const ABANDONED = "The process stopped after the mail server was given the text.";

type TriedMail = Pick<TakenMail, "id" | "to_email" | "attempts" | "first_tried_at">;

/** The outcome of a mail that could not be sent at `at`, in epoch milliseconds. */
export function outcomeOf(fault: MailError, mail: TriedMail, at: number, isStopping: boolean): Settlement {
  const outcome = { id: mail.id, email: mail.to_email, at, error: fault.message };
  if (fault.fault === "unknown")
    return { ...outcome, state: "uncertain", error: isStopping ? ABANDONED : fault.message };
  const { isAboutUs } = fault;
  if (fault.fault !== "later")
    return { ...outcome, state: "failed", isBounce: fault.fault === "no-mailbox", isAboutUs };
  // Stopped before it began: it counts as not tried.
  if (isStopping) return { ...outcome, state: "queued", retryAt: at };
  const retryAt = nextTry(mail.attempts, mail.first_tried_at ?? at, at);
  return retryAt === null
    ? { ...outcome, state: "failed", isBounce: false, isAboutUs }
    : { ...outcome, state: "queued", retryAt };
}

/** Any other error before the text leaves is not the mail's fault. */
export const toMailError = (error: unknown): MailError =>
  error instanceof MailError ? error : new MailError("later", (error as Error).message, true);

/** Keeps addresses out of the log, also where a server's response repeats them. */
export const hideAddresses = (text: string) =>
  text
    .split(/([\s<>]+)/)
    .map((part) => (part.includes("@") ? "…" : part))
    .join("");
