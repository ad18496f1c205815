import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type Mailbox, MailError, type MailTransport } from "#platform/mail.ts";
import { composeMail, type EncodedBody, encodeBody } from "#platform/mime.ts";
import { mailName } from "../commands.ts";
import { createLeases, type Settlement, type TakenMail } from "../leases.ts";
import { nextTry, restAfter } from "../rules.ts";

/** What is filled into a mail to one on the list, and where their mail client unsubscribes by itself (RFC 8058). */
export type MailLinks = { values: Record<string, string>; oneClick: string };

export type MailerSettings = {
  from: Mailbox;
  connections: number;
  ratePerMinute: number;
  /** Of the list, as `List-Id`. */
  listId: string;
  links: (subscriberId: number) => MailLinks;
};
type Parts = { database: Database; clock: Clock; transport: MailTransport; log: FastifyBaseLogger };

/**
 * Milliseconds: how soon an outcome that could not be written is written again, and how long a stop waits for what is
 * under way.
 */
const REWRITE_INTERVAL_MS = 1_000;
const STOP_TIMEOUT_MS = 4_000;
/** Mails taken at a time for each connection: every taking is a transaction. */
const TAKEN_FOR_EACH = 10;
/** How long a beginning waits for those of other connections, and an outcome for any beginning; milliseconds. */
const MAX_BEGIN_ATTEMPTS = 10;
const MAX_END_ATTEMPTS = 50;
/** Bodies kept encoded: those of an issue or two and what else is sent meanwhile. */
const MAX_BODIES = 20;

const ABANDONED = "The process stopped after the mail server was given the text.";

/** Sends what is in the outbox. Several processes may do so at once. */
export type Mailer = {
  /** Looks at the outbox and sends what is due, without waiting for it. From the first time on `wake` is heard. */
  work: (signal: AbortSignal) => Promise<void>;
  /** Keeps what was taken for this process. */
  prolong: () => Promise<void>;
  /** There is something new: do not wait for the next look. */
  wake: () => void;
  /** Sends all that is due now, and answers when that is done. */
  drain: () => Promise<void>;
  /** Ends what is in flight, begins nothing more, and gives the rest back; once, however often it is asked. */
  stop: () => Promise<void>;
};

