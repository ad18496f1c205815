import type { DocumentPermissions, OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { answerBody, requestBody, requestParams, reviewerList, reviewRequest } from "./schema.ts";

const tags = ["Review"];

export const reviewerEndpoints = endpoints({
  "GET /reviewers": {
    access: "article.write",
    tags,
    summary: "Who can be asked for a review: everybody else who may approve, by name",
    response: { 200: reviewerList },
  },
});

export const requestEndpoints = ({ read, write, approve }: DocumentPermissions) =>
  endpoints({
    "GET /:id/asked": {
      access: read,
      tags,
      summary: "Who is asked to review a document, by whom and since when, and what they answered",
      params: requestParams,
      response: { 200: reviewRequest, 404: errorBody },
    },
    "PUT /:id/asked": {
      access: write,
      tags,
      summary:
        "Ask somebody, or several people, to review a document, instead of whoever is asked and has not answered",
      description:
        "Who is asked already and has not answered is not notified again and keeps the message; the answer of somebody who is asked again is deleted. Requests end when the document, or what is new about it, is published, when it is deleted, and when the person may not approve articles any more.",
      params: requestParams,
      body: requestBody,
      response: { 200: reviewRequest, 400: errorBody, 404: errorBody },
    },
    "DELETE /:id/asked": {
      access: write,
      tags,
      summary: "Withdraw the requests that nobody has answered",
      params: requestParams,
      response: { 204: noContent, 404: errorBody, 409: errorBody },
    },
    "POST /:id/asked/answer": {
      access: approve,
      tags,
      summary: "Answer a request: approve the text that the ETag in If-Match names, or request changes",
      description:
        "Whoever asked is notified, and so are the owners. An approval is also one under the two-person rule, unless the caller wrote the text; where the rule asks for a second person, it is refused then (403).",
      params: requestParams,
      body: answerBody,
      response: { 200: reviewRequest, 400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody },
    },
  });
export type RequestTable = ReturnType<typeof requestEndpoints>;
export type ReviewRequestEndpoints = typeof reviewerEndpoints & OfDocuments<RequestTable>;
