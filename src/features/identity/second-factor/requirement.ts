import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { lockSettings, recordChange, type SettingsStore, STALE, writeSetting } from "#features/settings/commands.ts";
import { readSetting } from "#features/settings/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { factorsOf, isSetUp } from "./queries.ts";
import { OWN_FACTOR_FIRST, REQUIREMENT_KEY, requirementVersion } from "./rules.ts";
import { type Requirement, requirement } from "./schema.ts";

/** The roles that need a second factor: none by default. */
export async function readRequirement(db: Kysely<Tables>): Promise<Requirement> {
  const stored = await readSetting(db, REQUIREMENT_KEY);
  return stored === undefined ? { roles: [] } : requirement.parse(stored);
}

/**
 * Sets which roles need a second factor, from the next call of each session on. Throws ConflictError if the stored
 * version is not `isCurrent`, and for whoever would lock themself out.
 */
export function updateRequirement(
  { database, clock }: SettingsStore,
  actor: Actor,
  after: Requirement,
  isCurrent: (version: string) => boolean,
): Promise<Requirement> {
  return database.db.transaction().execute(async (trx) => {
    await lockSettings(trx);
    const before = await readRequirement(trx);
    if (!isCurrent(requirementVersion(before))) throw new ConflictError(STALE);
    const { role, accountId } = actor;
    const isAdded = role !== null && after.roles.includes(role) && !before.roles.includes(role);
    if (isAdded && accountId !== null && !isSetUp(await factorsOf(trx, accountId)))
      throw new ConflictError(OWN_FACTOR_FIRST);
    await writeSetting(trx, clock, REQUIREMENT_KEY, after);
    const audited = ({ roles }: Requirement) => ({ roles: roles.join(", ") });
    await recordChange(trx, clock, actor, { key: REQUIREMENT_KEY, before: audited(before), after: audited(after) });
    return after;
  });
}
