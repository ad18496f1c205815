import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { PasskeyTable } from "#db/account-tables.ts";
import type { NewPasskeyAnswer, PasskeyAnswer } from "../schema.ts";
import { type AuthenticatorData, readAttestation, readAuthenticatorData } from "./authenticator-data.ts";
import { assertKey, isSignedBy, SUPPORTED_ALGORITHMS } from "./cose-key.ts";

/** How long a browser waits for the person and the device, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Whose passkeys: WebAuthn binds them to the host, and an answer to the whole origin. */
export type Site = { siteName: string; siteUrl: string };

const hostOf = ({ siteUrl }: Site) => new URL(siteUrl).hostname;
const originOf = ({ siteUrl }: Site) => new URL(siteUrl).origin;

type Passkey = Selectable<PasskeyTable>;
const descriptor = ({ credential_id, transports }: Pick<Passkey, "credential_id" | "transports">) => ({
  id: credential_id,
  type: "public-key",
  transports: JSON.parse(transports) as string[],
});

type Owner = { handle: Buffer; email: string; name: string };

/** What a browser needs to make a passkey that the account does not have yet (`PublicKeyCredentialCreationOptionsJSON`). */
export const creationOptions = (
  site: Site,
  { owner, challenge, passkeys }: { owner: Owner; challenge: string; passkeys: Passkey[] },
) => ({
  rp: { id: hostOf(site), name: site.siteName },
  user: { id: owner.handle.toString("base64url"), name: owner.email, displayName: owner.name },
  challenge,
  pubKeyCredParams: SUPPORTED_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: passkeys.map(descriptor),
  authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  attestation: "none",
});

/**
 * What a browser needs to let a passkey sign (`PublicKeyCredentialRequestOptionsJSON`): one of these, or with none given
 * whichever it has for the site.
 */
export const requestOptions = (site: Site, { challenge, passkeys }: { challenge: string; passkeys: Passkey[] }) => ({
  rpId: hostOf(site),
  challenge,
  timeout: TIMEOUT_MS,
  allowCredentials: passkeys.map(descriptor),
  userVerification: passkeys.length === 0 ? "required" : "preferred",
});

/** What a browser says of the call that it was (`CollectedClientData`); empty for what is none. Proves nothing. */
function readClientData(clientDataJson: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    return typeof data === "object" && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

/** The challenge that a browser's answer names; empty where it names none. Proves nothing. */
export function challengeOf(clientDataJson: string): string {
  const { challenge } = readClientData(clientDataJson);
  return typeof challenge === "string" ? challenge : "";
}

type Expected = { type: "webauthn.create" | "webauthn.get"; challenge: string };

/** Whether a browser answered this challenge on a page of this site, not in a frame of another. */
function isOfCall(site: Site, clientDataJson: string, expected: Expected): boolean {
  const { type, challenge, origin, crossOrigin = false } = readClientData(clientDataJson);
  return (
    type === expected.type && challenge === expected.challenge && origin === originOf(site) && crossOrigin === false
  );
}

const isOfSite = (site: Site, { rpIdHash, isUserPresent }: AuthenticatorData) =>
  rpIdHash.equals(createHash("sha256").update(hostOf(site)).digest()) && isUserPresent;

/**
 * The credential of a new passkey; null where the answer is not one to this challenge, from this site (WebAuthn Level 3,
 * section 7.1). `publicKey` is a COSE_Key in Base64url.
 */
export const verifyCreation = (site: Site, challenge: string, { id, response }: NewPasskeyAnswer) =>
  nullUnlessRead(() => {
    if (!isOfCall(site, response.clientDataJSON, { type: "webauthn.create", challenge })) return null;
    const data = readAttestation(bytes(response.attestationObject));
    if (!isOfSite(site, data) || !data.credential?.id.equals(bytes(id))) return null;
    assertKey(data.credential.publicKey);
    return { id, publicKey: data.credential.publicKey.toString("base64url"), counter: data.counter };
  });

type VerifyAnswer = {
  challenge: string;
  passkey: Passkey;
  answer: PasskeyAnswer;
  /** Whether it stands for the password too: its device must then have recognized the person. */
  isAlone: boolean;
};

/**
 * The passkey's new counter; null where the answer was not signed by it, for this challenge and site (WebAuthn Level 3,
 * section 7.2), or its counter has not risen, as on a copy of the device.
 */
export const verifyAnswer = (site: Site, { challenge, passkey, answer: { response }, isAlone }: VerifyAnswer) =>
  nullUnlessRead(() => {
    if (!isOfCall(site, response.clientDataJSON, { type: "webauthn.get", challenge })) return null;
    const data = readAuthenticatorData(bytes(response.authenticatorData));
    if (!isOfSite(site, data) || (isAlone && !data.isUserVerified)) return null;
    const { counter } = data;
    if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) return null;
    const clientDataHash = createHash("sha256").update(bytes(response.clientDataJSON)).digest();
    const signed = Buffer.concat([bytes(response.authenticatorData), clientDataHash]);
    return isSignedBy(bytes(passkey.public_key), signed, bytes(response.signature)) ? { counter } : null;
  });

const bytes = (text: string) => Buffer.from(text, "base64url");

/** Whatever is wrong with an answer's bytes is thrown by what reads them. */
function nullUnlessRead<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
