import fastifyJwt from "@fastify/jwt";
import type { FastifyInstance } from "fastify";
import type { Clock } from "./clock.ts";
import { deriveKey } from "./keys.ts";

/** The one algorithm: what a token's own head asks for is never followed. */
const ALGORITHM = "HS256";

/** Times in seconds since the epoch, as JWT has them. */
export type Claims = { iat: number; exp: number; [claim: string]: unknown };

/** Tokens of one kind: signed with a key, and for an audience, that no other kind shares. */
export type SignedTokens = {
  sign: (claims: Claims) => string;
  /** The claims of a token that holds now; null for every other text. */
  verify: (token: string) => Claims | null;
};

type Jwt = FastifyInstance["jwt"];
type Settings = { secretKey: string; issuer: string; clock: Clock };

/** Makes the signer and verifier of one kind of token; `kind` is a short word, used once for each app. */
export async function signedTokens(app: FastifyInstance, kind: string, settings: Settings): Promise<SignedTokens> {
  const { secretKey, issuer, clock } = settings;
  const audience = `${issuer}/${kind}`;
  const typ = `${kind}+jwt`;
  await app.register(fastifyJwt, {
    namespace: kind,
    secret: deriveKey(secretKey, `${kind} token`),
    sign: { algorithm: ALGORITHM, iss: issuer, aud: audience, header: { alg: ALGORITHM, typ } },
    verify: {
      algorithms: [ALGORITHM],
      allowedIss: issuer,
      allowedAud: audience,
      checkTyp: typ,
      requiredClaims: ["iss", "aud", "iat", "exp"],
    },
  });
  const jwt = (app.jwt as unknown as Record<string, Jwt>)[kind];
  if (!jwt) throw new Error(`There are no tokens of the kind ${kind}.`);
  return {
    sign: (claims) => jwt.sign(claims),
    verify(token) {
      try {
        const claims = jwt.verify<Claims>(token, { clockTimestamp: clock.now() });
        // The library lets a token live through the very moment it expires at.
        return claims.exp * 1000 > clock.now() ? claims : null;
      } catch {
        return null;
      }
    },
  };
}
