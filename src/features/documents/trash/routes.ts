import { articleTrashEndpoints } from "#features/articles/endpoints.ts";
import { presentForEditor, presentSummary } from "#features/articles/present.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { mayAny } from "#shared/permissions.ts";
import { isoDate } from "#shared/time.ts";
import { actorOf } from "#shared/viewer.ts";
import { purgeArticle, purgeUntil, restoreArticle, type TrashStore, trashArticle } from "./commands.ts";
import { trashEndpoints } from "./endpoints.ts";
import { pageTrash, type TrashRow } from "./queries.ts";
import { NOT_IN_TRASH, TRASH_TTL_MS } from "./rules.ts";
import type { TrashedArticle } from "./schema.ts";

const presentTrashed = ({ kept, trashed_at, trashed_by }: TrashRow): TrashedArticle => ({
  ...presentSummary({ ...kept, focal_x: null, focal_y: null }),
  trashed: isoDate(trashed_at),
  trashed_by,
  purge: isoDate(trashed_at + TRASH_TTL_MS),
});

/** The trash: the way in, its list, and the two ways out. */
export function trashRoutes(store: TrashStore): ApiPlugin {
  return async (app) => {
    serve(app, articleTrashEndpoints, {
      "DELETE /articles/:id": (call) => trashArticle(store, actorOf(call), idIn(call.params.id, NO_ARTICLE)),

      "POST /articles/:id/restore": async (call) =>
        presentForEditor(await restoreArticle(store, actorOf(call), idIn(call.params.id, NOT_IN_TRASH))),
    });

    serve(app, trashEndpoints, {
      "GET /trash": async (call, reply) => {
        const actor = actorOf(call);
        const owner = mayAny(actor, "article.read") ? undefined : actor.accountId;
        const { rows, total } = await pageTrash(store.database.db, call.query, owner);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentTrashed);
      },

      "DELETE /trash": (call) => purgeUntil(store, actorOf(call), store.clock.now()),

      "DELETE /trash/:id": (call) => purgeArticle(store, actorOf(call), idIn(call.params.id, NOT_IN_TRASH)),
    });
  };
}
