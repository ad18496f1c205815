import type { Selectable } from "kysely";
import type { PasskeyTable } from "#features/identity/tables.ts";
import type { NewPasskeyResponse, PasskeyResponse } from "../schema.ts";

/** How long a browser waits for the user and the device, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * COSE numbers of Ed25519, ECDSA on P-256 and, for old Windows devices, RSA with PKCS #1 v1.5, in order of preference.
 */
const SUPPORTED_ALGORITHMS = [-8, -7, -257];

/** A well-formed signature (DER) that no key has made. */
const NO_SIGNATURE = Uint8Array.of(0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01);

/** The library takes 25 MB and 150 ms to load, so it is loaded when the first passkey is used. */
const loadLibrary = async () => ({
  ...(await import("@simplewebauthn/server")),
  ...(await import("@simplewebauthn/server/helpers")),
});
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** WebAuthn binds passkeys to the host, and responses to the full origin. */
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

/** Options to create a passkey that the account does not have yet (`PublicKeyCredentialCreationOptionsJSON`). */
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
 * Options to sign with a passkey (`PublicKeyCredentialRequestOptionsJSON`): one of these, or any of the site's if none
 * are given.
 */
export const requestOptions = (site: Site, { challenge, passkeys }: { challenge: string; passkeys: Passkey[] }) => ({
  rpId: hostOf(site),
  challenge,
  timeout: TIMEOUT_MS,
  allowCredentials: passkeys.map(descriptor),
  userVerification: passkeys.length === 0 ? "required" : "preferred",
});

/** Parses the browser's description of the operation (`CollectedClientData`); empty if malformed. Proves nothing. */
function readClientData(clientDataJson: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    return typeof data === "object" && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

/** The challenge in a browser's response; empty without one. Proves nothing. */
export function challengeOf(clientDataJson: string): string {
  const { challenge } = readClientData(clientDataJson);
  return typeof challenge === "string" ? challenge : "";
}

/** WebAuthn Level 3, sections 7.1 and 7.2: the library accepts frames of other sites. */
const isInForeignFrame = (clientDataJson: string): boolean =>
  (readClientData(clientDataJson).crossOrigin ?? false) !== false;

const expectedOf = (site: Site, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: originOf(site),
  expectedRPID: hostOf(site),
});

/** Replaces the device's attestation with `none`: to check it, the library would fetch addresses that it names. */
function withoutStatement(
  { decodeAttestationObject, isoBase64URL, isoCBOR }: Library,
  attestationObject: string,
): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get("authData");
  const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, never>()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(attestation));
}

/**
 * Returns the credential of a new passkey; null if the response does not match this challenge and site (WebAuthn Level
 * 3, section 7.1). `publicKey` is a COSE_Key in Base64url.
 */
export const verifyCreation = (site: Site, challenge: string, { id, rawId, type, response }: NewPasskeyResponse) =>
  nullUnlessRead(async (library) => {
    if (isInForeignFrame(response.clientDataJSON)) return null;
    const { clientDataJSON } = response;
    const attestationObject = withoutStatement(library, response.attestationObject);
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      ...expectedOf(site, challenge),
      requireUserVerification: false,
      supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
    });
    if (registrationInfo?.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    // Registration does not read the key's numbers; this throws unless they are a key.
    await library.verifySignature({ credentialPublicKey: publicKey, signature: NO_SIGNATURE, data: new Uint8Array() });
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  });

type AssertionToVerify = {
  challenge: string;
  passkey: Passkey;
  response: PasskeyResponse;
  /** The passkey replaces the password too: its device must then have verified the user. */
  isAlone: boolean;
};

/**
 * Returns the passkey's new counter; null if it did not sign this challenge for this site (WebAuthn Level 3, section
 * 7.2), or its counter has not risen, as on a copied device.
 */
export const verifyAssertion = (site: Site, { challenge, passkey, response, isAlone }: AssertionToVerify) =>
  nullUnlessRead(async (library) => {
    if (isInForeignFrame(response.response.clientDataJSON)) return null;
    const {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
    } = response;
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...expectedOf(site, challenge),
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, "base64url")),
        counter: passkey.counter,
      },
      requireUserVerification: isAlone,
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  });

/** The library throws for every fault in a response. */
async function nullUnlessRead<T>(read: (library: Library) => Promise<T | null>): Promise<T | null> {
  const library = await loadLibrary();
  try {
    return await read(library);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
