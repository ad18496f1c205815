import { chiefs, type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

export const documents = {
  screens: {
    trash: { title: "Trash", path: adminUrl.trash(), finder: [{ words: "deleted articles" }] },
  },
  permissions: {
    "article.approve": { does: "approve texts that somebody else wrote", roles: editors },
    "article.override": { does: "do without a second person's approval, for a reason", roles: chiefs },
    "trash.purge": { does: "delete articles for good", roles: editors },
  },
  actions: {
    "article.ask": "Somebody asked to review",
    "article.unask": "Request for a review withdrawn",
    "article.approve": "Article approved",
    "article.override": "Approval overridden",
    "article.disapprove": "Approval withdrawn",
    "article.trash": "Article put into the trash",
    "article.restore": "Article restored from the trash",
    "article.purge": "Article deleted for good",
    "article.share": "Preview link made",
    "article.unshare": "Preview links ended",
  },
} as const satisfies Declaration;
