import { chiefs, type Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Who did what, for chiefs and the operator. Owns `audit_entry` and `audit_chain`. Promises: an entry is written in
 * the transaction of the action that it records, a changed or missing entry breaks the chain of hashes, and an
 * erasure empties personal data without breaking it.
 */
export const audit = {
  screens: {
    audit: {
      title: "Audit log",
      path: adminUrl.audit(),
      needs: ["audit.read"],
      finder: [{ words: "record history who did changes sign-ins" }],
    },
  },
  permissions: {
    "audit.read": { does: "read and export the audit log", roles: chiefs },
  },
  actionKinds: {
    access: "Rejected requests",
    secret: "Secret keys",
    publication: "Backups and moves",
    audit: "This log",
  },
  actions: {
    "access.deny": "Rejected: not allowed",
    "secret.propose": "Rotation of the secret key proposed: a chief lost the role or the login",
    "secret.settle": "Proposed rotation of the secret key marked as settled",
    "secret.rotate": "Secret key rotated",
    "secret.forget": "Former secret keys forgotten",
    "publication.backup": "Backup made",
    "publication.restore": "Backup restored",
    "publication.move": "Database moved",
    "audit.export": "Audit log exported",
    "audit.prune": "Old entries of the audit log removed",
  },
  personalData: {
    "actions, and from which network": {
      columns: { "audit_entry.actor_id": "audit" },
      until: "*400 days*",
      exported: "yes",
      erased: "number",
      afterwards: "the number alone (decision 65)",
    },
  },
} as const satisfies Declaration;
