import { Readable } from "node:stream";
import { setImmediate as otherTasks } from "node:timers/promises";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { actorOf } from "#shared/viewer.ts";
import { recordEntry } from "./commands.ts";
import { auditEndpoints } from "./endpoints.ts";
import { sealEntries, type TellSealed } from "./internal/sealing.ts";
import { AUDIT_CSV_HEAD, presentAuditLine, presentEntry } from "./present.ts";
import { eachEntry, pageEntries } from "./queries.ts";
import type { AuditFilter } from "./schema.ts";

type Deps = { database: Database; clock: Clock; tell: TellSealed };

/** Whoever reads the log sees what has happened up to now, all of it in the chain. */
export function auditRoutes(deps: Deps): ApiPlugin {
  const { database, clock } = deps;
  return async (app) =>
    serve(app, auditEndpoints, {
      "GET /audit": async (call, reply) => {
        const { query, headers } = call;
        reply.header("vary", "Authorization, Accept");
        if (/\btext\/csv\b/i.test(headers.accept ?? "")) {
          const changes = Object.fromEntries(Object.entries(filtersOf(query)).map(([name, to]) => [name, { to }]));
          await recordEntry(database.db, clock, {
            by: actorOf(call),
            action: "audit.export",
            subject: { kind: "audit" },
            changes,
          });
          await sealEntries(deps, { atOnce: true });
          reply.header("content-type", "text/csv; charset=utf-8");
          reply.header("content-disposition", 'attachment; filename="audit.csv"');
          return Readable.from(csvOf(database, query));
        }
        await sealEntries(deps, { atOnce: true });
        const { rows, total } = await pageEntries(database.db, query, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentEntry);
      },
    });
}

/** What was asked for, without what was left open. */
function filtersOf({ query, actor, action, from, to }: AuditFilter) {
  const dates = {
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
  };
  return { ...(query && { query }), ...(actor && { actor }), ...(action && { action }), ...dates };
}

async function* csvOf({ db }: Database, filter: AuditFilter): AsyncGenerator<string> {
  yield AUDIT_CSV_HEAD;
  for await (const rows of eachEntry(db, filter)) {
    yield rows.map(presentAuditLine).join("");
    // SQLite queries are synchronous: without yielding, no other request would be handled between batches.
    await otherTasks();
  }
}