export function createMailer(parts: Parts, settings: MailerSettings): Mailer {
  const { database, clock, transport, log } = parts;
  const leases = createLeases(parts, settings.ratePerMinute);
  const bodies = new LRUCache<number, EncodedBody>({ max: MAX_BODIES });
  let stopping = false;
  let stopped: Promise<void> | undefined;
  const lanes = new Set<Promise<void>>();
  let isAtWork = false;
  let recovering: Promise<void> | undefined;
  let taken: TakenMail[] = [];
  let taking: Promise<void> | undefined;
  /** The rate holds mails back until it goes off. */
  let roomTimer: NodeJS.Timeout | undefined;
  /** The server is away: it is left alone until then. */
  let restUntil = 0;
  let failures = 0;
  const journal = createJournal(leases.write, () => lanes.size);

  async function next(): Promise<TakenMail | undefined> {
    if (taken.length === 0) {
      taking ??= take().finally(() => {
        taking = undefined;
      });
      await taking;
    }
    return taken.shift();
  }

  async function take(): Promise<void> {
    const { mails, roomAt } = await leases.take(settings.connections * TAKEN_FOR_EACH);
    taken = mails;
    if (roomAt === null || !isAtWork) return;
    clearTimeout(roomTimer);
    roomTimer = setTimeout(fillLanes, Math.max(roomAt - clock.now(), 1));
  }

  async function sendInTurn(): Promise<void> {
    // What became of a mail is written together with the beginning of the next one.
    let written = Promise.resolve();
    while (!stopping && clock.now() >= restUntil) {
      const mail = await next();
      if (!mail) break;
      if (stopping) {
        taken.unshift(mail);
        break;
      }
      const outcome = await deliver(mail);
      await journal.waitFor(written);
      written = settleSurely(outcome);
    }
    await journal.waitFor(written);
  }

  async function deliver(mail: TakenMail): Promise<Settlement> {
    const outcome = { id: mail.id, email: mail.to_email };
    try {
      const message = await compose(mail);
      const envelope = { name: mailName(mail), from: settings.from.address, to: mail.to_email, message };
      await transport.send(envelope, () => journal.begin(mail.id));
      failures = 0;
      return { ...outcome, at: clock.now(), state: "sent" };
    } catch (error) {
      const at = clock.now();
      const fault = error instanceof MailError ? error : new MailError("later", (error as Error).message, true);
      if (fault.isAway) {
        failures += 1;
        restUntil = at + restAfter(failures);
        await giveBackRest();
        if (!stopping) log.warn({ reason: hideAddresses(fault.message) }, "mail could not be sent and is tried again");
      }
      const told = { ...outcome, at, error: fault.message };
      if (fault.fault === "unknown")
        return { ...told, state: "uncertain", error: stopping ? ABANDONED : fault.message };
      if (fault.fault !== "later") return { ...told, state: "failed", isBounce: fault.fault === "no-mailbox" };
      // Stopped before it began: as if it had not been tried.
      if (stopping) return { ...told, state: "queued", retryAt: at };
      const retryAt = nextTry(mail.attempts, mail.first_tried_at ?? at, at);
      return retryAt === null ? { ...told, state: "failed", isBounce: false } : { ...told, state: "queued", retryAt };
    }
  }

  /** What was taken and not begun is free for others, and for later. */
  async function giveBackRest(): Promise<void> {
    const rest = taken.map(({ id }) => id);
    taken = [];
    await leases.giveBack(rest).catch(complain);
  }

  async function compose(mail: TakenMail): Promise<Buffer> {
    const links = mail.subscriber_id === null ? null : settings.links(mail.subscriber_id);
    const body = await bodyOf(mail.body_id);
    const head = {
      messageId: mail.message_id,
      date: new Date(mail.created_at),
      from: settings.from,
      to: mail.to_email,
      replyTo: mail.reply_email ? { name: mail.reply_name, address: mail.reply_email } : null,
      headers: {
        ...(links && {
          "list-unsubscribe": `<${links.oneClick}>`,
          "list-unsubscribe-post": "List-Unsubscribe=One-Click",
          "list-id": `<${settings.listId}>`,
        }),
        ...(mail.kind === "issue" ? { precedence: "bulk" } : { "auto-submitted": "auto-generated" }),
      },
    };
    return composeMail(head, body, links?.values ?? {});
  }

  async function bodyOf(id: number): Promise<EncodedBody> {
    const known = bodies.get(id);
    if (known) return known;
    const row = await database.db.selectFrom("mail_body").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
    const encoded = encodeBody(row, Object.keys(settings.links(1).values));
    bodies.set(id, encoded);
    return encoded;
  }

  /** Mails are sent in so many lanes, each one after another; one that waits for a slow server holds up no other. */
  function fillLanes(): void {
    while (lanes.size < settings.connections && !stopping && clock.now() >= restUntil) {
      const lane = sendInTurn()
        .catch(complain)
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  }

  function recover(): Promise<void> {
    recovering ??= leases
      .recover()
      .then((lost) => {
        if (lost > 0) log.warn({ count: lost }, "mails are uncertain: a process ended while it sent them");
      })
      .catch(complain)
      .finally(() => {
        recovering = undefined;
      });
    return recovering;
  }

  /** What became of a mail must be written: it is tried until the database takes it, or the process ends. */
  async function settleSurely(outcome: Settlement): Promise<void> {
    for (;;) {
      try {
        return await journal.settle(outcome);
      } catch (error) {
        complain(error);
        if (stopping) return;
        await new Promise((resolve) => setTimeout(resolve, REWRITE_INTERVAL_MS));
      }
    }
  }

  function beginStop(): Promise<void> {
    stopped ??= stop();
    return stopped;
  }

  async function stop(): Promise<void> {
    stopping = true;
    clearTimeout(roomTimer);
    const patience = setTimeout(() => transport.close(), STOP_TIMEOUT_MS);
    await Promise.all([recovering, ...lanes]);
    clearTimeout(patience);
    transport.close();
    await giveBackRest();
  }

  function complain(error: unknown): void {
    log.warn({ err: error }, "the outbox could not be worked on and is tried again");
  }

  return {
    async work(signal) {
      // What is under way gets its time from the beginning of the stop.
      if (!isAtWork) signal.addEventListener("abort", () => void beginStop());
      isAtWork = true;
      await recover();
      fillLanes();
    },
    prolong: leases.prolong,
    wake() {
      if (isAtWork) fillLanes();
    },
    async drain() {
      await recover();
      fillLanes();
      await Promise.all(lanes);
    },
    stop: beginStop,
  };
}

/** Addresses stay out of the log, also where a server's words repeat them. */
const hideAddresses = (text: string) =>
  text
    .split(/([\s<>]+)/)
    .map((part) => (part.includes("@") ? "…" : part))
    .join("");

/**
 * Writes begins and ends of many mails together, as each transaction is a flush of the disk that holds up whatever
 * else the process does. It writes when all who are at work wait for it, or when somebody has waited long enough.
 * `begin` answers once it is stored that the text is about to leave, and throws where the mail is another's by now;
 * `settle` need not be waited for at once, but by `waitFor`.
 */
function createJournal(
  write: (begun: number[], settled: Settlement[]) => Promise<Set<number>>,
  countAtWork: () => number,
) {
  type Waiting = { resolve: () => void; reject: (error: unknown) => void };
  let begins: ({ id: number } & Waiting)[] = [];
  let ends: ({ outcome: Settlement } & Waiting)[] = [];
  let writing = false;
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerEnds = Number.POSITIVE_INFINITY;

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timerEnds = Number.POSITIVE_INFINITY;
    writing = true;
    const [begun, ended] = [begins, ends];
    begins = [];
    ends = [];
    try {
      const leaving = await write(
        begun.map(({ id }) => id),
        ended.map(({ outcome }) => outcome),
      );
      for (const { id, resolve, reject } of begun)
        if (leaving.has(id)) resolve();
        else reject(new MailError("later", "Another process has taken the mail."));
      for (const { resolve } of ended) resolve();
    } catch (error) {
      for (const { reject } of [...begun, ...ended]) reject(error);
    }
    writing = false;
    if (begins.length > 0) writeWithin(MAX_BEGIN_ATTEMPTS);
    else if (ends.length > 0) writeWithin(MAX_END_ATTEMPTS);
  }
  function writeWithin(patience: number): void {
    if (writing || begins.length + ends.length === 0) return;
    const at = performance.now() + (waiting >= countAtWork() ? 0 : patience);
    if (at >= timerEnds) return;
    clearTimeout(timer);
    timerEnds = at;
    timer = setTimeout(() => void writeAll(), Math.max(at - performance.now(), 0));
  }
  async function waitFor(written: Promise<void>): Promise<void> {
    waiting += 1;
    writeWithin(MAX_BEGIN_ATTEMPTS);
    try {
      await written;
    } finally {
      waiting -= 1;
    }
  }
  return {
    begin: (id: number) =>
      waitFor(
        new Promise<void>((resolve, reject) => {
          begins.push({ id, resolve, reject });
        }),
      ),
    settle: (outcome: Settlement) =>
      new Promise<void>((resolve, reject) => {
        ends.push({ outcome, resolve, reject });
        writeWithin(MAX_END_ATTEMPTS);
      }),
    waitFor,
  };
}
