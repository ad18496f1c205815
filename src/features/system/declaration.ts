import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * The state of the installation, and what its chief does with it: demo content. Owns `demo_removal`. Promises: removing
 * the demo content takes nothing along that people have edited, and can be undone for 30 days.
 */
export const system = {
  screens: {
    system: {
      title: "System",
      path: adminUrl.system(),
      needs: ["system.manage"],
      finder: [{ words: "demo content remove example articles" }],
    },
  },
  permissions: {
    "system.manage": { does: "remove the demo content", roles: chiefs },
  },
  actionKinds: { demo: "Demo content" },
  actions: {
    "demo.remove": "Demo content removed",
    "demo.restore": "Demo content restored",
  },
  personalData: {
    "who removed the demo content": {
      columns: { "demo_removal.removed_by": null },
      until: "undone, or 30 days",
      exported: "yes, in the audit log",
      erased: "number",
    },
  },
} as const satisfies Declaration;
