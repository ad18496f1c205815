import { revision, revisionBody, revisionList, revisionQuery } from "#features/desk/schema.ts";
import { outboxList } from "#features/outbox/schema.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import {
  digest,
  frameQuery,
  issue,
  issueBody,
  issueChange,
  issueList,
  issueParams,
  issuePreview,
  issueProposal,
  issueQuery,
  issueReach,
  issueRevisionParams,
  recipientsQuery,
  sendBody,
  testBody,
  wholeIssueRevision,
} from "./schema.ts";

const tags = ["Newsletter issues"];
const STALE_REFUSED = "it is refused (409) where somebody has changed the issue since.";
/** A state change. */
const step = { 200: issue, 404: errorBody, 409: errorBody };

/** `newsletter/issues/` and `newsletter/digest/`: what editors send to the list. */
export const issueEndpoints = endpoints({
  "GET /newsletter/issues": {
    access: "issue.manage",
    summary: "The issues, newest first, with what became of their mails; all, or those whose subjects answer a query",
    tags,
    query: issueQuery,
    response: { 200: issueList },
  },
  "POST /newsletter/issues": {
    access: "issue.manage",
    summary: "Add a draft",
    description: "Asked for again with the same Idempotency-Key, it answers the draft that was added first.",
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    tags,
    body: issueBody,
    response: { 201: issue },
  },
  "GET /newsletter/issues/best-of-the-week": {
    access: "issue.manage",
    summary: "A proposal from picks and trending",
    tags,
    response: { 200: issueProposal },
  },
  "GET /newsletter/issues/reach": {
    access: "issue.manage",
    summary: "How many subscribers get an issue that is sent now",
    tags,
    response: { 200: issueReach },
  },
  "GET /newsletter/issues/:id": {
    access: "issue.manage",
    summary: "One issue",
    tags,
    params: issueParams,
    response: { 200: issue },
  },
  "PUT /newsletter/issues/:id": {
    access: "issue.manage",
    summary: "Change an issue before it is sent; what is left out keeps its value",
    description: `With the issue's ETag in If-Match, ${STALE_REFUSED}`,
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    tags,
    params: issueParams,
    body: issueChange,
    response: { 200: issue, 409: errorBody },
  },
  "PUT /newsletter/issues/:id/draft": {
    access: "issue.manage",
    summary: "Save an issue while it is written: saves of one person within ten minutes make one version",
    description: `An issue that is scheduled is refused (400): half a sentence must not be sent. With the issue's ETag in If-Match, ${STALE_REFUSED}`,
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    tags,
    params: issueParams,
    body: issueChange,
    response: { 200: issue, 400: errorBody, 409: errorBody },
  },
  "DELETE /newsletter/issues/:id": {
    access: "issue.manage",
    summary: "Delete an issue before it is sent",
    tags,
    params: issueParams,
    response: { 204: noContent },
  },
  "GET /newsletter/issues/:id/preview": {
    access: "issue.manage",
    summary: "The issue as mail",
    tags,
    params: issueParams,
    response: { 200: issuePreview },
  },
  // A frame sends no token: the key in its address, from the previous call, replaces it.
  "GET /newsletter/issues/:id/frame": {
    access: "public",
    cost: "page",
    summary: "The HTML part alone, for a frame",
    tags,
    params: issueParams,
    query: frameQuery,
  },
  "POST /newsletter/issues/:id/test": {
    access: "issue.manage",
    summary: "Send the issue to one address as a test",
    description: "In an hour, an account may send 60 to the newsroom's own people, and 5 to others.",
    tags,
    params: issueParams,
    body: testBody,
    response: { 204: noContent, 429: errorBody },
  },
  "POST /newsletter/issues/:id/send": {
    access: "issue.manage",
    summary: "Send the issue at a time, or now",
    description: `With the ETag of the issue that was looked at in If-Match, ${STALE_REFUSED}`,
    tags,
    params: issueParams,
    body: sendBody,
    response: { 200: issue, 400: errorBody, 409: errorBody },
  },
  "POST /newsletter/issues/:id/pause": {
    access: "issue.manage",
    summary: "Stop an issue, before or while it is sent",
    tags,
    params: issueParams,
    response: step,
  },
  "POST /newsletter/issues/:id/resume": {
    access: "issue.manage",
    summary: "Let a paused issue go on",
    tags,
    params: issueParams,
    response: step,
  },
  "GET /newsletter/issues/:id/recipients": {
    access: "subscriber.manage",
    summary: "What became of each recipient's mail, newest first; by state",
    tags,
    params: issueParams,
    query: recipientsQuery,
    response: { 200: outboxList },
  },
  "GET /newsletter/issues/:id/revisions": {
    access: "issue.manage",
    summary: "An issue's versions, the newest first",
    tags,
    params: issueParams,
    query: revisionQuery,
    response: { 200: revisionList, 404: errorBody },
  },
  "GET /newsletter/issues/:id/revisions/:n": {
    access: "issue.manage",
    summary: "One version with what it said",
    tags,
    params: issueRevisionParams,
    response: { 200: wholeIssueRevision, 404: errorBody },
  },
  "PATCH /newsletter/issues/:id/revisions/:n": {
    access: "issue.manage",
    summary: "Name a version",
    tags,
    params: issueRevisionParams,
    body: revisionBody,
    response: { 200: revision, 404: errorBody },
  },
  "POST /newsletter/issues/:id/revisions/:n/restore": {
    access: "issue.manage",
    summary: "Restore a version as a new one",
    description: `With the issue's ETag in If-Match, ${STALE_REFUSED}`,
    tags,
    params: issueRevisionParams,
    response: { 200: issue, 404: errorBody, 409: errorBody },
  },
  "GET /newsletter/digest": {
    access: "issue.manage",
    summary: "When the weekly digest is sent",
    tags,
    response: { 200: digest },
  },
  "PUT /newsletter/digest": {
    access: "issue.manage",
    summary: "Set when the weekly digest is sent",
    tags,
    body: digest,
    response: { 200: digest },
  },
});
export type IssueEndpoints = typeof issueEndpoints;
