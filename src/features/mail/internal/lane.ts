import type { Settlement, TakenMail } from "../leases.ts";
import type { Journal } from "./journal.ts";
import type { TakenMails } from "./taken-mails.ts";
import type { Throttle } from "./throttle.ts";

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
 * Sends one mail after another over one connection, until there is none or the signal is aborted. A mail's outcome is
 * written together with the begin of the next one, and is stored before that one is settled: a process that dies leaves
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
