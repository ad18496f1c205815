import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { type ApiQuery, apiQuery, callsUnder, pagedApiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorApiUrl } from "#shared/urls.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { DigestSetting, Issue, IssueBody } from "../schema.ts";

export const oneIssue = (id: number): ApiQuery<Issue> => apiQuery(editorApiUrl.issue(id));

/** An issue as mail. */
export type IssuePreview = { subject: string; html: string; text: string; frame_url: string };
export const issuePreview = (id: number): ApiQuery<IssuePreview> => apiQuery(editorApiUrl.issuePreview(id));

export const digestSetting = (): ApiQuery<DigestSetting> => apiQuery(editorApiUrl.digest());

/** Subscribers of a state; only their number is of interest here. */
export const subscribersOf = (status: "active" | "bouncing"): ApiQuery<Paged<unknown>> =>
  pagedApiQuery(`${editorApiUrl.subscribers()}?status=${status}&limit=1`);

/** What a step is taken with: the version that the editor has seen. */
export type SeenIssue = Pick<Issue, "id" | "version">;

const tagOf = ({ version }: SeenIssue) => `"${version}"`;
const ifSeen = (issue: SeenIssue) => ({ ifMatch: tagOf(issue) });

/** An issue with the version that `If-Match` names. */
export const versioned = (row: Issue): Versioned<Issue> => ({ row, etag: tagOf(row) });

/** One issue as it is now. These calls throw `ApiError` or `NetworkError`. */
export async function readIssue(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<Issue>> {
  const options = signal ? { signal } : {};
  return versioned((await api.send<Issue>("GET", editorApiUrl.issue(id), undefined, options)).body);
}

/** Stores a new draft; under the same key only once, however often it is asked for. */
export async function createIssue(api: EditorApi, body: IssueBody, idempotencyKey: string) {
  const { body: issue, isRepeated } = await api.send<Issue>("POST", editorApiUrl.issues(), body, { idempotencyKey });
  return { ...versioned(issue), isRepeated };
}

/** Changes an issue before it is sent, unless somebody has changed it since it was seen (409). */
export async function updateIssue(api: EditorApi, { row }: Versioned<Issue>, body: IssueBody) {
  return versioned((await api.send<Issue>("PUT", editorApiUrl.issue(row.id), body, ifSeen(row))).body);
}

export async function deleteIssue(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", editorApiUrl.issue(id));
}

/** The best of the week as the body of an issue. */
export async function bestOfTheWeek(api: EditorApi): Promise<IssueBody> {
  return (await api.send<IssueBody>("GET", editorApiUrl.bestOfTheWeek())).body;
}

export async function sendTest(api: EditorApi, id: number, email: string): Promise<void> {
  await api.send("POST", editorApiUrl.issueAction(id, "test"), { email });
}

/** Sends what was seen, at a time (ISO 8601), or now where it is null. */
export async function sendIssue(api: EditorApi, seen: SeenIssue, at: string | null): Promise<Issue> {
  const body = at === null ? {} : { at };
  return (await api.send<Issue>("POST", editorApiUrl.issueAction(seen.id, "send"), body, ifSeen(seen))).body;
}

export async function stepIssue(api: EditorApi, id: number, step: "pause" | "resume"): Promise<Issue> {
  return (await api.send<Issue>("POST", editorApiUrl.issueAction(id, step), {})).body;
}

export async function saveDigest(api: EditorApi, setting: DigestSetting): Promise<DigestSetting> {
  return (await api.send<DigestSetting>("PUT", editorApiUrl.digest(), setting)).body;
}

/** An issue has changed: what this browser knows of it is replaced, the rest is read anew. */
export function issueChanged(client: QueryClient, issue: Issue): void {
  client.setQueryData(oneIssue(issue.id).queryKey, issue);
  issuesChanged(client);
}

/** Reads anew whatever is shown of issues. */
export function issuesChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(editorApiUrl.issues()));
}
