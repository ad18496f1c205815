import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { parsePictureUrl, pictureFolder } from "#shared/pictures.ts";
import { lockSettings, type SettingsStore, writeSetting } from "../commands.ts";
import { APPEARANCE_KEY, appearanceScope, readAppearance } from "./queries.ts";
import { PICTURE_FIELDS } from "./rules.ts";

/** There is one look. */
const LOOK_ID = 1;

/** The addresses of the pictures of the look. */
export async function picturesOfAppearance(db: Kysely<Tables>): Promise<string[]> {
  const look = await readAppearance(db);
  return PICTURE_FIELDS.map((field) => look[field]);
}

/** The look, if it shows a picture whose addresses match `pattern` (of SQL's `like`). */
export async function appearanceShowing(db: Kysely<Tables>, pattern: string) {
  const keys = (await picturesOfAppearance(db)).flatMap((address) => parsePictureUrl(address)?.key ?? []);
  const isShown = keys.some((key) => pattern.includes(pictureFolder(key)));
  return isShown ? [{ type: "appearance" as const, id: LOOK_ID, title: "Appearance of the site" }] : [];
}

/** Replaces the picture `key` by the one at `url`, or by none if that is empty; returns in how many places. */
export async function setPictureOfAppearance(
  trx: Transaction<Tables>,
  clock: SettingsStore["clock"],
  { key, url }: { key: string; url: string },
): Promise<number> {
  await lockSettings(trx);
  const look = await readAppearance(trx);
  const fields = PICTURE_FIELDS.filter((field) => parsePictureUrl(look[field])?.key === key);
  if (fields.length === 0) return 0;
  const changed = Object.fromEntries(fields.map((field) => [field, url]));
  await writeSetting(trx, clock, APPEARANCE_KEY, { ...look, ...changed });
  return fields.length;
}

export const replacePictureInAppearance = (
  { database, clock }: SettingsStore,
  picture: { key: string; url: string },
): Promise<number> =>
  changeContent(database, async (trx) => {
    const result = await setPictureOfAppearance(trx, clock, picture);
    return { result, changed: result > 0 ? [appearanceScope] : [] };
  });
