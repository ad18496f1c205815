import type { ArticleStore } from "#features/articles/commands.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { type AnswerHead, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { actorOf } from "#shared/viewer.ts";
import { arrangeHome } from "./commands.ts";
import { frontPageEndpoints } from "./endpoints.ts";
import { presentOrder } from "./present.ts";
import { readHomeOrder } from "./queries.ts";
import { orderVersion } from "./rules.ts";

export function frontPageRoutes(store: ArticleStore): ApiPlugin {
  const answer = async (reply: AnswerHead) => {
    const now = store.clock.now();
    const order = await readHomeOrder(store.database.db, now);
    const body = presentOrder(order, now);
    reply.header("etag", versionTag(orderVersion(order.placements, order.hidesRepeats), body));
    return body;
  };
  return async (app) =>
    serve(app, frontPageEndpoints, {
      "GET /home/order": (_call, reply) => answer(reply),
      "PUT /home/order": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        await arrangeHome(store, actorOf(call), call.body, isCurrent);
        return answer(reply);
      },
    });
}
