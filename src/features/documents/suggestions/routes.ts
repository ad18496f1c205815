import { MERGED_HEADER, saveOnce } from "#features/documents/history/saves.ts";
import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { tagged } from "#platform/version-tags.ts";
import { accountOf, actorOf, type WithViewer } from "#shared/viewer.ts";
import type { Decided } from "../lifecycle/suggested-text.ts";
import type { VersionedBody } from "../lifecycle/type.ts";
import { decideOn, readAfter, type SuggestionStore, storeSuggestion } from "./commands.ts";
import { type SuggestionEndpointTable, suggestionEndpoints } from "./endpoints.ts";
import { listSuggestions, presentOwn } from "./queries.ts";
import type { DecisionBody } from "./schema.ts";

export function suggestionRoutes(store: Omit<SuggestionStore, "kind">, kinds: readonly DocumentType[]): ApiPlugin {
  return async (app) => {
    for (const kind of kinds)
      serve(app, ofDocuments(kind, suggestionEndpoints(kind)), ofDocuments(kind, handlers({ ...store, kind })));
  };
}

type WithId = WithViewer & { params: { id: string } };
type Deciding = WithId & { body: DecisionBody; headers: Parameters<typeof saveOnce>[0]["headers"] };

function handlers(store: SuggestionStore): Handlers<SuggestionEndpointTable> {
  const { kind, clock, database } = store;
  const { db } = database;
  const idOf = ({ params }: WithId) => idIn(params.id, `${kind.type}_not_found`, kind.unknown);
  const documentOf = (call: WithId) => ({ type: kind.type, id: idOf(call) });
  const readList = (call: WithId) => listSuggestions(db, kind, actorOf(call), idOf(call));
  const readOwn = (call: WithId) => presentOwn(db, kind, actorOf(call), idOf(call));
  const respond = <Body extends object>(reply: ResponseHead, { name, body }: VersionedBody<Body>) =>
    tagged(reply, name, body);
  const decide = async (call: Deciding, reply: ResponseHead, how: Decided["state"]) => {
    const ifMatch = call.headers["if-match"];
    const { suggestions: marks, person } = call.body ?? {};
    const shown = await saveOnce(call, {
      db,
      clock,
      reply,
      document: documentOf(call),
      save: (claim) => decideOn(store, actorOf(call), { id: idOf(call), how, marks, person }, { ifMatch, claim }),
      read: () => readAfter(how)(db, kind, actorOf(call), idOf(call)),
    });
    return respond(reply, shown);
  };
  return {
    "GET /:id/suggestions": async (call, reply) => respond(reply, await readList(call)),
    "GET /:id/suggestion": async (call, reply) => respond(reply, await readOwn(call)),
    "PUT /:id/suggestion": async (call, reply) => {
      const ifMatch = call.headers["if-match"];
      const shown = await saveOnce(call, {
        db,
        clock,
        reply,
        document: documentOf(call),
        async save(claim) {
          const by = { ...actorOf(call), accountId: accountOf(call) };
          const stored = await storeSuggestion(store, by, idOf(call), call.body, { ifMatch, claim });
          if (stored.isMerged) reply.header(MERGED_HEADER, "true");
          return stored.shown;
        },
        read: () => readOwn(call),
      });
      return respond(reply, shown);
    },
    "POST /:id/suggestions/accept": (call, reply) => decide(call, reply, "accepted"),
    "POST /:id/suggestions/reject": (call, reply) => decide(call, reply, "rejected"),
    "POST /:id/suggestions/withdraw": (call, reply) => decide(call, reply, "withdrawn"),
  };
}
