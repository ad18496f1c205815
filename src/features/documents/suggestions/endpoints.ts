import type { DocumentPermissions, OfDocuments } from "#features/documents/types.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { CONTENT_ERRORS } from "#shared/endpoint-facts.ts";
import { noContent } from "#shared/schema.ts";
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
      isTool: true,
      access: permissions.read,
      tags,
      summary: "The suggestions for a document, edit by edit",
      params: suggestionParams,
      response: { 200: suggestionList },
    },
    "GET /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "The document with the caller's suggested edits",
      params: suggestionParams,
      errors: ["suggestions_closed"],
      response: { 200: ownSuggestion },
    },
    "PUT /:id/suggestion": {
      isTool: true,
      access: permissions.read,
      tags,
      summary: "Suggest edits: send the texts of the document as you propose them",
      description:
        "Omitted texts keep their value. Others' changes elsewhere in the document are merged. With the suggestion's ETag in If-Match, responds 409 if the suggestion, or the document of a new one, has changed since. A save repeated with its Idempotency-Key within 14 days writes nothing. The owners of the document are notified of the first edit. A suggestion without edits is deleted.",
      bodyLimit: MAX_FORM_TEXT_BYTES,
      compress: false,
      params: suggestionParams,
      body: suggestionBody(type),
      headers: ["if-match", "idempotency-key"],
      responseHeaders: ["save-merged"],
      errors: ["suggestions_closed", "too_many_suggestions", "edit_conflict", ...CONTENT_ERRORS],
      response: { 200: ownSuggestion },
    },
    "DELETE /:id/suggestion": {
      access: permissions.read,
      tags,
      summary: "Discard the caller's suggestion",
      params: suggestionParams,
      errors: ["suggestion_not_found"],
      response: { 204: noContent },
    },
    "POST /:id/suggestions/:n/accept": {
      ...deciding,
      access: permissions.write,
      summary: "Accept a reviewer's edits: the caller saves them in the working copy",
      description:
        "With the document's ETag in If-Match, responds 409 if the document has changed since, or for a missing or conflicting edit. A request repeated with its Idempotency-Key within 14 days writes nothing. The reviewer is notified when no edit is left.",
      headers: ["if-match", "idempotency-key"],
      errors: ["suggestions_settled", "edit_conflict", "issue_started", "suggestions_closed", "update_scheduled"],
      response: { 200: suggestionList },
    },
    "POST /:id/suggestions/:n/reject": {
      ...deciding,
      access: permissions.write,
      summary: "Reject edits of one reviewer, including conflicting ones; the document does not change",
      errors: ["suggestions_settled"],
      response: { 200: suggestionList },
    },
  });
export type SuggestionTable = ReturnType<typeof suggestionEndpoints>;
export type SuggestionEndpoints = OfDocuments<SuggestionTable>;
