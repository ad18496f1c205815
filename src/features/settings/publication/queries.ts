import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { defaultsFor, readIsNeutral } from "../facts/defaults.ts";
import { readSiteSettings } from "../facts/queries.ts";
import type { SiteSettings } from "../facts/schema.ts";
import { type Publication, textsFor } from "./endpoints.ts";

/** The publication as its own pages present it. */
export type Publisher = {
  name: string;
  texts: Publication;
  language: string;
  /** Whether it started without the demo edition. */
  isNeutral: boolean;
  hasTicker: boolean;
  /** Where readers write to; empty for nowhere. */
  email: string;
};

/** `built`: the program's texts or the operator's. `operator`: the operator's settings of the site. */
export async function readPublisher(
  db: Kysely<Tables>,
  built: Publication,
  operator: SiteSettings,
): Promise<Publisher> {
  const settings = await readSiteSettings(db, operator);
  const { name, language, ticker, contact_email: email } = settings;
  const isNeutral = await readIsNeutral(db);
  const { tagline } = defaultsFor(operator, { isNeutral, language });
  const texts = textsFor(built, settings, { tagline, isNeutral });
  return { name, texts, language, isNeutral, hasTicker: ticker.is_on, email };
}
