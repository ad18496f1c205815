import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import { auditCsv, auditEntries, auditQuery } from "./schema.ts";

/** Reading the audit log: no call changes it. */
export const auditEndpoints = endpoints({
  "GET /audit": {
    access: "audit.read",
    summary: "The audit log, the newest entry first; all that match as CSV by Accept: text/csv",
    description:
      "`query`: words. `actor`: an account's number, name or address, or operator, system, nobody. `action`: one, as article.publish, or a kind, as article. `from`, `to`: dates, or times.",
    tags: ["Audit"],
    query: auditQuery,
    response: {
      200: {
        description: "A page of the entries, or as CSV all of them",
        content: { "application/json": { schema: auditEntries }, "text/csv": { schema: auditCsv } },
      },
      400: errorBody,
    },
  },
});
export type AuditEndpoints = typeof auditEndpoints;
