import type { Kysely } from "kysely";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { readSetting } from "../queries.ts";
import { type Appearance, appearance } from "./endpoints.ts";
import { DEFAULT_LOOK } from "./rules.ts";

export const APPEARANCE_KEY = "appearance";

export const appearanceScope = scope("appearance");

export async function readAppearance(db: Kysely<Tables>): Promise<Appearance> {
  shows(appearanceScope);
  const stored = await readSetting(db, APPEARANCE_KEY);
  return stored === undefined ? DEFAULT_LOOK : appearance.parse({ ...DEFAULT_LOOK, ...(stored as object) });
}
