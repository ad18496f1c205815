import type { FastifyPluginAsync } from "fastify";
import { sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { ErrorBody } from "#shared/schema.ts";

/** How long the database may take to respond, in milliseconds. */
const DATABASE_TIMEOUT_MS = 3_000;

type Deps = {
  database: Database;
  /** The process is about to end: it still serves, but proxies should send it no more requests. */
  isStopping: () => boolean;
};

/** `/healthz`: the process serves. `/readyz`: it is not stopping, and the database responds. */
export function healthRoutes({ database, isStopping }: Deps): FastifyPluginAsync {
  const databaseResponds = async () => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS);
    });
    const result = sql`select 1`.execute(database.db).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([result, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
  let pending: Promise<boolean> | undefined;
  return async (app) => {
    app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
    app.get("/readyz", async (_request, reply) => {
      reply.header("cache-control", "no-store");
      if (isStopping())
        return reply.status(503).send({ code: "stopping", detail: "The server is shutting down." } satisfies ErrorBody);
      // One query at a time, however many requests wait for it.
      pending ??= databaseResponds().finally(() => {
        pending = undefined;
      });
      const ready = await pending;
      return ready
        ? reply.send({ status: "ready" })
        : reply
            .status(503)
            .send({ code: "database_unavailable", detail: "The database is not responding." } satisfies ErrorBody);
    });
  };
}
