import type { Kysely } from "kysely";
import { scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { emptyValues } from "#shared/fields/fields.ts";
import type { SiteInfo } from "#shared/page.ts";
import {
  type AddressSettings,
  type AuditSettings,
  addressSettings,
  auditSettings,
  type NewsletterSettings,
  type Newsroom,
  newsletterSettings,
  newsroom,
  retention,
} from "./endpoints.ts";
import { DEFAULT_STYLE, type HouseStyle } from "./house/rules.ts";
import {
  ADDRESS_FIELDS,
  AUDIT_FIELDS,
  NEWSLETTER_FIELDS,
  NEWSROOM_FIELDS,
  RETENTION_FIELDS,
  type Retention,
} from "./rules.ts";

export const newsroomScope = scope("newsroom");

export const retentionScope = scope("retention");

export const addressesScope = scope("addresses");

export const newsletterScope = scope("newsletter");

export const HOSTS_KEY = "hosts";

const UNSET_ADDRESSES = emptyValues(ADDRESS_FIELDS);
const UNSET: Newsroom = { ...emptyValues(NEWSROOM_FIELDS), time_zone: "UTC" };
const UNSET_NEWSLETTER = emptyValues(NEWSLETTER_FIELDS);
const UNSET_RETENTION = emptyValues(RETENTION_FIELDS);
const UNSET_AUDIT = emptyValues(AUDIT_FIELDS);

/** A stored setting, parsed; undefined if it was never set. */
export async function readSetting(db: Kysely<Tables>, key: string): Promise<unknown> {
  const row = await db.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst();
  return row && JSON.parse(row.value);
}

/** When a setting was last changed, in epoch milliseconds; 0 for never. */
export async function settingChangedAt(db: Kysely<Tables>, key: string): Promise<number> {
  const row = await db.selectFrom("setting").select("updated_at").where("key", "=", key).executeTakeFirst();
  return row?.updated_at ?? 0;
}

/** The hosts that `SITE_URL` has named, in the form of `SiteHosts`: links to them lead to this site. */
export async function readSiteHosts(db: Kysely<Tables>): Promise<string[]> {
  return ((await readSetting(db, HOSTS_KEY)) as string[] | undefined) ?? [];
}

/** The newsroom's time zone (an IANA name) and postal address (lines separated by `\n`): UTC and none by default. */
export async function readNewsroom(db: Kysely<Tables>): Promise<Newsroom> {
  shows(newsroomScope);
  const stored = await readSetting(db, "newsroom");
  return stored === undefined ? UNSET : newsroom.parse({ ...UNSET, ...(stored as object) });
}

export async function readAuditSettings(db: Kysely<Tables>): Promise<AuditSettings> {
  const stored = await readSetting(db, "audit");
  return stored === undefined ? UNSET_AUDIT : auditSettings.parse(stored);
}

/** What is counted of newsletters: no clicks by default. */
export async function readNewsletterSettings(db: Kysely<Tables>): Promise<NewsletterSettings> {
  shows(newsletterScope);
  const stored = await readSetting(db, "newsletter");
  return stored === undefined ? UNSET_NEWSLETTER : newsletterSettings.parse(stored);
}

export async function readAddresses(db: Kysely<Tables>): Promise<AddressSettings> {
  shows(addressesScope);
  const stored = await readSetting(db, "addresses");
  return stored === undefined ? UNSET_ADDRESSES : addressSettings.parse(stored);
}

/** The same as a part of the publication that pages, mails and feeds know. */
export async function readAddressSite(db: Kysely<Tables>): Promise<Pick<SiteInfo, "hasSlugs">> {
  return (await readAddresses(db)).article === "id-slug" ? { hasSlugs: true } : {};
}

/** The retention periods of personal data, in days. The audit log has its own setting. */
export async function readRetention(db: Kysely<Tables>): Promise<Retention> {
  shows(retentionScope);
  const stored = ((await readSetting(db, "retention")) ?? {}) as object;
  const { retention_days: audit } = await readAuditSettings(db);
  return retention.parse({ ...UNSET_RETENTION, ...stored, audit });
}

export const HOUSE_STYLE_KEY = "house-style";

/** The house style of the publication. */
export const readHouseStyle = async (db: Kysely<Tables>): Promise<HouseStyle> => ({
  ...DEFAULT_STYLE,
  ...((await readSetting(db, HOUSE_STYLE_KEY)) as Partial<HouseStyle> | undefined),
});
