import type { NewPasskeyAnswer } from "#features/identity/second-factor/schema.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { CredentialEndpoints } from "../endpoints.ts";

export const credentials = editorClientOf<CredentialEndpoints>();

/** One's own sessions. */
export const ownSessions = () => credentials.query("GET /accounts/sessions");

/** What of one's own second factors is set up. */
export const ownFactors = () => credentials.query("GET /accounts/two-factor");

/** One's own passkeys. */
export const ownPasskeys = () => credentials.query("GET /accounts/passkeys");

/** Nothing where it was left empty: whoever has just logged in need not give it. */
const withPassword = (password: string) => ({ body: password === "" ? {} : { password } });

/** A secret for an authenticator app. Throws `ApiError` or `NetworkError`, as do all calls here. */
export const offerAuthenticator = async (api: EditorApi, password: string) =>
  (await credentials.send(api, "POST /accounts/two-factor/totp", withPassword(password))).body;

/** Puts that secret into use; returns recovery codes. */
export const confirmAuthenticator = async (api: EditorApi, code: string) =>
  (await credentials.send(api, "POST /accounts/two-factor/totp/confirm", { body: { code } })).body.recovery_codes;

/** New recovery codes. */
export const renewRecoveryCodes = async (api: EditorApi, password: string) =>
  (await credentials.send(api, "POST /accounts/two-factor/recovery", withPassword(password))).body.recovery_codes;

/** What the browser needs to make a passkey. */
export const offerPasskey = async (api: EditorApi, password: string) =>
  (await credentials.send(api, "POST /accounts/passkeys/options", withPassword(password))).body;

/** Adds the passkey that the browser has made; returns recovery codes where it is the first factor. */
export const addPasskey = async (api: EditorApi, body: { name: string; passkey: NewPasskeyAnswer }) =>
  (await credentials.send(api, "POST /accounts/passkeys", { body })).body.recovery_codes;

export async function removePasskey(api: EditorApi, id: string, password: string): Promise<void> {
  await credentials.send(api, "DELETE /accounts/passkeys/:id", { params: { id }, ...withPassword(password) });
}

/** Asks for a mail with a link. Throws `ApiError` or `NetworkError`. */
export const askForLink = (email: string) => credentials.post("POST /accounts/password/forgot", { body: { email } });

/** Where a password is changed, by the current one and by a link. */
export const PASSWORD_URL = credentials.url("PUT /accounts/password");
export const RESET_URL = credentials.url("POST /accounts/password/reset");

/** The address that one logs in by, and a change of it that waits. */
export const ownEmail = () => credentials.query("GET /accounts/email");

/** Asks for another address. Throws `ApiError` or `NetworkError`. */
export async function askForEmail(api: EditorApi, { email, password }: { email: string; password: string }) {
  const body = { email, ...withPassword(password).body };
  return (await credentials.send(api, "PUT /accounts/email", { body })).body;
}

/** Confirms a change of an address by the token of a link. */
export const confirmEmail = (token: string) => credentials.post("POST /accounts/email/confirm", { body: { token } });
