import type { DocumentPermissions, OfDocuments } from "#features/documents/types.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { CONTENT_ERRORS } from "#shared/endpoint-facts.ts";
import { decisionBody, ownSuggestion, suggestionBody, suggestionList, suggestionParams } from "./schema.ts";

const tags = ["Suggestions"];
const deciding = {
  tags,
  params: suggestionParams,
  body: decisionBody,
  headers: ["if-match", "idempotency-key"],
  response: { 200: suggestionList },
} as const;

/** Suggested changes of a document, which its authors accept or reject. Readers see only accepted ones. */
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
      access: permissions.suggest,
      tags,
      summary: "The suggestions for a document, and its text with the open ones",
      params: suggestionParams,
      response: { 200: suggestionList },
    },
    "GET /:id/suggestion": {
      access: permissions.suggest,
      tags,
      summary: "The texts of a document with all open suggestions, for the caller to add more",
      params: suggestionParams,
      response: { 200: ownSuggestion },
    },
    "PUT /:id/suggestion": {
      isTool: true,
      access: permissions.suggest,
      tags,
      summary: "Suggest changes: send the texts of the document as you propose them",
      description:
        "Omitted texts keep their value. Others' published articles can have suggestions too: their texts are then those that readers have, with the caller's own suggestions alone; 400 where the newsroom is changing the same passage. A text without marks becomes suggestions block by block; 409 where a block has suggestions already. With `text_with_suggestions` the caller marks the changes with ids of its own choice (8 to 24 lower-case letters and digits), and may change nothing else (403). Others' changes since the version in If-Match are merged. A save repeated with its Idempotency-Key within 14 days writes nothing. The owners of the document are notified of the first suggestion.",
      bodyLimit: MAX_FORM_TEXT_BYTES,
      compress: false,
      params: suggestionParams,
      body: suggestionBody(type),
      headers: ["if-match", "idempotency-key"],
      responseHeaders: ["save-merged"],
      errors: [
        "suggestions_closed",
        "passage_in_work",
        "too_many_suggestions",
        "not_your_suggestion",
        "only_suggestions",
        "edit_conflict",
        ...CONTENT_ERRORS,
      ],
      response: { 200: ownSuggestion },
    },
    "POST /:id/suggestions/accept": {
      ...deciding,
      access: permissions.write,
      summary: "Accept suggestions: the caller saves them in the working copy",
      description:
        "With the document's ETag in If-Match, responds 409 if it has changed since. The person is notified when none of theirs is left open.",
      errors: ["suggestions_settled", "edit_conflict", "issue_started", "suggestions_closed"],
    },
    "POST /:id/suggestions/reject": {
      ...deciding,
      access: permissions.write,
      summary: "Reject suggestions; what the document says does not change",
      errors: ["suggestions_settled", "issue_started", "suggestions_closed"],
    },
    "POST /:id/suggestions/withdraw": {
      ...deciding,
      access: permissions.suggest,
      summary: "Withdraw your own suggestions",
      errors: ["suggestions_settled", "suggestions_closed"],
    },
  });
export type SuggestionEndpointTable = ReturnType<typeof suggestionEndpoints>;
export type SuggestionEndpoints = OfDocuments<SuggestionEndpointTable>;
