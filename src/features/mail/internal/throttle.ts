import type { Clock } from "#platform/clock.ts";
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
