import type { FastifyPluginAsync } from "fastify";
import { sql } from "kysely";
import type { Database } from "#db/open.ts";

/** How long the database may take to show that it is there, in milliseconds. */
const PATIENCE = 3_000;

/** `/healthz`: the process serves. `/readyz`: and the database answers (contract section 1). */
export function healthRoutes({ database }: { database: Database }): FastifyPluginAsync {
  const databaseAnswers = async () => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
    });
    const answered = sql`select 1`.execute(database.db).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answered, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
  return async (app) => {
    app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
    app.get("/readyz", async (_request, reply) => {
      const ready = await databaseAnswers();
      reply.header("cache-control", "no-store");
      return ready
        ? reply.send({ status: "ready" })
        : reply.status(503).send({ detail: "The database does not answer." });
    });
  };
}
