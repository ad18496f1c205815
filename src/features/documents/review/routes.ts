import { readStates } from "#features/articles/changes.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { requireArticle } from "#features/articles/policy.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { type AnswerHead, type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { actorOf } from "#shared/viewer.ts";
import { approveText, updateRule, withdrawApprovals } from "./commands.ts";
import { reviewEndpoints } from "./endpoints.ts";
import { describeRule, readRule, reviewOf } from "./queries.ts";
import { ruleVersion } from "./rules.ts";
import type { ReviewSettings } from "./schema.ts";

function answer<Body extends ReviewSettings>(reply: AnswerHead, body: Body): Body {
  reply.header("etag", versionTag(ruleVersion(body), body));
  return body;
}

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, NO_ARTICLE);

/** The two-person rule, and approvals under it. */
export function reviewRoutes(store: ArticleStore): ApiPlugin {
  const { clock, content } = store;
  const { db } = store.database;
  return async (app) =>
    serve(app, reviewEndpoints, {
      "GET /settings/review": async (_call, reply) => answer(reply, await describeRule(db, await readRule(db))),
      "PUT /settings/review": async (call, reply) => {
        const isCurrent = (rule: ReviewSettings) => matchesVersion(call.headers["if-match"], ruleVersion(rule));
        return answer(reply, await updateRule(store, actorOf(call), call.body, isCurrent));
      },
      "GET /articles/:id/review": async (call) => {
        const [actor, id, now] = [actorOf(call), idOf(call), clock.now()];
        await requireArticle(db, actor, "article.read", { id, now });
        const article = await readStates(db).where("article.id", "=", id).executeTakeFirst();
        if (!article) throw new NotFoundError(NO_ARTICLE);
        return reviewOf(db, content, { article, now, reader: actor.accountId });
      },
      "POST /articles/:id/approvals": (call) =>
        approveText(store, actorOf(call), idOf(call), {
          ifMatch: call.headers["if-match"],
          override: call.body?.override_reason,
        }),
      "DELETE /articles/:id/approvals": (call) => withdrawApprovals(store, actorOf(call), idOf(call)),
    });
}
