import { MERGED_HEADER, saveOnce } from "#features/documents/history/saves.ts";
import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { tagged } from "#platform/version-tags.ts";
import { accountOf, actorOf, type WithViewer } from "#shared/viewer.ts";
import { NO_SUGGESTION } from "../rules.ts";
import { acceptEdits, discardSuggestion, rejectEdits, type SuggestionStore, storeSuggestion } from "./commands.ts";
import { type SuggestionTable, suggestionEndpoints } from "./endpoints.ts";
import { currentTexts, findSuggestion, listSuggestions, nameOf, type Opened, presentOwn, unstored } from "./queries.ts";

export function suggestionRoutes(store: Omit<SuggestionStore, "kind">, kinds: readonly DocumentType[]): ApiPlugin {
  return async (app) => {
    for (const kind of kinds)
      serve(app, ofDocuments(kind, suggestionEndpoints(kind)), ofDocuments(kind, handlers({ ...store, kind })));
  };
}

type WithId = { params: { id: string } };

const suggesterOf = (call: WithViewer) => ({ ...actorOf(call), accountId: accountOf(call) });

function handlers(store: SuggestionStore): Handlers<SuggestionTable> {
  const { kind, clock, database } = store;
  const { db } = database;
  const idOf = ({ params }: WithId) => idIn(params.id, `${kind.type}_not_found`, kind.unknown);
  const documentOf = (call: WithId) => ({ type: kind.type, id: idOf(call) });
  const chosenIn = ({ params, body }: { params: { id: string; n: string }; body: Edits }) => ({
    id: idIn(params.id, `${kind.type}_not_found`, kind.unknown),
    person: idIn(params.n, "suggestion_not_found", NO_SUGGESTION),
    keys: body?.edits,
  });
  const readOwn = async (call: WithId & WithViewer): Promise<Opened> => {
    await kind.authorize(db, actorOf(call), "read", idOf(call));
    const stored = await findSuggestion(db, documentOf(call), accountOf(call));
    return stored ?? unstored(await currentTexts(db, kind, idOf(call)));
  };
  const respond = async (call: WithId, reply: ResponseHead, opened: Opened) => {
    const texts = await currentTexts(db, kind, idOf(call));
    return tagged(reply, nameOf(opened), presentOwn(documentOf(call), opened, texts));
  };
  const list = (call: WithId & WithViewer) => listSuggestions(db, kind, actorOf(call), idOf(call));
  const once = { db, clock };
  return {
    "GET /:id/suggestions": async (call) => {
      await kind.authorize(db, actorOf(call), "read", idOf(call));
      return list(call);
    },
    "GET /:id/suggestion": async (call, reply) => respond(call, reply, await readOwn(call)),
    "PUT /:id/suggestion": async (call, reply) => {
      const ifMatch = call.headers["if-match"];
      const opened = await saveOnce(call, {
        ...once,
        reply,
        document: documentOf(call),
        async save(claim) {
          const given = { ifMatch, claim };
          const { opened, isMerged } = await storeSuggestion(store, suggesterOf(call), idOf(call), call.body, given);
          if (isMerged) reply.header(MERGED_HEADER, "true");
          return opened;
        },
        read: () => readOwn(call),
      });
      return respond(call, reply, opened);
    },
    "DELETE /:id/suggestion": (call) => discardSuggestion(store, suggesterOf(call), idOf(call)),
    "POST /:id/suggestions/:n/accept": async (call, reply) => {
      const ifMatch = call.headers["if-match"];
      await saveOnce(call, {
        ...once,
        reply,
        document: documentOf(call),
        save: (claim) => acceptEdits(store, actorOf(call), chosenIn(call), { ifMatch, claim }),
        read: async () => kind.authorize(db, actorOf(call), "write", idOf(call)),
      });
      return list(call);
    },
    "POST /:id/suggestions/:n/reject": async (call) => {
      await rejectEdits(store, actorOf(call), chosenIn(call));
      return list(call);
    },
  };
}

type Edits = { edits?: string[] | undefined } | null | undefined;
