import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

export const record = {
  screens: {
    holdings: {
      title: "Holdings",
      path: adminUrl.holdings(),
      finder: [{ words: "disclosures coins symbols register" }],
    },
  },
  actionKinds: { holding: "Holdings" },
  actions: {
    "holding.add": "Holding registered",
    "holding.change": "Holding changed",
    "holding.remove": "Holding removed from the register",
  },
} as const satisfies Declaration;
