import { z } from "zod";

/** A JSON Schema, as part of an OpenAPI document. */
export type JsonSchema = { [keyword: string]: unknown };

type Direction = "input" | "output";
/** What a part of an endpoint accepts or sends, under a key. */
type Part = { key: string; schema: z.ZodType; direction: Direction };

type Schemas = Record<string, JsonSchema>;

/** The members of an OpenAPI document that this program reads. */
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string; description: string; license: object };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, JsonSchema>>;
} & JsonSchema;
export type Operation = {
  operationId: string;
  summary: string;
  tags: readonly string[];
  responses: Schemas;
  requestBody?: JsonSchema;
  [member: string]: unknown;
};

export const PREFIX = "#/components/schemas/";
const DEFINITIONS = "#/$defs/";
/** Whether a schema refers to a component. */
export const isComponent = (schema: JsonSchema): schema is { $ref: string } => typeof schema.$ref === "string";
export const nameOf = ({ $ref }: { $ref: string }): string => $ref.slice(PREFIX.length);
/** Formats that need no pattern. */
const FORMATS = new Set(["date", "date-time", "email", "uri"]);

/**
 * Converts the schemas of all endpoints. Named schemas become components if a part refers to them; where input and
 * output differ, the one for input is named `…Input`. Calls `pause` between parts.
 */
export async function convertSchemas(parts: readonly Part[], pause: () => Promise<void>) {
  const all: Record<Direction, Schemas> = { input: {}, output: {} };
  const own: JsonSchema[] = [];
  for (const { schema, direction } of parts) {
    await pause();
    own.push(convert(schema, direction, all[direction]));
  }
  const differing = differingNames(all.input, all.output);
  const names: Record<Direction, (name: string) => string> = {
    input: (name) => (differing.has(name) ? `${name}Input` : name),
    output: (name) => name,
  };
  const components: Schemas = {};
  /** Renames the components that a schema refers to, and adds them. */
  const used = (schema: JsonSchema, direction: Direction): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      if (key !== "$ref" || typeof value !== "string") return value;
      const name = value.slice(DEFINITIONS.length);
      const component = names[direction](name);
      if (!(component in components)) {
        components[component] = {};
        components[component] = used(all[direction][name] ?? {}, direction);
      }
      return PREFIX + component;
    });
  const byKey = new Map<string, JsonSchema>();
  for (const [at, { key, direction }] of parts.entries()) {
    await pause();
    byKey.set(key, used(own[at] ?? {}, direction));
  }
  return { components, schemaOf: (key: string): JsonSchema => byKey.get(key) ?? {} };
}

/** Converts a schema, and adds the named ones that it refers to. */
function convert(schema: z.ZodType, io: Direction, named: Schemas): JsonSchema {
  // Inside of an object, a schema that has a name is a reference too.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    cycles: "ref",
    reused: "inline",
    override: ({ jsonSchema }) => {
      if (FORMATS.has(String(jsonSchema.format))) delete jsonSchema.pattern;
      // Responses may get more members.
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) named[name] ??= definition as JsonSchema;
  return Object(properties).schema as JsonSchema;
}

/** The names of the components that differ between input and output, themselves or in what they refer to. */
function differingNames(input: Schemas, output: Schemas): Set<string> {
  const texts = Object.keys(input).map((name) => ({ name, text: JSON.stringify(input[name]) }));
  const isOther = ({ name, text }: { name: string; text: string }) =>
    name in output && text !== JSON.stringify(output[name]);
  const differing = new Set(texts.filter(isOther).map(({ name }) => name));
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const { name, text } of texts)
      if ([...differing].some((other) => text.includes(`"${DEFINITIONS}${other}"`))) differing.add(name);
  }
  return differing;
}

type Parameter = { name: string; in: "path" | "query"; required: boolean; description?: string; schema: JsonSchema };

/**
 * The parameters of a query or a path: as a handler gets them, which is what their text means, or as text where that says
 * less.
 */
export function parametersOf(place: Parameter["in"], shape: { input: JsonSchema; output: JsonSchema }): Parameter[] {
  const given = Object(shape.input.properties) as Record<string, JsonSchema>;
  const parsed = Object(shape.output.properties) as Record<string, JsonSchema>;
  const required = new Set((shape.input.required ?? []) as string[]);
  return Object.entries(given).map(([name, asText]) => {
    const meant = parsed[name] ?? {};
    const isTyped = ["type", "enum", "anyOf", "$ref"].some((keyword) => keyword in meant);
    const { description, ...schema } = isTyped ? meant : asText;
    const isRequired = place === "path" || required.has(name);
    return {
      name,
      in: place,
      required: isRequired,
      ...(typeof description === "string" && { description }),
      schema,
    };
  });
}
