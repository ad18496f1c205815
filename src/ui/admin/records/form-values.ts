import type { ReactNode } from "react";
import { emptyValues, type Field, type Fields, mapFields, type ValuesOf } from "#shared/fields/fields.ts";
import { joinList, splitList } from "../chips-field.tsx";

/** Values as a form has them: numbers as typed, a list with commas, and a slug as null while it is made of the name. */
export type FormValues<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends { kind: "list" | "number" }
    ? string
    : F[Name] extends { kind: "slug" }
      ? string | null
      : ValuesOf<F>[Name];
};

/** A record as a form shows it. */
export const typedOf = <F extends Fields>(fields: F, record: ValuesOf<F>): FormValues<F> =>
  mapFields(fields, (name, field: Field) => {
    const value: unknown = record[name];
    if (field.kind === "list") return joinList(value as string[]);
    return field.kind === "number" ? String(value) : value;
  });

export const emptyTyped = <F extends Fields>(fields: F): FormValues<F> => typedOf(fields, emptyValues(fields));

/** What a form sends. A number that is not typed is NaN, which the server rejects. */
export const sentOf = <F extends Fields>(fields: F, values: FormValues<F>): ValuesOf<F> =>
  mapFields(fields, (name, field: Field) => {
    const value: unknown = values[name];
    if (field.kind === "list") return splitList(String(value));
    if (field.kind !== "number") return value;
    return value === "" ? Number.NaN : Number(value);
  });

/** Values without spaces around them. */
export const tidied = <F extends Fields>(fields: F, values: FormValues<F>): FormValues<F> =>
  mapFields(fields, (name, field: Field) => {
    const value: unknown = values[name];
    return field.kind === "text" || field.kind === "number" ? String(value).trim() : value;
  });

type Shown<F extends Fields> = {
  [Name in keyof F & string]: { label: string; show: (values: FormValues<F>) => ReactNode };
};

/** How two versions of the fields are shown next to each other. */
export const shownFields = <F extends Fields>(fields: F): Shown<F> =>
  mapFields(fields, (name, field: Field) => ({
    label: field.label,
    show: (values: Record<string, string | boolean | null>) => inWords(field, values[name] ?? ""),
  }));

/** A value in words. */
export function inWords(field: Field, value: string | boolean): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return field.kind === "choice" ? (field.labels?.[value] ?? value) : value;
}
