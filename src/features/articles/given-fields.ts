import { z } from "zod";
import { canonicalLanguage, MAX_LANGUAGE_LENGTH } from "#shared/language.ts";
import { parsePictureUrl, plainUrl } from "#shared/pictures.ts";
import { text, webAddress } from "#shared/schema.ts";
import { isHttpsAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { type FieldName, type FieldValues, mapFields } from "./fields.ts";
import { BAD_SLUG, isArticleSlug } from "./slug.ts";

export type FieldSchemas = { [Name in FieldName]: z.ZodType<FieldValues[Name]> };

export const flag = (name: string) =>
  z
    .union([z.boolean(), z.enum(["true", "false"])], { error: `${name} must be true or false.` })
    .transform((value) => value === true || value === "true");

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

const slug = (limits: { name: string; max: number }) =>
  text(limits)
    .transform((typed) => typed.normalize("NFC"))
    .refine((typed) => typed === "" || isArticleSlug(typed), { error: BAD_SLUG });

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

/** The plain fields in a request. */
export const given = mapFields<FieldSchemas>((_name, field) => {
  const { name } = field;
  if (field.kind === "flag") return flag(name);
  if (field.kind === "choice") return z.enum(field.values, { error: `${name} must be ${field.values.join(" or ")}.` });
  if (field.kind === "language") return language;
  if (field.kind === "slug") return slug(field);
  if (field.kind === "picture") return libraryPicture(name);
  if (field.kind === "original") return original(name);
  return field.kind === "address" ? webAddress(name) : text(field);
});
