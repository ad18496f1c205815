import type { ReactNode } from "react";
import { emptyValues, type Field, type Fields, mapFields, type ValuesOf } from "#shared/fields/fields.ts";
import { completeAddress } from "#shared/web-address.ts";
import { joinList, splitList } from "../chips-field.tsx";
import { linkLines, linksIn, linkTexts, tidyLinks } from "../link-fields.tsx";

/**
 * Values as a form has them: numbers as typed; a list with commas; links as alternating labels and addresses; a slug as null
 * while it is made of the name.
 */
export type FormValues<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends { kind: "list" | "number" }
    ? string
    : F[Name] extends { kind: "links" }
      ? readonly string[]
      : F[Name] extends { kind: "slug" }
        ? string | null
        : ValuesOf<F>[Name];
};
type Typed = string | boolean | readonly string[];

/** A value for each field, made from that of another form of the record. */
const convert = <F extends Fields, Result>(
  fields: F,
  values: object,
  by: Partial<Record<Field["kind"], (value: never) => unknown>>,
): Result =>
  mapFields(fields, (name, field: Field) => {
    const value = (values as Record<string, unknown>)[name];
    const make = by[field.kind];
    return make ? make(value as never) : value;
  });

/** A record as a form shows it. */
export const typedOf = <F extends Fields>(fields: F, record: ValuesOf<F>): FormValues<F> =>
  convert(fields, record, { list: joinList, links: linkTexts, number: String });

export const emptyTyped = <F extends Fields>(fields: F): FormValues<F> =>
  convert(fields, typedOf(fields, emptyValues(fields)), { slug: () => null });

/** What a form sends. A number that is not typed is NaN, which the server rejects. */
export const sentOf = <F extends Fields>(fields: F, values: FormValues<F>): ValuesOf<F> =>
  convert(fields, values, {
    list: splitList,
    links: linksIn,
    number: (typed: string) => (typed === "" ? Number.NaN : Number(typed)),
  });

const trim = (typed: string) => typed.trim();

/** Values without spaces around them, and complete addresses. */
export const tidied = <F extends Fields>(fields: F, values: FormValues<F>): FormValues<F> =>
  convert(fields, values, { text: trim, number: trim, picture: trim, link: completeAddress, links: tidyLinks });

type Shown<F extends Fields> = {
  [Name in keyof F & string]: { label: string; show: (values: FormValues<F>) => ReactNode };
};

/** How two versions of the fields are shown next to each other. */
export const shownFields = <F extends Fields>(fields: F): Shown<F> =>
  mapFields(fields, (name, field: Field) => ({
    label: field.label,
    show: (values: Record<string, Typed | null>) => inWords(field, values[name] ?? ""),
  }));

/** A typed value in words. */
export function inWords(field: Field, value: Typed): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value !== "string") return linkLines(value);
  return field.kind === "choice" ? (field.labels?.[value] ?? value) : value;
}
