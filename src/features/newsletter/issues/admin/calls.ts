import type { QueryClient } from "@tanstack/react-query";
import { REPLACED_NOTE } from "#features/documents/history/rules.ts";
import { savedTexts } from "#features/documents/rules.ts";
import { saverNamed } from "#features/identity/accounts/admin/own-profile.ts";
import type { OutboxMail } from "#features/mail/endpoints.ts";
import { ApiError } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import type { Issue, IssueBody, IssueChange, IssueEndpoints } from "../endpoints.ts";

export const issues = editorClientOf<IssueEndpoints>();

/** The issues, newest first, paged; with a query, those with matching subjects. */
export const allIssues = issues.list("GET /newsletter/issues");
export const issuesNamed = (query: string) => issues.list("GET /newsletter/issues", { query: { query } });

/** The mails of an issue, optionally in one state, paged. */
export const recipientsOf = (id: number, state: OutboxMail["state"] | undefined) =>
  issues.list("GET /newsletter/issues/:id/recipients", { params: { id }, query: { state } });

export const oneIssue = (id: number) => issues.query("GET /newsletter/issues/:id", { params: { id } });

/** An issue as mail. */
export const issuePreview = (id: number) => issues.query("GET /newsletter/issues/:id/preview", { params: { id } });

export const digestSetting = () => issues.query("GET /newsletter/digest");

/** The size of an issue as mail. */
export const issueSize = (id: number) => issues.query("GET /newsletter/issues/:id/size", { params: { id } });

/** The number of recipients of an issue that is sent now. */
export const issueReach = () => issues.query("GET /newsletter/issues/reach");

/** The issue version that the editor has seen, for a state change. */
export type SeenIssue = Pick<Issue, "id" | "etag">;

const ifSeen = ({ etag }: SeenIssue) => ({ ifMatch: etag });

/** An issue with the version that `If-Match` names. */
export const versioned = (row: Issue): Versioned<Issue> => ({ row, etag: row.etag });

/** Fetches one issue. These calls throw `ApiError` or `NetworkError`. */
export async function readIssue(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<Issue>> {
  const options = signal ? { signal } : {};
  return versioned((await issues.send(api, "GET /newsletter/issues/:id", { params: { id }, ...options })).body);
}

/** The newest version of an issue: its working copy, if it has one. */
export async function readNewest(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<Issue>> {
  const issue = await readIssue(api, id, signal);
  if (!issue.row.has_draft) return issue;
  const options = { params: { id }, ...(signal && { signal }) };
  try {
    return versioned((await issues.send(api, "GET /newsletter/issues/:id/draft", options)).body);
  } catch (error) {
    // Saved, sent or discarded between the two requests.
    if (error instanceof ApiError && error.status === 404) return readIssue(api, id, signal);
    throw error;
  }
}

/** Discards the working copy of an issue. */
export async function discardWorkingCopy(api: EditorApi, id: number): Promise<void> {
  await issues.send(api, "DELETE /newsletter/issues/:id/draft", { params: { id } });
}

/** Stores a new draft; repeated calls with the same key store it only once. */
export async function createIssue(
  api: EditorApi,
  body: Partial<IssueBody> & Pick<IssueBody, "subject">,
  idempotencyKey: string,
) {
  const sent = { body, idempotencyKey };
  const { body: issue, hasOthers } = await issues.send(api, "POST /newsletter/issues", sent);
  return { ...versioned(issue), hasOthers };
}

/** Changes an unsent issue, once per key, unless another user has changed it (409). */
export async function updateIssue(api: EditorApi, { row }: Versioned<Issue>, body: IssueChange, key?: string) {
  const sent = { params: { id: row.id }, body, ...ifSeen(row), ...(key && { idempotencyKey: key }) };
  const { body: saved, hasOthers } = await issues.send(api, "PUT /newsletter/issues/:id", sent);
  return { ...versioned(saved), hasOthers };
}

/**
 * Autosaves the working copy of an unsent issue, once per key: one person's saves within ten minutes are one version.
 */
export async function autosaveIssue(api: EditorApi, { row, etag }: Versioned<Issue>, body: IssueChange, key?: string) {
  const sent = {
    params: { id: row.id },
    body: savedTexts("issue", row, body),
    ifMatch: etag,
    ...(key && { idempotencyKey: key }),
  };
  const { body: saved, hasOthers } = await issues.send(api, "PUT /newsletter/issues/:id/draft", sent);
  return { ...versioned(saved), hasOthers };
}

/** An issue's versions, newest first, paged; and one complete version. */
export const revisionsOf = (id: number) => issues.list("GET /newsletter/issues/:id/revisions", { params: { id } });
export const namedRevisionsOf = (id: number) =>
  issues.list("GET /newsletter/issues/:id/revisions", { params: { id }, query: { named: "true" } });
export const oneRevision = (id: number, n: number) =>
  issues.query("GET /newsletter/issues/:id/revisions/:n", { params: { id, n } });

/** The keys of all queries about an issue's versions. */
export const revisionCalls = (id: number) =>
  callsUnder(issues.url("GET /newsletter/issues/:id/revisions", { params: { id } }));

export async function nameRevision(api: EditorApi, id: number, n: number, note: string): Promise<void> {
  await issues.send(api, "PATCH /newsletter/issues/:id/revisions/:n", { params: { id, n }, body: { note } });
}

async function newestRevision(api: EditorApi, id: number) {
  const call = { params: { id }, query: { limit: 1 } };
  return (await issues.send(api, "GET /newsletter/issues/:id/revisions", call)).body[0];
}

/** Who has saved the newest version. */
export async function newestSaver(api: EditorApi, id: number): Promise<Saver> {
  return saverNamed(api, (await newestRevision(api, id))?.author);
}

/** Names the newest version if it is an autosave, as the next autosave would replace it. */
export async function secureNewest(api: EditorApi, id: number): Promise<void> {
  const newest = await newestRevision(api, id);
  if (newest?.is_autosave && newest.note === "") await nameRevision(api, id, newest.n, REPLACED_NOTE);
}

/** Restores a version as a new one, unless the issue has changed since `before` (409). */
export async function restoreRevision(api: EditorApi, { row }: Versioned<Issue>, n: number) {
  const sent = { params: { id: row.id, n }, ...ifSeen(row) };
  return versioned((await issues.send(api, "POST /newsletter/issues/:id/revisions/:n/restore", sent)).body);
}

/** Sends the version that was seen, at a time (ISO 8601), or now if null. */
export async function sendIssue(api: EditorApi, seen: SeenIssue, at: string | null): Promise<Issue> {
  const sent = { params: { id: seen.id }, body: at === null ? {} : { at }, ...ifSeen(seen) };
  return (await issues.send(api, "POST /newsletter/issues/:id/send", sent)).body;
}

/** Pauses an issue whatever others have written since, or resumes the version that was seen. */
export async function stepIssue(api: EditorApi, seen: SeenIssue, step: "pause" | "resume"): Promise<Issue> {
  const sent = { params: { id: seen.id }, ...(step === "resume" && ifSeen(seen)) };
  return (await issues.send(api, `POST /newsletter/issues/:id/${step}`, sent)).body;
}

/** Updates the cached copy of a changed issue and refetches all other queries about issues. */
export function issueChanged(client: QueryClient, issue: Issue): void {
  client.setQueryData(oneIssue(issue.id).queryKey, issue);
  issuesChanged(client);
}

/** Refetches everything about issues. */
export function issuesChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(issues.url("GET /newsletter/issues")));
}
