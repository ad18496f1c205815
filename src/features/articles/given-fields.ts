import { z } from "zod";
import { givenSchemas } from "#shared/fields/schemas.ts";
import { text } from "#shared/schema.ts";
import { FIELDS, type FieldName, type FieldValues, mapFields } from "./fields.ts";
import { BAD_SLUG, isArticleSlug } from "./slug.ts";

export type FieldSchemas = { [Name in FieldName]: z.ZodType<FieldValues[Name]> };

const slug = (limits: { name: string; max: number }) =>
  text(limits)
    .transform((typed) => typed.normalize("NFC"))
    .refine((typed) => typed === "" || isArticleSlug(typed), { error: BAD_SLUG });

const declared = givenSchemas(FIELDS);

/** The plain fields in a request. */
export const given = mapFields<FieldSchemas>((name, field) => {
  if (field.kind === "choice")
    return z.enum(field.values, { error: `${field.name} must be ${field.values.join(" or ")}.` });
  return field.kind === "slug" ? slug(field) : declared[name];
});
