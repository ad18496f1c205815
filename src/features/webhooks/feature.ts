import type { FastifyBaseLogger } from "fastify";
import type { Staging } from "#features/settings/staging.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import type { RemotePost } from "#platform/remote-fetch.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  reencryptWebhookSecrets,
  removeOldDeliveries,
  resendDelivery,
  rotateSecret,
  sendTest,
  type WebhookStore,
} from "./commands.ts";
import { webhookEndpoints } from "./endpoints.ts";
import { createDeliverer } from "./internal/deliverer.ts";
import { findWebhook, pageDeliveries, pageWebhooks, presentDelivery, presentWebhook } from "./queries.ts";
import { NO_DELIVERY, NO_WEBHOOK, webhookVersion } from "./rules.ts";
import type { WebhookRow } from "./tables.ts";

const LOOK_INTERVAL_MS = 500;
const CLEANUP_INTERVAL_MS = 10 * 60_000;
const RESEAL_INTERVAL_MS = 60_000;

type Deps = WebhookStore &
  Secrets & {
    log: FastifyBaseLogger;
    siteUrl: string;
    staging: Pick<Staging, "read">;
    /** Sends to addresses that chiefs enter. */
    postRemote: RemotePost;
  };

export type WebhooksFeature = Feature & {
  /** Sends all that is due now; resolves when that is done. */
  deliverDue: () => Promise<void>;
};

export function webhooksFeature(deps: Deps): WebhooksFeature {
  const { database, clock } = deps;
  const deliverer = createDeliverer(deps);
  return {
    routes: [webhookRoutes(deps)],
    jobs: [
      { name: "webhooks", title: "Send webhooks", every: LOOK_INTERVAL_MS, run: deliverer.work },
      {
        name: "old webhook deliveries",
        title: "Delete old webhook deliveries",
        every: CLEANUP_INTERVAL_MS,
        alone: true,
        run: () => removeOldDeliveries(database, clock.now()),
      },
      {
        name: "webhook secrets of a former key",
        title: "Re-encrypt webhook secrets after a change of the secret key",
        every: RESEAL_INTERVAL_MS,
        alone: true,
        run: () => reencryptWebhookSecrets(deps),
      },
    ],
    close: deliverer.stop,
    deliverDue: deliverer.drain,
  };
}

function webhookRoutes(store: WebhookStore & Secrets): ApiPlugin {
  const { database, clock } = store;
  const { db } = database;
  const idOf = ({ id }: { id: string }) => idIn(id, "webhook_not_found", NO_WEBHOOK);
  const respond = (reply: ResponseHead, row: WebhookRow) => {
    const shown = presentWebhook(row, clock.now());
    return tagged(reply, webhookVersion(shown), shown);
  };
  const requireWebhook = async (id: number) => {
    const row = await findWebhook(db, id);
    if (!row) throw new NotFoundError("webhook_not_found", NO_WEBHOOK);
    return row;
  };
  return async (app) =>
    serve(app, webhookEndpoints, {
      "GET /webhooks": async ({ query }, reply) => {
        const { rows, total } = await pageWebhooks(db, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map((row) => presentWebhook(row, clock.now()));
      },
      "POST /webhooks": async (call, reply) => {
        const { row, secret } = await addWebhook(store, actorOf(call), call.body);
        return { ...respond(reply, row), secret };
      },
      "GET /webhooks/:id": async ({ params }, reply) => respond(reply, await requireWebhook(idOf(params))),
      "PUT /webhooks/:id": async (call, reply) => {
        const { params, body } = call;
        return respond(reply, await changeWebhook(store, actorOf(call), idOf(params), body, isCurrentFor(call)));
      },
      "DELETE /webhooks/:id": (call) => deleteWebhook(store, actorOf(call), idOf(call.params)),
      "POST /webhooks/:id/secret": async (call, reply) => {
        const { row, secret } = await rotateSecret(store, actorOf(call), idOf(call.params));
        return { ...respond(reply, row), secret };
      },
      "POST /webhooks/:id/test": async (call) =>
        presentDelivery(await sendTest(store, actorOf(call), idOf(call.params))),
      "GET /webhooks/:id/deliveries": async ({ params, query }, reply) => {
        const { id } = await requireWebhook(idOf(params));
        const { rows, total } = await pageDeliveries(db, id, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentDelivery);
      },
      "POST /webhooks/:id/deliveries/:delivery/resend": async (call) => {
        const webhookId = idOf(call.params);
        const id = idIn(call.params.delivery, "delivery_not_found", NO_DELIVERY);
        return presentDelivery(await resendDelivery(store, actorOf(call), { webhookId, id }));
      },
    });
}
