import type { ApiQuery } from "#shared/api-query.ts";
import type { ApiResponse, EditorApi, SendOptions } from "#shared/editor-api.tsx";
import { type AnyAddress, client, urlOf } from "#shared/endpoint-client.ts";
import {
  emptyValues,
  type Field,
  type Fields,
  type Link,
  mapFields,
  namesOf,
  type ValuesOf,
  versionOf,
} from "#shared/fields/fields.ts";
import { slugWords } from "#shared/slug.ts";
import { completeAddress } from "#shared/web-address.ts";
import { joinList, splitList } from "../chips-field.tsx";
import type { FormKind } from "../edit-form/form-kind.ts";
import type { Versioned } from "../edit-form/versions.ts";
import { linkLines, linksIn, linkTexts, tidyLinks } from "../link-fields.tsx";

/**
 * The values of a form: a list as it is typed, with commas; links as alternating labels and addresses; a slug as null while
 * it is made of the name.
 */
export type FormValues<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { kind: "list" }
    ? string
    : F[Name] extends { kind: "links" }
      ? readonly string[]
      : F[Name] extends { kind: "slug" }
        ? string | null
        : ValuesOf<F>[Name];
};
type Named = { id: number; name: string };

/** The form of a kind of records, and the requests that it and its list send. */
export type RecordForm<Item, Values extends object> = FormKind<Item, Values> & {
  declared: Fields;
  /** The address of the page of a record. */
  pathOf: (slug: string) => string;
  slugOrNone: (typed: string) => string;
  byId: (id: number) => ApiQuery<Item>;
  versioned: (row: Item) => Versioned<Item>;
  remove: (api: EditorApi, row: Item) => Promise<unknown>;
  merge: (api: EditorApi, from: Item, into: Item) => Promise<Item>;
};

type Options<F extends Fields> = {
  one: string;
  path: string;
  fields: F;
  /** Missing for records without a page, like the next two. */
  slugOf?: (name: string) => string;
  pathOf?: (slug: string) => string;
  /** The error for a slug that another record has. */
  taken?: string;
  /** How a record may have disappeared. */
  gone?: "deleted" | "merged or deleted";
};

const NO_NAME = "Please enter a name";

/** The form of records with the endpoints `GET`, `POST`, `PUT` and `DELETE`, derived from their fields. */
export function recordForm<F extends Fields, Item extends Named & ValuesOf<F>>(
  options: Options<F>,
): RecordForm<Item, FormValues<F>> {
  const { one, fields, slugOf = () => "", pathOf = () => "" } = options;
  const slugOrNone = (typed: string) => (slugWords(typed) === "" ? "" : slugOf(typed));
  const empty = emptyValues(fields);
  return {
    name: one,
    what: one,
    declared: fields,
    pathOf,
    slugOrNone,
    titleOf: (values) => String(values.name),
    fields: mapFields(fields, (name, field: Field) => ({
      label: field.label,
      show: (values: Record<string, string | readonly string[] | null>) => {
        const value = values[name] ?? "";
        if (typeof value !== "string") return linkLines(value);
        return field.kind === "choice" ? (field.labels?.[value] ?? value) : value;
      },
    })),
    empty: { ...empty, ...joined(fields, empty), ...eachOf(fields, "slug", () => null) } as FormValues<F>,
    idOf: ({ id }) => id,
    valuesOf: (item) =>
      ({ ...mapFields<F, object>(fields, (name) => item[name]), ...joined(fields, item) }) as FormValues<F>,
    missingIn: ({ name }) => (String(name).trim() === "" ? { name: NO_NAME } : {}),
    tidy: (values) => ({
      ...values,
      ...eachOf(fields, "text", (name) => String(values[name]).trim()),
      ...eachOf(fields, "links", (name) => tidyLinks(values[name] as readonly string[])),
      ...eachOf(fields, "picture", (name) => String(values[name]).trim()),
      ...eachOf(fields, "link", (name) => completeAddress(String(values[name]))),
    }),
    ...callsOf<F, Item>(options, slugOrNone),
    words: wordsOf(options),
  };
}

/** A value for each field of a kind. */
const eachOf = (fields: Fields, kind: Field["kind"], make: (name: string) => unknown): object =>
  Object.fromEntries(namesOf(fields, kind).map((name) => [name, make(name)]));

/** The lists and links of a record as they are typed. */
const joined = (fields: Fields, item: Record<string, unknown>) => ({
  ...eachOf(fields, "list", (name) => joinList(item[name] as string[])),
  ...eachOf(fields, "links", (name) => linkTexts(item[name] as Link[])),
});

type Sent = AnyAddress & SendOptions & { body?: unknown };

function callsOf<F extends Fields, Item extends Named & ValuesOf<F>>(
  { path, fields }: Options<F>,
  slugOrNone: (typed: string) => string,
) {
  const versioned = (row: Item): Versioned<Item> => ({ row, etag: `"${versionOf(fields, row)}"` });
  const send = async (api: EditorApi, method: "GET" | "POST" | "PUT" | "DELETE", end: string, sent: Sent) => {
    const { params = {}, body, ...how } = sent;
    return (await api.send(method, urlOf(`${method} /${path}${end}`, { params }), body, how)) as ApiResponse<Item>;
  };
  const bodyOf = (values: FormValues<F>) => ({
    ...values,
    ...eachOf(fields, "list", (name) => splitList(String(values[name]))),
    ...eachOf(fields, "links", (name) => linksIn(values[name] as readonly string[])),
    ...eachOf(fields, "slug", (name) => slugOrNone(String(values[name] ?? ""))),
  });
  return {
    versioned,
    byId: (id: number) => client.query(`GET /${path}/:slug`, { params: { slug: id } }) as unknown as ApiQuery<Item>,
    read: async (api: EditorApi, id: number, signal?: AbortSignal) =>
      versioned((await send(api, "GET", "/:slug", { params: { slug: id }, ...(signal && { signal }) })).body),
    create: async (api: EditorApi, values: FormValues<F>, idempotencyKey: string) => {
      const { body, hasOthers } = await send(api, "POST", "", { body: bodyOf(values), idempotencyKey });
      return { ...versioned(body), hasOthers };
    },
    update: async (api: EditorApi, { row, etag }: Versioned<Item>, values: FormValues<F>) => {
      const sent = { params: { slug: row.id }, body: bodyOf(values), ifMatch: etag };
      return versioned((await send(api, "PUT", "/:slug", sent)).body);
    },
    remove: (api: EditorApi, { id }: Item) => send(api, "DELETE", "/:slug", { params: { slug: id } }),
    merge: async (api: EditorApi, from: Item, into: Item) =>
      (await send(api, "POST", "/merge", { body: { from: from.id, into: into.id } })).body,
  };
}

function wordsOf<F extends Fields>({ one, taken, gone = "deleted" }: Options<F>): RecordForm<never, never>["words"] {
  const title = one.charAt(0).toUpperCase() + one.slice(1);
  return {
    added: `${title} added`,
    updated: `${title} updated`,
    adding: { title: `Error adding ${one}`, fallback: `Could not add the ${one}` },
    updating: { title: `Error updating ${one}`, fallback: `Could not update the ${one}` },
    deleted: `Another user ${gone} this ${one}. Your text is still here: saving it creates a new ${one}.`,
    refused: ({ name, slug }) => {
      if (slug !== undefined && slug === taken) return { title: "Duplicate slug", description: slug };
      return name === NO_NAME ? { title: "Missing required fields", description: name } : undefined;
    },
  };
}
