import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { NetworkError } from "#shared/api-client.ts";

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** Whether this browser can use passkeys at all; without https it cannot, except on localhost. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** Lets a passkey sign, by the server's options. Throws `PasskeyError`. */
export const askPasskey = (options: object) =>
  startAuthentication({ optionsJSON: options as RequestOptions }).catch(asPasskeyError);

/** Makes a passkey, by the server's options. Throws `PasskeyError`. */
export const makePasskey = (options: object) =>
  startRegistration({ optionsJSON: options as CreationOptions }).catch(asPasskeyError);

/** What kept a browser from using a passkey, as a sentence for a person. */
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
  throw new PasskeyError(known ?? "No passkey was used: it was cancelled, or took too long.", { cause: error });
}

/** What to say of a failed use of a passkey for which the server sent no sentence. */
export const passkeyFallback = (error: unknown): string =>
  error instanceof NetworkError || error instanceof PasskeyError ? error.message : "Please try again.";
