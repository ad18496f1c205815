import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * The state of the installation, and what its chief does with it: backups, demo content, tests of the mail, and the list of what
 * a new publication still needs. Owns `demo_removal` and `backup_run`. Promises: removing
 * the demo content takes nothing along that people have edited, and can be undone for 30 days.
 */
export const system = {
  screens: {
    system: {
      title: "System",
      path: adminUrl.system(),
      needs: ["system.manage"],
      finder: [
        {
          words:
            "version database disk tasks jobs failed backup download nightly schedule staging copy demo content remove example articles",
        },
      ],
      parts: ["Failed tasks", "Backup", "Every night", "Staging", "Signing key", "Jobs", "Demo content"],
    },
    mail: {
      title: "Mail",
      path: adminUrl.mail(),
      needs: ["settings.manage"],
      finder: [{ words: "settings test mail smtp server sender spf dkim dmarc deliverability spam" }],
      parts: ["Sending", "Test mail", "SPF, DKIM and DMARC"],
    },
  },
  permissions: {
    "system.manage": { does: "see the state of the system, back it up, and remove the demo content", roles: chiefs },
  },
  actionKinds: { demo: "Demo content", backup: "Backups", task: "Background work" },
  actions: {
    "demo.remove": "Demo content removed",
    "demo.restore": "Demo content restored",
    "backup.start": "Backup started",
    "backup.download": "Backup downloaded",
    "task.retry": "Failed task retried",
    "task.dismiss": "Failed task dismissed",
  },
  personalData: {
    "who started the latest backup": {
      columns: { "backup_run.started_by": null },
      until: "the next one",
      exported: "yes, in the audit log",
      erased: "number",
    },
    "who removed the demo content": {
      columns: { "demo_removal.removed_by": null },
      until: "undone, or 30 days",
      exported: "yes, in the audit log",
      erased: "number",
    },
  },
} as const satisfies Declaration;
