import type { Configuration } from "openid-client";
import { z } from "zod";
import { isThisMachine } from "#platform/networks.ts";
import { text } from "#shared/schema.ts";
import { isStorable } from "#shared/text.ts";
import { PROVIDER_TIMEOUT_S, type Provider } from "./rules.ts";

/** Loaded with the first sign-in: most sites never need it. */
const library = () => import("openid-client");

/** Sent to the provider, and must return with its response. */
type Started = { state: string; nonce: string; verifier: string };

export type ProviderClient = ReturnType<typeof providerClient>;

/** OpenID Connect with one provider: the code flow with PKCE, state and nonce. */
export function providerClient(provider: Provider, siteUrl: string) {
  let known: Promise<Configuration> | undefined;
  const redirectUri = `${siteUrl}/api/accounts/oidc/callback/`;

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const issuer = new URL(provider.issuer);
    // Only a provider on the same machine may be used without https.
    const isLocal = issuer.protocol === "http:" && isThisMachine(issuer.hostname);
    return discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      // Without these checks the library trusts unsigned tokens that arrive over the provider's own connection.
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
      timeout: PROVIDER_TIMEOUT_S,
    });
  }
  /** Fetched once; again after a failure. */
  function configuration(): Promise<Configuration> {
    known ??= discover().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    /** Where to send the browser, and what must come back with it. */
    async begin(): Promise<{ url: string; started: Started }> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
        await library();
      const started = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        code_challenge: await calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: "S256",
        state: started.state,
        nonce: started.nonce,
      });
      return { url: url.href, started };
    },
    /**
     * The verified claims for the query a browser came back with. Throws whatever the library finds wrong with the
     * response.
     */
    async claims(query: string, { state, nonce, verifier }: Started): Promise<Record<string, unknown>> {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configuration();
      // Our own address, whatever host the request named.
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !config.serverMetadata().userinfo_endpoint) return { ...claims };
      return { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) };
    },
    /** Where a browser ends its session at the provider; null if the provider does not support it. */
    async endOfSession(): Promise<string | null> {
      const { buildEndSessionUrl } = await library();
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(config, { post_logout_redirect_uri: `${siteUrl}/admin` }).href;
    },
  };
}

/** Whether the provider was unreachable, rather than wrong. */
export const isOutage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /Timeout|Abort/.test(error.name));

const MAX_CLAIM = 320;
const MAX_GROUPS = 1_000;
const MAX_METHODS = 50;

/** The claims that are used (OpenID Connect Core 1.0, 5.1). */
export const claims = z.object({
  sub: z.string().min(1).max(MAX_CLAIM).refine(isStorable),
  email: z.string().max(MAX_CLAIM).optional().catch(undefined),
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional()
    .catch(undefined),
  // Microsoft Entra: the domain of the address belongs to the tenant.
  xms_edov: z
    .union([z.boolean(), z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1")])
    .optional()
    .catch(undefined),
  name: text({ name: "Name", max: MAX_CLAIM }).optional().catch(undefined),
});
export type Claims = z.infer<typeof claims>;

/** Whether the provider, or else the operator, vouches for the address. */
export const hasOwnEmail = ({ email_verified, xms_edov }: Claims, trustsEmails: boolean): boolean =>
  email_verified ?? xms_edov ?? trustsEmails;

/** A list of groups, or a single one. */
export const groupsClaim = z
  .union([z.array(z.string()).max(MAX_GROUPS), z.string().transform((group) => [group])])
  .catch([]);

const methods = z.object({ amr: z.array(z.string()).max(MAX_METHODS) });

/**
 * Whether a provider says that it verified two factors (`mfa` of RFC 8176). If it says nothing, a password alone is
 * assumed (decision 74).
 */
export const isStrong = (claims: unknown): boolean => methods.safeParse(claims).data?.amr.includes("mfa") ?? false;
