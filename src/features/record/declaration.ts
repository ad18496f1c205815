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
  personalData: {
    "holdings: symbol, from, to": {
      columns: { "holding.account_id": "holdings" },
      until: "taken from the register",
      exported: "yes",
      erased: "gone",
    },
    "what an article disclosed of its authors' holdings": {
      columns: {},
      also: ["published_version"],
      until: "never: it is on record",
      exported: "no: it is public",
      erased: "number",
      afterwards: "the number, shown as “Former author”",
    },
  },
} as const satisfies Declaration;
