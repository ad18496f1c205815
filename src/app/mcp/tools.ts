import type { JsonSchema, OpenApiDocument } from "#app/openapi/schemas.ts";
import { partsOfName, type ServedEndpoint } from "#platform/endpoints.ts";
import type { Access, EndpointName } from "#shared/endpoint.ts";
import { REQUEST_HEADERS, type RequestHeader } from "#shared/endpoint-facts.ts";
import { API_BASE } from "#shared/urls.ts";

/** An endpoint as a tool of the Model Context Protocol. Its name is the `operationId` of the OpenAPI document. */
export type Tool = {
  method: string;
  /** Below the server's root, with `{name}` for parameters. */
  path: string;
  access: Access;
  query: ReadonlySet<string>;
  headers: readonly RequestHeader[];
  /** As `tools/list` sends it. */
  described: {
    name: string;
    title: string;
    description: string;
    inputSchema: JsonSchema & { type: "object" };
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: false };
  };
};

/** Names of arguments that become headers. */
export const HEADER_ARGUMENTS: Partial<Record<RequestHeader, string>> = {
  "if-match": "if_match",
  "idempotency-key": "idempotency_key",
};
/** The argument with which a result that was cut is continued. */
export const CONTINUE = "continue_at";

const COMPONENTS = "#/components/schemas/";
const DEFINITIONS = "#/$defs/";

/** All endpoints that are marked as tools, in the order of their declarations. */
export function toolsOf(
  endpoints: ReadonlyMap<EndpointName, ServedEndpoint>,
  { paths, components }: OpenApiDocument,
): Map<string, Tool> {
  const tools = new Map<string, Tool>();
  for (const [name, { endpoint }] of endpoints) {
    if (!endpoint.isTool) continue;
    const { method, path: declared } = partsOfName(name);
    const path = API_BASE + declared.replace(/:(\w+)/g, "{$1}");
    const operation = paths[path]?.[String(method).toLowerCase()];
    if (!operation) throw new Error(`${name} is missing from the OpenAPI document.`);
    const { headers = [], summary, access } = endpoint;
    const parameters = ((operation.parameters ?? []) as Parameter[]).filter(({ name }) => name !== undefined);
    const properties: Record<string, JsonSchema> = {};
    for (const parameter of parameters)
      properties[parameter.name] = {
        ...parameter.schema,
        ...(parameter.description && { description: parameter.description }),
      };
    const body = (operation.requestBody as Body | undefined)?.content["application/json"]?.schema;
    if (body) properties.body = body;
    for (const header of headers) {
      const argument = HEADER_ARGUMENTS[header];
      const { description } = REQUEST_HEADERS[header];
      if (argument) properties[argument] = { type: "string", description };
    }
    if (method === "GET") properties[CONTINUE] = { type: "string", description: CONTINUE_DESCRIPTION };
    const isBodyNeeded = (operation.requestBody as Body | undefined)?.required ?? false;
    const required = [
      ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
      ...(isBodyNeeded ? ["body"] : []),
    ];
    const { operationId, description } = operation;
    tools.set(operationId, {
      method: String(method),
      path,
      access,
      query: new Set(parameters.filter((one) => one.in === "query").map((one) => one.name)),
      headers,
      described: {
        name: operationId,
        title: summary,
        description: description ? `${summary}. ${description}` : `${summary}.`,
        inputSchema: inputSchema(properties, required, components.schemas ?? {}),
        annotations: {
          readOnlyHint: method === "GET",
          destructiveHint: method === "DELETE",
          idempotentHint: method !== "POST" && method !== "PATCH",
          openWorldHint: false,
        },
      },
    });
  }
  return tools;
}

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema };
type Body = { required: boolean; content: Record<string, { schema: JsonSchema }> };

const CONTINUE_DESCRIPTION = "The `continue_at` of a result that was cut, to get its next part.";

/** The schema of a tool's arguments, with the components of the document that it refers to. */
function inputSchema(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema & { type: "object" } {
  const used: Record<string, JsonSchema> = {};
  const local = (schema: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      if (key !== "$ref" || typeof value !== "string" || !value.startsWith(COMPONENTS)) return value;
      const name = value.slice(COMPONENTS.length);
      if (!(name in used)) {
        used[name] = {};
        used[name] = local(components[name] ?? {});
      }
      return DEFINITIONS + name;
    });
  const own = local(properties);
  return {
    type: "object",
    properties: own,
    additionalProperties: false,
    ...(required.length > 0 && { required: [...required] }),
    ...(Object.keys(used).length > 0 && { $defs: used }),
  };
}
