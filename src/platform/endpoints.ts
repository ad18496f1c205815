import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  type Endpoint,
  type EndpointName,
  type EndpointTable,
  isOpen,
  type ReadCost,
  type ResponseOf,
} from "#shared/endpoint.ts";
import type { CodeOf } from "#shared/error-codes.ts";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { actorBehind, cacheVariant, type Viewer } from "#shared/viewer.ts";
import { acceptedEncoding } from "./compression.ts";
import { OPEN_TO_ALL } from "./cross-origin.ts";
import { asksForForm, LIST_PARAMETERS, listOf, queryOf, readList } from "./lists.ts";
import {
  type Keeping,
  type Partition,
  type ResponseCache,
  sendResponse,
  variantOf,
  withScopes,
} from "./response-cache.ts";
import { apiCacheControl, type FreshResponse } from "./response-forms.ts";
import { securityHeaders } from "./security-headers.ts";
import { unknownFields } from "./unknown-fields.ts";

/** A feature's routes under `/api`: a Fastify plugin whose schemas are zod. Paths have no trailing slash. */
export type ApiPlugin = FastifyPluginAsyncZod;

/** Parses an id from a path. An invalid one does not exist: throws NotFoundError. */
export function idIn(text: string, code: CodeOf<404>, detail: string): number {
  const id = parseId(text);
  if (id === null) throw new NotFoundError(code, detail);
  return id;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's declaration in its feature's table. */
    endpoint?: Endpoint;
    /** The cost of a request, if it is not an ordinary read. */
    cost?: ReadCost;
  }
  interface FastifyInstance {
    /** Every served endpoint with its handler: for in-process reads, and for listing them. */
    endpoints: Map<EndpointName, ServedEndpoint>;
  }
}

