import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import { lockSettings, recordChange, type SettingsStore, STALE, writeSetting } from "../commands.ts";
import type { Appearance, AppearanceBody } from "./endpoints.ts";
import { APPEARANCE_KEY, appearanceScope, readAppearance } from "./queries.ts";
import { lookVersion, PICTURE_FIELDS, PICTURE_NAMES } from "./rules.ts";

/** The look after a change of some of its fields. */
export const withChange = (before: Appearance, body: AppearanceBody): Appearance => ({
  ...before,
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
});

/** Which of some keys of pictures are stored. */
export type FindStored = (db: Kysely<Tables>, keys: string[]) => Promise<Set<string>>;

export type AppearanceStore = SettingsStore & { findStored: FindStored };

/** Throws InvalidError if a new picture of the look is not stored. */
async function requirePictures(db: Kysely<Tables>, findStored: FindStored, body: AppearanceBody): Promise<void> {
  const given = PICTURE_FIELDS.flatMap((field) => {
    const key = parsePictureUrl(body[field] ?? "")?.key;
    return key === undefined ? [] : [{ field, key }];
  });
  const stored = await findStored(
    db,
    given.map(({ key }) => key),
  );
  const missing = given.find(({ key }) => !stored.has(key));
  if (!missing) return;
  const fault = `${PICTURE_NAMES[missing.field]} must be an uploaded picture. This one was not found.`;
  throw new InvalidError("invalid_input", fault, { [missing.field]: fault });
}

/** Changes how the site looks and returns it. Throws ConflictError if the stored version is not `isCurrent`. */
export function updateAppearance(
  { database, clock, findStored }: AppearanceStore,
  actor: Actor,
  body: AppearanceBody,
  isCurrent: (version: string) => boolean,
): Promise<Appearance> {
  return changeContent(database, async (trx) => {
    const { before, after } = await changeAppearance(trx, clock, actor, body, async (stored) => {
      if (!isCurrent(lookVersion(stored))) throw new ConflictError("stale_version", STALE);
      await requirePictures(trx, findStored, body);
    });
    return { result: after, changed: lookVersion(before) === lookVersion(after) ? [] : [appearanceScope] };
  });
}

/**
 * Changes how the site looks in the caller's transaction, which also reports the changed scope. `check` can reject the
 * change by the look before it; pictures are not checked otherwise.
 */
export async function changeAppearance(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  body: AppearanceBody,
  check: (before: Appearance) => Promise<void>,
): Promise<{ before: Appearance; after: Appearance }> {
  await lockSettings(trx);
  const before = await readAppearance(trx);
  await check(before);
  const after = withChange(before, body);
  await writeSetting(trx, clock, APPEARANCE_KEY, after);
  await recordChange(trx, clock, actor, { key: APPEARANCE_KEY, before, after });
  return { before, after };
}

/** Changes only the accent, in the caller's transaction, which also reports the changed scope. */
export async function changeAccent(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  accent: string,
): Promise<void> {
  await changeAppearance(trx, clock, actor, { accent }, async () => undefined);
}
