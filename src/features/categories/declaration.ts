import { type Declaration, editors } from "#shared/declaration.ts";
import { pagePattern, pageUrl } from "#shared/urls.ts";

/**
 * Categories of articles, with their addresses. Owns `category`. Promises: an old address of
 * a renamed category redirects, readers don't see a category that only drafts name, and one with articles can't be
 * deleted.
 */
export const categories = {
  permissions: {
    "category.manage": { does: "add, rename and delete categories", roles: editors, keys: "publishing" },
  },
  actionKinds: { category: "Categories" },
  actions: {
    "category.create": "Category created",
    "category.update": "Category changed",
    "category.delete": "Category deleted",
  },
  pictures: { category: { label: "Category", path: `${pageUrl.admin()}?tab=categories` } },
  addresses: {
    // A specified text.
    category: { pattern: pagePattern.category, taken: "A category with this slug already exists" },
  },
} as const satisfies Declaration;
