/**
 * The plain fields of an article: set by an editor, stored and returned unchanged. The row, the API, the form, version
 * comparisons and full text derive from this table (decision 23). A field is named like its column everywhere. Used in
 * the browser, so without the validator.
 */

type Named = {
  name: string;
  /** The name in the admin area. */
  label: string;
};
/** `search`: the part of full text that sets its weight; unsearched if missing. Lengths in code points. */
type TextField = Named & { kind: "text"; min?: number; max: number; search?: "title" | "excerpt" | "about" };
type AddressField = Named & { kind: "address" };
/** A canonical BCP 47 tag; empty for the site's language. */
type LanguageField = Named & { kind: "language" };
/** The readable part of the address; stored as empty while it follows the title. Lengths in UTF-16 units. */
type SlugField = Named & { kind: "slug"; max: number };
type FlagField = Named & { kind: "flag"; hint: string };
type ChoiceField = Named & { kind: "choice"; values: readonly string[]; initial: string };

export const FIELDS = {
  title: { kind: "text", name: "Title", label: "Title", min: 1, max: 300, search: "title" },
  excerpt: { kind: "text", name: "Excerpt", label: "Excerpt", max: 2000, search: "excerpt" },
  slug: { kind: "slug", name: "Slug", label: "Address", max: 80 },
  image_url: { kind: "address", name: "Image URL", label: "Image" },
  image_alt: { kind: "text", name: "Image description", label: "Image description", max: 500 },
  language: { kind: "language", name: "Language", label: "Language" },
  // Scheduled is not a status: it is `published` with a future date. Readers see neither `ready` nor `draft`.
  status: {
    kind: "choice",
    name: "Status",
    label: "Status",
    values: ["published", "ready", "draft"],
    initial: "draft",
  },
  is_auto_update: {
    kind: "flag",
    name: "Automatic update",
    label: "Enable automatic content updates",
    hint: "The article updates automatically when new content is available from the author.",
  },
  is_featured: {
    kind: "flag",
    name: "Featured",
    label: "Featured Article",
    hint: "The article is highlighted on the homepage.",
  },
  is_editors_pick: {
    kind: "flag",
    name: "Editor's pick",
    label: "Editor's Pick",
    hint: "The article is shown in the Editor's Picks section.",
  },
  is_breaking: {
    kind: "flag",
    name: "Breaking",
    label: "Breaking News",
    hint: "Readers see that the article is breaking news.",
  },
} as const satisfies Record<string, TextField | AddressField | LanguageField | SlugField | FlagField | ChoiceField>;

type Fields = typeof FIELDS;
export type FieldName = keyof Fields;
type Value<Field> = Field extends { kind: "flag" }
  ? boolean
  : Field extends { kind: "choice"; values: readonly (infer Choice)[] }
    ? Choice
    : string;

/** The plain fields as commands, the API and the form have them. */
export type FieldValues = { -readonly [Name in FieldName]: Value<Fields[Name]> };
/** The plain fields as stored in the table. */
export type FieldColumns = {
  -readonly [Name in FieldName]: Fields[Name] extends { kind: "flag" } ? 0 | 1 : Value<Fields[Name]>;
};
type NameOf<Kind> = { [Name in FieldName]: Fields[Name] extends { kind: Kind } ? Name : never }[FieldName];

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
export const FLAG_NAMES = FIELD_NAMES.filter((name) => FIELDS[name].kind === "flag") as NameOf<"flag">[];
export const TEXT_NAMES = FIELD_NAMES.filter((name) => FIELDS[name].kind === "text") as NameOf<"text">[];

export function mapFields<Result>(make: <Name extends FieldName>(name: Name, field: Fields[Name]) => unknown): Result {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, make(name, FIELDS[name])])) as Result;
}

export const pickFields = <From extends { [Name in FieldName]?: unknown }>(from: From) =>
  mapFields<{ [Name in FieldName]: From[Name] }>((name) => from[name]);

export const NEW_FIELDS = mapFields<FieldValues>((_name, field) => {
  if (field.kind === "flag") return false;
  return field.kind === "choice" ? field.initial : "";
});

export const fromColumns = (row: FieldColumns): FieldValues =>
  mapFields((name, { kind }) => (kind === "flag" ? row[name] === 1 : row[name]));

/** The columns of plain fields. Throws for an unknown choice, which the table does not check. */
export function toColumns(values: FieldValues): FieldColumns {
  return mapFields((name, field) => {
    if (field.kind === "flag") return values[name] ? 1 : 0;
    if (field.kind === "choice" && !field.values.some((known) => known === values[name]))
      throw new Error(`${field.name} cannot be ${values[name]}.`);
    return values[name];
  });
}
