import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { auditSettingsVersion, changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import type { AddressSettings, AuditSettings, Newsroom, NewsroomBody, RetentionBody } from "./endpoints.ts";
import { defaultsFor, EDITION_KEY, readIsNeutral, withUntypedTexts } from "./facts/defaults.ts";
import { readSiteSettings, SITE_KEY, siteScope } from "./facts/queries.ts";
import { differingFrom, siteVersion } from "./facts/rules.ts";
import type { SiteSettings, SiteSettingsBody } from "./facts/schema.ts";
import { MENUS_KEY, type ReadDefaultMenus, readMenus, readOwnMenus } from "./menus/queries.ts";
import type { Menus, MenusBody } from "./menus/schema.ts";
import {
  addressesScope,
  HOSTS_KEY,
  newsroomScope,
  readAddresses,
  readAuditSettings,
  readNewsroom,
  readRetention,
  readSiteHosts,
  retentionScope,
} from "./queries.ts";
import { addressesVersion, newsroomVersion, ofEachPeriod, type Retention, retentionVersion } from "./rules.ts";

export const STALE = "The settings have been changed since you opened them.";

export type SettingsStore = { database: Database; clock: Clock };

/** Records in the audit log which fields of a setting have changed. */
export async function recordChange<Setting extends object>(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { key, before, after }: { key: string; before: Setting; after: Setting },
): Promise<void> {
  const changes = changedFields(before, after);
  if (Object.keys(changes).length === 0) return;
  await recordEvent(trx, clock, { by, action: "settings.change", subject: { kind: "settings", id: key }, changes });
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

/** Remembers a host of the site, so that links to it stay links to the site after a move to another host. */
export async function rememberSiteHost({ database, clock }: SettingsStore, host: string): Promise<void> {
  if ((await readSiteHosts(database.db)).includes(host)) return;
  await database.db.transaction().execute(async (trx) => {
    await lockSettings(trx);
    const hosts = await readSiteHosts(trx);
    if (!hosts.includes(host)) await writeSetting(trx, clock, HOSTS_KEY, [...hosts, host]);
  });
}

/**
 * Changes the given settings of the newsroom and returns all of them. Throws ConflictError if the stored version is not
 * `isCurrent`.
 */
export function updateNewsroom(
  { database, clock }: SettingsStore,
  actor: Actor,
  body: NewsroomBody,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Newsroom> {
  return changeContent(database, async (trx) => ({
    result: await changeNewsroom(trx, clock, actor, body, isCurrent),
    changed: [newsroomScope],
  }));
}

/** The same in the caller's transaction, which also reports the changed scope. */
export async function changeNewsroom(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  body: NewsroomBody,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Newsroom> {
  await lockSettings(trx);
  const before = await readNewsroom(trx);
  if (!isCurrent(newsroomVersion(before))) throw new ConflictError("stale_version", STALE);
  const after: Newsroom = {
    time_zone: body.time_zone ?? before.time_zone,
    postal_address: body.postal_address ?? before.postal_address,
  };
  await writeSetting(trx, clock, "newsroom", after);
  await recordChange(trx, clock, actor, { key: "newsroom", before, after });
  return after;
}

/** Sets the form of the site's addresses. Throws ConflictError if the stored version is not `isCurrent`. */
export function updateAddresses(
  { database, clock }: SettingsStore,
  actor: Actor,
  after: AddressSettings,
  isCurrent: (version: string) => boolean,
): Promise<AddressSettings> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readAddresses(trx);
    if (!isCurrent(addressesVersion(before))) throw new ConflictError("stale_version", STALE);
    await writeSetting(trx, clock, "addresses", after);
    await recordChange(trx, clock, actor, { key: "addresses", before, after });
    return { result: after, changed: before.article === after.article ? [] : [addressesScope] };
  });
}

/**
 * Changes the given settings of the site and returns all of them. Stores only those that differ from `defaults`, so that
 * the others follow the operator's variables. Throws ConflictError if the stored version is not `isCurrent`.
 */
export function updateSite(
  { database, clock }: SettingsStore,
  actor: Actor,
  body: SiteSettingsBody,
  { defaults, isCurrent }: { defaults: SiteSettings; isCurrent: (version: string) => boolean },
): Promise<SiteSettings> {
  return changeContent(database, async (trx) => {
    const { before, after } = await changeSite(trx, clock, actor, body, { defaults, isCurrent });
    return { result: after, changed: siteVersion(before) === siteVersion(after) ? [] : [siteScope] };
  });
}

/** The same in the caller's transaction, which also reports the changed scope. */
export async function changeSite(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  body: SiteSettingsBody,
  { defaults, isCurrent = () => true }: { defaults: SiteSettings; isCurrent?: (version: string) => boolean },
): Promise<{ before: SiteSettings; after: SiteSettings }> {
  await lockSettings(trx);
  const before = await readSiteSettings(trx, defaults);
  if (!isCurrent(siteVersion(before))) throw new ConflictError("stale_version", STALE);
  const isNeutral = await readIsNeutral(trx);
  const after = withUntypedTexts(withSiteChange(before, body), defaults, isNeutral);
  const untyped = defaultsFor(defaults, { isNeutral, language: after.language });
  await writeSetting(trx, clock, SITE_KEY, differingFrom(untyped, after));
  await recordChange(trx, clock, actor, { key: SITE_KEY, before, after });
  return { before, after };
}

/** Sets whether the publication is one without the demo edition, in the caller's transaction. */
export async function setNeutral(trx: Transaction<Tables>, clock: Clock, isNeutral: boolean): Promise<void> {
  await lockSettings(trx);
  if (isNeutral) await writeSetting(trx, clock, EDITION_KEY, { is_neutral: true });
  else await trx.deleteFrom("setting").where("key", "=", EDITION_KEY).execute();
}

/** The site's settings after a change of some of their fields. */
export function withSiteChange(before: SiteSettings, { ticker, ...rest }: SiteSettingsBody): SiteSettings {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...given,
    ticker: { is_on: ticker?.is_on ?? before.ticker.is_on, symbols: ticker?.symbols ?? before.ticker.symbols },
  };
}

