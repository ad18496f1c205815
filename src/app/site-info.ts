import { isAway } from "#db/failures.ts";
import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import { adSettingsScope, readAdSettings } from "#features/ads/queries.ts";
import type { AdSettings } from "#features/ads/schema.ts";
import { nextBreaking, readBreaking } from "#features/articles/breaking.ts";
import { frontScope, nextFront, readOwnFronts } from "#features/articles/fronts/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { readAccents } from "#features/categories/queries.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import {
  firstPageScopes,
  menuPages,
  missingFirstPages,
  nextPage,
  pageScope,
  policyPages,
  policyScopes,
} from "#features/pages/queries.ts";
import type { Unsaved } from "#features/settings/appearance/endpoints.ts";
import { pairingOf } from "#features/settings/appearance/fonts.ts";
import { coloursOf, HOUSE_COLOURS } from "#features/settings/appearance/page-colours.ts";
import { appearanceScope, readAppearance } from "#features/settings/appearance/queries.ts";
import { DEFAULT_LOOK, type Look } from "#features/settings/appearance/rules.ts";
import { themeAddress, themeRules } from "#features/settings/appearance/theme.ts";
import { ownFirstFiles } from "#features/settings/appearance/typefaces/faces.ts";
import { readTypefaces } from "#features/settings/appearance/typefaces/queries.ts";
import { defaultsFor, readIsNeutral, withUntypedTexts } from "#features/settings/facts/defaults.ts";
import { readSiteSettings, siteScope } from "#features/settings/facts/queries.ts";
import { ALL_SYMBOLS, PREVIEW_LENGTH } from "#features/settings/facts/rules.ts";
import type { SiteSettings } from "#features/settings/facts/schema.ts";
import { readOwnMenus } from "#features/settings/menus/queries.ts";
import { nameTexts } from "#features/settings/publication/endpoints.ts";
import { addressesScope, newsroomScope, readAddressSite, readNewsroom } from "#features/settings/queries.ts";
import type { OwnWords } from "#features/settings/words/queries.ts";
import type { Clock } from "#platform/clock.ts";
// Messages of other languages, for everything that the server renders.
import "#shared/messages/all.ts";
import { withoutPages } from "#shared/menus.ts";
import type { SiteInfo } from "#shared/page.ts";
import { cropOf, parsePictureUrl } from "#shared/pictures.ts";
import { FOOTER_TEXT, NEWSLETTER_TEXT, type OwnFacts } from "#shared/site-facts.ts";
import { translateKnown } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import type { Env } from "../env.ts";

export type SiteEnv = Pick<Env, "siteName" | "siteLanguage" | "siteUrl" | "social" | "publication" | "publicEmail">;

/** The operator's settings of the site, which apply until the newsroom changes them. */
export const siteDefaults = ({ siteName, siteLanguage, publication, social, publicEmail }: SiteEnv): SiteSettings => ({
  name: siteName,
  tagline: nameTexts(publication, siteName).home.description,
  language: siteLanguage,
  contact_email: publicEmail,
  newsletter_text: NEWSLETTER_TEXT,
  footer_text: FOOTER_TEXT,
  social: social.map(({ label, url }) => ({ label, url })),
  ticker: { is_on: true, symbols: [...ALL_SYMBOLS] },
  preview_length: PREVIEW_LENGTH,
  feed_text: "full",
});

/** The logos, the icon and the home page of a look, as pages know them. */
const partsOfLook = ({
  logo,
  logo_dark: logoDark,
  icon,
  home_layout: layout,
  ...look
}: Look): Pick<SiteInfo, "logo" | "logoDark" | "icon" | "startsWithLatest" | "fonts"> => ({
  ...(pairingOf(look) !== DEFAULT_LOOK.fonts && { fonts: pairingOf(look) }),
  ...(layout === "latest" && { startsWithLatest: true as const }),
  ...(logo && { logo }),
  ...(logo && logoDark && { logoDark }),
  ...(icon && { icon }),
});

/** The backgrounds of both themes, for browsers and apps around the page. */
function papersOf(look: Look): Pick<SiteInfo, "papers"> {
  const { light, dark } = coloursOf(look);
  return light === HOUSE_COLOURS.light ? {} : { papers: { light: light.paper, dark: dark.paper } };
}

/** How the site looks, as pages know it. */
async function siteLook(db: Database["db"], look: Look): Promise<Partial<SiteInfo>> {
  const { social_card: card } = look;
  const typefaces = await readTypefaces(db);
  const theme = themeAddress(themeRules(look, { accents: await readAccents(db), typefaces }));
  const key = parsePictureUrl(card)?.key;
  const stored = key === undefined ? undefined : await findPicture(db, key);
  const cropped = stored && cropOf(card, "card", stored.focal_x, stored.focal_y);
  return {
    ...(theme !== undefined && { theme }),
    ...partsOfLook(look),
    ...(look.fonts === "own" && { ownFonts: ownFirstFiles(typefaces) }),
    ...papersOf(look),
    ...(cropped && { socialCard: cropped }),
  };
}

/** Those that differ from what pages show anyway, which are messages. */
const ownFacts = (settings: SiteSettings): OwnFacts => ({
  ...(settings.newsletter_text !== translateKnown(settings.language, NEWSLETTER_TEXT) && {
    newsletterText: settings.newsletter_text,
  }),
  ...(settings.footer_text !== translateKnown(settings.language, FOOTER_TEXT) && { footerText: settings.footer_text }),
  ...(!settings.ticker.is_on && { hasNoTicker: true as const }),
});

/**
 * The publication with its settings, as all of its pages know it. A changed tagline is also the home page's title; in
 * place of an empty one is the name.
 */
