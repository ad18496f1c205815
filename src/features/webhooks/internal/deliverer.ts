import type { FastifyBaseLogger } from "fastify";
import { type Secrets, unsealStored } from "#platform/keys.ts";
import { RemoteError, type RemotePost, type RemoteResponse } from "#platform/remote-fetch.ts";
import { isStorable } from "#shared/text.ts";
import { cancelQueued, SECRET_PURPOSE, switchOff, type WebhookStore } from "../commands.ts";
import { NOT_SENT } from "../rules.ts";
import type { WebhookRow } from "../tables.ts";
import { type FanOutParts, fanOut } from "./fan-out.ts";
import { createLeases, type LeasedDelivery, type Outcome } from "./leases.ts";
import { signatureOf } from "./signature.ts";

export type DelivererParts = FanOutParts & WebhookStore & Secrets & { log: FastifyBaseLogger; postRemote: RemotePost };

/** Sends deliveries. Several processes may do so at the same time. */
export type Deliverer = {
  /** Creates the deliveries of new events, and starts those that are due, without waiting for them. */
  work: (signal: AbortSignal) => Promise<void>;
  /** The same, and waits until nothing is due. */
  drain: () => Promise<void>;
  /** Interrupts attempts and starts none; they are made again by the next process. */
  stop: () => Promise<void>;
};

/** Sends to all receivers in parallel, one delivery at a time to each: a slow receiver delays no other. */
export function createDeliverer(parts: DelivererParts): Deliverer {
  const { database, staging, log } = parts;
  const leases = createLeases(parts);
  const stopping = new AbortController();
  const lanes = new Map<number, Promise<void>>();
  let isStarted = false;

  const runLane = async (webhookId: number) => {
    while (!stopping.signal.aborted) {
      const delivery = await leases.acquire(webhookId);
      if (!delivery) return;
      const outcome = await attempt(parts, delivery, stopping.signal);
      if (stopping.signal.aborted && outcome.error !== "") return leases.release(delivery);
      const reason = await leases.settle(delivery, outcome);
      if (reason) await switchOff(parts, webhookId, reason);
    }
  };
  const look = async () => {
    if (!(await leases.hasWork())) return;
    await fanOut(parts);
    const receivers = await leases.receivers();
    if (receivers.length > 0 && (await staging.read(database.db))) return cancelQueued(parts, NOT_SENT.staging);
    for (const id of receivers) {
      if (lanes.has(id) || stopping.signal.aborted) continue;
      const lane = runLane(id)
        .catch((error: unknown) => log.warn({ err: error, webhook: id }, "a webhook delivery could not be recorded"))
        .finally(() => lanes.delete(id));
      lanes.set(id, lane);
    }
  };
  const stop = async () => {
    stopping.abort();
    await Promise.all(lanes.values());
  };
  return {
    work(signal) {
      if (!isStarted) signal.addEventListener("abort", () => stopping.abort());
      isStarted = true;
      return look();
    },
    async drain() {
      await look();
      await Promise.all(lanes.values());
    },
    stop,
  };
}

/** Sends one delivery. Fails never: what went wrong is the outcome. */
async function attempt(parts: DelivererParts, delivery: LeasedDelivery, signal: AbortSignal): Promise<Outcome> {
  const { db } = parts.database;
  const hook = await db
    .selectFrom("webhook")
    .selectAll()
    .where("id", "=", delivery.webhook_id)
    .executeTakeFirstOrThrow();
  const { body } = await db
    .selectFrom("webhook_event")
    .select("body")
    .where("id", "=", delivery.event_id)
    .executeTakeFirstOrThrow();
  const secrets = secretsIn(parts, hook);
  if (secrets.length === 0) return { status: null, response: "", error: UNREADABLE };
  const at = Math.floor(parts.clock.now() / 1000);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "jarida-signature": signatureOf(secrets, at, body ?? ""),
  };
  return parts.postRemote(hook.url, { headers, body: body ?? "", signal }).then(outcomeOf, (error: unknown) => {
    if (error instanceof RemoteError) return { status: null, response: "", error: error.message };
    throw error;
  });
}

const UNREADABLE = "Its secret cannot be decrypted with the site's secret key. Rotate it.";

function secretsIn({ clock, ...secrets }: DelivererParts, hook: WebhookRow): string[] {
  const former = (hook.former_until ?? 0) > clock.now() ? hook.former_secret : null;
  return [hook.secret, former].flatMap((stored) =>
    stored === null ? [] : (unsealStored(secrets, SECRET_PURPOSE, stored) ?? []),
  );
}

function outcomeOf({ status, text }: RemoteResponse): Outcome {
  const response = isStorable(text) ? text : "";
  if (status >= 200 && status < 300) return { status, response, error: "" };
  const error =
    status >= 300 && status < 400 ? "Its host redirects, which is not followed." : `Its host responded with ${status}.`;
  return { status, response, error };
}
