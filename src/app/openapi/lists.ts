import { isComponent, type JsonSchema, nameOf, PREFIX } from "./schemas.ts";

/** The forms of a list, in the order of their schemas. */
export const LIST_FORMS = ["rows", "page", "rowsWithFields", "pageWithFields"] as const;
export type ListForm = (typeof LIST_FORMS)[number];

/** The form that the parameters of a request ask for. */
export function formOf(parameters: URLSearchParams): ListForm {
  const isPage = parameters.has("cursor") || parameters.has("updated_since");
  if (parameters.has("fields")) return isPage ? "pageWithFields" : "rowsWithFields";
  return isPage ? "page" : "rows";
}

/** The schema of a list in all its forms. The rows of `fields` become a component if the full ones are one. */
export function listSchema(list: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const { items, ...array } = list as { items: JsonSchema };
  const some = partial(items, components);
  const rows = (of: JsonSchema, title: string) => ({ ...array, items: of, title });
  const page = (of: JsonSchema, title: string) => ({
    type: "object",
    title,
    properties: { results: { ...array, items: of }, next_cursor: NEXT },
    required: ["results", "next_cursor"],
  });
  return {
    anyOf: [
      rows(items, "Rows"),
      page(items, "A page, with `cursor` or `updated_since`"),
      rows(some, "Rows with `fields`"),
      page(some, "A page with `fields`"),
    ],
  };
}

const NEXT: JsonSchema = { type: ["string", "null"], description: "The `cursor` of the next page; null at the end." };

/** The schema of an object that has some of its properties. */
function partial(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  if (isComponent(schema)) {
    const name = nameOf(schema);
    const some = `${name}Fields`;
    if (!(some in components)) components[some] = partial(components[name] ?? {}, components);
    return { $ref: PREFIX + some };
  }
  const { required: _, ...some } = schema;
  for (const union of ["anyOf", "oneOf"] as const) {
    const options = schema[union] as JsonSchema[] | undefined;
    // What is of one kind alone in full can be of several in part.
    if (options) return { anyOf: options.map((option) => partial(option, components)) };
  }
  return some;
}
