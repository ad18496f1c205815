import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { emptyTyped, type FormValues, shownFields, tidied } from "#ui/admin/records/form-values.ts";
import { settingForm } from "#ui/admin/records/setting.ts";
import { SITE } from "../../admin/settings.ts";
import { SITE_FIELDS } from "../rules.ts";

/** The settings as a form has them: flat, named as in the API where possible. */
export type SiteValues = FormValues<typeof SITE_FIELDS> & {
  contact_email: string;
  /** Alternating labels and addresses. */
  social: readonly string[];
  has_ticker: boolean;
  /** The symbols of its coins. */
  ticker: readonly string[];
  preview_length: string;
};

/** The links in alternating labels and addresses. */
export const linksIn = (list: readonly string[]) =>
  list.flatMap((label, at) => (at % 2 === 0 ? [{ label, url: list[at + 1] ?? "" }] : []));

export const listOf = (links: readonly { label: string; url: string }[]): string[] =>
  links.flatMap(({ label, url }) => [label, url]);

const tidyLinks = (list: readonly string[]): string[] =>
  listOf(linksIn(list.map((text) => text.trim())).filter(({ label, url }) => label !== "" || url !== ""));

/** The typed values as the API takes them. */
export const bodyOf = ({ social, has_ticker, ticker, preview_length, ...texts }: SiteValues) => ({
  ...texts,
  social: linksIn(social),
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
  social: tidyLinks(values.social),
  preview_length: values.preview_length.trim(),
});

export const SITE_FORM = settingForm(SITE, {
  what: "settings",
  title: "Publication",
  fields: {
    ...shownFields(SITE_FIELDS),
    contact_email: { label: "Contact address", show: ({ contact_email: email }) => email },
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
  },
  empty: {
    ...emptyTyped(SITE_FIELDS),
    contact_email: "",
    social: [],
    has_ticker: true,
    ticker: [],
    preview_length: "0",
  },
  valuesOf: ({ social, ticker, preview_length, ...texts }): SiteValues => ({
    ...texts,
    social: listOf(social),
    has_ticker: ticker.is_on,
    ticker: ticker.symbols,
    preview_length: String(preview_length),
  }),
  missingIn: faultsOf,
  tidy,
  bodyOf,
});
