import { type Declaration, editors, everyone, ownBelowEditor } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Pictures: uploads, variants, the library, and copies of what is on other hosts. Owns `picture`, `picture_tag`,
 * `removed_picture` and `remote_item`. Promises: only re-encoded images are served, a removed picture's addresses
 * return 410, and requests to other hosts never reach private networks.
 */
export const media = {
  screens: {
    media: { title: "Media", path: adminUrl.media(), finder: [{ words: "pictures images uploads library" }] },
  },
  permissions: {
    "picture.upload": { does: "upload pictures and use the library", roles: everyone, keys: "drafts" },
    "picture.describe": { does: "change a picture's texts and focal point", roles: ownBelowEditor, keys: "drafts" },
    "picture.manage": { does: "replace and delete pictures", roles: editors, keys: "publishing" },
  },
  actionKinds: { picture: "Pictures" },
  actions: {
    "picture.describe": "Picture described",
    "picture.replace": "Picture replaced everywhere",
    "picture.delete": "Picture deleted",
    "picture.takedown": "Picture taken down",
  },
  personalData: {
    "who uploaded a picture": {
      columns: { "picture.uploaded_by": "pictures" },
      until: "the picture goes",
      exported: "yes",
      erased: "number",
    },
  },
} as const satisfies Declaration;
