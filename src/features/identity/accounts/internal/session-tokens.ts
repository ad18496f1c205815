import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/clock.ts";
import type { SignedTokens } from "#platform/signed-tokens.ts";
import { UnauthenticatedError } from "#shared/errors.ts";
import type { Login } from "../queries.ts";
import { ACCESS_TTL_MS, DEVICE_TTL_MS, endOfSession, SESSION_ENDED } from "../rules.ts";
import { deviceClaims, type TokenClaims, type TokenPair, tokenClaims } from "../schema.ts";

type Parts = { clock: Clock; accessTokens: SignedTokens; refreshTokens: SignedTokens; deviceTokens: SignedTokens };

/** When a session began, and the use of it that a pair of tokens is the answer to. Epoch milliseconds. */
export type SessionUse = { startedAt: number; at: number };

export type SessionTokens = ReturnType<typeof createTokens>;

/** Signs and verifies the tokens of sessions and devices. */
export function createTokens({ clock, accessTokens, refreshTokens, deviceTokens }: Parts) {
  return {
    pair: async ({ sub, sid }: TokenClaims, jti: string, { startedAt, at }: SessionUse): Promise<TokenPair> => ({
      access: await accessTokens.sign({
        ...{ sub: String(sub), sid, jti: randomUUID() },
        ...times(clock.now(), clock.now() + ACCESS_TTL_MS),
      }),
      // Derived only from its predecessor, so that a retry gets the identical token.
      refresh: await refreshTokens.sign({
        ...{ sub: String(sub), sid, jti },
        ...times(at, endOfSession({ startedAt, at })),
      }),
    }),
    async readRefresh(token: string) {
      const claims = tokenClaims.extend({ jti: tokenClaims.shape.sid }).safeParse(await refreshTokens.verify(token));
      if (!claims.success) throw new UnauthenticatedError(SESSION_ENDED);
      return claims.data;
    },
    signDevice: ({ id, token_generation: gen }: Pick<Login, "id" | "token_generation">, deviceId: string) =>
      deviceTokens.sign({ sub: String(id), sid: deviceId, gen, ...times(clock.now(), clock.now() + DEVICE_TTL_MS) }),
    async readDevice(token: string | undefined, account: Login): Promise<string | null> {
      const claims = deviceClaims.safeParse(token === undefined ? null : await deviceTokens.verify(token));
      const isOwn = claims.success && claims.data.sub === account.id && claims.data.gen === account.token_generation;
      return isOwn ? claims.data.sid : null;
    },
  };
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const times = (from: number, until: number) => ({ iat: seconds(from), exp: seconds(until) });
