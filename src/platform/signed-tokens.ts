import { createSigner, createVerifier } from "fast-jwt";
import type { Clock } from "./clock.ts";
import { deriveKey } from "./keys.ts";

/** The one algorithm: the one named in a token's own header is ignored. */
const ALGORITHM = "HS256";

/** Times in seconds since the epoch, as JWT has them. */
export type Claims = { iat: number; exp: number; [claim: string]: unknown };

/** Tokens of one kind: signed with a key, and for an audience, that no other kind shares. */
export type SignedTokens = {
  sign: (claims: Claims) => string;
  /** The claims of a token that is valid now; null for any other text. */
  verify: (token: string) => Claims | null;
};

type Settings = { secretKey: string; issuer: string; clock: Clock };

/** Creates the signer and verifier of one kind of token; `kind` is a short word. */
export function signedTokens(kind: string, { secretKey, issuer, clock }: Settings): SignedTokens {
  const key = deriveKey(secretKey, `${kind} token`);
  const audience = `${issuer}/${kind}`;
  const typ = `${kind}+jwt`;
  return {
    sign: createSigner({ key, algorithm: ALGORITHM, iss: issuer, aud: audience, header: { alg: ALGORITHM, typ } }),
    verify(token) {
      const now = clock.now();
      const verify = createVerifier({
        key,
        algorithms: [ALGORITHM],
        allowedIss: issuer,
        allowedAud: audience,
        checkTyp: typ,
        requiredClaims: ["iss", "aud", "iat", "exp"],
        clockTimestamp: now,
      });
      try {
        const claims: Claims = verify(token);
        // The library accepts a token in the very second in which it expires.
        return claims.exp * 1000 > now ? claims : null;
      } catch {
        return null;
      }
    },
  };
}
