import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { MailTransport } from "#platform/mail.ts";
import { MailLeases } from "../leases.ts";
import { type ComposerSettings, createComposer } from "./composer.ts";
import { Journal } from "./journal.ts";
import { deliver, runLane } from "./lane.ts";
import { TakenMails, Throttle } from "./taken-mails.ts";

export type MailerSettings = ComposerSettings & { connections: number; ratePerMinute: number };
type Parts = { database: Database; clock: Clock; transport: MailTransport; log: FastifyBaseLogger };

/** Grace period for mails in flight at a stop, in milliseconds. */
const STOP_TIMEOUT_MS = 4_000;
/** Mails acquired at a time per connection, because every acquisition is a transaction. */
const TAKEN_FOR_EACH = 10;

/** Sends the mails in the outbox. Several processes may do so at the same time. */
export type Mailer = {
  /**
   * Checks the outbox and starts sending due mails, without waiting for them. `wake` has no effect before the first
   * call.
   */
  work: (signal: AbortSignal) => Promise<void>;
  /** Renews the leases of this process. */
  prolong: () => Promise<void>;
  /** Sends new mails without waiting for the next poll. */
  wake: () => void;
  /** Sends all mails due now; resolves when that is done. */
  drain: () => Promise<void>;
  /** Finishes mails in flight, starts none, and releases the rest. Repeated calls share one stop. */
  stop: () => Promise<void>;
};

/** Sends mails in parallel lanes, one per connection: a slow server blocks only its own lane. */
export function createMailer(parts: Parts, settings: MailerSettings): Mailer {
  const { clock, transport, log } = parts;
  const leases = new MailLeases(parts, settings.ratePerMinute);
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = new Set<Promise<void>>();
  let isStarted = false;
  let stopped: Promise<void> | undefined;

  const logFailure = (error: unknown) =>
    log.warn({ err: error }, "the outbox could not be processed and will be retried");
  const fillLanes = () => {
    while (lanes.size < settings.connections && !signal.aborted && throttle.isOpen()) {
      const lane = runLane({
        ...delivery,
        taken,
        deliver: (mail) => deliver(delivery, mail),
        onWriteFailure: logFailure,
      })
        .catch(logFailure)
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  };
  const throttle = new Throttle(clock, fillLanes);
  const journal = new Journal(
    (begun, settled) => leases.write(begun, settled),
    () => lanes.size,
  );
  const taken = new TakenMails(leases, settings.connections * TAKEN_FOR_EACH, (roomAt) => {
    if (isStarted) throttle.waitForRoom(roomAt);
  });
  const giveBackRest = () => taken.giveBackAll().catch(logFailure);
  const compose = createComposer(parts.database, settings);
  const delivery = { clock, transport, log, from: settings.from, compose, journal, throttle, giveBackRest, signal };

  const look = async () => {
    const lost = await leases.recover();
    if (lost > 0) log.warn({ count: lost }, "mails are uncertain: a process died while sending them");
    fillLanes();
  };
  const stop = async () => {
    stopping.abort();
    throttle.stop();
    const timeout = setTimeout(transport.close, STOP_TIMEOUT_MS);
    await Promise.all(lanes);
    clearTimeout(timeout);
    transport.close();
    await giveBackRest();
  };
  const stopOnce = () => {
    stopped ??= stop();
    return stopped;
  };

  return {
    work(stopSignal) {
      // Mails in flight get the full timeout from the start of the stop.
      if (!isStarted) stopSignal.addEventListener("abort", () => void stopOnce());
      isStarted = true;
      return look();
    },
    prolong: () => leases.prolong(),
    wake() {
      if (isStarted) fillLanes();
    },
    async drain() {
      await look();
      await Promise.all(lanes);
    },
    stop: stopOnce,
  };
}
