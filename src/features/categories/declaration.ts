import { type Declaration, editors } from "#shared/declaration.ts";

export const categories = {
  permissions: {
    "category.manage": { does: "add, rename and delete categories", roles: editors },
  },
  actionKinds: { category: "Categories" },
  actions: {
    "category.create": "Category created",
    "category.update": "Category changed",
    "category.delete": "Category deleted",
  },
} as const satisfies Declaration;
