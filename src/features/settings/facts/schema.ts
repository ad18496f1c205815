import { z } from "zod";
import { givenSchemas } from "#shared/fields/schemas.ts";
import { MAX_LANGUAGE_LENGTH } from "#shared/language.ts";
import { emailAddress, linkAddress, text } from "#shared/schema.ts";
import { LANGUAGES } from "#shared/translate.ts";
import { ALL_SYMBOLS, isReceivable, MAX_PREVIEW_LENGTH, MIN_PREVIEW_LENGTH, SITE_FIELDS, symbolOf } from "./rules.ts";

/** What the newsroom says about its publication, on all pages and in mails and feeds. */
export const siteSettings = z
  .object({
    name: z.string(),
    tagline: z.string().describe("What it is about: in the footer, in feeds, and for search engines; may be empty"),
    language: z
      .string()
      .describe("The language of the site's own texts: one of the program's, or one with words of the newsroom"),
    contact_email: z
      .string()
      .describe(
        "Where readers write to: the contact page shows it, and it receives the form's messages. Empty for none",
      ),
    newsletter_text: z.string().describe("The text of the newsletter box"),
    footer_text: z.string().describe("The text after the copyright line"),
    social: z
      .array(z.object({ label: z.string(), url: z.string() }))
      .describe("Links in the footer; one without an address is a plain word"),
    ticker: z.object({ is_on: z.boolean(), symbols: z.array(z.string()).describe("Coins, in their order") }),
    preview_length: z.int().describe('Characters of an article before "Read More"; 0 for the full text'),
    feed_text: z
      .enum(SITE_FIELDS.feed_text.values)
      .describe("What feeds have of an article: all of it, or its excerpt"),
  })
  .meta({ id: "SiteSettings" });
export type SiteSettings = z.infer<typeof siteSettings>;

const CONTROLS = /\p{Cc}/u;

/** Text in one line, as titles and mail headers need it. */
export const line = (field: { name: string; min?: number; max: number }) =>
  text(field).refine((typed) => !CONTROLS.test(typed), { error: `${field.name} must be a single line.` });

const socialLink = z.strictObject(
  {
    label: line({ name: "Label", min: 1, max: SITE_FIELDS.social.max }),
    url: linkAddress("Address").refine((url) => !url.startsWith("/"), {
      error: "Address must be the https address of another site.",
    }),
  },
  { error: "Each social link must be an object with label and url." },
);

const social = z
  .array(socialLink, { error: "Social links must be a list." })
  .max(SITE_FIELDS.social.most, { error: `There may be at most ${SITE_FIELDS.social.most} social links.` })
  .refine((links) => new Set(links.map(({ label }) => label.toLowerCase())).size === links.length, {
    error: "Two social links have the same label.",
  });

/** Its sentence names unknown coins up to this length. */
const MAX_SHOWN_SYMBOL = 20;

const symbols = z
  .array(
    z.string({ error: "A coin must be text." }).transform((typed, context) => {
      const symbol = symbolOf(typed);
      if (symbol !== undefined) return symbol;
      const message = `Unknown coin: ${typed.slice(0, MAX_SHOWN_SYMBOL).toWellFormed()}. Choose from ${ALL_SYMBOLS.join(", ")}.`;
      context.issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    }),
    { error: "Coins must be a list of symbols." },
  )
  .max(ALL_SYMBOLS.length, { error: `There may be at most ${ALL_SYMBOLS.length} coins.` })
  .refine((list) => new Set(list).size === list.length, { error: "A coin is in the list twice." });

const ticker = z
  .strictObject(
    { is_on: z.boolean({ error: "Ticker must be on (true) or off (false)." }).optional(), symbols: symbols.optional() },
    { error: "The ticker must be an object with is_on and symbols." },
  )
  .refine(({ is_on, symbols: list }) => is_on === false || list?.length !== 0, {
    path: ["symbols"],
    error: "Choose at least one coin, or switch the ticker off.",
  });

const PREVIEW_ERROR = `Preview length must be 0, or a whole number from ${MIN_PREVIEW_LENGTH} to ${MAX_PREVIEW_LENGTH}.`;

export const siteName = line(SITE_FIELDS.name);
const given = givenSchemas(SITE_FIELDS);
/** One of the program's languages. */
export const siteLanguage = z.enum(LANGUAGES, { error: `Language must be one of ${LANGUAGES.join(", ")}.` });

export const siteTagline = line(SITE_FIELDS.tagline);

/** An address that readers see and that receives their messages; empty for none. */
export const contactEmail = z
  .string({ error: "Contact address must be text." })
  .trim()
  .toLowerCase()
  .refine((email) => email === "" || emailAddress.safeParse(email).success, {
    error: "Please enter a valid email address.",
    abort: true,
  })
  .refine((email) => email === "" || isReceivable(email), {
    error: "This address can't receive mail. Enter another one, or none.",
  });

/** Omitted fields keep their value. */
export const siteSettingsBody = z
  .strictObject(
    {
      name: siteName,
      tagline: siteTagline,
      // Whether there are words in it is checked in the transaction.
      language: z
        .string({ error: "Language must be text." })
        .max(MAX_LANGUAGE_LENGTH, { error: "Language is unknown." }),
      contact_email: contactEmail,
      newsletter_text: line(SITE_FIELDS.newsletter_text),
      footer_text: line(SITE_FIELDS.footer_text),
      social,
      ticker,
      preview_length: z
        .int({ error: PREVIEW_ERROR })
        .refine((length) => length === 0 || (length >= MIN_PREVIEW_LENGTH && length <= MAX_PREVIEW_LENGTH), {
          error: PREVIEW_ERROR,
        }),
      feed_text: given.feed_text,
    },
    { error: "The body must be a JSON object with settings of the site." },
  )
  .partial();
export type SiteSettingsBody = z.infer<typeof siteSettingsBody>;
