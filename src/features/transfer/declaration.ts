import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Moves publications in from other systems, and out of this one. Owns the tables `import…` and `publication_export`. Promises:
 * an import shows readers nothing before its release, raises no visibility, sends no mail, and can be undone; an export holds
 * everything that its format can hold.
 */
export const transfer = {
  screens: {
    "move-out": {
      title: "Move out",
      path: adminUrl.moveOut(),
      needs: ["transfer.export"],
      finder: [{ words: "settings export download leave ghost wordpress markdown jsonl zip take out" }],
    },
    "move-in": {
      title: "Move in",
      path: adminUrl.moveIn(),
      needs: ["transfer.import", "article.publish"],
      finder: [
        {
          words:
            "settings import migrate ghost wordpress substack beehiiv medium markdown feed rss redirects subscribers",
        },
      ],
    },
  },
  permissions: {
    "transfer.export": { does: "export the publication as a file", roles: chiefs },
    "transfer.import": { does: "import from other systems", roles: chiefs },
  },
  actionKinds: { export: "Exports", import: "Imports" },
  actions: {
    "export.start": "Export started",
    "export.download": "Export downloaded",
    "export.delete": "Export deleted",
    "import.create": "Import checked",
    "import.start": "Import started",
    "import.release": "Import released",
    "import.undo": "Import undone",
    "import.cancel": "Import cancelled",
    "import.delete": "Import deleted",
  },
  personalData: {
    "who started an export": {
      columns: { "publication_export.started_by": null },
      until: "a week",
      exported: "yes, in the audit log",
      erased: "number",
    },
    "who imported a file": {
      columns: { "import.created_by": null },
      also: ["import_subscriber"],
      until: "the import is deleted",
      exported: "no: it is about the publication",
      erased: "number",
    },
  },
} as const satisfies Declaration;
