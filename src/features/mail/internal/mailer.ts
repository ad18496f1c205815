import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import type { Staging } from "#features/settings/staging.ts";
import type { Clock } from "#platform/clock.ts";
import { composeMail, type EncodedBody, encodeBody, type MailTransport } from "#platform/mail.ts";
import { MailLeases, type TakenMail, TakenMails, Throttle } from "../leases.ts";
import { readSender, type SenderSettings } from "../queries.ts";
import { type DeliveryParts, deliver, Journal, runLane } from "./lane.ts";

/** The values filled into a subscriber's mail, and the address for one-click unsubscription (RFC 8058). */
export type MailLinks = { values: Record<string, string>; oneClick: string };

export type ComposerSettings = SenderSettings & {
  /** The list's `List-Id`. */
  listId: string;
  links: (subscriberId: number, issueId?: number | null) => MailLinks;
  /** The values filled into mails of other kinds, computed from each mail's seed. */
  seededLinks: Partial<Record<TakenMail["kind"], (seed: string) => Record<string, string>>>;
};

/** Cached encoded bodies: those of an issue or two and of other current mails. */
const MAX_BODIES = 20;

/** Returns a function that composes the bytes of a mail, from its sender; an issue's body is encoded once for all readers. */
export function createComposer({ db }: Database, settings: ComposerSettings): DeliveryParts["compose"] {
  const { listId, seededLinks } = settings;
  const fields = [settings.links(1).values, ...Object.values(seededLinks).map((links) => links(""))].flatMap(
    Object.keys,
  );
  const bodies = new LRUCache<number, EncodedBody>({ max: MAX_BODIES });

  async function bodyOf(id: number): Promise<EncodedBody> {
    const known = bodies.get(id);
    if (known) return known;
    const row = await db.selectFrom("mail_body").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
    const encoded = encodeBody({ ...row, fieldKey: row.field_key }, fields);
    bodies.set(id, encoded);
    return encoded;
  }

  return async (mail) => {
    const links = mail.subscriber_id === null ? null : settings.links(mail.subscriber_id, mail.issue_id);
    const own = mail.link_seed === null ? {} : seededLinks[mail.kind]?.(mail.link_seed);
    const from = await readSender(db, settings);
    const head = {
      messageId: mail.message_id,
      date: new Date(mail.created_at),
      from,
      to: mail.to_email,
      replyTo: mail.reply_email ? { name: mail.reply_name, address: mail.reply_email } : null,
      headers: {
        ...(links && {
          "list-unsubscribe": `<${links.oneClick}>`,
          "list-unsubscribe-post": "List-Unsubscribe=One-Click",
          "list-id": `<${listId}>`,
        }),
        ...(mail.kind === "issue" ? { precedence: "bulk" } : { "auto-submitted": "auto-generated" }),
      },
    };
    const message = await composeMail(head, await bodyOf(mail.body_id), { ...links?.values, ...own });
    return { from: from.address, message };
  };
}

export type MailerSettings = ComposerSettings & { connections: number; ratePerMinute: number };
type Parts = {
  database: Database;
  clock: Clock;
  transport: MailTransport;
  log: FastifyBaseLogger;
  staging: Pick<Staging, "read">;
};

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
  renew: () => Promise<void>;
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
  const releaseRest = () => taken.releaseAll().catch(logFailure);
  const compose = createComposer(parts.database, settings);
  const delivery = { clock, transport, log, compose, journal, throttle, releaseRest, signal };

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
    await releaseRest();
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
    renew: () => leases.renew(),
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
