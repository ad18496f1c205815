import { chiefs, type Declaration } from "#shared/declaration.ts";

/**
 * Moves publications in from other systems, and out of this one. Promises: an import shows readers nothing before its release,
 * raises no visibility, mails nobody, and can be undone; an export holds everything that its format can hold. Owns
 * `publication_export`.
 */
export const transfer = {
  permissions: {
    "transfer.export": { does: "export the publication as a file", roles: chiefs },
  },
  actionKinds: { export: "Exports" },
  actions: {
    "export.start": "Export started",
    "export.download": "Export downloaded",
    "export.delete": "Export deleted",
  },
  personalData: {
    "who started an export": {
      columns: { "publication_export.started_by": null },
      until: "a week",
      exported: "yes, in the audit log",
      erased: "number",
    },
  },
} as const satisfies Declaration;
