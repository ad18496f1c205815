import { z } from "zod";
import { givenSchemas } from "#shared/fields/schemas.ts";
import { text } from "#shared/schema.ts";
import { FIELDS, type FieldName, type FieldValues, mapFields } from "./fields.ts";
import { PUBLICATION_DATES } from "./rules.ts";
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

/** Epoch milliseconds from ISO 8601; UTC without a zone, midnight for a date. Null for none. */
export const publishedDate = z
  .union(
    [
      z.null(),
      z.literal(""),
      z.iso.datetime({ offset: true }),
      z.iso.datetime({ local: true }).transform((local) => `${local}Z`),
      z.iso.date(),
    ],
    { error: "The publication date must be in ISO 8601 format, for example 2026-11-20T09:30:00Z." },
  )
  .transform((date) => (date === null || date === "" ? null : Date.parse(date)))
  .refine((time) => time === null || (time >= PUBLICATION_DATES.earliest && time <= PUBLICATION_DATES.latest), {
    error: "The publication date must be in a year from 1000 to 9999.",
  });
