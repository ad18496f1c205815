import { type Declaration, editors } from "#shared/declaration.ts";
import { pageUrl } from "#shared/urls.ts";

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
  pictures: { ad: { label: "Ad space", path: `${pageUrl.admin()}?tab=ads` } },
} as const satisfies Declaration;
