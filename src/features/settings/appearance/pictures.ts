import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { parsePictureUrl, pictureFolder } from "#shared/pictures.ts";
import { lockSettings, type SettingsStore, writeSetting } from "../commands.ts";
import type { Appearance } from "./endpoints.ts";
import { APPEARANCE_KEY, appearanceScope, readAppearance } from "./queries.ts";
import { PICTURE_FIELDS, type PictureField } from "./rules.ts";

/** There is one look. */
const LOOK_ID = 1;

const fieldsWith = (look: Appearance, key: string): PictureField[] =>
  PICTURE_FIELDS.filter((field) => parsePictureUrl(look[field])?.key === key);

/** The keys of the stored pictures of a look. */
const keysOf = (look: Appearance): string[] =>
  PICTURE_FIELDS.flatMap((field) => parsePictureUrl(look[field])?.key ?? []);

export const picturesOfAppearance = async (db: Kysely<Tables>): Promise<string[]> => keysOf(await readAppearance(db));

/** The look, if it shows a picture whose addresses match `pattern` (of SQL's `like`). */
export async function appearanceShowing(db: Kysely<Tables>, pattern: string) {
  const isShown = (await picturesOfAppearance(db)).some((key) => pattern.includes(pictureFolder(key)));
  return isShown ? [{ type: "appearance" as const, id: LOOK_ID, title: "Appearance of the site" }] : [];
}

/** Replaces the picture `key` by the one at `url` in the look; returns in how many places. */
export function replacePictureInAppearance(
  { database, clock }: SettingsStore,
  { key, url }: { key: string; url: string },
): Promise<number> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const look = await readAppearance(trx);
    const fields = fieldsWith(look, key);
    if (fields.length === 0) return { result: 0, changed: [] };
    const changed = Object.fromEntries(fields.map((field) => [field, url]));
    await writeSetting(trx, clock, APPEARANCE_KEY, { ...look, ...changed });
    return { result: fields.length, changed: [appearanceScope] };
  });
}

/** Clears the places of the look that have the picture `key`, which is taken down. */
export async function emptyPictureOfAppearance(trx: Transaction<Tables>, clock: SettingsStore["clock"], key: string) {
  if (!keysOf(await readAppearance(trx)).includes(key)) return;
  await lockSettings(trx);
  const look = await readAppearance(trx);
  const fields = fieldsWith(look, key);
  const cleared = Object.fromEntries(fields.map((field) => [field, ""]));
  await writeSetting(trx, clock, APPEARANCE_KEY, { ...look, ...cleared });
}
