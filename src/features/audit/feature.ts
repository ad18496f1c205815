import type { Feature } from "#platform/feature.ts";
import { sealEntries } from "./internal/sealing.ts";
import { type AuditParts, auditJobs, tellLog } from "./jobs.ts";
import { auditRoutes } from "./routes.ts";

/** `seal` puts what has happened up to now into the chain, for whoever reads it. */
type AuditFeature = Feature & { seal: () => Promise<void> };

/** The audit log: who did what, in a chain that shows when somebody changes it. */
export function auditFeature(parts: AuditParts): AuditFeature {
  const deps = { ...parts, tell: tellLog(parts.log) };
  return {
    routes: [auditRoutes(deps)],
    jobs: auditJobs(parts),
    seal: () => sealEntries(deps, { atOnce: true }),
  };
}
