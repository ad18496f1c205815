import type { FastifyReply } from "fastify";
import { loginClient } from "#features/identity/accounts/policy.ts";
import { DEVICE_HEADER } from "#features/identity/accounts/rules.ts";
import type { ApiPlugin } from "#platform/endpoints.ts";
import { serve } from "#platform/endpoints.ts";
import { NotFoundError } from "#shared/errors.ts";
import { pageUrl } from "#shared/urls.ts";
import { completeSignOn, fetchSession, SignOnError, type SignOnParts, startSignOn } from "./commands.ts";
import { singleSignOnEndpoints } from "./endpoints.ts";
import { AT_PROVIDER_TTL_MS, COOKIE, FETCH_TTL_MS, NOT_SIGNED_IN, SIGNED_IN } from "./rules.ts";

const MAX_SECRET = 100;

/** `parts` is null if no provider is set up. */
export function singleSignOnRoutes(parts: SignOnParts | null, secure: boolean): ApiPlugin {
  const ready = (): SignOnParts => {
    if (!parts) throw new NotFoundError("sign_on_not_configured", "Single sign-on is not set up.");
    return parts;
  };
  // Browsers accept this prefix only from this host and over https.
  const name = secure ? `__Host-${COOKIE}` : COOKIE;
  const cookie = (secret: string, ttl: number) =>
    `${name}=${secret}; Path=/; Max-Age=${Math.floor(ttl / 1000)}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const go = (reply: FastifyReply, url: string) => reply.header("cache-control", "no-store").redirect(url, 302);
  const goBack = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof SignOnError)) throw error;
    if (error.cause) reply.log.warn({ err: error.cause, failure: error.failure }, "a single sign-on failed");
    return go(reply, `${pageUrl.admin()}${NOT_SIGNED_IN}${error.failure}`);
  };
  return async (app) =>
    serve(app, singleSignOnEndpoints, {
      "GET /accounts/oidc/start": async (_call, reply) => {
        try {
          const { url, secret } = await startSignOn(ready());
          return go(reply.header("set-cookie", cookie(secret, AT_PROVIDER_TTL_MS)), url);
        } catch (error) {
          return goBack(reply, error);
        }
      },

      "GET /accounts/oidc/callback": async ({ headers }, reply) => {
        const query = reply.request.raw.url?.split("?")[1] ?? "";
        try {
          const secret = await completeSignOn(ready(), query, secretIn(headers.cookie, name));
          return go(reply.header("set-cookie", cookie(secret, FETCH_TTL_MS)), `${pageUrl.admin()}${SIGNED_IN}`);
        } catch (error) {
          return goBack(reply.header("set-cookie", cookie("", 0)), error);
        }
      },

      "POST /accounts/oidc/session": async (call, reply) => {
        const parts = ready();
        const secret = secretIn(call.headers.cookie, name);
        reply.header("cache-control", "no-store");
        // A form on another site comes without the cookie (`SameSite`), and must not delete it.
        if (secret) reply.header("set-cookie", cookie("", 0));
        const { tokens, device } = await fetchSession(parts, secret, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },

      "GET /accounts/oidc/logout": async (_call, reply) => {
        const { client, log } = ready();
        const url = await client.endOfSession().catch((error: unknown) => {
          log.warn({ err: error }, "could not fetch the provider's log-out address");
          return null;
        });
        return go(reply, url ?? pageUrl.admin());
      },
    });
}

function secretIn(header: string | undefined, name: string): string {
  const found = header?.split(/; */).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1, name.length + 1 + MAX_SECRET) ?? "";
}
