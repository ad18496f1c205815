import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { MAX_LANGUAGE_LENGTH } from "#shared/language.ts";
import { plainUrl } from "#shared/pictures.ts";
import { text } from "#shared/schema.ts";
import { siteSettings, siteSettingsBody } from "../facts/schema.ts";
import { menus, menusBody } from "../menus/schema.ts";
import { translation } from "../words/endpoints.ts";
import { FONTS, PAIRING_NAMES } from "./fonts.ts";
import { COLOUR_FORM } from "./page-colours.ts";
import {
  accentFault,
  CORNERS,
  DEFAULT_LOOK,
  HEADLINE_SIZES,
  HOME_LAYOUTS,
  PICTURE_NAMES,
  type PictureField,
  pictureFault,
} from "./rules.ts";

/** A readable colour; the error of another one names the nearest. */
export const accent = z.string({ error: "Accent must be a colour such as #bd3216." }).transform((given, context) => {
  const typed = given.trim().toLowerCase();
  const fault = accentFault(typed);
  if (fault) context.addIssue({ code: "custom", message: fault.message });
  return typed;
});
/** A colour, which is checked together with the others. */
const colour = (name: string, example: string) => {
  const error = `${name} must be a colour such as ${example}.`;
  return z
    .string({ error })
    .transform((given) => given.trim().toLowerCase())
    .refine((given) => COLOUR_FORM.test(given), { error });
};
const headlineSize = z.enum(HEADLINE_SIZES, { error: `Headline size must be one of ${HEADLINE_SIZES.join(", ")}.` });
const corners = z.enum(CORNERS, { error: `Corners must be one of ${CORNERS.join(", ")}.` });

const fonts = z.enum(FONTS, { error: `Fonts must be one of ${FONTS.join(", ")}.` });
const baseFonts = z.enum(PAIRING_NAMES, { error: `Base fonts must be one of ${PAIRING_NAMES.join(", ")}.` });
const homeLayout = z.enum(HOME_LAYOUTS, { error: `Home layout must be one of ${HOME_LAYOUTS.join(", ")}.` });

const MAX_PICTURE_ADDRESS = 300;
const picture = (field: PictureField) =>
  text({ name: PICTURE_NAMES[field], max: MAX_PICTURE_ADDRESS }).transform((given, context) => {
    const address = plainUrl(given);
    const fault = pictureFault(field, address);
    if (fault) context.addIssue({ code: "custom", message: fault });
    return address;
  });

export const appearance = z
  .object({
    accent: z
      .string()
      .regex(COLOUR_FORM)
      .describe("`#rrggbb`: links, marks and buttons; the dark theme has a lighter form of it"),
    paper: z.string().regex(COLOUR_FORM).describe("`#rrggbb`: the background of the light theme"),
    ink: z
      .string()
      .regex(COLOUR_FORM)
      .describe("`#rrggbb`: the text of the light theme, and the background of the dark one"),
    corners: z.enum(CORNERS).describe("Corners of buttons, fields, pictures and boxes"),
    fonts: z
      .enum(FONTS)
      .describe("The pairing of typefaces for headlines, texts and everything else; `own`: the uploaded ones"),
    base_fonts: z
      .enum(PAIRING_NAMES)
      .describe("The pairing for what uploaded typefaces do not cover; the former one unless it is set"),
    headline_size: z.enum(HEADLINE_SIZES).describe("The size of headlines on all pages"),
    home_layout: z.enum(HOME_LAYOUTS).describe("What the home page starts with: featured stories, or the newest"),
    logo: z.string().describe("The address of an uploaded picture, or empty: the name is written instead"),
    logo_dark: z.string().describe("The logo in the dark theme; empty: the same"),
    icon: z.string().describe("An uploaded picture of which all icons are made; empty: the program's own"),
    social_card: z.string().describe("Shared for pages without a picture; empty: one drawn from the name"),
  })
  .meta({ id: "Appearance" });
export type Appearance = z.infer<typeof appearance>;

/** Omitted fields keep their value. */
const appearanceBody = z
  .strictObject(
    {
      accent: colour("Accent", DEFAULT_LOOK.accent),
      paper: colour("Background", DEFAULT_LOOK.paper),
      ink: colour("Text colour", DEFAULT_LOOK.ink),
      corners,
      fonts,
      base_fonts: baseFonts,
      headline_size: headlineSize,
      home_layout: homeLayout,
      logo: picture("logo"),
      logo_dark: picture("logo_dark"),
      icon: picture("icon"),
      social_card: picture("social_card"),
    },
    {
      error:
        "The body must be a JSON object with accent, paper, ink, corners, fonts, base_fonts, headline_size, home_layout, logo, logo_dark, icon or social_card.",
    },
  )
  .partial();
export type AppearanceBody = z.infer<typeof appearanceBody>;

/** Texts of the interface in a language, in which the preview then is. */
const previewWords = z.strictObject(
  { language: z.string().max(MAX_LANGUAGE_LENGTH), words: z.record(z.string(), translation) },
  { error: "Words must be an object with language and words." },
);

const previewBody = appearanceBody.extend({ site: siteSettingsBody, menus: menusBody, words: previewWords }).partial();
export type PreviewBody = z.infer<typeof previewBody>;

/** What a preview shows that is not saved. Menus are as given: null or empty for the default one. */
export const unsaved = z.object({
  look: appearance,
  site: siteSettings.optional(),
  menus: z
    .object({ header: menus.shape.header.nullable(), footer: menus.shape.footer.nullable() })
    .partial()
    .optional(),
  words: previewWords.optional(),
});
export type Unsaved = z.infer<typeof unsaved>;

const tags = ["Settings"];

export const appearanceEndpoints = endpoints({
  "GET /settings/appearance": {
    access: "public",
    tags,
    summary: "How the site looks",
    response: { 200: appearance },
  },
  "PUT /settings/appearance": {
    access: "settings.manage",
    tags,
    summary: "Change how the site looks; omitted fields keep their value",
    description:
      "400 for an accent with a contrast under 4.5:1, a text colour under 7:1, or a dark background, with the nearest colour that passes. With their ETag in If-Match, responds 409 if they have changed since.",
    body: appearanceBody,
    headers: ["if-match"],
    errors: ["picture_not_copied", "picture_not_found"],
    response: { 200: appearance },
  },
  "POST /settings/appearance/preview": {
    access: "settings.manage",
    tags,
    summary: "A link to the site with a look, settings (`site`), menus and words that are not saved",
    description:
      "For 30 minutes. Omitted fields have their saved value. Coins, preview length and feeds are always as saved. `page` in its query is `home` or `article`, `theme` is `light` or `dark`.",
    body: previewBody,
    response: { 200: z.object({ url: z.string() }).meta({ id: "AppearancePreview" }) },
  },
});
export type AppearanceEndpoints = typeof appearanceEndpoints;
