import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/clock.ts";
import { type Mailbox, MailError, type MailTransport } from "#platform/mail.ts";
import { mailName } from "../commands.ts";
import type { Settlement, TakenMail } from "../leases.ts";
import { nextTry } from "../rules.ts";
import type { Journal } from "./journal.ts";
import type { TakenMails, Throttle } from "./taken-mails.ts";

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
  // Stopped before it started: does not count as a try.
  if (isStopping) return { ...outcome, state: "queued", retryAt: at };
  const retryAt = nextTry(mail.attempts, mail.first_tried_at ?? at, at);
  return retryAt === null
    ? { ...outcome, state: "failed", isBounce: false, isAboutUs }
    : { ...outcome, state: "queued", retryAt };
}

/** Errors before the text is sent are not caused by the mail. */
export const toMailError = (error: unknown): MailError =>
  error instanceof MailError ? error : new MailError("later", (error as Error).message, true);

/** Removes addresses from the log, including those repeated in a server's response. */
export const hideAddresses = (text: string) =>
  text
    .split(/([\s<>]+)/)
    .map((part) => (part.includes("@") ? "…" : part))
    .join("");

export type DeliveryParts = {
  clock: Clock;
  transport: Pick<MailTransport, "send">;
  log: Pick<FastifyBaseLogger, "warn">;
  from: Mailbox;
  compose: (mail: TakenMail) => Promise<Buffer>;
  journal: Pick<Journal, "begin">;
  throttle: Pick<Throttle, "serverAnswered" | "serverAway">;
  /** Releases the mails that were acquired but not started. */
  giveBackRest: () => Promise<void>;
  signal: AbortSignal;
};

/** Sends one mail and returns the outcome. */
export async function deliver(parts: DeliveryParts, mail: TakenMail): Promise<Settlement> {
  const { clock, throttle, signal } = parts;
  try {
    const message = await parts.compose(mail);
    const envelope = { name: mailName(mail), from: parts.from.address, to: mail.to_email, message };
    await parts.transport.send(envelope, () => parts.journal.begin(mail.id));
    throttle.serverAnswered();
    return { id: mail.id, email: mail.to_email, at: clock.now(), state: "sent" };
  } catch (error) {
    const fault = toMailError(error);
    const at = clock.now();
    if (fault.isAway) {
      throttle.serverAway();
      if (!signal.aborted)
        parts.log.warn({ reason: hideAddresses(fault.message) }, "mail could not be sent and will be retried");
      await parts.giveBackRest();
    }
    return outcomeOf(fault, mail, at, signal.aborted);
  }
}

/** Delay before a failed write of an outcome is retried, in milliseconds. */
export const REWRITE_INTERVAL_MS = 1_000;

export type LaneParts = {
  taken: Pick<TakenMails, "next" | "putBack">;
  throttle: Pick<Throttle, "isOpen">;
  journal: Pick<Journal, "settle" | "waitFor">;
  /** Sends a mail and returns the outcome. */
  deliver: (mail: TakenMail) => Promise<Settlement>;
  onWriteFailure: (error: unknown) => void;
  signal: AbortSignal;
};

/**
 * Sends mails one after another over one connection until there is none or the signal is aborted. The outcome of a mail is
 * written together with the start of the next one, and before that one is sent: a process that dies leaves
 * at most one mail per lane uncertain.
 */
export async function runLane(parts: LaneParts): Promise<void> {
  const { taken, throttle, journal, deliver, signal } = parts;
  let written = Promise.resolve();
  while (!signal.aborted && throttle.isOpen()) {
    const mail = await taken.next();
    if (!mail) break;
    if (signal.aborted) {
      taken.putBack(mail);
      break;
    }
    const outcome = await deliver(mail);
    await journal.waitFor(written);
    written = settleWithRetry(parts, outcome);
  }
  await journal.waitFor(written);
}

/** An outcome must not be lost: writing it is retried until the database accepts it, or the process ends. */
async function settleWithRetry({ journal, signal, onWriteFailure }: LaneParts, outcome: Settlement): Promise<void> {
  for (;;) {
    try {
      return await journal.settle(outcome);
    } catch (error) {
      onWriteFailure(error);
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, REWRITE_INTERVAL_MS));
    }
  }
}
