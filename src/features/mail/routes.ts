import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { actorOf } from "#shared/viewer.ts";
import { sendAgain } from "./commands.ts";
import { outboxEndpoints } from "./endpoints.ts";
import { presentMail } from "./present.ts";
import { findMail, pageMails } from "./queries.ts";
import { NO_MAIL, REJECTED_WINDOW_MS } from "./rules.ts";

type Deps = { database: Database; clock: Clock; wake: () => void };

export function outboxRoutes({ database, clock, wake }: Deps): ApiPlugin {
  return async (app) =>
    serve(app, outboxEndpoints, {
      "GET /outbox": async ({ query }, reply) => {
        const { state, kind, delayed, rejected } = query;
        const rejectedSince = rejected === undefined ? undefined : clock.now() - REJECTED_WINDOW_MS;
        const filter = { state, kind, isDelayed: delayed !== undefined, rejectedSince };
        const { rows, total } = await pageMails(database.db, filter, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentMail);
      },

      "POST /outbox/:id/send-again": async (call) => {
        const id = idIn(call.params.id, NO_MAIL);
        await sendAgain(database, clock, actorOf(call), id);
        wake();
        const row = await findMail(database.db, id);
        if (!row) throw new NotFoundError(NO_MAIL);
        return presentMail(row);
      },
    });
}
