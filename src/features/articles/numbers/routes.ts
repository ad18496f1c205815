import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { HOUR, isoDate } from "#shared/time.ts";
import { actorOf } from "#shared/viewer.ts";
import type { ArticleStore } from "../commands.ts";
import { requireArticle } from "../policy.ts";
import { NO_ARTICLE } from "../rules.ts";
import { type ArticleNumbers, numbersEndpoints } from "./endpoints.ts";
import { HOURS_KEPT, hourOf } from "./rules.ts";

/** The numbers of an article at `now`. */
async function readNumbers(db: Kysely<Tables>, id: number, now: number): Promise<ArticleNumbers> {
  const article = await db.selectFrom("article").select("views").where("id", "=", id).executeTakeFirst();
  const hours = await db
    .selectFrom("article_hour")
    .select(["hour", "views", "finished"])
    .where("article_id", "=", id)
    .where("hour", ">=", hourOf(now) - HOURS_KEPT)
    .orderBy("hour")
    .execute();
  const sources = await db
    .selectFrom("article_source")
    .select(["host", "views"])
    .where("article_id", "=", id)
    .orderBy("views", "desc")
    .orderBy("host")
    .execute();
  return {
    views: article?.views ?? 0,
    hours: hours.map(({ hour, ...counts }) => ({ at: isoDate(hour * HOUR), ...counts })),
    sources,
  };
}

export function numbersRoutes({ database: { db }, clock }: ArticleStore): ApiPlugin {
  return async (app) => {
    serve(app, numbersEndpoints, {
      "GET /articles/:id/numbers": async (call) => {
        const [id, now] = [idIn(call.params.id, "article_not_found", NO_ARTICLE), clock.now()];
        await requireArticle(db, actorOf(call), "article.read", { id, now });
        return readNumbers(db, id, now);
      },
    });
  };
}
