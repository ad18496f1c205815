import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { emptyTyped, type FormValues, sentOf, shownFields, tidied, typedOf } from "#ui/admin/records/form-values.ts";
import { settingForm } from "#ui/admin/records/setting.ts";
import { SITE } from "../../admin/settings.ts";
import { languageName, SITE_FIELDS } from "../rules.ts";

/** The settings as a form has them: flat, named as in the API where possible. */
export type SiteValues = FormValues<typeof SITE_FIELDS> & {
  language: string;
  contact_email: string;
  has_ticker: boolean;
  /** The symbols of its coins. */
  ticker: readonly string[];
  preview_length: string;
};

/** The typed values as the API takes them. */
export const bodyOf = ({ has_ticker, ticker, preview_length, ...rest }: SiteValues) => ({
  ...rest,
  ...sentOf(SITE_FIELDS, rest),
  ticker: { is_on: has_ticker, symbols: [...ticker] },
  preview_length: Number(preview_length),
});

/** What prevents settings from being saved, by field. The server checks the rest. */
function faultsOf({ name, preview_length: length }: SiteValues): FieldErrors {
  return {
    ...(name.trim() === "" && { name: "Name is required." }),
    ...(!/^\d+$/.test(length.trim()) && { preview_length: "Preview length must be a whole number." }),
  };
}

export const tidy = (values: SiteValues): SiteValues => ({
  ...values,
  ...tidied(SITE_FIELDS, values),
  contact_email: values.contact_email.trim(),
  preview_length: values.preview_length.trim(),
});

export const SITE_FORM = settingForm(SITE, {
  what: "settings",
  title: "Publication",
  fields: {
    ...shownFields(SITE_FIELDS),
    language: { label: "Language", show: ({ language }) => languageName(language) },
    contact_email: { label: "Contact address", show: ({ contact_email: email }) => email },
    has_ticker: { label: "Price ticker", show: ({ has_ticker: isOn }) => (isOn ? "On" : "Off") },
    ticker: { label: "Coins", show: ({ ticker }) => ticker.join(", ") },
    preview_length: { label: "Preview length", show: ({ preview_length: length }) => length },
  },
  empty: {
    ...emptyTyped(SITE_FIELDS),
    language: "en",
    contact_email: "",
    has_ticker: true,
    ticker: [],
    preview_length: "0",
  },
  valuesOf: ({ ticker, preview_length, ...rest }): SiteValues => ({
    ...rest,
    ...typedOf(SITE_FIELDS, rest),
    has_ticker: ticker.is_on,
    ticker: ticker.symbols,
    preview_length: String(preview_length),
  }),
  missingIn: faultsOf,
  tidy,
  bodyOf,
});
