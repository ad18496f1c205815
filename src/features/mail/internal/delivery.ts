import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/clock.ts";
import type { Mailbox, MailTransport } from "#platform/mail.ts";
import { mailName } from "../commands.ts";
import type { Settlement, TakenMail } from "../leases.ts";
import type { Journal } from "./journal.ts";
import { hideAddresses, outcomeOf, toMailError } from "./outcome.ts";
import type { Throttle } from "./throttle.ts";

export type DeliveryParts = {
  clock: Clock;
  transport: Pick<MailTransport, "send">;
  log: Pick<FastifyBaseLogger, "warn">;
  from: Mailbox;
  compose: (mail: TakenMail) => Promise<Buffer>;
  journal: Pick<Journal, "begin">;
  throttle: Pick<Throttle, "serverAnswered" | "serverAway">;
  /** Gives back the mails that were taken but not begun. */
  giveBackRest: () => Promise<void>;
  signal: AbortSignal;
};

/** Sends one mail and returns the outcome. */
export async function deliver(parts: DeliveryParts, mail: TakenMail): Promise<Settlement> {
  const { clock, throttle, signal } = parts;
  try {
    const message = await parts.compose(mail);
    const envelope = { name: mailName(mail), from: parts.from.address, to: mail.to_email, message };
    await parts.transport.send(envelope, () => parts.journal.begin(mail.id));
    throttle.serverAnswered();
    return { id: mail.id, email: mail.to_email, at: clock.now(), state: "sent" };
  } catch (error) {
    const fault = toMailError(error);
    const at = clock.now();
    if (fault.isAway) {
      throttle.serverAway();
      if (!signal.aborted)
        parts.log.warn({ reason: hideAddresses(fault.message) }, "mail could not be sent and will be retried");
      await parts.giveBackRest();
    }
    return outcomeOf(fault, mail, at, signal.aborted);
  }
}
