import { createCipheriv, createDecipheriv, createHash, createHmac, hash, hkdfSync, randomBytes } from "node:crypto";
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

/** The one algorithm: the one named in a token's own header is ignored. */
const ALGORITHM = "HS256";
/** Verified tokens in memory: an editor's requests send the same one for minutes. */
const MAX_VERIFIED = 1_000;

/** Times in seconds since the epoch, as JWT has them. */
export type Claims = { iat: number; exp: number; [claim: string]: unknown };

/** Tokens of one kind: their key and audience are shared with no other kind. */
export type SignedTokens = {
  sign: (claims: Claims) => Promise<string>;
  /** The claims of a token that is valid now; null for any other text. */
  verify: (token: string) => Promise<Claims | null>;
};

type Settings = Secrets & { issuer: string; clock: Clock };

/** Creates the signer and verifier of one kind of token; `kind` is a short word. */
export function signedTokens(kind: string, { issuer, clock, ...secrets }: Settings): SignedTokens {
  const keyOf = (secret: string) => deriveKey(secret, `${kind} token`);
  const key = keyOf(secrets.secretKey);
  const kid = keyId(secrets.secretKey);
  const verified = new LRUCache<string, Claims>({ max: MAX_VERIFIED });
  const audience = `${issuer}/${kind}`;
  const typ = `${kind}+jwt`;
  return {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(key),
    async verify(token) {
      const known = verified.get(token);
      // A verified token can only expire.
      if (known) return known.exp > Math.floor(clock.now() / 1000) ? known : null;
      const expected = { algorithms: [ALGORITHM], issuer, audience, typ, requiredClaims: ["iat", "exp"] };
      const options = { ...expected, currentDate: new Date(clock.now()) };
      for (const secret of secretsOf(secrets, idOf(token))) {
        try {
          const { payload } = await jwtVerify<Claims>(token, keyOf(secret), options);
          verified.set(token, payload);
          return payload;
        } catch {
          // Signed with another secret, expired, or not a token.
        }
      }
      return null;
    },
  };
}

/** The id of the secret that a token names; undefined for one from before ids existed, and for what is no token. */
function idOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

const KEY_BYTES = 32;
const SEED_BYTES = 24;

/** The site's secrets: the one that signs, and former ones, which are still accepted where it matters. */
export type Secrets = { secretKey: string; previousKeys?: readonly string[] };

/** Former secrets that are accepted: signatures without an id are tried with each. */
export const MAX_PREVIOUS_KEYS = 5;

const ID_LENGTH = 8;

/** The id of a secret, by which signatures name it; it reveals nothing about the secret. */
export const keyId = (secretKey: string): string => keyedHash(deriveKey(secretKey, "key id"), "").slice(0, ID_LENGTH);

/**
 * The secrets that may have made a signature with this id: one of them, or none if it is unknown. Signatures without an
 * id are older than ids, and may be of any.
 */
export function secretsOf({ secretKey, previousKeys = [] }: Secrets, id: string | undefined): string[] {
  const all = [secretKey, ...previousKeys];
  return id === undefined ? all : all.filter((secret) => keyId(secret) === id);
}

/** A random seed of a link, with the id of the secret that makes the link's token while its mail is sent. */
export const newSeed = (secretKey: string): string =>
  `${keyId(secretKey)}.${randomBytes(SEED_BYTES).toString("base64url")}`;

/** The token for a seed and a purpose, by the secret that the seed names, or the current one if that is unknown. */
export function tokenOfSeed(secrets: Secrets, purpose: string, seed: string): string {
  const id = seed.includes(".") ? seed.slice(0, seed.indexOf(".")) : undefined;
  const [secret = secrets.secretKey] = secretsOf(secrets, id);
  return keyedHash(deriveKey(secret, purpose), seed);
}

/** A separate key for each purpose, derived from the site's secret: what one key signs or hashes, no other accepts. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `jarida ${purpose}`, KEY_BYTES));
}

/** A keyed hash of several values, as text. The values are delimited, so that no two lists have the same hash. */
export function keyedHash(key: Buffer, ...values: (string | number)[]): string {
  return createHmac("sha256", key).update(JSON.stringify(values)).digest("base64url");
}

/**
 * A keyed hash of a text that every reader's request computes: the key is hashed before the text, in a third of the
 * time of an HMAC. With SHA-512/256 and a key of fixed length that is as safe: the result does not reveal the state
 * needed to extend the text (NIST FIPS 180-4, 6.7).
 */
export const prefixKeyedHash = (key: string, text: string): string => hash("sha512-256", key + text, "base64url");

/** How a random token is stored: its hash does not reveal the token (SHA-256, base64url). */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a key of 32 bytes (AES-256-GCM, a random nonce); base64url. */
export function sealText(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The text that `sealText` encrypted; null if it was encrypted with another key or has been changed. */
export function openSealedText(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString("utf8");
  } catch {
    // GCM reports a wrong tag this way.
    return null;
  }
}

/** Encrypts a text that is stored for one purpose: the id of the key, and the text encrypted with it. */
export const sealStored = (secretKey: string, purpose: string, text: string): string =>
  `${keyId(secretKey)}.${sealText(deriveKey(secretKey, purpose), text)}`;

/** Decrypts such a text with the current or a former key, also from before keys had ids; null if none fits. */
export function unsealStored(secrets: Secrets, purpose: string, stored: string): string | null {
  const [sealed = "", id] = stored.split(".").reverse();
  for (const secret of secretsOf(secrets, id)) {
    const text = openSealedText(deriveKey(secret, purpose), sealed);
    if (text !== null) return text;
  }
  return null;
}

/** The same text encrypted with the current key; unchanged if it already is, or no key fits. */
export function resealStored(secrets: Secrets, purpose: string, stored: string): string {
  if (stored.startsWith(`${keyId(secrets.secretKey)}.`)) return stored;
  const text = unsealStored(secrets, purpose, stored);
  return text === null ? stored : sealStored(secrets.secretKey, purpose, text);
}
