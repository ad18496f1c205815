import { answerRequest } from "#features/documents/review/commands.ts";
import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { askForReview, type RequestStore, withdrawRequests } from "./commands.ts";
import { type RequestTable, requestEndpoints, reviewerEndpoints } from "./endpoints.ts";
import { listReviewers, presentRequests, readStory } from "./queries.ts";

export function reviewRequestRoutes(store: Omit<RequestStore, "kind">, kinds: readonly DocumentType[]): ApiPlugin {
  const { db } = store.database;
  return async (app) => {
    serve(app, reviewerEndpoints, {
      "GET /reviewers": async (call) => {
        const self = actorOf(call).accountId;
        return (await listReviewers(db)).filter(({ id }) => id !== self);
      },
    });
    for (const kind of kinds)
      serve(
        app,
        ofDocuments(kind, requestEndpoints(kind.permissions)),
        ofDocuments(kind, handlers({ ...store, kind })),
      );
  };
}

function handlers(store: RequestStore): Handlers<RequestTable> {
  const { database, clock, kind } = store;
  const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, `${kind.type}_not_found`, kind.unknown);
  return {
    "GET /:id/story": async (call) => {
      const [actor, id] = [actorOf(call), idOf(call)];
      await kind.authorize(database.db, actor, "read", id);
      return readStory(database.db, kind, id, { reader: actor.accountId, now: clock.now() });
    },
    "GET /:id/asked": async (call) => {
      const [actor, id] = [actorOf(call), idOf(call)];
      await kind.authorize(database.db, actor, "read", id);
      return presentRequests(database.db, { type: kind.type, id }, actor.accountId);
    },
    "PUT /:id/asked": (call) => askForReview(store, actorOf(call), idOf(call), call.body),
    "DELETE /:id/asked": (call) => withdrawRequests(store, actorOf(call), idOf(call)),
    "POST /:id/asked/answer": (call) =>
      answerRequest(store, actorOf(call), idOf(call), { ...call.body, ifMatch: call.headers["if-match"] }),
  };
}
