import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { InvalidError } from "#shared/errors.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import { type Setting, type SettingsStore, withGiven } from "../commands.ts";
import type { Appearance, AppearanceBody } from "./endpoints.ts";
import { pairingOf } from "./fonts.ts";
import { APPEARANCE_KEY, appearanceScope, readAppearance } from "./queries.ts";
import { colourFaults, PICTURE_FIELDS, PICTURE_NAMES } from "./rules.ts";
import { readTypefaces } from "./typefaces/queries.ts";
import { type Typeface, usedFaces } from "./typefaces/rules.ts";

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

/** Throws InvalidError for colours in which texts cannot be read. */
export function requireReadable(look: Appearance): void {
  const faults = Object.entries(colourFaults(look)).map(([field, { message }]) => [field, message] as const);
  const [first] = faults;
  if (first) throw new InvalidError("invalid_input", first[1], Object.fromEntries(faults));
}

/** A look with the given fields. Own typefaces complete the pairing that they replace, unless another one is given. */
export const withFonts = (before: Appearance, body: AppearanceBody): Appearance => ({
  ...withGiven(before, body),
  ...(body.fonts === "own" && body.base_fonts === undefined && { base_fonts: pairingOf(before) }),
});

/** Throws InvalidError unless pages could use one of the typefaces. */
function requireTypefaces(faces: readonly Typeface[]): void {
  if (Object.keys(usedFaces(faces)).length > 0) return;
  const fault = "Upload a typeface for headlines, or an upright regular one for text, before you choose your own.";
  throw new InvalidError("invalid_input", fault, { fonts: fault });
}

/** How the site looks. Pictures are not checked. */
export const lookSetting: Setting<"appearance", Appearance, AppearanceBody> = {
  key: APPEARANCE_KEY,
  read: readAppearance,
  scopes: [appearanceScope],
};

/** The same with only pictures that are stored. */
export const checkedLook = (findStored: FindStored): typeof lookSetting => ({
  ...lookSetting,
  async merge(before, body, trx) {
    await requirePictures(trx, findStored, body);
    const after = withFonts(before, body);
    requireReadable(after);
    if (after.fonts === "own" && before.fonts !== "own") requireTypefaces(await readTypefaces(trx));
    return after;
  },
});
