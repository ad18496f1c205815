import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { requestItems } from "./commands.ts";
import { remoteEndpoints } from "./endpoints.ts";
import { detailsOf, type FoundItem, findWithPictures, isKnown, remoteKey } from "./queries.ts";
import type { RemoteItem } from "./rules.ts";
import type { RemoteState } from "./schema.ts";

/** The state of a remote item. */
function presentItem({ kind, address }: RemoteItem, found: FoundItem | undefined): RemoteState {
  const isDone = found !== undefined && isKnown(found);
  return {
    kind,
    address,
    state: isDone ? "done" : found && found.error !== "" ? "failed" : "waiting",
    url: isDone && kind === "picture" ? found.picture : "",
    card: isDone && kind === "card" ? detailsOf(found) : null,
    detail: isDone ? (kind === "picture" ? found.details : "") : (found?.error ?? ""),
  };
}

/** `POST remote/`: requests remote items. Idempotent: each is fetched once. */
export function remoteRoutes({ database, clock }: { database: Database; clock: Clock }): ApiPlugin {
  return async (app) =>
    serve(app, remoteEndpoints, {
      "POST /remote": async ({ body: { items, retry = false } }) => {
        await database.db
          .transaction()
          .execute((trx) => requestItems(trx, clock.now(), items, { isRetry: retry, isUsed: false }));
        const found = await findWithPictures(database.db, items.map(remoteKey));
        return items.map((item) => presentItem(item, found.get(remoteKey(item))));
      },
    });
}
