import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { sealEntries, type TellSealed } from "./internal/sealing.ts";
import { auditJobs } from "./jobs.ts";
import { presentForLog } from "./present.ts";
import { auditRoutes } from "./routes.ts";

type AuditParts = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "info">;
  /** How many days entries are kept now. */
  daysKept: () => Promise<number>;
};

/** `seal` puts what has happened up to now into the chain, for whoever reads it. */
type AuditFeature = Feature & { seal: () => Promise<void> };

/** The audit log: who did what, in a chain that shows when somebody changes it. */
export function auditFeature({ log, ...parts }: AuditParts): AuditFeature {
  const tell: TellSealed = (rows) => {
    for (const row of rows) log.info({ audit: presentForLog(row) }, "audit");
  };
  const deps = { ...parts, tell };
  return {
    routes: [auditRoutes(deps)],
    jobs: auditJobs(deps),
    seal: () => sealEntries(deps, { atOnce: true }),
  };
}
