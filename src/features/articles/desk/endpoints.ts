import { articleDetail } from "#features/articles/schema.ts";
import { revision, revisionBody, revisionList, revisionQuery } from "#features/documents/history/schema.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import { endpoints } from "#shared/endpoint.ts";
import { CONTENT_ERRORS } from "#shared/endpoint-facts.ts";
import { noContent } from "#shared/schema.ts";
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
const STALE_CONFLICT = "With the article's ETag in If-Match, responds 409 if the article has changed since.";

/** The working copy of an article, publishing it, and its versions. */
export const deskEndpoints = endpoints({
  "GET /articles/:id/draft": {
    isTool: true,
    ...reading,
    summary: "An article's working copy, hidden from readers",
    params: deskParams,
    errors: ["working_copy_not_found"],
    response: { 200: workingCopy },
  },
  "PUT /articles/:id/draft": {
    isTool: true,
    ...writing,
    summary: "Save the working copy; omitted fields keep their value",
    description:
      "With the article's ETag in If-Match, the change is merged with others' saves, word by word; 409 if both changed the same words differently. With `retry=1`, for a save whose response was lost, it also responds 409 if the caller has saved the article since, which may have been this save. A scheduled update changes only with `scheduled=1` (400 without it), so that no autosave becomes public by itself. A save repeated with its Idempotency-Key within 14 days returns the current working copy, or the article without one (`has_draft` is false), and writes nothing.",
    bodyLimit: MAX_FORM_TEXT_BYTES,
    compress: false,
    params: deskParams,
    query: workingCopyQuery,
    body: workingCopyBody,
    headers: ["if-match", "idempotency-key"],
    responseHeaders: ["save-merged"],
    errors: [
      "not_your_suggestion",
      "too_many_suggestions",
      "edit_conflict",
      "update_scheduled",
      ...CONTENT_ERRORS,
      "unknown_category",
      "unknown_author",
      "too_many_tags",
    ],
    response: { 200: workingCopy },
  },
  "DELETE /articles/:id/draft": {
    ...writing,
    summary: "Discard the working copy; it stays in the version history",
    params: deskParams,
    errors: ["working_copy_not_found"],
    response: { 204: noContent },
  },
  "POST /articles/:id/publish": {
    isTool: true,
    ...publishing,
    summary: "Publish the working copy, or the stored text without one, now or at a time",
    description: `With \`at\`, a published article stays as it is until then, and a scheduled one only changes its time. ${STALE_CONFLICT}`,
    params: deskParams,
    body: publishBody,
    headers: ["if-match", "idempotency-key"],
    errors: [
      "approval_required",
      "house_style",
      "override_required",
      "incomplete_document",
      "nothing_to_publish",
      "time_in_past",
      "too_many_names",
      "unknown_category",
      "article_not_public",
    ],
    response: { 200: articleDetail },
  },
  "DELETE /articles/:id/publish": {
    ...publishing,
    summary: "Cancel the scheduled update of a published article",
    description: "The public text and the working copy do not change.",
    params: deskParams,
    errors: ["nothing_scheduled"],
    response: { 204: noContent },
  },
  "POST /articles/:id/unpublish": {
    isTool: true,
    ...publishing,
    summary: "Make an article a draft again and cancel its schedule",
    description: STALE_CONFLICT,
    params: deskParams,
    headers: ["if-match"],
    errors: ["override_required"],
    response: { 200: articleDetail },
  },
  "GET /articles/:id/revisions": {
    ...reading,
    summary: "An article's versions, newest first",
    params: deskParams,
    query: revisionQuery,
    response: { 200: revisionList },
  },
  "GET /articles/:id/revisions/:n": {
    ...reading,
    summary: "One version with its text",
    params: revisionParams,
    response: { 200: wholeRevision },
  },
  "PATCH /articles/:id/revisions/:n": {
    ...writing,
    summary: "Name a version",
    params: revisionParams,
    body: revisionBody,
    response: { 200: revision },
  },
  "POST /articles/:id/revisions/:n/restore": {
    ...writing,
    summary: "Restore a version as the newest; of a published or scheduled article, in its working copy",
    description: STALE_CONFLICT,
    params: revisionParams,
    headers: ["if-match"],
    errors: [
      "edit_conflict",
      "update_scheduled",
      "content_too_complex",
      "content_too_large",
      "unknown_category",
      "unknown_author",
    ],
    response: { 200: articleDetail },
  },
});
export type DeskEndpoints = typeof deskEndpoints;
