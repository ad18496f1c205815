import { type Declaration, editors } from "#shared/declaration.ts";

/**
 * Ad spaces, which editors fill and readers see in fixed places. Owns `ad_space`, with the counts of views and
 * clicks. Promises: an inactive or empty slot never breaks a page, and counting never delays one.
 */
export const ads = {
  permissions: {
    "ad.manage": { does: "manage ad spaces", roles: editors, keys: "alone" },
  },
  actionKinds: { ad: "Ad spaces" },
  actions: {
    "ad.create": "Ad space created",
    "ad.update": "Ad space changed",
    "ad.delete": "Ad space deleted",
  },
  scopes: ["ads", "ad-settings"],
} as const satisfies Declaration;
