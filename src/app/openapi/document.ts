import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { createLoopYield } from "#db/rows.ts";
import { isForKeys } from "#features/identity/accounts/policy.ts";
import { partsOfName, type ServedEndpoint, successOf } from "#platform/endpoints.ts";
import { listOf, queryOf } from "#platform/lists.ts";
import { type Endpoint, type EndpointName, isOpen } from "#shared/endpoint.ts";
import { REQUEST_HEADERS, RESPONSE_HEADERS, type ResponseHeader, TAGS } from "#shared/endpoint-facts.ts";
import { ERROR_CODES, type ErrorCode } from "#shared/error-codes.ts";
import { operationId } from "#shared/operation-id.ts";
import { PRODUCT_VERSION } from "#shared/product-version.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { API_BASE } from "#shared/urls.ts";
import { readLimitsOf } from "../read-limits.ts";
import { errorsOf } from "./errors.ts";
import { addExamples } from "./examples.ts";
import { listSchema } from "./lists.ts";
import { introduction } from "./reference.ts";
import { convertSchemas, type JsonSchema, type OpenApiDocument, type Operation, parametersOf } from "./schemas.ts";

type Site = { name: string; url: string };
type Convert = Awaited<ReturnType<typeof convertSchemas>>;
type Responses = Record<string, JsonSchema>;

/** The OpenAPI document of all endpoints, from their declarations. Other requests are served while it is built. */
export async function openApiDocument(
  endpoints: ReadonlyMap<EndpointName, ServedEndpoint>,
  site: Site,
): Promise<OpenApiDocument> {
  const pause = createLoopYield();
  const served = [...endpoints].map(([name, { endpoint }]) => ({ name, endpoint }));
  const parts = served.flatMap(({ name, endpoint }) => partsOf(name, endpoint));
  const convert = await convertSchemas(
    [{ key: "error body", schema: errorBody, direction: "output" }, ...parts],
    pause,
  );
  const responses: Responses = {};
  const paths: OpenApiDocument["paths"] = {};
  for (const { name, endpoint } of served) {
    await pause();
    const { method, path } = partsOfName(name);
    const address = API_BASE + path.replace(/:(\w+)/g, "{$1}");
    paths[address] ??= {};
    paths[address][String(method).toLowerCase()] = describeOperation(name, endpoint, { convert, responses });
  }
  const used = new Set(served.flatMap(({ endpoint }) => endpoint.tags));
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: {
      title: `${site.name} API`,
      version: PRODUCT_VERSION,
      description: introduction(),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: site.url, description: site.name }],
    tags: Object.entries(TAGS).flatMap(([tag, description]) => (used.has(tag) ? { name: tag, description } : [])),
    paths,
    components: {
      schemas: convert.components,
      responses,
      headers: Object.fromEntries(
        Object.values(RESPONSE_HEADERS).map(({ name, description, schema }) => [name, { description, schema }]),
      ),
      parameters: Object.fromEntries(
        Object.values(REQUEST_HEADERS).map(({ name, description, schema }) => [
          name,
          { name, in: "header", required: false, description, schema },
        ]),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An access token of `POST /api/token`, or an API key." },
      },
    },
  };
  await addExamples(document, pause);
  return document;
}

/** The document of all endpoints that have been registered by the first call, made once. */
export function documentOf(app: Pick<FastifyInstance, "endpoints">, readSite: () => Promise<Site>) {
  let document: Promise<OpenApiDocument> | undefined;
  return async () => {
    const site = await readSite();
    document ??= openApiDocument(app.endpoints, site);
    return document;
  };
}

/** The schemas of an endpoint by key; parameters in both directions. */
function partsOf(name: EndpointName, endpoint: Endpoint) {
  const { params, body, response = {} } = endpoint;
  const query = queryOf(name, endpoint);
  const parts: Parameters<typeof convertSchemas>[0][number][] = [];
  for (const [place, schema] of Object.entries({ params, query }))
    if (schema)
      for (const direction of ["input", "output"] as const)
        parts.push({ key: `${name} ${place} ${direction}`, schema, direction });
  if (body) parts.push({ key: `${name} body`, schema: body, direction: "input" });
  for (const [status, sent] of Object.entries(response)) {
    const byType = sent instanceof z.ZodType ? { "application/json": { schema: sent } } : sent.content;
    for (const [type, { schema }] of Object.entries(byType))
      if (schema !== noContent) parts.push({ key: `${name} ${status} ${type}`, schema, direction: "output" });
  }
  return parts;
}

type Shared = { convert: Convert; responses: Responses };

function describeOperation(name: EndpointName, endpoint: Endpoint, shared: Shared): Operation {
  const { schemaOf } = shared.convert;
  const { summary, description, tags, access, headers = [] } = endpoint;
  const success = successOf(endpoint)?.schema;
  const json = success instanceof z.ZodType ? success : success?.content["application/json"]?.schema;
  const needs = isOpen(endpoint) ? undefined : `Needs the permission \`${access}\`.`;
  const keys = isOpen(endpoint) || isForKeys(endpoint) ? undefined : "Not for API keys.";
  const texts = [description, needs, keys, limitsInWords(name, endpoint)].filter(Boolean).join(" ");
  const parameters = [
    ...(["path", "query"] as const).flatMap((place) => {
      const key = `${name} ${place === "path" ? "params" : "query"}`;
      return parametersOf(place, { input: schemaOf(`${key} input`), output: schemaOf(`${key} output`) });
    }),
    ...headers.map((header) => ({ $ref: `#/components/parameters/${REQUEST_HEADERS[header].name}` })),
  ];
  return {
    operationId: operationId(name, json instanceof z.ZodArray),
    summary,
    ...(texts && { description: texts }),
    tags,
    security: access === "public" ? [] : access === "either" ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(name, endpoint, shared.convert),
    responses: { ...successes(name, endpoint, shared.convert), ...failures(name, endpoint, shared) },
  };
}

