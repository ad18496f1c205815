import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Notifies other programs of what happens, by requests to addresses that chiefs enter. Owns `webhook`, `webhook_event` and
 * `webhook_delivery`. Promises: what is committed is delivered at least once, in order for each document, with what readers
 * may see and ids alone; a slow receiver delays no other, and nothing is sent to private networks.
 */
export const webhooks = {
  screens: {
    webhooks: {
      title: "Webhooks",
      path: adminUrl.webhooks(),
      needs: ["webhook.manage"],
      finder: [{ words: "settings integrations api notify deliveries secret signature" }],
    },
  },
  permissions: {
    "webhook.manage": { does: "notify other programs of what happens", roles: chiefs },
  },
  actionKinds: { webhook: "Webhooks" },
  actions: {
    "webhook.create": "Webhook added",
    "webhook.update": "Webhook changed",
    "webhook.rotate": "Secret of a webhook rotated",
    "webhook.test": "Test of a webhook sent",
    "webhook.resend": "Webhook delivery sent again",
    "webhook.off": "Webhook switched off after failures",
    "webhook.delete": "Webhook deleted",
  },
} as const satisfies Declaration;
