import type { MailLeases, TakenMail } from "../leases.ts";

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