/** The limits on requests of a client address. */
function limitsInWords(name: EndpointName, { rateLimit, cost }: Endpoint): string | undefined {
  const whose = "for each client address";
  if (rateLimit) return `At most ${rateLimit.max} requests in ${rateLimit.timeWindow / 60_000} minutes ${whose}.`;
  const limits = name.startsWith("GET ") ? readLimitsOf(cost) : [];
  if (limits.length === 0) return undefined;
  const counts = limits.map(({ name: what, max }) => `${max.toLocaleString("en")} ${what}`);
  return `Counts towards ${counts.join(" and ")} a minute ${whose}.`;
}

function bodyOf(name: EndpointName, { body, consumes = ["application/json"] }: Endpoint, { schemaOf }: Convert) {
  if (!body) return {};
  const schema = schemaOf(`${name} body`);
  const isRequired = !body.safeParse(undefined).success;
  return {
    requestBody: { required: isRequired, content: Object.fromEntries(consumes.map((type) => [type, { schema }])) },
  };
}

const SUCCESSES: Record<number, string> = {
  200: "Success.",
  201: "Created.",
  202: "Accepted: it continues in the background.",
  204: "Success, without a body.",
};

function successes(name: EndpointName, endpoint: Endpoint, { schemaOf, components }: Convert): Responses {
  const described: Responses = {};
  const list = listOf(name, endpoint);
  const schemaOfType = (status: string, type: string) => {
    const schema = schemaOf(`${name} ${status} ${type}`);
    return list && type === "application/json" ? listSchema(schema, components) : schema;
  };
  for (const [status, sent] of Object.entries(endpoint.response ?? {})) {
    if (Number(status) >= 400) continue;
    const description = sent instanceof z.ZodType ? SUCCESSES[Number(status)] : sent.description;
    const types = sent instanceof z.ZodType ? ["application/json"] : Object.keys(sent.content);
    const hasBody = sent !== noContent;
    const content = types.map((type) => [type, { schema: schemaOfType(status, type) }]);
    const headers = headersOf(name, endpoint, { hasBody });
    described[status] = {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(hasBody && { content: Object.fromEntries(content) }),
    };
  }
  if (endpoint.sends) {
    const { status, description, type } = endpoint.sends;
    const headers = headersOf(name, endpoint, { hasBody: type === "text/html" });
    const content = type && { [type]: { schema: { type: "string" } } };
    described[status] = {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(content && { content }),
    };
  }
  return described;
}

const KEY_HEADERS = ["ratelimit", "ratelimit-policy"] as const;
const RATE_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"] as const;

/** The headers of a success: those that the endpoint declares, and those that follow from the rest. */
function headersOf(name: EndpointName, endpoint: Endpoint, { hasBody }: { hasBody: boolean }): JsonSchema {
  const { responseHeaders = [], headers, query, rateLimit } = endpoint;
  const names: ResponseHeader[] = [...responseHeaders];
  if (hasBody) names.push("etag");
  if (query && "offset" in query.shape) names.push("x-total-count");
  if (listOf(name, endpoint)) names.push("link");
  if (headers?.includes("idempotency-key")) names.push("idempotency-replayed");
  if (!name.startsWith("GET ")) names.push("x-request-id");
  if (endpoint.access !== "public") names.push(...KEY_HEADERS);
  if (rateLimit) names.push(...RATE_HEADERS);
  return references(names);
}

const references = (names: readonly ResponseHeader[]): JsonSchema =>
  Object.fromEntries(
    names.map((header) => {
      const { name } = RESPONSE_HEADERS[header];
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );

/** The responses to errors. The same codes are described once, as a component. */
function failures(name: EndpointName, endpoint: Endpoint, { convert, responses }: Shared): Responses {
  const described: Responses = {};
  for (const [status, codes] of errorsOf(name, endpoint)) {
    const sorted = codes.toSorted();
    if (endpoint.response?.[status]) {
      described[status] = failure(status, sorted, { body: convert.schemaOf(`${name} ${status} application/json`) });
      continue;
    }
    const isCounted = endpoint.rateLimit !== undefined;
    const component = [status, ...sorted, ...(isCounted ? ["counted"] : [])].join("_");
    responses[component] ??= failure(status, sorted, { isCounted, body: { $ref: "#/components/schemas/Error" } });
    described[status] = { $ref: `#/components/responses/${component}` };
  }
  return described;
}

type Failure = { body: JsonSchema; isCounted?: boolean };

function failure(status: number, codes: readonly ErrorCode[], { body, isCounted }: Failure): JsonSchema {
  const names: ResponseHeader[] = ["x-request-id", ...KEY_HEADERS];
  if (status === 401 || status === 403) names.push("www-authenticate");
  if (status === 429 || status === 503) names.push("retry-after");
  if (isCounted) names.push(...RATE_HEADERS);
  const schema = { allOf: [body, { type: "object", properties: { code: { enum: codes } } }] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].means}`).join("\n\n"),
    headers: references(names),
    content: { "application/json": { schema } },
  };
}
