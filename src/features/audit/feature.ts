import { Readable } from "node:stream";
import { setImmediate as otherTasks } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import { pruneEntries, sealEntries, type TellSealed } from "./chain.ts";
import { recordEntry } from "./commands.ts";
import { type AuditFilter, auditEndpoints } from "./endpoints.ts";
import { AUDIT_CSV_HEAD, eachEntry, pageEntries, presentAuditLine, presentEntry, presentForLog } from "./queries.ts";

/** How soon after an event its entry is in the chain and in the server's log. */
const SEAL_INTERVAL_MS = 2_000;
/** Longer than removing a day's entries takes, and short compared to a day. */
const PRUNE_INTERVAL_MS = 60 * 60_000;

type AuditParts = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "info">;
  /** The current retention in days. */
  retentionDays: () => Promise<number>;
};

type Sealing = Pick<AuditParts, "database" | "clock"> & { tell: TellSealed };

const auditJobs = (parts: Sealing, retentionDays: AuditParts["retentionDays"]): Job[] => [
  {
    name: "audit chain",
    title: "Seal the audit log",
    every: SEAL_INTERVAL_MS,
    alone: true,
    run: () => sealEntries(parts),
  },
  {
    name: "old audit entries",
    title: "Delete old audit entries",
    every: PRUNE_INTERVAL_MS,
    alone: true,
    run: async (signal) => pruneEntries(parts, { days: await retentionDays(), actor: system }, () => signal.aborted),
  },
];

/** Seals pending entries before every read. */
function auditRoutes(parts: Sealing): ApiPlugin {
  const { database, clock } = parts;
  return async (app) =>
    serve(app, auditEndpoints, {
      "GET /audit": async (call, reply) => {
        const { query, headers } = call;
        reply.header("vary", "Authorization, Accept");
        if (/\btext\/csv\b/i.test(headers.accept ?? "")) {
          const changes = Object.fromEntries(Object.entries(filtersOf(query)).map(([name, to]) => [name, { to }]));
          const entry = { action: "audit.export", subject: { kind: "audit" }, changes } as const;
          await recordEntry(database.db, clock, { ...entry, by: actorOf(call) });
          await sealEntries(parts, { atOnce: true });
          reply.header("content-type", "text/csv; charset=utf-8");
          reply.header("content-disposition", 'attachment; filename="audit.csv"');
          return Readable.from(csvOf(database, query));
        }
        await sealEntries(parts, { atOnce: true });
        const { rows, total } = await pageEntries(database.db, query, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentEntry);
      },
    });
}

/** The filters of a request that are set. */
function filtersOf({ query, actor, action, from, to }: AuditFilter) {
  return {
    ...(query && { query }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
  };
}

async function* csvOf({ db }: Database, filter: AuditFilter): AsyncGenerator<string> {
  yield AUDIT_CSV_HEAD;
  for await (const rows of eachEntry(db, filter)) {
    yield rows.map(presentAuditLine).join("");
    // SQLite queries are synchronous: without yielding, no other request would be handled between batches.
    await otherTasks();
  }
}

/** `seal` appends all recorded entries to the chain, for readers of the log. */
type AuditFeature = Feature & { seal: () => Promise<void> };

export function auditFeature({ database, clock, log, retentionDays }: AuditParts): AuditFeature {
  const tell: TellSealed = (rows) => {
    for (const row of rows) log.info({ audit: presentForLog(row) }, "audit");
  };
  const parts = { database, clock, tell };
  return {
    routes: [auditRoutes(parts)],
    jobs: auditJobs(parts, retentionDays),
    seal: () => sealEntries(parts, { atOnce: true }),
  };
}
