import { requireArticle } from "#features/articles/policy.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { askForReview, type RequestStore, withdrawRequest } from "./commands.ts";
import { reviewRequestEndpoints } from "./endpoints.ts";
import { findRequest, listReviewers } from "./queries.ts";

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, NO_ARTICLE);

/** Who is asked to look at an article. */
export function reviewRequestRoutes(store: RequestStore): ApiPlugin {
  const { clock } = store;
  const { db } = store.database;
  return async (app) =>
    serve(app, reviewRequestEndpoints, {
      "GET /reviewers": async (call) => {
        const self = actorOf(call).accountId;
        return (await listReviewers(db)).filter(({ id }) => id !== self);
      },
      "GET /articles/:id/asked": async (call) => {
        const [actor, id] = [actorOf(call), idOf(call)];
        await requireArticle(db, actor, "article.read", { id, now: clock.now() });
        return { asked: await findRequest(db, id, actor.accountId) };
      },
      "PUT /articles/:id/asked": (call) => askForReview(store, actorOf(call), idOf(call), call.body.person),
      "DELETE /articles/:id/asked": (call) => withdrawRequest(store, actorOf(call), idOf(call)),
    });
}
