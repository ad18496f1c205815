import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { lockSettings, recordChange, type SettingsStore, STALE, writeSetting } from "#features/settings/commands.ts";
import { readSetting } from "#features/settings/queries.ts";
import type { ApiPlugin } from "#platform/endpoints.ts";
import { type ResponseHead, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { endpoints } from "#shared/endpoint.ts";
import { ConflictError } from "#shared/errors.ts";
import { errorBody } from "#shared/schema.ts";
import { actorOf } from "#shared/viewer.ts";
import { factorsOf, isSetUp } from "./queries.ts";
import { OWN_FACTOR_FIRST, REQUIREMENT_KEY, requirementVersion } from "./rules.ts";
import { type Requirement, requirement, requirementBody } from "./schema.ts";

const requirementEndpoints = endpoints({
  "GET /settings/second-factor": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "The roles that need a second factor",
    response: { 200: requirement },
  },
  "PUT /settings/second-factor": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "Set the roles that need a second factor, from the next request of each session",
    description:
      "Users without one can then only set one up. With their ETag in If-Match, responds 409 if they have changed since, or if the caller would be locked out.",
    body: requirementBody,
    response: { 200: requirement, 400: errorBody, 409: errorBody },
  },
});
export type RequirementEndpoints = typeof requirementEndpoints;

/** The roles that need a second factor: none by default. */
export async function readRequirement(db: Kysely<Tables>): Promise<Requirement> {
  const stored = await readSetting(db, REQUIREMENT_KEY);
  return stored === undefined ? { roles: [] } : requirement.parse(stored);
}

/**
 * Sets which roles need a second factor, from the next request of each session. Throws ConflictError if the stored
 * version is not `isCurrent`, or the caller would be locked out.
 */
function updateRequirement(
  { database, clock }: SettingsStore,
  actor: Actor,
  after: Requirement,
  isCurrent: (version: string) => boolean,
): Promise<Requirement> {
  return database.db.transaction().execute(async (trx) => {
    await lockSettings(trx);
    const before = await readRequirement(trx);
    if (!isCurrent(requirementVersion(before))) throw new ConflictError("stale_version", STALE);
    const { role, accountId } = actor;
    const isAdded = role !== null && after.roles.includes(role) && !before.roles.includes(role);
    if (isAdded && accountId !== null && !isSetUp(await factorsOf(trx, accountId)))
      throw new ConflictError("own_second_factor_missing", OWN_FACTOR_FIRST);
    await writeSetting(trx, clock, REQUIREMENT_KEY, after);
    const audited = ({ roles }: Requirement) => ({ roles: roles.join(", ") });
    await recordChange(trx, clock, actor, { key: REQUIREMENT_KEY, before: audited(before), after: audited(after) });
    return after;
  });
}

function tagged(reply: ResponseHead, body: Requirement): Requirement {
  reply.header("etag", versionTag(requirementVersion(body), body));
  return body;
}

export function requirementRoutes(store: SettingsStore): ApiPlugin {
  return async (app) =>
    serve(app, requirementEndpoints, {
      "GET /settings/second-factor": async (_call, reply) => tagged(reply, await readRequirement(store.database.db)),
      "PUT /settings/second-factor": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return tagged(reply, await updateRequirement(store, actorOf(call), call.body, isCurrent));
      },
    });
}
