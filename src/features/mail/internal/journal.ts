import { MailError } from "#platform/mail.ts";
import type { Settlement } from "../leases.ts";

/** How long a begin waits for those of other lanes, and an outcome for any begin, at most; milliseconds. */
export const MAX_BEGIN_WAIT_MS = 10;
export const MAX_OUTCOME_WAIT_MS = 50;

/** Stores both in one transaction, and returns which of the begun mails may leave. */
type Write = (begun: number[], settled: Settlement[]) => Promise<Set<number>>;
type Waiting = { resolve: () => void; reject: (error: unknown) => void };

/**
 * Writes begins and outcomes of many mails together, as each transaction flushes the disk and delays everything else in
 * the process. It writes when every lane is waiting for it, or when one has waited long enough.
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
   * Resolves once it is stored that a mail's text is about to leave. Throws MailError if the mail now belongs to
   * another process.
   */
  begin(id: number): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#begins.push({ id, resolve, reject });
    });
    return this.waitFor(written);
  }

  /** Resolves once the outcome of a mail is stored: with the next begin, so `waitFor` should be called after that. */
  settle(outcome: Settlement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#outcomes.push({ outcome, resolve, reject });
      this.#writeWithin(MAX_OUTCOME_WAIT_MS);
    });
  }

  /** Waits for a write, as a lane that has nothing else to do. */
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
        else reject(new MailError("later", "Another process has taken the mail."));
      for (const { resolve } of outcomes) resolve();
    } catch (error) {
      for (const { reject } of [...begins, ...outcomes]) reject(error);
    }
    this.#isWriting = false;
    this.#writeWithin(this.#begins.length > 0 ? MAX_BEGIN_WAIT_MS : MAX_OUTCOME_WAIT_MS);
  }
}
