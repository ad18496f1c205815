import type { Selectable } from "kysely";
import type { PasskeyTable } from "#db/account-tables.ts";
import type { NewPasskeyAnswer, PasskeyAnswer } from "../schema.ts";

/** Loaded when the first passkey is used: it is large, and a start does without it. */
const library = () => import("@simplewebauthn/server");

/** Whose passkeys: WebAuthn binds them to the host, and an answer to the whole origin. */
export type Site = { siteName: string; siteUrl: string };

/** EdDSA, ES256 and RS256 (COSE): what devices have; the library would add what Node still calls experimental. */
const ALGORITHMS = [-8, -7, -257];

const hostOf = ({ siteUrl }: Site) => new URL(siteUrl).hostname;
const originOf = ({ siteUrl }: Site) => new URL(siteUrl).origin;

type Passkey = Selectable<PasskeyTable>;
const descriptor = ({ credential_id, transports }: Pick<Passkey, "credential_id" | "transports">) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
});

type Owner = { handle: Buffer; email: string; name: string };

/** What a browser needs to make a passkey that the account does not have yet. */
export async function creationOptions(
  site: Site,
  { owner, challenge, passkeys }: { owner: Owner; challenge: string; passkeys: Passkey[] },
) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: site.siteName,
    rpID: hostOf(site),
    userID: Uint8Array.from(owner.handle),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(descriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return { ...options };
}

/** What a browser needs to let a passkey sign: one of these, or with none given whichever it has for the site. */
export async function requestOptions(site: Site, { challenge, passkeys }: { challenge: string; passkeys: Passkey[] }) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(site),
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    allowCredentials: passkeys.map(descriptor),
    userVerification: passkeys.length === 0 ? "required" : "preferred",
  });
  return { ...options };
}

/** The challenge that a browser's answer names; empty where it names none. Proves nothing. */
export function challengeOf(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

/** The credential of a new passkey; null where the answer is not one to this challenge, from this site. */
export async function verifyCreation(site: Site, challenge: string, answer: NewPasskeyAnswer) {
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: answer as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: originOf(site),
    expectedRPID: hostOf(site),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(asRefusal);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

/** The passkey's new counter; null where the answer was not signed by it, for this challenge and site. */
export async function verifyAnswer(
  site: Site,
  { challenge, passkey, answer, isAlone }: VerifyAnswer,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: answer as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: originOf(site),
    expectedRPID: hostOf(site),
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, "base64url")),
      counter: passkey.counter,
    },
    requireUserVerification: isAlone,
  }).catch(asRefusal);
  return verified?.verified ? { counter: verified.authenticationInfo.newCounter } : null;
}

type VerifyAnswer = {
  challenge: string;
  passkey: Passkey;
  answer: PasskeyAnswer;
  /** Whether it stands for the password too: its device must then have recognized the person. */
  isAlone: boolean;
};

/** The library throws for whatever is wrong with an answer; it is told apart from nothing else by its type. */
function asRefusal(error: unknown): null {
  if (error instanceof Error) return null;
  throw error;
}
