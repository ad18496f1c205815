import type { Database } from "#db/open.ts";
import { actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { errorBody } from "#shared/schema.ts";
import { sendAgain } from "./commands.ts";
import { presentMail } from "./present.ts";
import { findMail, pageMails } from "./queries.ts";
import { NO_MAIL } from "./rules.ts";
import { mailParams, outboxList, outboxMail, outboxQuery } from "./schema.ts";

const TAGS = ["Mail"];
const config = { access: "editor" } as const;

type Deps = { database: Database; clock: Clock; wake: () => void };

/** `outbox/`: what was sent, what waits, what failed, and what nobody knows. For editors. */
export function outboxRoutes({ database, clock, wake }: Deps): ApiPlugin {
  return async (app) => {
    app.get(
      "/outbox",
      {
        config,
        schema: {
          summary: "The mails of the outbox, newest first; by state and kind, or what could not leave yet",
          tags: TAGS,
          querystring: outboxQuery,
          response: { 200: outboxList },
        },
      },
      async (request, reply) => {
        const { state, kind, delayed } = request.query;
        const filter = { state, kind, isDelayed: delayed !== undefined };
        const { rows, total } = await pageMails(database.db, filter, request.query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentMail);
      },
    );

    app.post(
      "/outbox/:id/send-again",
      {
        config,
        schema: {
          summary: "Queue a mail again that failed or is uncertain; the latter may then arrive twice",
          tags: TAGS,
          params: mailParams,
          response: { 200: outboxMail, 404: errorBody, 409: errorBody },
        },
      },
      async (request) => {
        const id = idIn(request.params.id, NO_MAIL);
        await sendAgain(database, clock, actorOf(request), id);
        wake();
        const row = await findMail(database.db, id);
        if (!row) throw new NotFoundError(NO_MAIL);
        return presentMail(row);
      },
    );
  };
}
