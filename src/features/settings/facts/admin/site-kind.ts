import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { LANGUAGES, type Language } from "#shared/translate.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import type { SettingsEndpoints } from "../../endpoints.ts";
import { FEED_TEXTS } from "../rules.ts";
import type { SiteSettings } from "../schema.ts";

/** The settings as a form has them: flat, named as in the API where possible. */
export type SiteValues = {
  name: string;
  tagline: string;
  language: string;
  contact_email: string;
  newsletter_text: string;
  footer_text: string;
  /** Alternating labels and addresses. */
  social: readonly string[];
  has_ticker: boolean;
  /** The symbols of its coins. */
  ticker: readonly string[];
  preview_length: string;
  feed_text: string;
};

const settings = editorClientOf<SettingsEndpoints>();

export const versioned = (row: SiteSettings): Versioned<SiteSettings> => ({ row, etag: `"${settingVersion(row)}"` });

/** The links in alternating labels and addresses. */
export const linksIn = (list: readonly string[]) =>
  list.flatMap((label, at) => (at % 2 === 0 ? [{ label, url: list[at + 1] ?? "" }] : []));

export const listOf = (links: readonly { label: string; url: string }[]): string[] =>
  links.flatMap(({ label, url }) => [label, url]);

const tidyLinks = (list: readonly string[]): string[] =>
  listOf(linksIn(list.map((text) => text.trim())).filter(({ label, url }) => label !== "" || url !== ""));

const languageIn = (text: string): Language => LANGUAGES.find((one) => one === text) ?? "en";

/** The typed values as the API takes them. */
export const bodyOf = ({ social, has_ticker, ticker, preview_length, feed_text, language, ...texts }: SiteValues) => ({
  ...texts,
  language: languageIn(language),
  social: linksIn(social),
  ticker: { is_on: has_ticker, symbols: [...ticker] },
  preview_length: Number(preview_length),
  feed_text: FEED_TEXTS.find((one) => one === feed_text) ?? "full",
});

async function save(api: EditorApi, ifMatch: string, values: SiteValues): Promise<Versioned<SiteSettings>> {
  return versioned((await settings.send(api, "PUT /settings/site", { body: bodyOf(values), ifMatch })).body);
}

/** What prevents settings from being saved, by field. The server checks the rest. */
function faultsOf({ name, preview_length: length }: SiteValues): FieldErrors {
  return {
    ...(name.trim() === "" && { name: "Name is required." }),
    ...(!/^\d+$/.test(length.trim()) && { preview_length: "Preview length must be a whole number." }),
  };
}

export const tidy = (values: SiteValues): SiteValues => ({
  ...values,
  name: values.name.trim(),
  tagline: values.tagline.trim(),
  contact_email: values.contact_email.trim(),
  newsletter_text: values.newsletter_text.trim(),
  footer_text: values.footer_text.trim(),
  social: tidyLinks(values.social),
  preview_length: values.preview_length.trim(),
});

/** There is one publication. */
const SITE_ID = 1;

const failure = { title: "Error saving settings", fallback: "Could not save the settings" };

export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", sw: "Kiswahili", ar: "العربية" };

export const SITE_KIND: FormKind<SiteSettings, SiteValues> = {
  name: "site",
  what: "settings",
  titleOf: () => "Publication",
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    tagline: { label: "Tagline", show: ({ tagline }) => tagline },
    language: { label: "Language", show: ({ language }) => LANGUAGE_NAMES[languageIn(language)] },
    contact_email: { label: "Contact address", show: ({ contact_email: email }) => email },
    newsletter_text: { label: "Newsletter box", show: ({ newsletter_text: text }) => text },
    footer_text: { label: "Footer text", show: ({ footer_text: text }) => text },
    social: {
      label: "Social links",
      show: ({ social }) =>
        linksIn(social)
          .map(({ label, url }) => (url ? `${label}: ${url}` : label))
          .join("\n"),
    },
    has_ticker: { label: "Price ticker", show: ({ has_ticker: isOn }) => (isOn ? "On" : "Off") },
    ticker: { label: "Coins", show: ({ ticker }) => ticker.join(", ") },
    preview_length: { label: "Preview length", show: ({ preview_length: length }) => length },
    feed_text: { label: "Feeds", show: ({ feed_text }) => (feed_text === "teaser" ? "Excerpts" : "Whole articles") },
  },
  empty: {
    name: "",
    tagline: "",
    language: "en",
    contact_email: "",
    newsletter_text: "",
    footer_text: "",
    social: [],
    has_ticker: true,
    ticker: [],
    preview_length: "0",
    feed_text: "full",
  },
  idOf: () => SITE_ID,
  valuesOf: ({ social, ticker, preview_length, ...texts }) => ({
    ...texts,
    social: listOf(social),
    has_ticker: ticker.is_on,
    ticker: ticker.symbols,
    preview_length: String(preview_length),
  }),
  missingIn: faultsOf,
  tidy,
  read: async (api) => versioned((await settings.send(api, "GET /settings/site")).body),
  create: async (api, values) => ({ ...(await save(api, "*", values)), hasOthers: false }),
  update: (api, { etag }, values) => save(api, etag, values),
  words: {
    added: "Settings saved",
    updated: "Settings saved",
    adding: failure,
    updating: failure,
    deleted: "These settings have been deleted.",
  },
};
