import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
// Default texts are messages.
import "#shared/messages/all.ts";
import { NEUTRAL_NEWSLETTER_TEXT } from "#shared/site-facts.ts";
import { LANGUAGES, translateKnown } from "#shared/translate.ts";
import { HOME_DESCRIPTION } from "../publication/endpoints.ts";
import { readSetting } from "../queries.ts";
import type { SiteSettings } from "./schema.ts";

export const EDITION_KEY = "edition";

/**
 * Whether the publication started without the demo edition. The program then says nothing for its owner: no subject, no
 * numbers, no address, no promises.
 */
export const readIsNeutral = async (db: Kysely<Tables>): Promise<boolean> =>
  (await readSetting(db, EDITION_KEY)) !== undefined;

type Choice = { isNeutral: boolean; language: string };

/** What applies until the newsroom changes it: the operator's settings, with the built-in texts in a language. */
export function defaultsFor(operator: SiteSettings, { isNeutral, language }: Choice): SiteSettings {
  const isOwn = operator.tagline !== HOME_DESCRIPTION;
  const texts = isNeutral
    ? {
        tagline: isOwn ? operator.tagline : "",
        newsletter_text: NEUTRAL_NEWSLETTER_TEXT,
        social: operator.social.filter(({ url }) => url !== ""),
        ticker: { ...operator.ticker, is_on: false },
      }
    : {};
  const all = { ...operator, ...texts };
  return {
    ...all,
    tagline: translateKnown(language, all.tagline),
    newsletter_text: translateKnown(language, all.newsletter_text),
    footer_text: translateKnown(language, all.footer_text),
  };
}

const TEXTS = ["tagline", "newsletter_text", "footer_text"] as const;

/** The settings with texts that are defaults in any language, in the site's own language. */
export function withUntypedTexts(settings: SiteSettings, operator: SiteSettings, isNeutral: boolean): SiteSettings {
  const all = [settings.language, ...LANGUAGES].map((language) => defaultsFor(operator, { isNeutral, language }));
  const own = defaultsFor(operator, { isNeutral, language: settings.language });
  const untyped = TEXTS.filter((name) => all.some((one) => one[name] === settings[name]));
  return { ...settings, ...Object.fromEntries(untyped.map((name) => [name, own[name]])) };
}
