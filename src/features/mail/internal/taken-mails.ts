import type { Clock } from "#platform/clock.ts";
import type { MailLeases, TakenMail } from "../leases.ts";
import { restAfter } from "../rules.ts";

/** Decides when a process may send: not while the mail server is unreachable or the rate is exhausted. */
export class Throttle {
  readonly #clock: Clock;
  readonly #onRoom: () => void;
  #failures = 0;
  #awayUntil = 0;
  #roomTimer: NodeJS.Timeout | undefined;

  /** `onRoom` is called when the rate allows mails again. */
  constructor(clock: Clock, onRoom: () => void) {
    this.#clock = clock;
    this.#onRoom = onRoom;
  }

  /** False during the pause after the server was unreachable. */
  isOpen(): boolean {
    return this.#clock.now() >= this.#awayUntil;
  }

  /** Called when the server has accepted a mail: resets the failures. */
  serverAnswered(): void {
    this.#failures = 0;
  }

  /** Called when the server could not be reached: pauses, longer each time. */
  serverAway(): void {
    this.#failures += 1;
    this.#awayUntil = this.#clock.now() + restAfter(this.#failures);
  }

  /** Called when the rate is exhausted until `at` (epoch milliseconds). */
  waitForRoom(at: number): void {
    clearTimeout(this.#roomTimer);
    this.#roomTimer = setTimeout(this.#onRoom, Math.max(at - this.#clock.now(), 1));
  }

  stop(): void {
    clearTimeout(this.#roomTimer);
  }
}

type Source = Pick<MailLeases, "take" | "giveBack">;

/** The mails that this process has acquired but not started. All lanes share them and one query. */
export class TakenMails {
  readonly #source: Source;
  readonly #count: number;
  readonly #onFullRate: (roomAt: number) => void;
  #mails: TakenMail[] = [];
  #taking: Promise<void> | undefined;

  /**
   * Acquires `count` mails at a time. If the rate is exhausted, `onFullRate` receives the time when it allows mails
   * again.
   */
  constructor(source: Source, count: number, onFullRate: (roomAt: number) => void) {
    this.#source = source;
    this.#count = count;
    this.#onFullRate = onFullRate;
  }

  /** The next mail to send; undefined if none is due or the rate is exhausted. */
  async next(): Promise<TakenMail | undefined> {
    if (this.#mails.length === 0) {
      this.#taking ??= this.#take().finally(() => {
        this.#taking = undefined;
      });
      await this.#taking;
    }
    return this.#mails.shift();
  }

  /** Takes back a mail of `next` that was not started. */
  putBack(mail: TakenMail): void {
    this.#mails.unshift(mail);
  }

  /**
   * Releases the mails that were acquired but not started. If that fails they stay with this
   * process.
   */
  async giveBackAll(): Promise<void> {
    const mails = this.#mails;
    this.#mails = [];
    try {
      await this.#source.giveBack(mails.map(({ id }) => id));
    } catch (error) {
      this.#mails.unshift(...mails);
      throw error;
    }
  }

  async #take(): Promise<void> {
    const { mails, roomAt } = await this.#source.take(this.#count);
    this.#mails.push(...mails);
    if (roomAt !== null) this.#onFullRate(roomAt);
  }
}
