import type { Kysely, Transaction } from "kysely";
import { type Changed, changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { addedTexts, recordEvent, type SeenTexts } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import type { AddressSettings, AuditSettings, NewsletterSettings, Newsroom } from "./endpoints.ts";
import { defaultsFor, EDITION_KEY, readIsNeutral, withUntypedTexts } from "./facts/defaults.ts";
import { readSiteSettings, SITE_KEY, siteScope } from "./facts/queries.ts";
import { differingFrom } from "./facts/rules.ts";
import type { SiteSettings, SiteSettingsBody } from "./facts/schema.ts";
import { type HouseStyle, titleFault } from "./house/rules.ts";
import type { HouseStyleBody } from "./house/schema.ts";
import { MENUS_KEY, type ReadDefaultMenus, readMenus } from "./menus/queries.ts";
import type { Menus, MenusBody } from "./menus/schema.ts";
import {
  addressesScope,
  HOSTS_KEY,
  HOUSE_STYLE_KEY,
  newsletterScope,
  newsroomScope,
  readAddresses,
  readAuditSettings,
  readHouseStyle,
  readNewsletterSettings,
  readNewsroom,
  readRetention,
  readSiteHosts,
  retentionScope,
} from "./queries.ts";
import type { Retention } from "./rules.ts";
import { hasLanguage } from "./words/queries.ts";

const NO_LANGUAGE = "Language must be one of the program's, or one whose words you have added.";
export const STALE = "The settings have been changed since you opened them.";

export type SettingsStore = { database: Database; clock: Clock };

/** A setting with its lists of words as texts. */
const joined = (setting: object): object =>
  Object.fromEntries(
    Object.entries(setting).map(([name, value]) => [
      name,
      Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(", ") : value,
    ]),
  );

/** Records in the audit log which fields of a setting have changed. */
export async function recordChange<Setting extends object>(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { key, before, after, shown = {} }: { key: string; before: Setting; after: Setting; shown?: Record<string, string> },
): Promise<void> {
  const changes = changedFields(joined(before), joined(after));
  if (Object.keys(changes).length === 0) return;
  const subject = { kind: "settings" as const, id: key };
  await recordEvent(trx, clock, { by, action: "settings.change", subject, changes, shown });
}

/** Locks all settings until the commit: there may be no row yet that could be locked. */
export const lockSettings = (trx: Transaction<Tables>): Promise<void> => lockTable(trx, "setting");

export async function writeSetting(trx: Transaction<Tables>, clock: Clock, key: string, value: object): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: clock.now() };
  await trx
    .insertInto("setting")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

type Given<Value> = { [Name in keyof Value]?: Value[Name] | undefined };

/** A setting that has an ETag: how it is read, changed and stored. */
export type Setting<Key extends string, Value extends object, Body extends object = Given<Value>> = {
  /** Its name in the database, in the audit log and in the paths of its endpoints. */
  key: Key;
  read: (db: Kysely<Tables>) => Promise<Value>;
  /** What shows it to readers. */
  scopes: Scope[];
  /** Its texts that readers see, by field: the two-person rule judges new ones. */
  texts?: (value: Value) => SeenTexts;
  /** What the audit log compares, if not the fields: of a version, what differs from another one. */
  logged?: (value: Value, other: Value) => object;
  /** The value after a change, unless the given fields replace theirs. Throws if the change is not allowed. */
  merge?: (before: Value, body: Body, trx: Transaction<Tables>, by: Actor) => Value | Promise<Value>;
  /** Stores it, unless all of it is stored under its key. */
  write?: (trx: Transaction<Tables>, clock: Clock, after: Value) => Promise<void>;
};

/** A change of some fields of a setting, based on a version that `isCurrent`. */
type Edit<Body> = { by: Actor; body: Body; isCurrent?: (version: string) => boolean };

/** A value with the given fields, which are those that are not undefined. */
export const withGiven = <Value extends object>(before: Value, body: object): Value => ({
  ...before,
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
});

/**
 * Changes the given fields of a setting in the caller's transaction, and returns all of it. Throws ConflictError if the
 * stored version is not `isCurrent`.
 */
export async function changeSetting<Value extends object, Body extends object>(
  trx: Transaction<Tables>,
  clock: Clock,
  setting: Setting<string, Value, Body>,
  { by, body, isCurrent = () => true }: Edit<Body>,
): Promise<Changed<Value>> {
  const { key, read, scopes, texts = () => ({}), logged = (value) => value, merge = withGiven, write } = setting;
  await lockSettings(trx);
  const before = await read(trx);
  const version = settingVersion(before);
  if (!isCurrent(version)) throw new ConflictError("stale_version", STALE);
  const after = await merge(before, body, trx, by);
  await (write ? write(trx, clock, after) : writeSetting(trx, clock, key, after));
  const compared = { before: logged(before, after), after: logged(after, before) };
  await recordChange(trx, clock, by, { key, ...compared, shown: addedTexts(texts(before), texts(after)) });
  return { result: after, changed: settingVersion(after) === version ? [] : scopes };
}

/** The same in a transaction of its own. */
export const updateSetting = <Value extends object, Body extends object>(
  { database, clock }: SettingsStore,
  setting: Setting<string, Value, Body>,
  edit: Edit<Body>,
): Promise<Value> => changeContent(database, (trx) => changeSetting(trx, clock, setting, edit));

