import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { ReviewRequestEndpoints } from "../endpoints.ts";
import type { ReviewAnswer } from "../rules.ts";
import type { ReviewRequest } from "../schema.ts";

const client = editorClientOf<ReviewRequestEndpoints>();

/** The people who can be asked for a review. */
export const reviewers = () => client.query("GET /reviewers");

/** The review requests of a document, with answers. */
export const requestsOf = ({ type, id }: DocumentKey) =>
  client.query(`GET ${DOCUMENT_PATHS[type]}/:id/asked`, { params: { id } });

/**
 * Asks `people`, replacing unanswered requests. Returns nothing if no request is left. Throws
 * `ApiError` or `NetworkError`.
 */
export async function ask(
  api: EditorApi,
  { type, id }: DocumentKey,
  people: readonly number[],
  message?: string,
): Promise<ReviewRequest | undefined> {
  const path = `${DOCUMENT_PATHS[type]}/:id/asked` as const;
  if (people.length > 0) {
    const body = { people: [...people], ...(message && { message }) };
    return (await client.send(api, `PUT ${path}`, { params: { id }, body })).body;
  }
  await client.send(api, `DELETE ${path}`, { params: { id } });
  return undefined;
}

type Answering = { answer: ReviewAnswer; message?: string; etag?: string | undefined };

/** Answers a review request; `etag` names the approved text. */
export async function answer(
  api: EditorApi,
  { type, id }: DocumentKey,
  { answer, message = "", etag }: Answering,
): Promise<ReviewRequest> {
  const given = { params: { id }, body: { answer, message }, ...(etag !== undefined && { ifMatch: etag }) };
  return (await client.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/asked/answer`, given)).body;
}
