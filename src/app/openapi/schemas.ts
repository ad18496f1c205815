import { globalRegistry, z } from "zod";

/** A JSON Schema, as part of an OpenAPI document. */
export type JsonSchema = { [keyword: string]: unknown };

type Direction = "input" | "output";
/** What a part of an endpoint accepts or sends, under a key. */
type Part = { key: string; schema: z.ZodType; direction: Direction };

export const PREFIX = "#/components/schemas/";
/** Whether a schema refers to a component. */
export const isComponent = (schema: JsonSchema): schema is { $ref: string } => typeof schema.$ref === "string";
export const nameOf = ({ $ref }: { $ref: string }): string => $ref.slice(PREFIX.length);
/** Formats that need no pattern. */
const FORMATS = new Set(["date", "date-time", "email", "uri"]);

/**
 * Converts the schemas of all endpoints. Named schemas become components if a part refers to them; where input and
 * output differ, the one for input is named `…Input`.
 */
export function convertSchemas(parts: readonly Part[]) {
  const output = convert(parts, "output");
  const input = convert(parts, "input");
  const differing = differingNames(input, output);
  const names: Record<Direction, (name: string) => string> = {
    input: (name) => (differing.has(name) ? `${name}Input` : name),
    output: (name) => name,
  };
  const components: Record<string, JsonSchema> = {};
  const all = { input, output };
  /** Renames the components that a schema refers to, and adds them. */
  const used = (schema: JsonSchema, direction: Direction): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      if (key !== "$ref" || typeof value !== "string") return value;
      const name = value.slice(PREFIX.length);
      const component = names[direction](name);
      if (!(component in components)) {
        components[component] = {};
        components[component] = used(all[direction][name] ?? {}, direction);
      }
      return PREFIX + component;
    });
  const byKey = new Map(parts.map(({ key, direction }) => [key, used(all[direction][key] ?? {}, direction)]));
  return { components, schemaOf: (key: string): JsonSchema => byKey.get(key) ?? {} };
}

function convert(parts: readonly Part[], io: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of globalRegistry._idmap) registry.add(schema, { id });
  // A part that has a name refers to its component.
  const named = new Map(parts.map((part) => [part.key, globalRegistry.get(part.schema)?.id]));
  for (const { key, schema, direction } of parts)
    if (direction === io && named.get(key) === undefined) registry.add(schema.clone(), { id: key });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    cycles: "ref",
    reused: "inline",
    uri: (id) => PREFIX + id,
    override: ({ jsonSchema }) => {
      if (FORMATS.has(String(jsonSchema.format))) delete jsonSchema.pattern;
      // Responses may get more members.
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const converted: [string, JsonSchema][] = Object.entries(schemas).map(
    ([id, { $schema, $id, id: _name, ...schema }]) => [id, schema],
  );
  for (const [key, name] of named) if (name !== undefined) converted.push([key, { $ref: PREFIX + name }]);
  return Object.fromEntries(converted);
}

/** The names of the components that differ between input and output, themselves or in what they refer to. */
function differingNames(input: Record<string, JsonSchema>, output: Record<string, JsonSchema>): Set<string> {
  const texts = Object.keys(input).map((name) => {
    const text = JSON.stringify(input[name]);
    return { name, text, isSame: text === JSON.stringify(output[name]) };
  });
  const differing = new Set(texts.flatMap(({ name, isSame }) => (isSame ? [] : name)));
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const { name, text } of texts)
      if ([...differing].some((other) => text.includes(`"${PREFIX}${other}"`))) differing.add(name);
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
