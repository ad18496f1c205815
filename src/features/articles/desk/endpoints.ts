import { articleDetail } from "#features/articles/schema.ts";
import { revision, revisionBody, revisionList, revisionQuery } from "#features/documents/history/schema.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import {
  deskParams,
  publishBody,
  revisionParams,
  wholeRevision,
  workingCopy,
  workingCopyBody,
  workingCopyQuery,
} from "./schema.ts";

const tags = ["Articles"];
const reading = { access: "article.read", tags } as const;
const writing = { access: "article.write", tags } as const;
const publishing = { access: "article.publish", tags } as const;
const STALE_REFUSED = "With the article's ETag in If-Match, it is refused (409) where somebody has changed it since.";

/** The working copy of an article, publishing it, and its versions. */
export const deskEndpoints = endpoints({
  "GET /articles/:id/draft": {
    ...reading,
    summary: "An article's working copy, which readers do not see",
    params: deskParams,
    response: { 200: workingCopy, 404: errorBody },
  },
  "PUT /articles/:id/draft": {
    ...writing,
    summary: "Save the working copy; omitted fields keep their value",
    description:
      "With the article's ETag in If-Match, it is merged with what others have saved since, block by block; where both changed the same block it is refused (409). With `retry=1`, for a save whose response was lost, it is refused as well where the caller has saved the article since: that may have been this save. What is scheduled as an update is changed only with `scheduled=1`, and refused (400) without it: an autosave never becomes public by itself. A save that is repeated under its Idempotency-Key, within 14 days, returns the present working copy, or the article without one (`has_draft` is false), and writes nothing.",
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    params: deskParams,
    query: workingCopyQuery,
    body: workingCopyBody,
    response: { 200: workingCopy, 404: errorBody, 409: errorBody },
  },
  "DELETE /articles/:id/draft": {
    ...writing,
    summary: "Throw the working copy away; it stays among the versions",
    params: deskParams,
    response: { 204: noContent, 404: errorBody },
  },
  "POST /articles/:id/publish": {
    ...publishing,
    summary: "Publish the working copy, or the stored text where there is none, now or at a time",
    description: `At a time, a published article stays as it is until then. With \`at\`, what is scheduled already is only moved: its text stays, and its working copy. ${STALE_REFUSED}`,
    params: deskParams,
    body: publishBody,
    response: { 200: articleDetail, 404: errorBody, 409: errorBody },
  },
  "DELETE /articles/:id/publish": {
    ...publishing,
    summary: "Cancel the time at which the working copy of a published article was to become public",
    description: "Readers' text and the working copy stay as they are.",
    params: deskParams,
    response: { 204: noContent, 404: errorBody },
  },
  "POST /articles/:id/unpublish": {
    ...publishing,
    summary: "Make an article a draft again; cancels what was to be published at a time",
    description: STALE_REFUSED,
    params: deskParams,
    response: { 200: articleDetail, 404: errorBody, 409: errorBody },
  },
  "GET /articles/:id/revisions": {
    ...reading,
    summary: "An article's versions, the newest first",
    params: deskParams,
    query: revisionQuery,
    response: { 200: revisionList, 404: errorBody },
  },
  "GET /articles/:id/revisions/:n": {
    ...reading,
    summary: "One version with its text",
    params: revisionParams,
    response: { 200: wholeRevision, 404: errorBody },
  },
  "PATCH /articles/:id/revisions/:n": {
    ...writing,
    summary: "Name a version",
    params: revisionParams,
    body: revisionBody,
    response: { 200: revision, 404: errorBody },
  },
  "POST /articles/:id/revisions/:n/restore": {
    ...writing,
    summary: "Restore a version as a new one; a published article's readers see it when it is published",
    description: STALE_REFUSED,
    params: revisionParams,
    response: { 200: articleDetail, 404: errorBody, 409: errorBody },
  },
});
export type DeskEndpoints = typeof deskEndpoints;
