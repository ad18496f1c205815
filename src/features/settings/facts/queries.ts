import type { Kysely } from "kysely";
import type { z } from "zod";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { SiteInfo } from "#shared/page.ts";
import { readSetting } from "../queries.ts";
import { defaultsFor, readIsNeutral } from "./defaults.ts";
import { isReceivable, PREVIEW_LENGTH } from "./rules.ts";
import { type SiteSettings, siteSettings } from "./schema.ts";

/** What all pages show of the publication. */
export const siteScope = scope("site");

export const SITE_KEY = "site";

const stored = siteSettings.partial();

/** The fields that the newsroom has set; the others have the operator's defaults. */
async function readOwnSite(db: Kysely<Tables>): Promise<z.infer<typeof stored>> {
  shows(siteScope);
  const { contact_email: email, ...own } = stored.parse((await readSetting(db, SITE_KEY)) ?? {});
  return email === undefined ? own : { ...own, contact_email: isReceivable(email) ? email : "" };
}

/** The publication's name, by default the given one. */
export const readSiteName = async (db: Kysely<Tables>, name: string): Promise<string> =>
  (await readOwnSite(db)).name ?? name;

/** The language of the site's own texts, by default the given one; undefined for English. */
export async function readSiteLanguage(db: Kysely<Tables>, given: SiteInfo["language"]): Promise<SiteInfo["language"]> {
  const { language = given } = await readOwnSite(db);
  return language === "en" ? undefined : language;
}

/** Where readers write to, by default the given address; empty for nowhere. */
export const readContactEmail = async (db: Kysely<Tables>, email: string): Promise<string> =>
  (await readOwnSite(db)).contact_email ?? email;

/** Characters of an article before "Read More"; 0 for the full text. */
export const readPreviewLength = async (db: Kysely<Tables>): Promise<number> =>
  (await readOwnSite(db)).preview_length ?? PREVIEW_LENGTH;

/** Whether feeds have only the excerpts of articles. */
export const readHasTeasers = async (db: Kysely<Tables>): Promise<boolean> =>
  (await readOwnSite(db)).feed_text === "teaser";

/** The settings of the site; `operator`: those of its operator, for fields that the newsroom has not set. */
export async function readSiteSettings(db: Kysely<Tables>, operator: SiteSettings): Promise<SiteSettings> {
  const own = await readOwnSite(db);
  const { language = operator.language } = own;
  return siteSettings.parse({ ...defaultsFor(operator, { isNeutral: await readIsNeutral(db), language }), ...own });
}
