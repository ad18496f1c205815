import type { Configuration } from "openid-client";
import { z } from "zod";
import { text } from "#shared/schema.ts";
import { isStorable } from "#shared/text.ts";
import { PROVIDER_TIMEOUT_S, type Provider } from "./rules.ts";

/** Loaded when somebody first signs in by it: most sites never do. */
const library = () => import("openid-client");

/** What was sent along to the provider, and has to come back with the answer. */
type Begun = { state: string; nonce: string; verifier: string };

/** The provider's own words, of one sign-in. Throws whatever the library finds wrong with the answer. */
export type ProviderClient = ReturnType<typeof providerClient>;

/** OpenID Connect with one provider: the code flow with PKCE, state and nonce. */
export function providerClient(provider: Provider, siteUrl: string) {
  let known: Promise<Configuration> | undefined;
  const redirectUri = `${siteUrl}/api/accounts/oidc/callback/`;

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const issuer = new URL(provider.issuer);
    // A provider on the same machine; any other is refused without https.
    const isLocal = issuer.protocol === "http:" && isLoopback(issuer.hostname);
    return discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      // Without them the library takes whatever comes over the provider's own connection for signed.
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
      timeout: PROVIDER_TIMEOUT_S,
    });
  }
  /** Asked for once; again where that failed. */
  function configuration(): Promise<Configuration> {
    known ??= discover().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    /** The address to send a browser to, and what is to come back from there. */
    async begin(): Promise<{ url: string; begun: Begun }> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
        await library();
      const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        code_challenge: await calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: "S256",
        state: begun.state,
        nonce: begun.nonce,
      });
      return { url: url.href, begun };
    },
    /** What the provider says of whoever came back with this query; all of it verified. */
    async claims(query: string, { state, nonce, verifier }: Begun): Promise<Record<string, unknown>> {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configuration();
      // By our own address, whatever host the request named.
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !config.serverMetadata().userinfo_endpoint) return { ...claims };
      return { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) };
    },
    /** Where a browser ends its session at the provider; null where it takes no log-outs. */
    async endOfSession(): Promise<string | null> {
      const { buildEndSessionUrl } = await library();
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(config, { post_logout_redirect_uri: `${siteUrl}/admin` }).href;
    },
  };
}

const isLoopback = (host: string) => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

/** Whether the provider could not be asked, rather than having answered wrongly. */
export const isOutage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /Timeout|Abort/.test(error.name));

const MAX_CLAIM = 320;
const MAX_GROUPS = 1_000;
const MAX_METHODS = 50;

/** What a provider says of a person (OpenID Connect Core 1.0, 5.1); whatever else it says is not looked at. */
export const claims = z.object({
  sub: z.string().min(1).max(MAX_CLAIM).refine(isStorable),
  email: z.string().max(MAX_CLAIM).optional().catch(undefined),
  // Some send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional()
    .catch(undefined),
  // Of Microsoft Entra: the domain of the address belongs to the tenant.
  xms_edov: z
    .union([z.boolean(), z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1")])
    .optional()
    .catch(undefined),
  name: text({ name: "Name", max: MAX_CLAIM }).optional().catch(undefined),
});
export type Claims = z.infer<typeof claims>;

/** Whether the provider, or the operator where the provider says nothing, vouches for the address. */
export const hasOwnEmail = ({ email_verified, xms_edov }: Claims, trustsEmails: boolean): boolean =>
  email_verified ?? xms_edov ?? trustsEmails;

/** Groups: a list, or one alone. */
export const groupsClaim = z
  .union([z.array(z.string()).max(MAX_GROUPS), z.string().transform((group) => [group])])
  .catch([]);

const methods = z.object({ amr: z.array(z.string()).max(MAX_METHODS) });

/**
 * Whether a provider says that it has asked for two factors (`mfa` of RFC 8176). Where it says nothing, it is taken to
 * have asked for a password alone (decision 74).
 */
export const isStrong = (answer: unknown): boolean => methods.safeParse(answer).data?.amr.includes("mfa") ?? false;
