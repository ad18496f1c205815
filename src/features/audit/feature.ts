import type { Feature } from "#platform/feature.ts";
import { type AuditParts, auditJobs, tellLog } from "./jobs.ts";
import { auditRoutes } from "./routes.ts";

/** The audit log: who did what, in a chain that shows when somebody changes it. */
export const auditFeature = (parts: AuditParts): Feature => ({
  routes: [auditRoutes({ ...parts, tell: tellLog(parts.log) })],
  jobs: auditJobs(parts),
});
