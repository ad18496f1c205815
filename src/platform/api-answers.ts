import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, EndpointName } from "#shared/endpoint.ts";
import { parseId } from "#shared/ids.ts";
import { type AnswerCache, type Keeping, type Partition, withScopes } from "./answer-cache.ts";
import type { FreshAnswer } from "./answer-forms.ts";
import { apiCacheControl } from "./cdn-headers.ts";
import { acceptedEncoding } from "./content-negotiation.ts";
import { securityHeaders } from "./security-headers.ts";
import { sendAnswer } from "./send-answer.ts";

type Head = { header: (name: string, value: string | number) => void; status: () => void };
type Served = { endpoint: Endpoint; handler: (request: FastifyRequest, head: Head) => unknown };

/** The headers that hooks have set by now which are the same for all readers. */
const COMMON_HEADERS = Object.keys(securityHeaders("api", true));

/**
 * Answers the readers of one call from the cache. The key is made of the viewer's variant and of validated input only,
 * so that no spelling of a request, and nothing the call does not know, makes a second entry.
 */
export function keptAnswer(cache: AnswerCache, name: EndpointName, served: Served) {
  const { endpoint } = served;
  const partitionOf = partitions(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply, variant: string) => {
    const query = knownTo(endpoint.cache?.parameters, request.query);
    const key = `${name} ${JSON.stringify([request.params, query, variant])}`;
    const how: Keeping = {
      partition: partitionOf(request.params, query),
      encoding: acceptedEncoding(request.headers["accept-encoding"]),
      target: request.raw.url,
      ...(endpoint.cache?.freshFor && { freshFor: endpoint.cache.freshFor }),
    };
    const route = routeOf(reply);
    const answer = await cache.get(key, how, () => makeAnswer(served, request, route));
    return sendAnswer(request, reply, { key, answer, cache });
  };
}

/** The parameters that a call's readers can use, sorted by name. */
function knownTo(parameters: readonly string[] | undefined, given: unknown): Record<string, unknown> {
  const all = Object.entries(Object(given)).filter(
    ([name, value]) => value !== undefined && (!parameters || parameters.includes(name)),
  );
  return Object.fromEntries(all.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * Chooses the cache partition of a response: that of pages only if clients cannot multiply the responses at will. Then
 * the path names something that exists, and the query contains only switches and defaults.
 */
function partitions({ query, cache }: Endpoint) {
  const usual = Object(query?.safeParse({}).data) as Record<string, unknown>;
  return (params: unknown, given: Record<string, unknown>): Partition => {
    const isNamed = cache?.isNamed || Object.values(Object(params)).every((value) => parseId(String(value)) !== null);
    const isUsual = Object.entries(given).every(([name, value]) => typeof value === "boolean" || value === usual[name]);
    return isNamed && isUsual ? "pages" : "requests";
  };
}

/** What a route does with what its handler returns. */
type Route = { status: number; headers: Record<string, string>; serialize: (made: never) => string };

/**
 * Read before anything is sent: a response that is made while its predecessor is still served outlives the reply to the
 * request that began it, whose status may be 304 by then.
 */
function routeOf(reply: FastifyReply): Route {
  const status = reply.statusCode;
  const serialize = reply.getSerializationFunction(String(status));
  if (!serialize) throw new Error(`A call of readers has no schema for ${status}.`);
  const headers = COMMON_HEADERS.map((name) => [name, reply.getHeader(name)]).filter(
    ([, value]) => value !== undefined,
  );
  return { status, serialize, headers: Object.fromEntries(headers) };
}

/** Calls the handler, and serializes its answer as the route would. */
async function makeAnswer(
  { endpoint, handler }: Served,
  request: FastifyRequest,
  { status, headers, serialize }: Route,
): Promise<FreshAnswer> {
  const own: Record<string, string> = {};
  const head: Head = {
    header(name, value) {
      own[name.toLowerCase()] = String(value);
    },
    status: () => undefined,
  };
  const { made, scopes } = await withScopes(async () => handler(request, head), { isExact: true });
  return {
    status,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "cache-control": apiCacheControl(endpoint.cache?.freshFor),
      vary: endpoint.access === "either" ? "accept-encoding, authorization" : "accept-encoding",
      ...own,
    },
    body: serialize(made as never),
    scopes,
  };
}