/** A handler's input: the validated parts of a request. An in-process read has no address. */
export type Call<Of> = {
  params: Of extends { params: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  query: Of extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  body: Of extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  viewer: Viewer;
  headers: IncomingHttpHeaders;
  /** The client's address. */
  ip: string;
  /** Whether the response is rendered into a page of this site, which names nothing on other hosts. */
  isForPage?: true;
};

/** What a handler can set in addition to the body of its response. */
export type ResponseHead = {
  header: (name: string, value: string | number) => unknown;
  /** Needed if it is not the first success status of the table. */
  status: (code: number) => unknown;
};

/** What a handler returns: the body of a success in any media type of its table. */
type Returned<Of> = Of extends { response: { 200: { content: infer Content } } }
  ? Content[keyof Content] extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never
  : ResponseOf<Of> extends infer Body
    ? Body extends undefined
      ? unknown
      : Body
    : never;

/**
 * Handles requests of one endpoint; throws errors that are mapped to responses. Without `response` it uses `reply`
 * itself.
 */
type Handler<Of> = Of extends { response: object }
  ? (call: Call<Of>, reply: ResponseHead) => Promise<Returned<Of>> | Returned<Of>
  : (call: Call<Of>, reply: FastifyReply) => Promise<unknown>;
export type Handlers<Table> = { [Name in keyof Table]: Handler<Table[Name]> };

/** An untyped handler: its input was parsed by the schemas of its endpoint. */
type AnyHandler = (call: Omit<Call<Endpoint>, "params" | "query" | "body"> & Parts, reply: ResponseHead) => unknown;
type Parts = { params: unknown; query: unknown; body: unknown };
export type ServedEndpoint = { endpoint: Endpoint; handler: AnyHandler };

export function partsOfName(name: EndpointName): { method: HTTPMethods; path: string } {
  const [method = "", path = ""] = name.split(" ");
  return { method: method as HTTPMethods, path };
}

/** The status of a success, and the schema of its body. */
export function successOf({ response = {} }: Endpoint) {
  const status = [200, 201, 202, 204].find((code) => code in response);
  return status === undefined ? undefined : { status, schema: response[status] };
}

/** Headers that describe the client, which every handler gets. */
const CLIENT_HEADERS = ["accept", "cookie", "user-agent"] as const;

/** A request as its handler gets it: with the headers that the endpoint declares, and no other. */
function callOf({ headers = [] }: Endpoint, { params, query, body, viewer, ip, headers: sent }: FastifyRequest) {
  const given = [...CLIENT_HEADERS, ...headers].map((name) => [name, sent[name]]);
  return { params, query, body, viewer, ip, headers: Object.fromEntries(given) as IncomingHttpHeaders };
}

/** Registers the endpoints of a table with their handlers; the type requires one for each. */
export function serve<Table extends EndpointTable>(
  app: FastifyInstance,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const name of Object.keys(table) as (EndpointName & keyof Table)[]) {
    const endpoint: Endpoint = table[name];
    const handler = handlers[name] as unknown as AnyHandler;
    const { method, path: url } = partsOfName(name);
    const { cost, rateLimit, bodyLimit, compress } = endpoint;
    const status = successOf(endpoint)?.status;
    const list = listOf(name, endpoint);
    const query = queryOf(name, endpoint);
    const answer: Answer = (request, head) => {
      const call = callOf(endpoint, request);
      return list ? readList(list, { call, head, url: request.url }, handler) : handler(call, head);
    };
    const served = { endpoint: { ...endpoint, ...(query && { query }) }, answer };
    const keep = isForReaders(name, endpoint) ? cachedResponse(app.responses, name, served) : undefined;
    app.endpoints.set(name, { endpoint, handler });
    app.route({
      method,
      url,
      config: { endpoint, ...(cost && { cost }), ...(rateLimit && { rateLimit }) },
      schema: schemaOf(served.endpoint),
      ...(bodyLimit && { bodyLimit }),
      ...(compress === false && { compress }),
      preValidation: async ({ body, query, viewer }) => rejectUnknown(endpoint, { body, query, viewer }),
      handler: async (request, reply) => {
        if (status !== undefined) reply.status(status);
        if (keep && cacheVariant(request.viewer) !== null) return keep(request, reply);
        const body = await answer(request, reply);
        // The route's own serializer knows the plain form alone; a CSV has its type.
        if (list && asksForForm(request.query) && !reply.hasHeader("content-type"))
          reply.type("application/json; charset=utf-8").serializer(JSON.stringify);
        return status === 204 ? null : body;
      },
    });
  }
}

/** Throws InvalidError for fields of a body and filters of readers that the endpoint does not know. */
export function rejectUnknown(
  { body, ignoresUnknownFields, cache }: Endpoint,
  request: { body?: unknown; query: unknown; viewer: Viewer },
): void {
  const fields = body && !ignoresUnknownFields ? unknownFields(body, request.body) : [];
  const isReader = cache?.hasNoOthers && actorBehind(request.viewer) === null;
  const given = isReader ? Object.keys(Object(request.query)) : [];
  const parameters = given.filter((name) => !cache?.parameters?.includes(name) && !LIST_PARAMETERS.includes(name));
  for (const [what, names] of [
    ["field", fields],
    ["parameter", parameters],
  ] as const) {
    const [first] = names;
    if (first === undefined) continue;
    const errors = Object.fromEntries(names.slice(0, MAX_NAMED).map((name) => [name, `Unknown ${what}.`]));
    throw new InvalidError("invalid_input", `Unknown ${what}: ${first.slice(0, MAX_NAME)}.`, errors);
  }
}

/** How many unknown names a response repeats, and how much of the first. */
const [MAX_NAMED, MAX_NAME] = [20, 100];

/** Whether an endpoint has the same JSON response for all readers. */
const isForReaders = (name: EndpointName, endpoint: Endpoint) =>
  name.startsWith("GET ") && isOpen(endpoint) && successOf(endpoint)?.schema instanceof z.ZodType;

/** The part of an endpoint that validates its request and serializes its response. */
function schemaOf({ params, query, body, response }: Endpoint): FastifySchema {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(response && { response }),
  };
}

