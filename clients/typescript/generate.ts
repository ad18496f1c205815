/** Generates the types of the client, `src/api.ts`, from the OpenAPI document. */
import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";

type Schema = { [keyword: string]: unknown };
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content } | { $ref: string }>;
};
/** What is read of an OpenAPI document. */
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const BASE = "/api";
const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";
const SCHEMAS = "#/components/schemas/";
const MARK = { const: true };

/**
 * The text of `src/api.ts`, not formatted: a type of all operations by method and path, the schemas that they use, and the
 * operations that accept an `Idempotency-Key`.
 */
export async function generate(document: Document): Promise<string> {
  const read = reader(document);
  const paths = Object.entries(document.paths).sort(([one], [other]) => (one < other ? -1 : 1));
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path.slice(BASE.length)}`;
      return {
        name,
        codes: read.codes(operation),
        keyed: read.headers(operation).includes("Idempotency-Key"),
        operation,
      };
    }),
  );
  const common = operations.map(({ codes }) => new Set(codes)).reduce((all, codes) => all.intersection(codes));
  const properties = operations.map(({ name, codes, operation }) => {
    const own = codes.filter((code) => !common.has(code));
    return [name, operationSchema(operation, own, read)] as const;
  });
  const schemas = {
    Operations: objectOf(Object.fromEntries(properties)),
    CommonErrorCode: { enum: [...common].sort(), description: "Error codes of every operation." },
    Error: document.components.schemas.Error ?? {},
  };
  const reachable = reachableFrom(schemas, document.components.schemas);
  const nodes = await openapiTypes(
    JSON.stringify({ openapi: "3.1.0", info: { title: "", version: "" }, components: { schemas: reachable } }),
    { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true },
  );
  const components = nodes.filter((node) => ts.isInterfaceDeclaration(node) && node.name.text === "components");
  const keyed = operations.filter((operation) => operation.keyed).map(({ name }) => name);
  return [
    "/** Generated from the OpenAPI document: see CONTRIBUTING.md. */",
    astToString(components),
    "/** The operations that accept an `Idempotency-Key`. */",
    `export const KEYED: readonly string[] = ${JSON.stringify(keyed)};`,
    "",
  ].join("\n");
}

type Reader = ReturnType<typeof reader>;

function reader(document: Document) {
  const at = <Part extends object>(part: Part | { $ref: string }): Part => {
    if (!("$ref" in part)) return part;
    const names = String(part.$ref).slice(2).split("/");
    return names.reduce<unknown>((within, name) => Object(within)[name], document) as Part;
  };
  return {
    at,
    parameters: (operation: Operation, place: string) =>
      (operation.parameters ?? []).map(at).filter((parameter) => parameter.in === place),
    headers: (operation: Operation) =>
      (operation.parameters ?? []).map(at).flatMap(({ name, in: place }) => (place === "header" ? name : [])),
    successes: ({ responses }: Operation) =>
      Object.entries(responses).flatMap(([status, response]) => (status < "400" ? at(response) : [])),
    /** The error codes of all statuses. */
    codes({ responses }: Operation): string[] {
      const failures = Object.entries(responses).filter(([status]) => status >= "400");
      return failures.flatMap(([, response]) => codesIn(at(response).content?.[JSON_TYPE]?.schema)).sort();
    },
  };
}

/** The codes of an error: its body, narrowed by `allOf` to those of a status. */
function codesIn(schema: Schema | undefined): string[] {
  const all = (schema?.allOf ?? []) as { properties?: { code?: { enum?: string[] } } }[];
  return all.flatMap(({ properties }) => properties?.code?.enum ?? []);
}

/**
 * What a request takes and returns, as one schema: `path`, `query`, `body`, and `result`, or `row` for a list. `form`,
 * `conditional` and `keyed` are marks: it takes a form, `If-Match`, an `Idempotency-Key`. `other`: the response is no JSON.
 */
function operationSchema(operation: Operation, codes: readonly string[], read: Reader): Schema {
  const { summary, description, requestBody } = operation;
  const parts: Schema = {};
  const optional = new Set<string>();
  for (const place of ["path", "query"]) {
    const parameters = read.parameters(operation, place);
    if (parameters.length === 0) continue;
    parts[place] = parametersOf(parameters);
    if (!parameters.some(({ required }) => required)) optional.add(place);
  }
  const body = requestBody?.content[JSON_TYPE]?.schema;
  if (body) parts.body = body;
  if (!requestBody?.required) optional.add("body");
  if (requestBody?.content[FORM_TYPE]) parts.form = MARK;
  const headers = read.headers(operation);
  if (headers.includes("If-Match")) parts.conditional = MARK;
  if (headers.includes("Idempotency-Key")) parts.keyed = MARK;
  Object.assign(parts, resultOf(read.successes(operation), read));
  if (codes.length > 0) parts.errors = { type: "string", enum: codes };
  return { ...objectOf(parts, optional), summary, ...(description && { description }) };
}

function resultOf(successes: readonly { content?: Content }[], read: Reader): Schema {
  const sent = successes.flatMap(({ content }) => (content?.[JSON_TYPE] ? [content[JSON_TYPE].schema] : []));
  const [first, ...others] = sent.filter((schema) => Object.keys(schema).length > 0);
  // A redirect, a stream, a file.
  if (!first) return successes.some(({ content }) => content) ? { other: MARK } : {};
  const whole = read.at<Schema>(first);
  const forms = (whole.anyOf ?? [whole]) as Schema[];
  const rows = forms.find(({ type }) => type === "array");
  if (rows) return { row: rows.items };
  const { results } = (whole.properties ?? {}) as { results?: Schema };
  if (results) return { row: results.items, result: first };
  return { result: others.length === 0 ? first : { anyOf: [first, ...others] } };
}

/** Parameters as the properties of an object. `fields` is a list here: the client joins it. */
function parametersOf(parameters: readonly Parameter[]): Schema {
  const properties = parameters
    .filter(({ name }) => name !== "fields")
    .map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]);
  const optional = parameters.flatMap(({ name, required }) => (required ? [] : name));
  return objectOf(Object.fromEntries(properties), new Set(optional));
}

function objectOf(properties: Schema, optional: ReadonlySet<string> = new Set()): Schema {
  const required = Object.keys(properties).filter((name) => !optional.has(name));
  return { type: "object", properties, required };
}

/** Schemas with all those that they refer to. */
function reachableFrom(schemas: Record<string, Schema>, all: Record<string, Schema>): Record<string, Schema> {
  const reached = { ...schemas };
  const add = (key: string, value: unknown) => {
    const name = key === "$ref" ? String(value).slice(SCHEMAS.length) : "";
    const schema = all[name];
    if (schema && !(name in reached)) {
      reached[name] = schema;
      JSON.stringify(schema, add);
    }
    return value;
  };
  JSON.stringify(schemas, add);
  return Object.fromEntries(Object.entries(reached).sort(([one], [other]) => (one < other ? -1 : 1)));
}
