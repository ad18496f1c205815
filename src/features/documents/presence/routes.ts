import type { Database } from "#db/open.ts";
import { requireArticle } from "#features/articles/policy.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { accountOf, actorOf, sessionOf } from "#shared/viewer.ts";
import { presenceEndpoints } from "./endpoints.ts";
import type { Streams } from "./internal/streams.ts";

type Deps = {
  database: Database;
  clock: Clock;
  streams: Streams;
  log: { warn: (details: object, message: string) => void };
};

/** Who has an article open. */
export function presenceRoutes({ database, clock, streams, log }: Deps): ApiPlugin {
  return async (app) =>
    serve(app, presenceEndpoints, {
      "GET /articles/:id/presence": async (call, reply) => {
        const account = accountOf(call);
        const id = idIn(call.params.id, NO_ARTICLE);
        await requireArticle(database.db, actorOf(call), "article.read", { id, now: clock.now() });
        streams.requireRoom(account);
        reply.hijack();
        const headers = { ...reply.getHeaders(), "content-type": "text/event-stream", "cache-control": "no-store" };
        for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
        // A proxy that gathers a response before it passes it on would keep the events to itself.
        reply.raw.setHeader("x-accel-buffering", "no");
        reply.raw.flushHeaders();
        try {
          await streams.open(reply.raw, id, { accountId: account, sessionId: sessionOf(call) });
        } catch (error) {
          // Its head has been sent: the client tries again.
          log.warn({ err: error }, "a stream of presence failed");
          reply.raw.destroy();
        }
      },
    });
}
