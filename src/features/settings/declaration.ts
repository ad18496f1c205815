import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

export const settings = {
  screens: {
    settings: {
      title: "Settings",
      path: adminUrl.settings(),
      needs: ["settings.manage"],
      finder: [{ words: "newsroom time zone postal address two-person rule approval review retention" }],
    },
  },
  permissions: {
    "settings.manage": { does: "change the newsroom's settings", roles: chiefs },
  },
  actionKinds: { settings: "Settings" },
  actions: {
    "settings.change": "Settings changed",
  },
  scopes: ["newsroom", "retention"],
} as const satisfies Declaration;
