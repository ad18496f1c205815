import { chiefs, type Declaration } from "#shared/declaration.ts";

/**
 * Export, erasure and retention of personal data across all features. Owns no table: features declare their columns
 * in `personalData`. Promises: an export contains every declared column, and after an erasure no row, version or
 * mail contains the person's name or address.
 */
export const personalData = {
  permissions: {
    "personal_data.manage": { does: "export and erase the personal data of a person", roles: chiefs },
  },
  actionKinds: { person: "Readers’ data" },
  actions: {
    "account.export": "Account’s data exported",
    "account.erase": "Account’s data erased",
    "person.export": "Person’s data exported",
    "person.erase": "Person’s data erased",
  },
} as const satisfies Declaration;
