import { type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Pages that editors write, with addresses of their own, such as `/imprint`. Owns `page`.
 * Promises: the four specified pages always exist, an old address redirects, and a scheduled update is published
 * unchanged.
 */
export const pages = {
  screens: {
    page: { title: "Page", path: adminUrl.pages(), below: "documents", needs: ["page.manage"] },
    pages: {
      title: "Pages",
      path: adminUrl.pages(),
      needs: ["page.manage"],
      finder: [{ words: "static about contact imprint privacy advertise" }],
    },
  },
  permissions: {
    "page.manage": { does: "write, publish and delete pages", roles: editors, keys: "publishing" },
  },
  actionKinds: { page: "Pages" },
  actions: {
    "page.create": "Page created",
    "page.update": "Page changed",
    "page.publish": "Page published",
    "page.schedule": "Page scheduled",
    "page.unschedule": "Schedule of a page cancelled",
    "page.unpublish": "Page unpublished",
    "page.ask": "Review of a page requested",
    "page.unask": "Request to review a page withdrawn",
    "page.decline": "Changes to a page requested",
    "page.approve": "Page approved",
    "page.suggest": "Changes to a page suggested",
    "page.accept": "Suggestions for a page accepted",
    "page.reject": "Suggestions for a page rejected",
    "page.override": "Approval of a page overridden",
    "page.disapprove": "Approval of a page withdrawn",
    "page.trash": "Page moved to the trash",
    "page.restore": "Page restored from the trash",
    "page.purge": "Page permanently deleted",
    "page.share": "Preview link of a page created",
    "page.unshare": "Preview links of a page revoked",
  },
  scopes: ["pages"],
  addresses: { page: { pattern: "/:slug", taken: "Another page has this address. Choose another one." } },
  pictures: { page: { label: "Page" } },
} as const satisfies Declaration;
