import { z } from "zod";
import { canonicalLanguage, MAX_LANGUAGE_LENGTH } from "../language.ts";
import { parsePictureUrl, plainUrl } from "../pictures.ts";
import { idNumber, linkAddress, text, webAddress } from "../schema.ts";
import { isSlug, MAX_SLUG } from "../slug.ts";
import { nameKey } from "../text.ts";
import { isHttpsAddress, MAX_ADDRESS_LENGTH } from "../web-address.ts";
import { type Field, type Fields, type LinksField, mapFields, type NumberField, type ValuesOf } from "./fields.ts";

type Schemas<F extends Fields> = { [Name in keyof F]: z.ZodType<ValuesOf<F>[Name], ValuesOf<F>[Name]> };

export const linkSchema = z.object({ label: z.string(), url: z.string() }).meta({ id: "ProfileLink" });

export const shownSchemas = <F extends Fields>(fields: F): Schemas<F> =>
  mapFields(fields, (_name, field: Field) => {
    if (field.kind === "flag") return z.boolean();
    if (field.kind === "list") return z.array(z.string());
    if (field.kind === "links") return z.array(linkSchema);
    if (field.kind === "number") return z.int().describe([field.label, field.hint].filter(Boolean).join(". "));
    return field.kind === "choice" ? z.enum(field.values) : z.string();
  });

/** The fields in a request. */
export const givenSchemas = <F extends Fields>(fields: F): Schemas<F> =>
  mapFields(fields, (_name, field: Field) => givenSchema(field));

const ANY_OF = new Intl.ListFormat("en-GB", { type: "disjunction" });

function givenSchema(field: Field): z.ZodType {
  const { name } = field;
  switch (field.kind) {
    case "flag":
      return flag(name);
    case "number":
      return wholeNumber(field);
    case "choice":
      return z.enum(field.values, { error: `${name} must be ${ANY_OF.format(field.values)}.` });
    case "language":
      return language;
    case "slug":
      return slug(field);
    case "library":
      return libraryPicture(name);
    case "link":
      return linkAddress(name);
    case "original":
      return original(name);
    case "picture":
      return webAddress(name);
    case "list":
      return list(field);
    case "links":
      return links(field);
    case "text":
      return text(field);
  }
}

function wholeNumber({ name, min, max }: NumberField) {
  const error = `${name} must be a whole number from ${min} to ${max}.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export const flag = (name: string) =>
  z
    .union([z.boolean(), z.enum(["true", "false"])], { error: `${name} must be true or false.` })
    .transform((value) => value === true || value === "true")
    .pipe(z.boolean());

const LANGUAGE_FORM = "Language must be a language tag, such as ar or pt-BR.";

/** A BCP 47 tag in its canonical form; null and an empty text mean the site's language. */
const language = z
  .string({ error: LANGUAGE_FORM })
  .trim()
  .max(MAX_LANGUAGE_LENGTH, { error: LANGUAGE_FORM })
  .nullable()
  .transform((tag, context) => {
    const canonical = tag ? canonicalLanguage(tag) : "";
    if (canonical !== null) return canonical;
    context.addIssue({ code: "custom", message: LANGUAGE_FORM });
    return z.NEVER;
  });

const slug = ({ name, max }: { name: string; max: number }) =>
  text({ name, max }).refine((given) => given === "" || isSlug(given), {
    error: `${name} must contain only lower-case letters, digits and single hyphens between them, and not only digits.`,
  });

/** More than any record has: merges and new names add to the entries that an editor may give it. */
const MAX_ENTRIES = 1_000;

/** Entries that differ by more than case and spaces. */
const list = ({ name, label, max }: { name: string; label: string; max: number }) =>
  z
    .array(text({ name, min: 1, max }), { error: `${label} must be a list of strings.` })
    .max(MAX_ENTRIES, { error: `There may be at most ${MAX_ENTRIES} ${label.toLowerCase()}.` })
    .transform((entries) => [...new Map(entries.map((entry) => [nameKey(entry), entry])).values()]);

const secureAddress = linkAddress("Address").refine((address) => /^https:\/\//i.test(address), {
  error: "Address must begin with https://.",
});

/** Pages on other sites, each once. */
const links = ({ label: name, max, most }: LinksField) =>
  z
    .array(
      z.object(
        { label: text({ name: "Label", min: 1, max }), url: secureAddress },
        { error: "A link must be an object with label and url." },
      ),
      { error: `${name} must be a list.` },
    )
    .max(most, { error: `There may be at most ${most} ${name.toLowerCase()}.` })
    .refine((given) => new Set(given.map(({ url }) => url)).size === given.length, {
      error: "Each address can be listed once.",
    });

/** The address of a picture of the media library, without its focal point. */
const libraryPicture = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .transform(plainUrl)
    .refine((address) => address === "" || parsePictureUrl(address) !== null, {
      error: `${name} must be a picture of the media library, for example /media/abcdefgh/1200x630.jpg.`,
    });

/** A complete https address without a fragment, normalized. */
const original = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .max(MAX_ADDRESS_LENGTH, { error: `${name} must have at most ${MAX_ADDRESS_LENGTH} characters.` })
    .refine((address) => address === "" || isHttpsAddress(address), {
      error: `${name} must be a complete https address, without a user name or a part after #.`,
    })
    .transform((address) => (address === "" ? "" : new URL(address).href));

/** A record in a response, with the number of its published articles. */
export const recordSchema = <F extends Fields>(fields: F) =>
  z.object({
    id: z.int().positive(),
    ...shownSchemas(fields),
    count: z.int().nonnegative().describe("The number of its published articles"),
    is_hidden: z.literal(true).optional().describe("For editors only: readers see it once it has a published article"),
  });

export const NO_OBJECT = "The body must be a JSON object.";

/** What a request gives of a record: an omitted field keeps its value, or is empty in a new one. */
export type ChangeOf<F extends Fields> = { [Name in keyof F]?: ValuesOf<F>[Name] | undefined };
export type BodyOf<F extends Fields> = ChangeOf<F> & { name: string };
type BodySchemas<F extends Fields> = {
  [Name in keyof F]: Name extends "name" ? Schemas<F>[Name] : z.ZodOptional<Schemas<F>[Name]>;
};

/** The body of requests that add or change a record: its name, and any of its other fields. */
export const bodySchema = <F extends Fields>(fields: F) => {
  const schemas = mapFields<F, BodySchemas<F>>(fields, (name, field: Field) => {
    const schema = givenSchema(field);
    if (name === "name") return schema;
    return field.kind === "slug" ? schema.optional().describe("Derived from the name if empty") : schema.optional();
  });
  return z.object(schemas, { error: NO_OBJECT });
};

/** The body of a request that merges two records. `one`: such as "a topic's". */
export function mergeSchema(one: string) {
  const reference = (field: string) => {
    const error = `${field} must be ${one} id or slug.`;
    return z.union([idNumber(error), text({ name: field, min: 1, max: MAX_SLUG })], { error });
  };
  return z.object({ from: reference("From"), into: reference("Into") }, { error: NO_OBJECT });
}
