import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { plainUrl } from "#shared/pictures.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import type { Appearance, AppearanceEndpoints } from "../endpoints.ts";
import type { Fonts } from "../fonts.ts";
import {
  accentFault,
  type Corners,
  DEFAULT_LOOK,
  type HomeLayout,
  PICTURE_FIELDS,
  PICTURE_NAMES,
  pictureFault,
} from "../rules.ts";

const looks = editorClientOf<AppearanceEndpoints>();

export const versioned = (row: Appearance): Versioned<Appearance> => ({ row, etag: `"${settingVersion(row)}"` });

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
] as const satisfies readonly { value: Fonts; label: string }[];

export const HOME_OPTIONS = [
  { value: "featured", label: "Featured stories first" },
  { value: "latest", label: "Newest stories first" },
] as const satisfies readonly { value: HomeLayout; label: string }[];

/** There is one look. */
const LOOK_ID = 1;

const failure = { title: "Error saving the appearance", fallback: "Could not save the appearance" };

const tidy = (values: Appearance): Appearance => ({
  ...values,
  ...Object.fromEntries(PICTURE_FIELDS.map((field) => [field, plainUrl(values[field].trim())])),
  accent: values.accent.trim().toLowerCase(),
});

/** What prevents a look from being saved, by field. */
function faultsOf(typed: Appearance): FieldErrors {
  const values = tidy(typed);
  const faults = PICTURE_FIELDS.map((field) => [field, pictureFault(field, values[field])] as const);
  const accent = accentFault(values.accent)?.message ?? null;
  return Object.fromEntries(
    [["accent", accent] as const, ...faults].flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]])),
  );
}

async function save(api: EditorApi, ifMatch: string, body: Appearance): Promise<Versioned<Appearance>> {
  return versioned((await looks.send(api, "PUT /settings/appearance", { body, ifMatch })).body);
}

export const LOOK_KIND: FormKind<Appearance, Appearance> = {
  name: "appearance",
  what: "appearance",
  titleOf: () => "Appearance",
  fields: {
    accent: { label: "Accent colour", show: ({ accent }) => accent },
    logo: { label: PICTURE_NAMES.logo, show: ({ logo }) => logo },
    logo_dark: { label: PICTURE_NAMES.logo_dark, show: ({ logo_dark: logo }) => logo },
    icon: { label: PICTURE_NAMES.icon, show: ({ icon }) => icon },
    social_card: { label: PICTURE_NAMES.social_card, show: ({ social_card: card }) => card },
    fonts: {
      label: "Typefaces",
      show: ({ fonts }) => FONT_OPTIONS.find(({ value }) => value === fonts)?.label ?? fonts,
    },
    home_layout: {
      label: "Home page",
      show: ({ home_layout: layout }) => HOME_OPTIONS.find(({ value }) => value === layout)?.label ?? layout,
    },
    corners: {
      label: "Corners",
      show: ({ corners }) => CORNER_OPTIONS.find(({ value }) => value === corners)?.label ?? corners,
    },
  },
  empty: DEFAULT_LOOK,
  idOf: () => LOOK_ID,
  valuesOf: (row) => ({ ...row }),
  missingIn: faultsOf,
  tidy,
  read: async (api) => versioned((await looks.send(api, "GET /settings/appearance")).body),
  create: async (api, values) => ({ ...(await save(api, "*", values)), hasOthers: false }),
  update: (api, { etag }, values) => save(api, etag, values),
  words: {
    added: "Appearance saved",
    updated: "Appearance saved",
    adding: failure,
    updating: failure,
    deleted: "These settings have been deleted.",
  },
};