/** Remembers a host of the site, so that links to it stay links to the site after a move to another host. */
export async function rememberSiteHost({ database, clock }: SettingsStore, host: string): Promise<void> {
  if ((await readSiteHosts(database.db)).includes(host)) return;
  await database.db.transaction().execute(async (trx) => {
    await lockSettings(trx);
    const hosts = await readSiteHosts(trx);
    if (!hosts.includes(host)) await writeSetting(trx, clock, HOSTS_KEY, [...hosts, host]);
  });
}

/** Sets whether the publication is one without the demo edition, in the caller's transaction. */
export async function setNeutral(trx: Transaction<Tables>, clock: Clock, isNeutral: boolean): Promise<void> {
  await lockSettings(trx);
  if (isNeutral) await writeSetting(trx, clock, EDITION_KEY, { is_neutral: true });
  else await trx.deleteFrom("setting").where("key", "=", EDITION_KEY).execute();
}

export const newsroomSetting: Setting<"newsroom", Newsroom> = {
  key: "newsroom",
  read: readNewsroom,
  scopes: [newsroomScope],
  texts: ({ postal_address }) => ({ postal_address: [postal_address] }),
};

/** The form of the site's addresses. */
export const addressSetting: Setting<"addresses", AddressSettings> = {
  key: "addresses",
  read: readAddresses,
  scopes: [addressesScope],
};

/** What is counted of newsletters. */
export const newsletterSetting: Setting<"newsletter", NewsletterSettings> = {
  key: "newsletter",
  read: readNewsletterSettings,
  scopes: [newsletterScope],
};

/** What is checked while articles are written, and required before they are published. */
export const houseStyleSetting: Setting<"house-style", HouseStyle, HouseStyleBody> = {
  key: HOUSE_STYLE_KEY,
  read: readHouseStyle,
  scopes: [newsroomScope],
  merge(before, body) {
    const after = withGiven(before, body);
    const fault = titleFault(after);
    if (fault !== undefined) throw new InvalidError("invalid_input", fault, { title_to: fault });
    return after;
  },
};

/** How long entries of the audit log are kept. */
export const auditSetting: Setting<"audit", AuditSettings> = {
  key: "audit",
  read: readAuditSettings,
  scopes: [retentionScope],
};

/** How long personal data is kept; that of the audit log is the setting above. */
export const retentionSetting: Setting<"retention", Retention> = {
  key: "retention",
  read: readRetention,
  scopes: [retentionScope],
  async write(trx, clock, { audit, ...own }) {
    await writeSetting(trx, clock, "retention", own);
    await writeSetting(trx, clock, "audit", { retention_days: audit });
  },
};

/** Throws InvalidError for a language that the site cannot be in. */
export async function requireLanguage(
  db: Kysely<Tables>,
  { language }: Pick<SiteSettingsBody, "language">,
): Promise<void> {
  if (language !== undefined && !(await hasLanguage(db, language)))
    throw new InvalidError("invalid_input", NO_LANGUAGE, { language: NO_LANGUAGE });
}

/**
 * What the publication says about itself. Stores only what differs from `defaults`, so that the rest follows the
 * operator's variables.
 */
export const siteSetting = (defaults: SiteSettings): Setting<"site", SiteSettings, SiteSettingsBody> => ({
  key: SITE_KEY,
  read: (db) => readSiteSettings(db, defaults),
  scopes: [siteScope],
  texts: ({ name, tagline, newsletter_text, footer_text, social }) => ({
    name: [name],
    tagline: [tagline],
    newsletter_text: [newsletter_text],
    footer_text: [footer_text],
    social: social.map(({ label }) => label),
  }),
  async merge(before, body, trx) {
    await requireLanguage(trx, body);
    return withUntypedTexts(withSiteChange(before, body), defaults, await readIsNeutral(trx));
  },
  async write(trx, clock, after) {
    const untyped = defaultsFor(defaults, { isNeutral: await readIsNeutral(trx), language: after.language });
    await writeSetting(trx, clock, SITE_KEY, differingFrom(untyped, after));
  },
});

/** The site's settings after a change of some of their fields. */
export const withSiteChange = (before: SiteSettings, { ticker, ...rest }: SiteSettingsBody): SiteSettings => ({
  ...withGiven(before, rest),
  ticker: withGiven(before.ticker, ticker ?? {}),
});

const labelsIn = (entries: Menus["header"]): string[] =>
  entries.flatMap(({ label, items }) => [label, ...items.map((item) => item.label)]);

/** The menus. One that equals its default is not stored, so that it follows new categories and pages. */
export const menuSetting = (readDefaults: ReadDefaultMenus): Setting<"menus", Menus, MenusBody> => ({
  key: MENUS_KEY,
  read: (db) => readMenus(db, readDefaults),
  scopes: [siteScope],
  texts: ({ header, footer }) => ({ header: labelsIn(header), footer: labelsIn(footer) }),
  async merge(before, body, trx) {
    const defaults = await readDefaults(trx);
    const chosen = <Name extends keyof Menus>(name: Name): Menus[Name] => {
      const given = body[name];
      if (given === undefined) return before[name];
      return given === null || given.length === 0 ? defaults[name] : given;
    };
    return { header: chosen("header"), footer: chosen("footer") };
  },
  write: async (trx, clock, after) =>
    writeSetting(trx, clock, MENUS_KEY, differingFrom(await readDefaults(trx), after)),
});
