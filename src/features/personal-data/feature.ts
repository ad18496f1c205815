import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { recordEvent } from "#features/events/commands.ts";
import { NO_ACCOUNT } from "#features/identity/accounts/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { actorOf } from "#shared/viewer.ts";
import { personalDataEndpoints } from "./endpoints.ts";
import { retentionJobs } from "./jobs.ts";
import { collectAccount } from "./queries.ts";

type Parts = {
  database: Database;
  clock: Clock;
  /** Puts all entries of the audit log into its chain. */
  sealLog: () => Promise<void>;
  log: FastifyBaseLogger;
};

function personalDataRoutes({ database: { db }, clock, sealLog }: Parts): ApiPlugin {
  return async (app) =>
    serve(app, personalDataEndpoints, {
      "GET /accounts/users/:id/export": async (call, reply) => {
        const id = idIn(call.params.id, "account_not_found", NO_ACCOUNT);
        const parts = await collectAccount(db, id, clock.now());
        const subject = { kind: "account", id };
        await recordEvent(db, clock, { by: actorOf(call), action: "account.export", subject });
        await sealLog();
        reply.header("content-type", "application/json; charset=utf-8");
        reply.header("content-disposition", `attachment; filename="person-${id}.json"`);
        reply.header("cache-control", "no-store");
        return Readable.from(parts);
      },
    });
}

/** Personal data: exported and erased in one request each, and deleted when its retention period ends. */
export const personalDataFeature = (parts: Parts): Feature => ({
  routes: [personalDataRoutes(parts)],
  jobs: retentionJobs(parts),
});
