import { type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Redirects of addresses that have no page, and the addresses that readers did not find. Owns `redirect` and
 * `missing_page`. Promises: a redirect never hides a page that exists, never leads in a circle, and takes one step.
 */
export const redirects = {
  screens: {
    redirects: {
      title: "Redirects",
      path: adminUrl.redirects(),
      needs: ["redirect.manage"],
      finder: [{ words: "404 not found moved old address import 301 410 451" }],
    },
  },
  permissions: {
    "redirect.manage": { does: "add, change and import redirects", roles: editors },
  },
  actionKinds: { redirect: "Redirects" },
  actions: {
    "redirect.create": "Redirect added",
    "redirect.update": "Redirect changed",
    "redirect.delete": "Redirect deleted",
    "redirect.import": "Redirects imported",
  },
  scopes: ["redirects"],
} as const satisfies Declaration;
