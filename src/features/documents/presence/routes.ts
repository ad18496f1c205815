import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import { accountOf, actorOf, sessionOf } from "#shared/viewer.ts";
import { type PresenceTable, presenceEndpoints } from "./endpoints.ts";
import type { StreamDeps, Streams } from "./internal/streams.ts";

type Deps = StreamDeps & { streams: Streams };

export function presenceRoutes({ kinds, ...deps }: Deps): ApiPlugin {
  return async (app) => {
    for (const kind of kinds)
      serve(app, ofDocuments(kind, presenceEndpoints(kind.permissions.read)), ofDocuments(kind, handlers(deps, kind)));
  };
}

function handlers({ database, streams, log }: Omit<Deps, "kinds">, kind: DocumentType): Handlers<PresenceTable> {
  return {
    "GET /:id/presence": async (call, reply) => {
      const account = accountOf(call);
      const id = idIn(call.params.id, `${kind.type}_not_found`, kind.unknown);
      await kind.authorize(database.db, actorOf(call), "read", id);
      streams.requireRoom(account);
      reply.hijack();
      const headers = { ...reply.getHeaders(), "content-type": "text/event-stream", "cache-control": "no-store" };
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
      // Keeps proxies from buffering the events.
      reply.raw.setHeader("x-accel-buffering", "no");
      reply.raw.flushHeaders();
      try {
        await streams.open(reply.raw, { type: kind.type, id }, { accountId: account, sessionId: sessionOf(call) });
      } catch (error) {
        // The headers have been sent, so the client must retry.
        log.warn({ err: error }, "a stream of presence failed");
        reply.raw.destroy();
      }
    },

    "PUT /:id/presence": async (call) => {
      const id = idIn(call.params.id, `${kind.type}_not_found`, kind.unknown);
      await kind.authorize(database.db, actorOf(call), "read", id);
      streams.place({
        document: { type: kind.type, id },
        accountId: accountOf(call),
        place: JSON.stringify(call.body),
      });
    },
  };
}
