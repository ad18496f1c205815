import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { type BudgetStore, changeIdea, createIdea, deleteIdea, draftIdea } from "./commands.ts";
import { budgetEndpoints, type StoryIdea } from "./endpoints.ts";
import { assignable, findIdea, pageIdeas } from "./queries.ts";
import { NO_IDEA } from "./rules.ts";

export function budgetRoutes(store: BudgetStore): ApiPlugin {
  const { clock, database } = store;
  const { db } = database;
  const idOf = ({ id }: { id: string }) => idIn(id, "story_not_found", NO_IDEA);
  const respond = (reply: ResponseHead, idea: StoryIdea) => tagged(reply, idea.etag.slice(1, -1), idea);
  return async (app) =>
    serve(app, budgetEndpoints, {
      "GET /budget": async (call, reply) => {
        const { ideas, total } = await pageIdeas(db, actorOf(call), call.query, clock.now());
        reply.header(TOTAL_HEADER, total);
        return ideas;
      },
      "POST /budget": async (call, reply) => {
        const idea = await createIdempotently(creationOf(call, "idea", accountOf(call)), {
          db,
          reply,
          create: (note) => createIdea(store, actorOf(call), call.body, note),
          find: (id) => findIdea(db, actorOf(call), id, clock.now()),
        });
        return respond(reply, idea);
      },
      "GET /budget/people": () => assignable(db),
      "GET /budget/:id": async (call, reply) => {
        const idea = await findIdea(db, actorOf(call), idOf(call.params), clock.now());
        if (!idea) throw new NotFoundError("story_not_found", NO_IDEA);
        return respond(reply, idea);
      },
      "PUT /budget/:id": async (call, reply) =>
        respond(reply, await changeIdea(store, actorOf(call), idOf(call.params), call.body, isCurrentFor(call))),
      "DELETE /budget/:id": (call) => deleteIdea(store, actorOf(call), idOf(call.params)),
      "POST /budget/:id/draft": async (call, reply) =>
        respond(reply, await draftIdea(store, actorOf(call), idOf(call.params))),
    });
}
