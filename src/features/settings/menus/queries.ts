import type { Kysely } from "kysely";
import type { z } from "zod";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { siteScope } from "../facts/queries.ts";
import { readSetting } from "../queries.ts";
import { type Menus, menus } from "./schema.ts";

export const MENUS_KEY = "menus";

const stored = menus.partial();
export type OwnMenus = z.infer<typeof stored>;

/** The menus that the newsroom has changed. */
export async function readOwnMenus(db: Kysely<Tables>): Promise<OwnMenus> {
  shows(siteScope);
  return stored.parse((await readSetting(db, MENUS_KEY)) ?? {});
}

/** Reads the menus that apply until the newsroom changes them. */
export type ReadDefaultMenus = (db: Kysely<Tables>) => Promise<Menus>;

export async function readMenus(db: Kysely<Tables>, readDefaults: ReadDefaultMenus): Promise<Menus> {
  const { header, footer } = await readOwnMenus(db);
  const defaults = await readDefaults(db);
  return { header: header ?? defaults.header, footer: footer ?? defaults.footer };
}
