import type { DocumentType, OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import { purgeParams, purgeQuery, trashList, trashQuery } from "./schema.ts";

const tags = ["Trash"];

/** Moving documents to the trash and back; articles have their own endpoints, which return the article. */
export const trashingEndpoints = ({ write }: DocumentType["permissions"]) =>
  endpoints({
    "DELETE /:id": {
      access: write,
      summary: "Move a document to the trash",
      tags,
      params: purgeParams,
      errors: ["issue_started", "override_required"],
      response: { 204: noContent },
    },
    "POST /:id/restore": {
      access: write,
      summary: "Restore a document from the trash",
      description: "If its scheduled time has passed, the document is restored as a draft.",
      tags,
      params: purgeParams,
      errors: ["not_in_trash"],
      response: { 204: noContent },
    },
  });
export type TrashingTable = ReturnType<typeof trashingEndpoints>;
export type TrashingEndpoints = OfDocuments<TrashingTable>;

export const trashEndpoints = (kinds: readonly DocumentType[]) =>
  endpoints({
    "GET /trash": {
      access: "article.read",
      summary: "Documents in the trash, latest first",
      tags,
      query: trashQuery,
      response: { 200: trashList(kinds) },
    },
    "DELETE /trash": {
      access: "trash.purge",
      summary: "Permanently delete everything in the trash",
      tags,
      response: { 204: noContent },
    },
    "DELETE /trash/:id": {
      access: "trash.purge",
      summary: "Permanently delete a document in the trash: an article, unless `type` names another type",
      tags,
      params: purgeParams,
      query: purgeQuery,
      errors: ["not_in_trash"],
      response: { 204: noContent },
    },
  });
export type TrashEndpoints = ReturnType<typeof trashEndpoints>;
