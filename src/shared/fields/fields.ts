import { fingerprint } from "../fingerprint.ts";

/**
 * The kinds of plain fields: set by an editor, stored and returned unchanged. Rows, requests, forms, comparisons, versions
 * and lists of pictures derive from a table of them (decision 221). A field is named like its column everywhere. Used in the
 * browser, so without the validator, which is in `schemas.ts`.
 */
type Named = {
  /** The name in sentences. */
  name: string;
  /** The name in the admin area. */
  label: string;
  hint?: string;
};
/** `search`: the part of full text that sets its weight; unsearched if missing. Lengths in code points. */
type TextField = Named & { kind: "text"; min?: number; max: number; search?: "title" | "excerpt" | "about" };
/** Several short texts, in a table of their own. Length of each in code points. */
type ListField = Named & { kind: "list"; max: number };
/** Pages on other sites by label, at most `most`, stored as JSON. Length of a label in code points. */
export type LinksField = Named & { kind: "links"; max: number; most: number };
/** The address of a picture, also of another site; empty without one. */
type PictureField = Named & { kind: "picture" };
/** A picture of the media library, by its address; empty without one. */
type LibraryField = Named & { kind: "library" };
/** A complete https address, also of another site; empty without one. */
type OriginalField = Named & { kind: "original" };
/** The address of a page of this or another site, completed if it has no scheme; empty without one. */
type LinkField = Named & { kind: "link" };
/** A canonical BCP 47 tag; empty for the site's language. */
type LanguageField = Named & { kind: "language" };
/** The readable part of an address. Lengths in UTF-16 units. */
type SlugField = Named & { kind: "slug"; max: number };
/** A whole number. */
export type NumberField = Named & { kind: "number"; min: number; max: number; initial: number };
type FlagField = Named & { kind: "flag" };
type ChoiceField = Named & {
  kind: "choice";
  values: readonly string[];
  initial: string;
  /** The values in words. */
  labels?: Readonly<Record<string, string>>;
};

export type Field =
  | TextField
  | ListField
  | LinksField
  | PictureField
  | LibraryField
  | OriginalField
  | LinkField
  | LanguageField
  | SlugField
  | NumberField
  | FlagField
  | ChoiceField;
export type Fields = Readonly<Record<string, Field>>;

export type Link = { label: string; url: string };
type KindValues = { flag: boolean; number: number; list: string[]; links: Link[] };
type Value<F> = F extends { kind: infer Kind extends keyof KindValues }
  ? KindValues[Kind]
  : F extends { kind: "choice"; values: readonly (infer Choice)[] }
    ? Choice
    : string;
type NamesOf<F extends Fields, Kind> = {
  [Name in keyof F & string]: F[Name] extends { kind: Kind } ? Name : never;
}[keyof F & string];

export type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]: Value<F[Name]> };
/** Fields as their table stores them; lists are in other tables. */
export type ColumnsOf<F extends Fields> = {
  -readonly [Name in Exclude<keyof F & string, NamesOf<F, "list">>]: F[Name] extends { kind: "flag" }
    ? 0 | 1
    : F[Name] extends { kind: "links" }
      ? string
      : Value<F[Name]>;
};

export function mapFields<F extends Fields, Result>(
  fields: F,
  make: <Name extends keyof F & string>(name: Name, field: F[Name]) => unknown,
): Result {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, make(name, fields[name] as never)])) as Result;
}

/** The names of the fields of some kinds. */
export const namesOf = <F extends Fields, Kind extends Field["kind"]>(fields: F, ...kinds: readonly Kind[]) =>
  Object.keys(fields).filter((name) => kinds.some((kind) => fields[name]?.kind === kind)) as NamesOf<F, Kind>[];

/** The names of the fields that are the address of a picture. */
export const pictureNames = <F extends Fields>(fields: F) => namesOf(fields, "picture", "library");

export const emptyValues = <F extends Fields>(fields: F): ValuesOf<F> =>
  mapFields(fields, (_name, field: Field) => {
    if (field.kind === "flag") return false;
    if (field.kind === "list" || field.kind === "links") return [];
    return "initial" in field ? field.initial : "";
  });

/** The columns of values. Throws for an unknown choice, which tables do not check. */
export function toColumns<F extends Fields>(fields: F, values: ValuesOf<F>): ColumnsOf<F> {
  const stored = Object.entries(fields).filter(([, { kind }]) => kind !== "list");
  return Object.fromEntries(
    stored.map(([name, field]) => {
      const value: unknown = values[name];
      if (field.kind === "choice" && !field.values.some((known) => known === value))
        throw new Error(`${field.name} cannot be ${value}.`);
      if (field.kind === "links") return [name, JSON.stringify(value)];
      return [name, field.kind === "flag" ? (value ? 1 : 0) : value];
    }),
  ) as ColumnsOf<F>;
}

/** The version of a record that an edit is based on; what editors do not set is not part of it. */
export const versionOf = <F extends Fields>(fields: F, record: ValuesOf<F>): string =>
  fingerprint(
    Object.keys(fields).flatMap((name) =>
      fields[name]?.kind === "links"
        ? (record[name] as Link[]).flatMap(linkTexts)
        : (record[name] as string | string[]),
    ),
  );

const linkTexts = ({ label, url }: Link) => [label, url];

/**
 * The words that a change shows to readers, by field. `list`, `links`: entries and labels that are new. Used with the rule that a second person
 * approves some words.
 */
export function newWords<F extends Fields>(
  fields: F,
  before: ValuesOf<F> | null,
  after: ValuesOf<F>,
): Record<string, string> {
  const words = namesOf(fields as Fields, "text", "slug", "list", "links").map((name) => {
    const [was, is] = [before?.[name], after[name]].map(entriesOf);
    // A former name among the entries has been public.
    const known: unknown[] = [...((was as string[] | undefined) ?? []), before?.name];
    if (Array.isArray(is)) return [name, is.filter((entry) => !known.includes(entry)).join("\n")];
    return [name, was === is ? "" : String(is)];
  });
  return Object.fromEntries(words);
}

/** The labels of links, and other values unchanged. */
const entriesOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((entry: string | Link) => (typeof entry === "string" ? entry : entry.label)) : value;
