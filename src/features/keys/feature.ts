import type { FastifyBaseLogger, FastifyReply } from "fastify";
import type { Database } from "#db/open.ts";
import type { KeyCheck } from "#features/identity/accounts/policy.ts";
import type { Clock } from "#platform/clock.ts";
import { boundedCache } from "#platform/concurrency.ts";
import { openOnlyTo } from "#platform/cross-origin.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { approximateNetwork, networkOf } from "#platform/networks.ts";
import { type CallLimit, type RequestCounts, rejectAbove } from "#platform/request-counts.ts";
import { type ActingKey, type Actor, weakerOf } from "#shared/actor.ts";
import { ForbiddenError, UnauthenticatedError } from "#shared/errors.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { createKey, revokeKey } from "./commands.ts";
import { keyEndpoints } from "./endpoints.ts";
import { type FoundKey, findKey, isNamedOrigin, listKeys, originsOf } from "./queries.ts";
import { grantsOf, MAX_KEYS } from "./rules.ts";
import { isWellFormed } from "./token.ts";

type Parts = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error">;
  siteUrl: string;
  /** Counts requests; undefined if the operator lifted the limits. */
  counts: RequestCounts | undefined;
};

export type KeysFeature = Feature & {
  check: KeyCheck;
  /** Whether a valid key names the origin of a web page. */
  isNamedOrigin: (origin: string) => Promise<boolean>;
};

export const keysFeature = (parts: Parts): KeysFeature => ({
  routes: [keyRoutes(parts)],
  check: keyCheck(parts),
  isNamedOrigin: (origin) => isNamedOrigin(parts.database.db, origin, parts.clock.now()),
});

function keyRoutes(store: Parts): ApiPlugin {
  const { database } = store;
  return async (app) =>
    serve(app, keyEndpoints, {
      "GET /api-keys": () => listKeys(database.db),
      "POST /api-keys": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const actor = actorOf(call);
        return createKey(store, actor, { accountId: accountOf(call), role: actor.role ?? "contributor" }, call.body);
      },
      "DELETE /api-keys/:id": (call) =>
        revokeKey(store, actorOf(call), idIn(call.params.id, "key_not_found", "API key not found.")),
    });
}

/** Authenticates requests by key. A malformed one is rejected without a query. */
function keyCheck(parts: Parts): KeyCheck {
  const { counts, siteUrl } = parts;
  const ownOrigin = new URL(siteUrl).origin;
  const noteUse = lastUses(parts);
  return async (text, { ip, method, headers }, reply) => {
    const found = isWellFormed(text) ? await findUnlessGuessed(parts, text, ip) : undefined;
    if (!found) throw new UnauthenticatedError("invalid_key", "The API key is invalid, expired or revoked.");
    if (counts) limitRequests(counts, found.id, reply);
    const { origin } = headers;
    if (origin !== undefined && origin !== ownOrigin && !originsOf(found.origins).includes(origin))
      throw new ForbiddenError("origin_not_allowed", "The API key does not name the origin of this page.");
    openOnlyTo(reply, origin);
    const network = approximateNetwork(ip);
    await noteUse(found, network);
    const { id, name, account_id: accountId, role, owner_role, requirement, is_strong } = found;
    const scopes: string[] = JSON.parse(found.scopes);
    const key: ActingKey = { id, name, scopes, grants: grantsOf(scopes, method) };
    const actor = { accountId, role: weakerOf(role, owner_role), network, key } as Actor;
    return { actor, session: { accountId, role: owner_role, requirement, is_strong } };
  };
}

/** Wrong keys from one client, each of which costs a query. High, because beyond it right keys from there fail too. */
const WRONG_KEYS: CallLimit = { name: "wrong API keys", max: 600, window: 60_000 };

async function findUnlessGuessed({ database, clock, counts }: Parts, key: string, ip: string) {
  const client = networkOf(ip);
  if (counts) rejectAbove(WRONG_KEYS, counts.count(WRONG_KEYS, client, 0));
  const found = await findKey(database.db, key, clock.now());
  if (!found) counts?.count(WRONG_KEYS, client);
  return found;
}

const REQUESTS: CallLimit = { name: "API key", max: 600, window: 60_000 };

/** Counts a request, and tells the client what is left (draft-ietf-httpapi-ratelimit-headers-10). */
function limitRequests(counts: RequestCounts, id: number, reply: FastifyReply): void {
  const { max, window } = REQUESTS;
  const counted = counts.count(REQUESTS, String(id));
  reply.header("ratelimit-policy", `"key";q=${max};w=${window / 1000}`);
  reply.header("ratelimit", `"key";r=${Math.max(0, max - counted.calls)};t=${Math.ceil(counted.left / 1000)}`);
  rejectAbove(REQUESTS, counted);
}

/** How often the last use of a key is stored while its network changes, in milliseconds. */
const NOTE_INTERVAL_MS = 10 * 60_000;

/** Stores the day and network of a key's last use. A key that is used from many networks costs a write now and then. */
function lastUses({ database, clock, log }: Parts) {
  const noted = boundedCache<number, number>(MAX_KEYS);
  return async ({ id, used_on, used_from }: FoundKey, network: string): Promise<void> => {
    const now = clock.now();
    const day = new Date(now).toISOString().slice(0, 10);
    if (used_on === day && (used_from === network || (noted.get(id) ?? 0) > now - NOTE_INTERVAL_MS)) return;
    noted.set(id, now);
    try {
      const use = { used_on: day, used_from: network };
      await database.db.updateTable("api_key").set(use).where("id", "=", id).execute();
    } catch (err) {
      log.error({ err }, "the use of an API key could not be noted");
    }
  };
}
