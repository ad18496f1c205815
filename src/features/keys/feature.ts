import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { KeyCheck } from "#features/identity/accounts/policy.ts";
import type { Clock } from "#platform/clock.ts";
import { boundedCache } from "#platform/concurrency.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { approximateNetwork } from "#platform/networks.ts";
import type { RequestCounts } from "#platform/request-counts.ts";
import { type Actor, weakerOf } from "#shared/actor.ts";
import { UnauthenticatedError } from "#shared/errors.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { createKey, revokeKey } from "./commands.ts";
import { keyEndpoints } from "./endpoints.ts";
import { type FoundKey, findKey, listKeys } from "./queries.ts";
import { grantsOf, MAX_KEYS } from "./rules.ts";
import { isWellFormed } from "./token.ts";

type Parts = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error">;
  /** Counts requests; undefined if the operator lifted the limits. */
  counts: RequestCounts | undefined;
};

export type KeysFeature = Feature & { check: KeyCheck };

export const keysFeature = (parts: Parts): KeysFeature => ({ routes: [keyRoutes(parts)], check: keyCheck(parts) });

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
  const { database, clock } = parts;
  const noteUse = lastUses(parts);
  return async (text, { ip, method }) => {
    const found = isWellFormed(text) ? await findKey(database.db, text, clock.now()) : undefined;
    if (!found) throw new UnauthenticatedError("invalid_key", "The API key is invalid, expired or revoked.");
    const network = approximateNetwork(ip);
    await noteUse(found, network);
    const { id, name, account_id: accountId, role, owner_role, requirement, is_strong } = found;
    const grants = grantsOf(JSON.parse(found.scopes), method);
    const actor = { accountId, role: weakerOf(role, owner_role), network, key: { id, name, grants } } as Actor;
    return { actor, session: { accountId, role: owner_role, requirement, is_strong } };
  };
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
