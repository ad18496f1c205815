import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { requestBody, requestParams, reviewerList, reviewRequest } from "./schema.ts";

const tags = ["Articles"];

/** Who is asked to look at an article before it is published. */
export const reviewRequestEndpoints = endpoints({
  "GET /reviewers": {
    access: "article.write",
    tags,
    summary: "Who can be asked to review an article: everybody else who may approve, by name",
    response: { 200: reviewerList },
  },
  "GET /articles/:id/asked": {
    access: "article.read",
    tags,
    summary: "Who is asked to review an article, by whom and since when",
    params: requestParams,
    response: { 200: reviewRequest, 404: errorBody },
  },
  "PUT /articles/:id/asked": {
    access: "article.write",
    tags,
    summary: "Ask somebody to review an article, instead of whoever was asked before",
    description:
      "It ends when the article, or what is new about it, is published, when it is deleted, and when the person may not approve articles any more.",
    params: requestParams,
    body: requestBody,
    response: { 200: reviewRequest, 400: errorBody, 404: errorBody },
  },
  "DELETE /articles/:id/asked": {
    access: "article.write",
    tags,
    summary: "Ask nobody any more to review an article",
    params: requestParams,
    response: { 204: noContent, 404: errorBody, 409: errorBody },
  },
});
export type ReviewRequestEndpoints = typeof reviewRequestEndpoints;
