import type { DocumentPermissions, OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import { answerBody, openStory, requestBody, requestParams, reviewerList, reviewRequest } from "./schema.ts";

const tags = ["Review"];

export const reviewerEndpoints = endpoints({
  "GET /reviewers": {
    isTool: true,
    access: "article.write",
    tags,
    summary: "The other people who may approve, by name",
    response: { 200: reviewerList },
  },
});

export const requestEndpoints = ({ read, write, approve }: DocumentPermissions) =>
  endpoints({
    "GET /:id/story": {
      isTool: true,
      access: read,
      tags,
      summary: "Where a document is on its way to readers, and what is still open before it is published",
      params: requestParams,
      response: { 200: openStory },
    },
    "GET /:id/asked": {
      access: read,
      tags,
      summary: "The review requests of a document, with their answers",
      params: requestParams,
      response: { 200: reviewRequest },
    },
    "PUT /:id/asked": {
      isTool: true,
      access: write,
      tags,
      summary: "Ask people to review a document, replacing unanswered requests",
      description:
        "Unanswered requests keep their message, without another notification; asking a person again deletes the earlier answer. Requests end when the document or its update is published or scheduled, which notifies those who have not approved it, when it is deleted, and when the person may no longer approve articles.",
      params: requestParams,
      body: requestBody,
      errors: ["cannot_ask_yourself", "unknown_person"],
      response: { 200: reviewRequest },
    },
    "DELETE /:id/asked": {
      access: write,
      tags,
      summary: "Withdraw unanswered requests",
      params: requestParams,
      errors: ["no_review_requested"],
      response: { 204: noContent },
    },
    "POST /:id/asked/answer": {
      access: approve,
      tags,
      summary: "Answer a request: approve the text that the ETag in If-Match names, or request changes",
      description:
        "Notifies the requester and the owners. An approval also counts under the two-person rule, unless the caller wrote the text; if the rule requires a second person, it responds 403 then.",
      params: requestParams,
      body: answerBody,
      headers: ["if-match"],
      errors: ["not_asked_to_review", "if_match_required", "own_text", "sources_missing", "approval_required"],
      response: { 200: reviewRequest },
    },
  });
export type RequestTable = ReturnType<typeof requestEndpoints>;
export type ReviewRequestEndpoints = typeof reviewerEndpoints & OfDocuments<RequestTable>;
