import type { Clock } from "#platform/clock.ts";
import type { MailLeases, TakenMail } from "../leases.ts";
import { restAfter } from "../rules.ts";

/** When a process may send: not while the mail server is unreachable, and again as soon as the rate has room. */
export class Throttle {
  readonly #clock: Clock;
  readonly #onRoom: () => void;
  #failures = 0;
  #awayUntil = 0;
  #roomTimer: NodeJS.Timeout | undefined;

  /** `onRoom` is called when the rate has room again. */
  constructor(clock: Clock, onRoom: () => void) {
    this.#clock = clock;
    this.#onRoom = onRoom;
  }

  /** False during the pause after the server was unreachable. */
  isOpen(): boolean {
    return this.#clock.now() >= this.#awayUntil;
  }

  /** The server has accepted a mail: earlier failures no longer count. */
  serverAnswered(): void {
    this.#failures = 0;
  }

  /** The server could not be reached: pauses, longer each time. */
  serverAway(): void {
    this.#failures += 1;
    this.#awayUntil = this.#clock.now() + restAfter(this.#failures);
  }

  /** The rate has no room before `at`, in epoch milliseconds. */
  waitForRoom(at: number): void {
    clearTimeout(this.#roomTimer);
    this.#roomTimer = setTimeout(this.#onRoom, Math.max(at - this.#clock.now(), 1));
  }

  stop(): void {
    clearTimeout(this.#roomTimer);
  }
}

type Source = Pick<MailLeases, "take" | "giveBack">;

/** Mails that this process has taken but not begun. All lanes share them, and one query serves all. */
export class TakenMails {
  readonly #source: Source;
  readonly #count: number;
  readonly #onFullRate: (roomAt: number) => void;
  #mails: TakenMail[] = [];
  #taking: Promise<void> | undefined;

  /**
   * `count` mails are taken at a time. `onFullRate` is called with the time when the rate has room again, if it has
   * none.
   */
  constructor(source: Source, count: number, onFullRate: (roomAt: number) => void) {
    this.#source = source;
    this.#count = count;
    this.#onFullRate = onFullRate;
  }

  /** The next mail to send; undefined if none is due, or the rate has no room. */
  async next(): Promise<TakenMail | undefined> {
    if (this.#mails.length === 0) {
      this.#taking ??= this.#take().finally(() => {
        this.#taking = undefined;
      });
      await this.#taking;
    }
    return this.#mails.shift();
  }

  /** Returns a mail that `next` gave out and that was not begun. */
  putBack(mail: TakenMail): void {
    this.#mails.unshift(mail);
  }

  /**
   * Releases the mails taken but not begun, for other processes and for later. If that fails they stay with this
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
