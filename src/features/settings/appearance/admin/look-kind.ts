import { plainUrl } from "#shared/pictures.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { settingForm } from "#ui/admin/records/setting.ts";
import { APPEARANCE } from "../../admin/settings.ts";
import type { Appearance } from "../endpoints.ts";
import type { PairingName } from "../fonts.ts";
import {
  type Corners,
  colourFaults,
  DEFAULT_LOOK,
  type HeadlineSize,
  type HomeLayout,
  PICTURE_FIELDS,
  PICTURE_NAMES,
  pictureFault,
} from "../rules.ts";

export const CORNER_OPTIONS = [
  { value: "square", label: "Square" },
  { value: "soft", label: "Slightly rounded" },
  { value: "round", label: "Round" },
] as const satisfies readonly { value: Corners; label: string }[];

export const FONT_OPTIONS = [
  { value: "classic", label: "Classic: Newsreader, with Libre Franklin for details" },
  { value: "modern", label: "Modern: headlines in Space Grotesk, texts in Newsreader" },
  { value: "plain", label: "Plain: Libre Franklin everywhere" },
  { value: "literary", label: "Literary: Newsreader everywhere" },
  { value: "warm", label: "Warm: headlines in Fraunces, texts in Newsreader" },
  { value: "slab", label: "Slab: headlines in Roboto Slab, texts in Newsreader" },
  { value: "narrow", label: "Narrow: headlines in Oswald, texts in Newsreader" },
  { value: "bookish", label: "Bookish: headlines in EB Garamond, texts in Newsreader" },
] as const satisfies readonly { value: PairingName; label: string }[];
export const OWN_FONTS = { value: "own", label: "Own: the typefaces that you have uploaded" } as const;

export const HEADLINE_OPTIONS = [
  { value: "small", label: "Smaller" },
  { value: "medium", label: "Medium" },
  { value: "large", label: "Larger" },
] as const satisfies readonly { value: HeadlineSize; label: string }[];

export const HOME_OPTIONS = [
  { value: "featured", label: "Featured stories first" },
  { value: "latest", label: "Newest stories first" },
] as const satisfies readonly { value: HomeLayout; label: string }[];

export const tidy = (values: Appearance): Appearance => ({
  ...values,
  ...Object.fromEntries(PICTURE_FIELDS.map((field) => [field, plainUrl(values[field].trim())])),
  accent: values.accent.trim().toLowerCase(),
  paper: values.paper.trim().toLowerCase(),
  ink: values.ink.trim().toLowerCase(),
});

/** What prevents a look from being saved, by field. */
function faultsOf(typed: Appearance): FieldErrors {
  const values = tidy(typed);
  const faults = PICTURE_FIELDS.map((field) => [field, pictureFault(field, values[field])] as const);
  const colours = Object.entries(colourFaults(values)).map(([field, { message }]) => [field, message] as const);
  return Object.fromEntries(
    [...colours, ...faults].flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]])),
  );
}

export const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((one) => one.value === value)?.label ?? value;

export const LOOK_FORM = settingForm(APPEARANCE, {
  what: "appearance",
  title: "Appearance",
  fields: {
    accent: { label: "Accent colour", show: ({ accent }) => accent },
    paper: { label: "Background", show: ({ paper }) => paper },
    ink: { label: "Text colour", show: ({ ink }) => ink },
    logo: { label: PICTURE_NAMES.logo, show: ({ logo }) => logo },
    logo_dark: { label: PICTURE_NAMES.logo_dark, show: ({ logo_dark: logo }) => logo },
    icon: { label: PICTURE_NAMES.icon, show: ({ icon }) => icon },
    social_card: { label: PICTURE_NAMES.social_card, show: ({ social_card: card }) => card },
    fonts: { label: "Typefaces", show: ({ fonts }) => labelIn([...FONT_OPTIONS, OWN_FONTS], fonts) },
    base_fonts: { label: "Typefaces next to own ones", show: ({ base_fonts: fonts }) => labelIn(FONT_OPTIONS, fonts) },
    headline_size: { label: "Headlines", show: ({ headline_size: size }) => labelIn(HEADLINE_OPTIONS, size) },
    home_layout: { label: "Home page", show: ({ home_layout: layout }) => labelIn(HOME_OPTIONS, layout) },
    corners: { label: "Corners", show: ({ corners }) => labelIn(CORNER_OPTIONS, corners) },
  },
  empty: DEFAULT_LOOK,
  valuesOf: (row): Appearance => ({ ...row }),
  missingIn: faultsOf,
  tidy,
  bodyOf: (values) => values,
});
