import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { NetworkError } from "#shared/api-client.ts";

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** Whether this browser supports passkeys; without https it does so only on localhost. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** Signs with a passkey, by the server's options. Throws `PasskeyError`. */
export const askPasskey = (options: object) =>
  startAuthentication({ optionsJSON: options as RequestOptions }).catch(asPasskeyError);

/** Creates a passkey, by the server's options. Throws `PasskeyError`. */
export const makePasskey = (options: object) =>
  startRegistration({ optionsJSON: options as CreationOptions }).catch(asPasskeyError);

/** Why the browser could not use a passkey, as a sentence for the user. */
export class PasskeyError extends Error {}

const NEEDS_DOMAIN =
  "Passkeys work only at the site’s domain name, not at an IP address. Open the admin area there and try again.";
const SENTENCES: Partial<Record<WebAuthnError["code"], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device has a passkey for your account already.",
  ERROR_INVALID_DOMAIN: NEEDS_DOMAIN,
  ERROR_INVALID_RP_ID: NEEDS_DOMAIN,
};

function asPasskeyError(error: unknown): never {
  const known = error instanceof WebAuthnError ? SENTENCES[error.code] : undefined;
  throw new PasskeyError(known ?? "No passkey was used: you cancelled, or it took too long.", { cause: error });
}

/** The message for a failed use of a passkey for which the server sent no sentence. */
export const passkeyFallback = (error: unknown): string =>
  error instanceof NetworkError || error instanceof PasskeyError ? error.message : "Please try again.";
