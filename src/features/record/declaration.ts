import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * The public record of every text that readers could see, with corrections and authors' holdings. Owns
 * `published_version`, `published_day` and `holding`. Promises: each version is chained by hashes that anyone can
 * verify (docs/record.md), and disclosures are never withdrawn.
 */
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
    "the authors' holdings that an article disclosed": {
      columns: {},
      also: ["published_version"],
      until: "never: it is on record",
      exported: "no: it is public",
      erased: "number",
      afterwards: "the number, shown as “Former author”",
    },
  },
} as const satisfies Declaration;
