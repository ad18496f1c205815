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
      summary: "What people suggest for a document, edit by edit",
      params: suggestionParams,
      response: { 200: suggestionList, 404: errorBody },
    },
    "GET /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "The document as the caller suggests it; without own edits, as it is",
      params: suggestionParams,
      response: { 200: ownSuggestion, 404: errorBody },
    },
    "PUT /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "Suggest edits of a document: its texts as they should be",
      description:
        "What is left out keeps its value. Changes that others have made in other places of the document since are taken over. With the ETag of the suggestion in If-Match, it is refused (409) where the suggestion, or the document under a new one, was changed since. A save that is repeated under its Idempotency-Key, within 14 days, writes nothing. The owners of the document are notified of the first edit. A suggestion without edits ends.",
      bodyLimit: MAX_FORM_TEXT_BYTES,
      compress: false,
      params: suggestionParams,
      body: suggestionBody(type),
      response: { 200: ownSuggestion, 404: errorBody, 409: errorBody },
    },
    "DELETE /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "Discard what the caller suggests",
      params: suggestionParams,
      response: { 204: noContent, 404: errorBody },
    },
    "POST /:id/suggestions/:n/accept": {
      ...deciding,
      access: permissions.write,
      summary: "Accept edits of one reviewer: they become a save of the caller's, in the working copy",
      description:
        "With the document's ETag in If-Match, it is refused (409) where the document was changed since, as is an edit that is gone or in conflict. A request that is repeated under its Idempotency-Key, within 14 days, writes nothing. The reviewer is notified when no edit is left.",
      response: { 200: suggestionList, 404: errorBody, 409: errorBody },
    },
    "POST /:id/suggestions/:n/reject": {
      ...deciding,
      access: permissions.write,
      summary: "Reject edits of one reviewer, those in conflict included; the document stays as it is",
      response: { 200: suggestionList, 404: errorBody, 409: errorBody },
    },
  });
export type SuggestionTable = ReturnType<typeof suggestionEndpoints>;
export type SuggestionEndpoints = OfDocuments<SuggestionTable>;
