import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { freePort } from "./free-port.ts";

/** What the provider says of a person; `sub` is how it names them. */
export type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
  amr?: string[];
};

export const CLIENT = { clientId: "jarida", clientSecret: "a secret of the provider's client" };

/** One key for all providers of a test file: making one takes a third of a second. */
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Claims of an ID token instead of the provider's own, which its key signs all the same, or a whole token. */
export type Forge = (claims: JWTPayload, token: string) => JWTPayload | string;

type ProviderOptions = { port?: number; forge?: Forge };

/**
 * A real OpenID Connect provider on loopback, where `login` decides who signs in without asking anybody; null cancels.
 * The caller closes it.
 */
export async function startIdentityProvider(
  siteUrl: string,
  login: () => Person | null,
  { port, forge }: ProviderOptions = {},
): Promise<{ issuer: string; close: () => void }> {
  const issuer = `http://localhost:${port ?? (await freePort())}`;
  const people = new Map<string, Person>();
  const provider = quietly(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${siteUrl}/api/accounts/oidc/callback/`],
        post_logout_redirect_uris: [`${siteUrl}/admin`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", kid: "test" }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/interaction" },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context: object, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
    // Everything that is asked for is granted.
    async loadExistingGrant(context: { oidc: GrantContext }) {
      const { oidc } = context;
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  if (forge) forgeIdTokens(provider, forge);
  const answer = provider.callback();
  const server = createServer(async (request, response) => {
    if (request.url !== "/interaction") {
      answer(request, response);
      return;
    }
    const person = login();
    if (person) people.set(person.sub, person);
    await provider.interactionFinished(
      request,
      response,
      person
        ? { login: { accountId: person.sub, ...(person.amr && { amr: person.amr }) } }
        : { error: "access_denied", error_description: "Cancelled" },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(issuer).port), "localhost", resolve);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { issuer, close };
}

function forgeIdTokens(provider: Provider, forge: Forge): void {
  provider.use(async (context, next) => {
    await next();
    const { id_token } = context.body ?? {};
    if (id_token === undefined) return;
    const { alg = "", kid = "" } = decodeProtectedHeader(id_token);
    const forged = forge(decodeJwt(id_token), id_token);
    const isToken = typeof forged === "string";
    const token = isToken ? forged : await new SignJWT(forged).setProtectedHeader({ alg, kid }).sign(privateKey);
    context.body = { ...context.body, id_token: token };
  });
}

/** It warns of what is right in a test: that it forgets everything when it ends. */
function quietly(issuer: string, configuration: object): Provider {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return new Provider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<void> };
type GrantContext = {
  provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
  session: { accountId: string };
};

/** Follows a browser's way at the provider, with its cookies, until it leaves for another host; returns where to. */
export async function browseProvider(start: string): Promise<URL> {
  const { host } = new URL(start);
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hop = 0; hop < 10 && url.host === host; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
