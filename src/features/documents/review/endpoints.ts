import type { DocumentPermissions, OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import {
  approvalBody,
  changedReviewSettings,
  review,
  reviewParams,
  reviewSettings,
  reviewSettingsBody,
} from "./schema.ts";

export const ruleEndpoints = endpoints({
  "GET /settings/review": {
    access: "desk.use",
    tags: ["Settings"],
    summary: "The two-person rule: which documents need the approval of a second person",
    response: { 200: reviewSettings },
  },
  "PUT /settings/review": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "Change the two-person rule; omitted fields keep their value",
    description: "With their ETag in If-Match, responds 409 if they have changed since.",
    body: reviewSettingsBody,
    headers: ["if-match"],
    errors: ["unknown_category"],
    response: { 200: changedReviewSettings },
  },
});

export const approvalEndpoints = ({ read, approve }: DocumentPermissions) =>
  endpoints({
    "GET /:id/review": {
      isTool: true,
      access: read,
      tags: ["Review"],
      summary: "Whether a document needs a second person's approval, and has it",
      params: reviewParams,
      response: { 200: review },
    },
    "POST /:id/approvals": {
      access: approve,
      tags: ["Review"],
      summary: "Approve exactly the text of the ETag in If-Match, including the working copy",
      description:
        "Any later edit needs another approval. The author of the text cannot approve it (403); a chief can override that with a reason, which is recorded. Responds 409 if the text has changed since.",
      params: reviewParams,
      body: approvalBody,
      headers: ["if-match"],
      errors: ["if_match_required", "own_text", "sources_missing", "override_required", "approval_required"],
      response: { 201: review },
    },
    "DELETE /:id/approvals": {
      access: approve,
      tags: ["Review"],
      summary: "Withdraw your own approvals of a document",
      params: reviewParams,
      errors: ["not_approved"],
      response: { 204: noContent },
    },
  });
export type ApprovalTable = ReturnType<typeof approvalEndpoints>;
export type ReviewEndpoints = typeof ruleEndpoints & OfDocuments<ApprovalTable>;
