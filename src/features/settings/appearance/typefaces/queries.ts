import type { Kysely } from "kysely";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { readSetting } from "../../queries.ts";
import { appearanceScope } from "../queries.ts";
import type { Typeface } from "./rules.ts";

/** The setting with the uploaded typefaces, oldest first. Their files are in the storage of pictures. */
export const TYPEFACES_KEY = "typefaces";

export async function readTypefaces(db: Kysely<Tables>): Promise<Typeface[]> {
  shows(appearanceScope);
  return ((await readSetting(db, TYPEFACES_KEY)) as { typefaces: Typeface[] } | undefined)?.typefaces ?? [];
}

/** The names of a typeface's files in the storage. */
export const filesOfTypeface = ({ key, letters }: Pick<Typeface, "key" | "letters">): string[] =>
  letters.map((range) => `${key}/${range}.woff2`);