type MenuOptions = { readDefaults: ReadDefaultMenus; isCurrent: (version: string) => boolean };

/**
 * Changes the given menus and returns both. One that equals its default is not stored, so that it follows new
 * categories and pages. Throws ConflictError if the stored version is not `isCurrent`.
 */
export function updateMenus(
  { database, clock }: SettingsStore,
  actor: Actor,
  body: MenusBody,
  { readDefaults, isCurrent }: MenuOptions,
): Promise<Menus> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readMenus(trx, readDefaults);
    if (!isCurrent(siteVersion(before))) throw new ConflictError("stale_version", STALE);
    const defaults = await readDefaults(trx);
    const own = await readOwnMenus(trx);
    const chosen = <Name extends keyof Menus>(name: Name): Menus[Name] => {
      const given = body[name];
      if (given === undefined) return own[name] ?? defaults[name];
      return given === null || given.length === 0 ? defaults[name] : given;
    };
    const after: Menus = { header: chosen("header"), footer: chosen("footer") };
    await writeSetting(trx, clock, MENUS_KEY, differingFrom(defaults, after));
    await recordChange(trx, clock, actor, { key: MENUS_KEY, before, after });
    return { result: after, changed: siteVersion(before) === siteVersion(after) ? [] : [siteScope] };
  });
}

/** Sets how long entries of the audit log are kept. Throws ConflictError if the stored version is not `isCurrent`. */
export function updateAuditSettings(
  { database, clock }: SettingsStore,
  actor: Actor,
  after: AuditSettings,
  isCurrent: (version: string) => boolean,
): Promise<AuditSettings> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readAuditSettings(trx);
    if (!isCurrent(auditSettingsVersion(before))) throw new ConflictError("stale_version", STALE);
    await writeSetting(trx, clock, "audit", after);
    await recordChange(trx, clock, actor, { key: "audit", before, after });
    return { result: after, changed: [retentionScope] };
  });
}

/**
 * Sets how long personal data is kept, and returns all periods. Throws ConflictError if the stored version is not
 * `isCurrent`.
 */
export function updateRetention(
  { database, clock }: SettingsStore,
  actor: Actor,
  body: RetentionBody,
  isCurrent: (version: string) => boolean,
): Promise<Retention> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readRetention(trx);
    if (!isCurrent(retentionVersion(before))) throw new ConflictError("stale_version", STALE);
    const after = ofEachPeriod((_period, name) => body[name] ?? before[name]);
    const { audit: _audit, ...own } = after;
    await writeSetting(trx, clock, "retention", own);
    await writeSetting(trx, clock, "audit", { retention_days: after.audit });
    await recordChange(trx, clock, actor, { key: "retention", before, after });
    return { result: after, changed: [retentionScope] };
  });
}