type Head = { header: (name: string, value: string | number) => void; status: () => void };
type Answer = (request: FastifyRequest, head: ResponseHead) => unknown;
type Served = { endpoint: Endpoint; answer: Answer };

/** Headers set by hooks that are the same for all readers. */
const COMMON_HEADERS = [...Object.keys(securityHeaders("api", true)), ...Object.keys(OPEN_TO_ALL)];

/**
 * Serves readers of one endpoint from the cache. The key consists of the viewer's variant and of validated input only,
 * so that no other spelling or unknown parameter creates a second entry.
 */
function cachedResponse(cache: ResponseCache, name: EndpointName, served: Served) {
  const { endpoint } = served;
  const partitionOf = partitions(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Without a schema, a query is as the client sent it.
    const query = endpoint.query ? knownTo(endpoint.cache?.parameters, request.query) : {};
    const asked = `${name} ${JSON.stringify([request.params, query])}`;
    const { key, target } = variantOf(request.viewer, asked, request.raw.url);
    const how: Keeping = {
      partition: partitionOf(request.params, query),
      encoding: acceptedEncoding(request.headers["accept-encoding"]),
      target,
      ...(endpoint.cache?.freshFor && { freshFor: endpoint.cache.freshFor }),
    };
    const route = routeOf(reply);
    const response = await cache.get(key, how, () => createResponse(served, request, route));
    return sendResponse(request, reply, { key, response, cache });
  };
}

/** The query parameters that matter to readers, sorted by name. */
function knownTo(parameters: readonly string[] | undefined, given: unknown): Record<string, unknown> {
  const matter = parameters && [...parameters, ...LIST_PARAMETERS];
  const all = Object.entries(Object(given)).filter(
    ([name, value]) => value !== undefined && (!matter || matter.includes(name)),
  );
  return Object.fromEntries(all.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * Chooses the cache partition of a response: that of pages only if clients cannot multiply the responses at will, that
 * is, if the path names something that exists and the query has only switches and defaults.
 */
function partitions({ query, cache }: Endpoint) {
  const usual = Object(query?.safeParse({}).data) as Record<string, unknown>;
  return (params: unknown, given: Record<string, unknown>): Partition => {
    const isNamed = cache?.isNamed || Object.values(Object(params)).every((value) => parseId(String(value)) !== null);
    const isUsual = Object.entries(given).every(([name, value]) => typeof value === "boolean" || value === usual[name]);
    return isNamed && isUsual ? "pages" : "requests";
  };
}

/** How a route sends the result of its handler. */
type Route = { status: number; headers: Record<string, string>; serialize: (made: never) => string };

/**
 * Read before anything is sent: a response created while its predecessor is served outlives the reply to its request,
 * whose status may be 304 by then.
 */
function routeOf(reply: FastifyReply): Route {
  const status = reply.statusCode;
  const serialize = reply.getSerializationFunction(String(status));
  if (!serialize) throw new Error(`A readers' endpoint has no schema for ${status}.`);
  const headers = COMMON_HEADERS.map((name) => [name, reply.getHeader(name)]).filter(
    ([, value]) => value !== undefined,
  );
  return { status, serialize, headers: Object.fromEntries(headers) };
}

/** Calls the handler, and serializes its result as the route would. */
async function createResponse(
  { endpoint, answer }: Served,
  request: FastifyRequest,
  { status, headers, serialize }: Route,
): Promise<FreshResponse> {
  const own: Record<string, string> = {};
  const head: Head = {
    header(name, value) {
      own[name.toLowerCase()] = String(value);
    },
    status: () => undefined,
  };
  const { made, scopes } = await withScopes(async () => answer(request, head), { isExact: true });
  return {
    status,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "cache-control": apiCacheControl(endpoint.cache?.freshFor),
      vary: endpoint.access === "either" ? "accept-encoding, authorization" : "accept-encoding",
      ...own,
    },
    body: asksForForm(request.query) ? JSON.stringify(made) : serialize(made as never),
    scopes,
  };
}
