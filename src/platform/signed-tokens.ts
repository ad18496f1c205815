import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";
import { deriveKey, keyId, type Secrets, secretsOf } from "./keys.ts";

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
