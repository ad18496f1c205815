import { ERROR_CODES, type ErrorCode } from "#shared/error-codes.ts";
import { EXAMPLE_NUMBERS, EXAMPLE_TEXTS } from "./example-values.ts";
import { LIST_FORMS } from "./lists.ts";
import { isComponent, type JsonSchema, nameOf, type OpenApiDocument } from "./schemas.ts";

type Components = Readonly<Record<string, JsonSchema>>;
/** Where a value is: the names of what contains it, from the outside, and its own. */
type Place = readonly string[];

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-29T08:30:00.000Z",
  date: "2026-11-29",
  email: "amina@news.example",
  binary: "(the bytes of photo.jpg)",
};

type Content = Record<string, { schema: JsonSchema; example?: unknown; examples?: object }>;
type Parameter = { name?: string; in?: string; required?: boolean; schema: JsonSchema; example?: unknown };

/** Adds examples of requests, successes and errors to each operation. Calls `pause` between operations. */
export async function addExamples({ paths, components }: OpenApiDocument, pause: () => Promise<void>): Promise<void> {
  const { schemas = {}, responses: shared = {} } = components;
  const addTo = (content: unknown, place: Place) => {
    for (const [type, media] of Object.entries((content ?? {}) as Content))
      Object.assign(media, examplesOf(media.schema, [...place, type], schemas));
  };
  const addErrors = (content: unknown) => {
    for (const media of Object.values((content ?? {}) as Content))
      media.examples = errorExamples(media.schema, schemas);
  };
  for (const response of Object.values(shared)) addErrors(response.content);
  for (const methods of Object.values(paths))
    for (const { tags, operationId, parameters, requestBody, responses } of Object.values(methods)) {
      await pause();
      const place = [...tags, operationId];
      // The page to try the API sends what examples of parameters say.
      for (const parameter of (parameters ?? []) as Parameter[])
        if (parameter.required)
          parameter.example = exampleOf(parameter.schema, [...place, parameter.name ?? ""], schemas);
      addTo(Object(requestBody).content, place);
      for (const [status, { content }] of Object.entries(responses))
        if (Number(status) < 400) addTo(content, place);
        else addErrors(content);
    }
}

/** The example of a body, or those of each form of a list. */
function examplesOf(schema: JsonSchema, place: Place, components: Components): object {
  const forms = schema.anyOf as JsonSchema[] | undefined;
  if (forms?.length !== LIST_FORMS.length) return { example: exampleOf(schema, place, components) };
  const values = forms.map((form) => exampleOf(form, place, components));
  const [rows, page] = values as [unknown[], { results: unknown[]; next_cursor: unknown }];
  const some = rows.map((row) => Object.fromEntries(Object.entries(Object(row)).slice(0, 2)));
  return {
    examples: {
      rows: { summary: "Rows", value: rows },
      page: { summary: "A page, with `cursor`", value: page },
      rowsWithFields: { summary: "Rows with `fields`", value: some },
      pageWithFields: { summary: "A page with `fields`", value: { ...page, results: some } },
    },
  };
}

/** An example for each code of an error. */
function errorExamples(schema: JsonSchema, components: Components): object {
  const [body = {}, own = {}] = (schema.allOf ?? []) as JsonSchema[];
  const { enum: codes = [] } = Object(own.properties).code as { enum?: ErrorCode[] };
  const { required = [] } = Object(isComponent(body) ? components[nameOf(body)] : body) as { required?: string[] };
  const full = Object(exampleOf(body, ["error"], components));
  const needed = Object.fromEntries(required.map((name) => [name, full[name]]));
  const examples = codes.map((code) => {
    const more =
      code === "invalid_input" ? { errors: full.errors } : code === "missing_scope" ? { scope: full.scope } : {};
    return [code, { value: { ...needed, ...more, code, detail: ERROR_CODES[code].means } }];
  });
  return Object.fromEntries(examples);
}

/** A value that a schema permits, with texts that its members' names suggest. Members that refer to themselves are empty. */
export function exampleOf(schema: JsonSchema, place: Place, components: Components): unknown {
  return create(schema, place, { components, open: [] });
}

type Around = { components: Components; open: readonly string[] };

function create(schema: JsonSchema, place: Place, around: Around): unknown {
  if (isComponent(schema)) {
    const name = nameOf(schema);
    if (around.open.includes(name)) return undefined;
    return create(around.components[name] ?? {}, [...place.slice(0, -1), name, ...place.slice(-1)], {
      ...around,
      open: [...around.open, name],
    });
  }
  const { examples, enum: values, anyOf, oneOf, allOf } = schema as Record<string, unknown[] | undefined>;
  if (examples) return examples[0];
  if ("const" in schema) return schema.const;
  if (values) {
    const text = named(EXAMPLE_TEXTS, place);
    return values.includes(text) ? text : values[0];
  }
  const union = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (union) return create(union.find(({ type }) => type !== "null") ?? {}, place, around);
  if (allOf) return Object.assign({}, ...allOf.map((part) => create(part as JsonSchema, place, around)));
  const type = [schema.type].flat().find((name) => name !== "null");
  if (type === "object") return objectOf(schema, place, around);
  if (type === "array") {
    const item = create((schema.items ?? {}) as JsonSchema, place, around);
    return item === undefined ? [] : new Array(Math.max(1, Number(schema.minItems ?? 1))).fill(item);
  }
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return numberOf(schema, place);
  return type === "string" ? textOf(schema, place) : (named(EXAMPLE_TEXTS, place) ?? {});
}

function objectOf(schema: JsonSchema, place: Place, around: Around): Record<string, unknown> {
  const { properties = {}, additionalProperties: others, propertyNames } = schema;
  const members = Object.entries(properties as Components).flatMap(([name, member]): [string, unknown][] => {
    const value = create(member, [...place, name], around);
    return value === undefined ? [] : [[name, value]];
  });
  if (members.length === 0 && typeof others === "object") {
    const names = (propertyNames as { enum?: string[] } | undefined)?.enum;
    const required = (schema.required ?? []) as string[];
    const name = required[0] ?? names?.[0] ?? "title";
    for (const key of required.length > 0 ? required : [name])
      members.push([key, create(others as JsonSchema, [...place, key], around)]);
  }
  return Object.fromEntries(members);
}

/** The value for the most exact name of a place: `author.name`, then `name`. */
function named<Value>(values: Readonly<Record<string, Value>>, place: Place): Value | undefined {
  const last = place.at(-1) ?? "";
  const exact = place.toReversed().map((around) => values[`${around}.${last}`]);
  return exact.find((value) => value !== undefined) ?? values[last];
}

function numberOf(
  { minimum = 0, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema,
  place: Place,
): number {
  const least = exclusiveMinimum === undefined ? Number(minimum) : Number(exclusiveMinimum) + 1;
  return Math.min(Math.max(named(EXAMPLE_NUMBERS, place) ?? 3, least), Number(maximum));
}

function textOf({ format, default: usual }: JsonSchema, place: Place): unknown {
  const exact = format === "email" ? undefined : FORMATS[String(format)];
  return exact ?? named(EXAMPLE_TEXTS, place) ?? FORMATS[String(format)] ?? usual ?? UNKNOWN;
}

/** Stands for a text that has no example; a test lists these. */
export const UNKNOWN = "…";
