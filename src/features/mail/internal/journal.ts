import { MailError } from "#platform/mail.ts";
import type { Settlement } from "../leases.ts";

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
        else reject(new MailError("later", "Another process has taken the mail."));
      for (const { resolve } of outcomes) resolve();
    } catch (error) {
      for (const { reject } of [...begins, ...outcomes]) reject(error);
    }
    this.#isWriting = false;
    this.#writeWithin(this.#begins.length > 0 ? MAX_BEGIN_WAIT_MS : MAX_OUTCOME_WAIT_MS);
  }
}
