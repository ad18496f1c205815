import { changeContent } from "#db/change.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { lockSettings, recordChange, type SettingsStore, STALE, writeSetting } from "../commands.ts";
import type { Appearance, AppearanceBody } from "./endpoints.ts";
import { APPEARANCE_KEY, appearanceScope, readAppearance } from "./queries.ts";
import { lookVersion } from "./rules.ts";

/** The look after a change of some of its fields. */
export const withChange = (before: Appearance, body: AppearanceBody): Appearance => ({
  accent: body.accent ?? before.accent,
  corners: body.corners ?? before.corners,
});

/** Changes how the site looks and returns it. Throws ConflictError if the stored version is not `isCurrent`. */
export function updateAppearance(
  { database, clock }: SettingsStore,
  actor: Actor,
  body: AppearanceBody,
  isCurrent: (version: string) => boolean,
): Promise<Appearance> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readAppearance(trx);
    if (!isCurrent(lookVersion(before))) throw new ConflictError("stale_version", STALE);
    const after = withChange(before, body);
    await writeSetting(trx, clock, APPEARANCE_KEY, after);
    await recordChange(trx, clock, actor, { key: APPEARANCE_KEY, before, after });
    return { result: after, changed: lookVersion(before) === lookVersion(after) ? [] : [appearanceScope] };
  });
}
