import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Keys with which programs use the API. Owns `api_key`. Promises: a key is stored as a hash and shown once; it can do
 * less than its owner, never more; it ends with its owner's access.
 */
export const keys = {
  screens: {
    keys: {
      title: "API keys",
      path: adminUrl.keys(),
      needs: ["key.manage"],
      finder: [{ words: "tokens integrations programs scopes settings bearer" }],
    },
  },
  permissions: {
    "key.manage": { does: "create and revoke API keys", roles: chiefs },
  },
  actionKinds: { key: "API keys" },
  actions: {
    "key.create": "API key created",
    "key.revoke": "API key revoked",
  },
  personalData: {
    "API keys: name, permissions, day and network of the last use": {
      columns: { "api_key.account_id": "api_keys" },
      until: "revoked, or the account is suspended or removed",
      exported: "yes, without the keys themselves",
      erased: "gone",
    },
  },
} as const satisfies Declaration;
