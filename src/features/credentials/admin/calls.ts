import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { CredentialEndpoints } from "../endpoints.ts";

const credentials = editorClientOf<CredentialEndpoints>();

/** One's own sessions. */
export const ownSessions = () => credentials.query("GET /accounts/sessions");

/** Ends a session of one's own. Throws `ApiError` or `NetworkError`, as does the next call. */
export async function endSession(api: EditorApi, id: string): Promise<void> {
  await credentials.send(api, "DELETE /accounts/sessions/:id", { params: { id } });
}

/** Ends all of one's own sessions but this one. */
export async function endOtherSessions(api: EditorApi): Promise<void> {
  await credentials.send(api, "DELETE /accounts/sessions");
}

/** Asks for a mail with a link. Throws `ApiError` or `NetworkError`. */
export const askForLink = (email: string) => credentials.post("POST /accounts/password/forgot", { body: { email } });

/** Where a password is changed, by the current one and by a link. */
export const PASSWORD_URL = credentials.url("PUT /accounts/password");
export const RESET_URL = credentials.url("POST /accounts/password/reset");
