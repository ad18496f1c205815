import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Settings of the newsroom, and its texts about itself (`publication.json`). Owns `setting`, one JSON value per
 * name. Promises: a setting is validated before it is stored, and changing it needs the version that the editor saw.
 */
export const settings = {
  screens: {
    settings: {
      title: "Settings",
      path: adminUrl.settings(),
      needs: ["settings.manage"],
      finder: [
        { words: "newsroom time zone postal address two-person rule approval review retention addresses slug url seo" },
      ],
      parts: [
        "Newsroom",
        "Addresses",
        "Data retention",
        "Backup",
        "Announcements",
        "Second step",
        "API keys",
        "Two-person rule",
      ],
    },
    publication: {
      title: "Publication",
      path: adminUrl.publication(),
      needs: ["settings.manage"],
      finder: [
        { words: "settings name tagline language contact address social links footer newsletter ticker coins preview" },
      ],
    },
    menus: {
      title: "Menus",
      path: adminUrl.menus(),
      needs: ["settings.manage"],
      finder: [{ words: "settings navigation header footer links sections submenu" }],
    },
    houseStyle: {
      title: "House style",
      path: adminUrl.houseStyle(),
      needs: ["settings.manage"],
      finder: [
        { words: "settings words to avoid quotes headline title length caption credit alternative text checks" },
      ],
    },
    words: {
      title: "Words of the site",
      path: adminUrl.words(),
      needs: ["settings.manage"],
      finder: [{ words: "settings interface texts labels buttons mails welcome language translation import export" }],
    },
    appearance: {
      title: "Appearance",
      path: adminUrl.appearance(),
      needs: ["settings.manage"],
      finder: [{ words: "look design theme brand colour color accent corners logo icon fonts" }],
    },
  },
  permissions: {
    "settings.manage": { does: "change the newsroom's settings", roles: chiefs },
  },
  actionKinds: { settings: "Settings" },
  actions: {
    "settings.change": "Settings changed",
  },
  pictures: { appearance: { label: "Appearance", path: adminUrl.appearance() } },
  scopes: ["newsroom", "newsletter", "appearance", "addresses", "retention", "site", "staging"],
} as const satisfies Declaration;
