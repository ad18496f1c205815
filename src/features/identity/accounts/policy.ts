import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#db/open.ts";
import { recordRepeated } from "#features/audit/commands.ts";
import { isFactorDue } from "#features/identity/second-factor/queries.ts";
import { FACTOR_DUE } from "#features/identity/second-factor/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { openOnlyTo } from "#platform/cross-origin.ts";
import type { SignedTokens } from "#platform/keys.ts";
import { approximateNetwork } from "#platform/networks.ts";
import { type Actor, roleAs, VIEW_AS_HEADER } from "#shared/actor.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ForbiddenError, UnauthenticatedError } from "#shared/errors.ts";
import { authorize, KEY_PERMISSIONS, notForKeys } from "#shared/permissions.ts";
import { actorBehind, type Viewer, viewerOf } from "#shared/viewer.ts";
import { tokenClaims } from "./endpoints.ts";
import { findSession } from "./queries.ts";
import { DEVICE_HEADER, SESSION_ENDED } from "./rules.ts";
import type { LoginClient } from "./session-store.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set for every request, and by the hook below for one with a token. */
    viewer: Viewer;
  }
}

/** Who sends a request, and what decides whether a second factor is due. */
export type Caller = { actor: Actor; session: Parameters<typeof isFactorDue>[1] };

/**
 * Authenticates a request by its API key, and applies the key's own limits. A parameter, as keys are a feature above this
 * one. Throws UnauthenticatedError, ForbiddenError and TooManyRequestsError.
 */
export type KeyCheck = (key: string, request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

type Deps = { database: Database; clock: Clock; accessTokens: SignedTokens; checkKey: KeyCheck };

const KEY = /^Bearer +(jarida_\w+) *$/i;
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;

/** Whether API keys can have the permission of an endpoint, and use it. */
export const isForKeys = ({ access, noKeys }: Endpoint): boolean =>
  !noKeys && KEY_PERMISSIONS.some((permission) => permission === access);

/**
 * Guards every route registered in `scope` after this call. A route missing from the endpoint tables cannot be
 * registered; each request is checked by its resolved route, never by its path.
 */
export function guardRoutes(scope: FastifyInstance, deps: Deps): void {
  scope.addHook("onRoute", (route) => {
    if (!route.config?.endpoint) throw new Error(`${route.method} ${route.url} is missing from the endpoint tables.`);
  });
  scope.addHook("onRequest", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const { access, beforeSecondFactor: isBeforeFactor, noKeys } = endpoint ?? {};
    if (access === "public") return;
    reply.header("cache-control", "private, no-cache").header("vary", "Authorization, X-View-As");
    if (access === "either" && request.headers.authorization === undefined) return;
    const { actor, session } = await findCaller(deps, request, reply).catch((error: unknown) => {
      if (error instanceof UnauthenticatedError && endpoint && isForKeys(endpoint)) error.scope = String(access);
      throw error;
    });
    request.viewer = viewerOf(actor);
    if (!actor.key) openOnlyTo(reply, undefined);
    if (actor.key && noKeys) throw notForKeys();
    if (!isBeforeFactor && (await isFactorDue(deps.database.db, session)))
      throw new ForbiddenError("second_factor_required", FACTOR_DUE, { second_factor: FACTOR_DUE });
    if (access !== undefined && access !== "either") authorize(actor, access);
  });
  scope.addHook("onError", async (request, _reply, error) => {
    // A missing second factor is not an attempt at anything: an open dashboard polls every few seconds.
    if (!(error instanceof ForbiddenError) || error.errors?.second_factor) return;
    // The client gets the rejection, whatever fails here.
    const fail = (err: unknown) => request.log.error({ err }, "a rejection could not be recorded in the audit log");
    await recordRejection(deps, request).catch(fail);
  });
}

/** Records in the audit log a request that the user's role does not allow. */
async function recordRejection(
  { database, clock }: Deps,
  { viewer, method, routeOptions }: FastifyRequest,
): Promise<void> {
  const actor = actorBehind(viewer);
  if (!actor) return;
  const subject = { kind: "call", id: `${method} ${routeOptions.url}` };
  await recordRepeated(database, clock, { by: actor, action: "access.deny", subject });
}

export function loginClient({ headers, ip }: { headers: IncomingHttpHeaders; ip: string }): LoginClient {
  const sent = headers[DEVICE_HEADER];
  return { address: ip, agent: headers["user-agent"], device: typeof sent === "string" ? sent : undefined };
}

async function findCaller(
  { database, clock, accessTokens, checkKey }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new UnauthenticatedError("not_logged_in", "Please log in.");
  const key = KEY.exec(authorization)?.[1];
  if (key !== undefined) return checkKey(key, request, reply);
  const token = BEARER.exec(authorization)?.[1];
  const claims = tokenClaims.safeParse(token ? await accessTokens.verify(token) : null);
  const session = claims.success ? await findSession(database.db, claims.data, clock.now()) : undefined;
  if (!claims.success || !session) throw new UnauthenticatedError("session_ended", SESSION_ENDED);
  const network = approximateNetwork(request.ip);
  const { sub: accountId, sid: sessionId } = claims.data;
  const role = roleAs(session.role, request.headers[VIEW_AS_HEADER]);
  const actor = { accountId, sessionId, role, network } as Actor;
  return { actor, session: { ...session, accountId } };
}
