import { type Declaration, editors } from "#shared/declaration.ts";

export const ads = {
  permissions: {
    "ad.manage": { does: "manage ad spaces", roles: editors },
  },
  actionKinds: { ad: "Ad spaces" },
  actions: {
    "ad.create": "Ad space created",
    "ad.update": "Ad space changed",
    "ad.delete": "Ad space deleted",
  },
  scopes: ["ads", "ad-settings"],
} as const satisfies Declaration;
