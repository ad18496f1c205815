import type { DocumentPermissions, OfDocuments } from "#features/documents/types.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import {
  editsBody,
  ownSuggestion,
  reviewerParams,
  suggestionBody,
  suggestionList,
  suggestionParams,
} from "./schema.ts";

const tags = ["Suggestions"];
const deciding = { tags, params: reviewerParams, body: editsBody } as const;

/** Suggested edits of a document, which its authors accept or reject. Readers see only accepted ones. */
export const suggestionEndpoints = ({
  type,
  permissions,
}: {
  type: DocumentTypeName;
  permissions: DocumentPermissions;
}) =>
  endpoints({
    "GET /:id/suggestions": {
      access: permissions.read,
      tags,
      summary: "The suggestions for a document, edit by edit",
      params: suggestionParams,
      response: { 200: suggestionList, 404: errorBody },
    },
    "GET /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "The document with the caller's suggested edits",
      params: suggestionParams,
      response: { 200: ownSuggestion, 404: errorBody },
    },
    "PUT /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "Suggest edits: send the texts of the document as you propose them",
      description:
        "Omitted texts keep their value. Others' changes elsewhere in the document are merged. With the suggestion's ETag in If-Match, responds 409 if the suggestion, or the document of a new one, has changed since. A save repeated with its Idempotency-Key within 14 days writes nothing. The owners of the document are notified of the first edit. A suggestion without edits is deleted.",
      bodyLimit: MAX_FORM_TEXT_BYTES,
      compress: false,
      params: suggestionParams,
      body: suggestionBody(type),
      response: { 200: ownSuggestion, 404: errorBody, 409: errorBody },
    },
    "DELETE /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "Discard the caller's suggestion",
      params: suggestionParams,
      response: { 204: noContent, 404: errorBody },
    },
    "POST /:id/suggestions/:n/accept": {
      ...deciding,
      access: permissions.write,
      summary: "Accept a reviewer's edits: the caller saves them in the working copy",
      description:
        "With the document's ETag in If-Match, responds 409 if the document has changed since, or for a missing or conflicting edit. A request repeated with its Idempotency-Key within 14 days writes nothing. The reviewer is notified when no edit is left.",
      response: { 200: suggestionList, 404: errorBody, 409: errorBody },
    },
    "POST /:id/suggestions/:n/reject": {
      ...deciding,
      access: permissions.write,
      summary: "Reject edits of one reviewer, including conflicting ones; the document does not change",
      response: { 200: suggestionList, 404: errorBody, 409: errorBody },
    },
  });
export type SuggestionTable = ReturnType<typeof suggestionEndpoints>;
export type SuggestionEndpoints = OfDocuments<SuggestionTable>;
