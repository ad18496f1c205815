import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { ReviewEndpoints } from "../endpoints.ts";
import { ruleVersion } from "../rules.ts";
import type { ChangedReviewSettings, ReviewSettings, ReviewSettingsBody } from "../schema.ts";

const client = editorClientOf<ReviewEndpoints>();

/** The two-person rule. */
export const reviewSettings = () => client.query("GET /settings/review");

/** The review state of a document. */
export const reviewOf = ({ type, id }: DocumentKey) =>
  client.query(`GET ${DOCUMENT_PATHS[type]}/:id/review`, { params: { id } });

/** Changes `before`. Throws `ApiError` 409 if the rule was changed concurrently and, like all functions here, `NetworkError`. */
export async function saveReviewSettings(
  api: EditorApi,
  before: ReviewSettings,
  body: ReviewSettingsBody,
): Promise<ChangedReviewSettings> {
  return (await client.send(api, "PUT /settings/review", { body, ifMatch: `"${ruleVersion(before)}"` })).body;
}

/** Approves the text of a tag; with a reason, overrides the second person. */
export async function approve(api: EditorApi, { type, id }: DocumentKey, etag: string, reason?: string): Promise<void> {
  const body = reason === undefined ? {} : { override_reason: reason };
  await client.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/approvals`, { params: { id }, body, ifMatch: etag });
}

/** Withdraws the user's own approvals of a document. */
export async function withdrawApprovals(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await client.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/approvals`, { params: { id } });
}
