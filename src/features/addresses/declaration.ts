import { type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * The register of addresses: which topic, series, author, category or page has an address, or had it. Redirects of those
 * that have no page, and the addresses that readers did not find. Owns `address`, `redirect` and `missing_page`. Promises:
 * two of a kind never have one address, a redirect never hides a page that exists, never leads in a circle, and takes one
 * step.
 */
export const addresses = {
  screens: {
    redirects: {
      title: "Redirects",
      path: adminUrl.redirects(),
      needs: ["redirect.manage"],
      finder: [{ words: "404 not found moved old address import 301 410 451" }],
    },
  },
  permissions: {
    "redirect.manage": { does: "add, change and import redirects", roles: editors, keys: "alone" },
  },
  actionKinds: { redirect: "Redirects" },
  actions: {
    "redirect.create": "Redirect added",
    "redirect.update": "Redirect changed",
    "redirect.delete": "Redirect deleted",
    "redirect.import": "Redirects imported",
  },
  scopes: ["address", "redirects"],
} as const satisfies Declaration;