function siteInfo(env: SiteEnv, unsettled: SiteSettings, isNeutral: boolean): SiteInfo {
  const operator = siteDefaults(env);
  const settings = withUntypedTexts(unsettled, operator, isNeutral);
  const { language, tagline } = settings;
  const { title } = nameTexts(env.publication, settings.name).home;
  const isBuiltIn = tagline !== "" && tagline === defaultsFor(operator, { isNeutral, language }).tagline;
  return {
    name: settings.name,
    url: env.siteUrl,
    title: isBuiltIn ? translateKnown(language, title) : tagline || settings.name,
    description: tagline || settings.name,
    ...(isNeutral && { isNeutral: true as const }),
    social: settings.social,
    ...(settings.contact_email && { contactEmail: settings.contact_email }),
    ...(settings.language !== "en" && { language: settings.language }),
    ...ownFacts(settings),
  };
}

/** A preview of words is in their language. */
const inPreviewLanguage = (settings: SiteSettings, unsaved: Unsaved | undefined): SiteSettings =>
  unsaved?.words ? { ...settings, language: unsaved.words.language } : settings;

/** Which slots without an advertisement pages have. An open space invites advertisers, to the page for them. */
const emptySlots = (slots: AdSettings, missing: readonly string[]): Partial<SiteInfo> => ({
  ...(slots.shows_empty_slots && !missing.includes(ADVERTISE) ? {} : { hidesEmptySlots: true as const }),
  ...(slots.shows_one_slot && { hasOneEmptySlot: true as const }),
});

type Menus = { [Name in "menu" | "header" | "footer"]: SiteInfo[Name] | undefined };

/** The menus that differ from the program's. */
const ownMenus = ({ menu, header, footer }: Menus): Partial<SiteInfo> => ({
  ...(menu?.length ? { menu } : {}),
  ...(header?.length ? { header } : {}),
  ...(footer?.length ? { footer } : {}),
});

const ADVERTISE = pageUrl.advertise().slice(1);

/** Reads the publication's facts with the newsroom's settings; the caller's page expires when those change. */
export type ReadSite = (() => Promise<SiteInfo>) & {
  /** Those that were last read; before, the operator's. */
  known: () => SiteInfo;
  /** The symbols of the ticker's coins, in their order; none if it is off. */
  symbols: () => Promise<readonly string[]>;
  /** The publication with settings that are not saved. */
  withUnsaved: (unsaved: Unsaved) => Promise<SiteInfo>;
};

type Parts = { database: Database; clock: Clock; words: OwnWords };
type Known = { version?: number; until?: number | null; site: SiteInfo; ticker: SiteSettings["ticker"] };

/**
 * Reads the newsroom's settings again only after a change of content. Without the database, uses the last known ones:
 * the page's own reads report the failure.
 */
export function siteReader({ database, clock, words }: Parts, env: SiteEnv): ReadSite {
  const defaults = siteDefaults(env);
  // `until`: when a scheduled page will appear in the menu, an arrangement is put in place, or a breaking story comes or goes.
  let known: Known = { site: siteInfo(env, defaults, false), ticker: defaults.ticker };
  async function read(now: number, unsaved?: Unsaved) {
    const { db } = database;
    await words.refresh();
    const { time_zone: timeZone } = await readNewsroom(db);
    const slots = await readAdSettings(db);
    const addresses = await readAddressSite(db);
    const look = await siteLook(db, unsaved?.look ?? (await readAppearance(db)));
    const menu = await menuPages(db, now);
    const policies = await policyPages(db, now);
    const missing = await missingFirstPages(db, now);
    const fronts = await readOwnFronts(db, now);
    const breaking = await readBreaking(db, now);
    const menus = { ...(await readOwnMenus(db)), ...unsaved?.menus };
    const [header, footer] = [withoutPages(menus.header, missing), withoutPages(menus.footer, missing)];
    const settings = inPreviewLanguage(unsaved?.site ?? (await readSiteSettings(db, defaults)), unsaved);
    const changed = words.addressOf(settings.language);
    const site: SiteInfo = {
      ...siteInfo(env, settings, await readIsNeutral(db)),
      ...(changed !== undefined && { words: changed }),
      timeZone,
      ...addresses,
      ...look,
      ...emptySlots(slots, missing),
      ...(missing.length > 0 && { missingPages: missing }),
      ...ownMenus({ menu, header, footer }),
      ...(fronts && { fronts }),
      ...(breaking && { breaking }),
      ...(Object.keys(policies).length > 0 && { policies }),
    };
    return { site, ticker: settings.ticker };
  }
  async function readSite(): Promise<SiteInfo> {
    shows(
      newsroomScope,
      appearanceScope,
      addressesScope,
      adSettingsScope,
      pageScope.menu,
      frontScope,
      articleScope.breaking,
      siteScope,
      ...firstPageScopes,
      ...policyScopes,
    );
    try {
      const [version, now] = [database.contentVersion(), clock.now()];
      if (known.version === version && !(known.until != null && known.until <= now)) return known.site;
      const found = await read(now);
      const { db } = database;
      const ahead = [await nextPage(db, now), await nextFront(db, now), await nextBreaking(db, now)];
      const turns = ahead.filter((at) => at !== null);
      known = { version, until: turns.length === 0 ? null : Math.min(...turns), ...found };
    } catch (error) {
      if (!isAway(error as Error)) throw error;
    }
    return known.site;
  }
  return Object.assign(readSite, {
    known: () => known.site,
    async symbols() {
      await readSite();
      return known.ticker.is_on ? known.ticker.symbols : [];
    },
    withUnsaved: async (unsaved: Unsaved) => (await read(clock.now(), unsaved)).site,
  });
}
