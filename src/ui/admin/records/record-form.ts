import type { ApiQuery } from "#shared/api-query.ts";
import type { ApiResponse, EditorApi, SendOptions } from "#shared/editor-api.tsx";
import { type AnyAddress, client, urlOf } from "#shared/endpoint-client.ts";
import { type Fields, namesOf, type ValuesOf, versionOf } from "#shared/fields/fields.ts";
import { slugWords } from "#shared/slug.ts";
import type { FormKind } from "../edit-form/form-kind.ts";
import type { Versioned } from "../edit-form/versions.ts";
import { emptyTyped, type FormValues, sentOf, shownFields, tidied, typedOf } from "./form-values.ts";

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
  return {
    name: one,
    what: one,
    declared: fields,
    pathOf,
    slugOrNone,
    titleOf: (values) => String(values.name),
    fields: shownFields(fields),
    empty: emptyTyped(fields),
    idOf: ({ id }) => id,
    valuesOf: (item) => typedOf(fields, item),
    missingIn: ({ name }) => (String(name).trim() === "" ? { name: NO_NAME } : {}),
    tidy: (values) => ({ ...values, ...tidied(fields, values) }),
    ...callsOf<F, Item>(options, slugOrNone),
    words: wordsOf(options),
  };
}

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
    ...sentOf(fields, values),
    ...Object.fromEntries(namesOf(fields, "slug").map((name) => [name, slugOrNone(String(values[name] ?? ""))])),
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
