import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/clock.ts";
import { MailError, type MailTransport } from "#platform/mail.ts";
import { mailName } from "../commands.ts";
import type { Settlement, TakenMail, TakenMails, Throttle } from "../leases.ts";
import { nextTry } from "../rules.ts";

/** Maximum time that a start waits for those of other lanes, and an outcome for any start; milliseconds. */
export const MAX_BEGIN_WAIT_MS = 10;
export const MAX_OUTCOME_WAIT_MS = 50;

/** Stores both in one transaction and returns the started mails that may be sent. */
type Write = (begun: number[], settled: Settlement[]) => Promise<Set<number>>;
type Waiting = { resolve: () => void; reject: (error: unknown) => void };

/**
 * Batches the starts and outcomes of many mails, because each transaction flushes the disk and delays everything else in
 * the process. Writes when every lane is waiting, or when one has waited long enough.
 */
export class Journal {
  readonly #write: Write;
  readonly #countLanes: () => number;
  #begins: ({ id: number } & Waiting)[] = [];
  #outcomes: ({ outcome: Settlement } & Waiting)[] = [];
  #isWriting = false;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #writesAt = Number.POSITIVE_INFINITY;

  /** `countLanes`: how many lanes are running. */
  constructor(write: Write, countLanes: () => number) {
    this.#write = write;
    this.#countLanes = countLanes;
  }

  /**
   * Resolves when the start of sending a mail is stored. Throws MailError if the mail now belongs to
   * another process.
   */
  begin(id: number): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#begins.push({ id, resolve, reject });
    });
    return this.waitFor(written);
  }

  /** Resolves when the outcome of a mail is stored: with the next start, so call `waitFor` after that. */
  settle(outcome: Settlement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#outcomes.push({ outcome, resolve, reject });
      this.#writeWithin(MAX_OUTCOME_WAIT_MS);
    });
  }

  /** Waits for a write, as an idle lane. */
  async waitFor(written: Promise<void>): Promise<void> {
    this.#waiting += 1;
    this.#writeWithin(MAX_BEGIN_WAIT_MS);
    try {
      await written;
    } finally {
      this.#waiting -= 1;
    }
  }

  #writeWithin(maxWait: number): void {
    if (this.#isWriting || this.#begins.length + this.#outcomes.length === 0) return;
    const now = performance.now();
    const at = now + (this.#waiting >= this.#countLanes() ? 0 : maxWait);
    if (at >= this.#writesAt) return;
    clearTimeout(this.#timer);
    this.#writesAt = at;
    this.#timer = setTimeout(() => void this.#writeAll(), at - now);
  }

  async #writeAll(): Promise<void> {
    this.#writesAt = Number.POSITIVE_INFINITY;
    const [begins, outcomes] = [this.#begins, this.#outcomes];
    this.#begins = [];
    this.#outcomes = [];
    this.#isWriting = true;
    try {
      const ids = begins.map(({ id }) => id);
      const leaving = await this.#write(
        ids,
        outcomes.map(({ outcome }) => outcome),
      );
      for (const { id, resolve, reject } of begins)
        if (leaving.has(id)) resolve();
        else reject(new MailError("later", "Another process is sending the mail."));
      for (const { resolve } of outcomes) resolve();
    } catch (error) {
      for (const { reject } of [...begins, ...outcomes]) reject(error);
    }
    this.#isWriting = false;
    this.#writeWithin(this.#begins.length > 0 ? MAX_BEGIN_WAIT_MS : MAX_OUTCOME_WAIT_MS);
  }
}

const ABANDONED = "The process stopped after sending the text to the mail server.";

type TriedMail = Pick<TakenMail, "id" | "to_email" | "attempts" | "first_tried_at">;

/** The outcome of a mail that could not be sent at `at`, in epoch milliseconds. */
export function outcomeOf(fault: MailError, mail: TriedMail, at: number, isStopping: boolean): Settlement {
  const outcome = { id: mail.id, email: mail.to_email, at, error: fault.message };
  if (fault.fault === "unknown")
    return { ...outcome, state: "uncertain", error: isStopping ? ABANDONED : fault.message };
  const { isAboutUs } = fault;
  if (fault.fault !== "later")
    return { ...outcome, state: "failed", isBounce: fault.fault === "no-mailbox", isAboutUs, isRejected: !isAboutUs };
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
  compose: (mail: TakenMail) => Promise<{ from: string; message: Buffer }>;
  journal: Pick<Journal, "begin">;
  throttle: Pick<Throttle, "serverAnswered" | "serverAway">;
  /** Releases the mails that were acquired but not started. */
  releaseRest: () => Promise<void>;
  signal: AbortSignal;
};

/** Sends one mail and returns the outcome. */
export async function deliver(parts: DeliveryParts, mail: TakenMail): Promise<Settlement> {
  const { clock, throttle, signal } = parts;
  try {
    const envelope = { name: mailName(mail), to: mail.to_email, ...(await parts.compose(mail)) };
    const place = await parts.transport.send(envelope, () => parts.journal.begin(mail.id));
    throttle.serverAnswered();
    return { id: mail.id, email: mail.to_email, at: clock.now(), state: "sent", isFile: place === "file" };
  } catch (error) {
    const fault = toMailError(error);
    const at = clock.now();
    if (fault.isAway) {
      throttle.serverAway();
      if (!signal.aborted)
        parts.log.warn({ reason: hideAddresses(fault.message) }, "mail could not be sent and will be retried");
      await parts.releaseRest();
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
