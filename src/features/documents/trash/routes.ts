import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { actorOf } from "#shared/viewer.ts";
import { notInTrash, TRASH_TTL_MS } from "../rules.ts";
import { purgeDocument, purgeUntil, restoreDocument, type TrashStore, trashDocument } from "./commands.ts";
import { type TrashingTable, trashEndpoints, trashingEndpoints } from "./endpoints.ts";
import { pageTrash, type TrashedRow } from "./queries.ts";
import type { TrashedDocument } from "./schema.ts";

export function trashRoutes(store: TrashStore, kinds: readonly DocumentType[]): ApiPlugin {
  const { db } = store.database;
  return async (app) => {
    for (const kind of kinds)
      if (kind.type !== "article")
        serve(app, ofDocuments(kind, trashingEndpoints(kind.permissions)), ofDocuments(kind, trashing(store, kind)));

    serve(app, trashEndpoints(kinds), {
      "GET /trash": async (call, reply) => {
        const { type, ...page } = call.query;
        const asked = type === undefined ? kinds : kinds.filter((kind) => kind.type === type);
        const { rows, names, total } = await pageTrash(db, asked, actorOf(call), page);
        const described = await describeAll(db, asked, rows);
        reply.header(TOTAL_HEADER, total);
        return rows.map(
          ({ document_type: type, document_id: id, title, trashed_at, trashed_by }): TrashedDocument => ({
            type,
            id,
            title,
            ...described.get(type)?.get(id),
            trashed: isoDate(trashed_at),
            trashed_by: names.get(trashed_by ?? 0) ?? null,
            purge: isoDate(trashed_at + TRASH_TTL_MS),
          }),
        );
      },

      "DELETE /trash": (call) => purgeUntil(store, actorOf(call), store.clock.now()),

      "DELETE /trash/:id": (call) => {
        const { type = "article" } = call.query;
        return purgeDocument(store, actorOf(call), {
          type,
          id: idIn(call.params.id, "not_in_trash", notInTrash(type)),
        });
      },
    });
  };
}

const trashing = (store: TrashStore, kind: DocumentType): Handlers<TrashingTable> => ({
  "DELETE /:id": (call) =>
    trashDocument(store, kind, actorOf(call), idIn(call.params.id, `${kind.type}_not_found`, kind.unknown)),
  async "POST /:id/restore"(call) {
    await restoreDocument(store, kind, actorOf(call), idIn(call.params.id, "not_in_trash", notInTrash(kind.type)));
  },
});

/** Additional fields of trashed documents from their types, by type and id. */
async function describeAll(db: Kysely<Tables>, kinds: readonly DocumentType[], rows: readonly TrashedRow[]) {
  const described = new Map<DocumentTypeName, ReadonlyMap<number, object>>();
  for (const { type, trash } of kinds) {
    const own = rows.filter(({ document_type }) => document_type === type);
    if (trash.describe && own.length > 0) described.set(type, await trash.describe(db, own));
  }
  return described;
}
