import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifySchema, HTTPMethods } from "fastify";
import { z } from "zod";
import { type AnswerOf, type Endpoint, type EndpointName, type EndpointTable, isOpen } from "#shared/endpoint.ts";
import { cacheVariant, type Viewer } from "#shared/viewer.ts";
import { keptAnswer } from "./api-answers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's declaration in its feature's table. */
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Every endpoint that is served, with its handler: for in-process reads, and for listing them. */
    endpoints: Map<EndpointName, ServedEndpoint>;
  }
}

/** A handler's input: a request whose parts have been validated. A read in process has no address. */
export type Call<Of> = {
  params: Of extends { params: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  query: Of extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  body: Of extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  /** Who makes the request. */
  viewer: Viewer;
  headers: IncomingHttpHeaders;
  /** The client's address. */
  ip: string;
  /** Whether the answer is rendered into a page of this site, which names nothing on other hosts. */
  isForPage?: true;
};

/** What a handler can set in addition to the body of its response. */
export type AnswerHead = {
  header: (name: string, value: string | number) => unknown;
  /** Where it is not the first success status of the table. */
  status: (code: number) => unknown;
};

/** What a handler returns: the body of a success in any media type of its table. */
type Returned<Of> = Of extends { response: { 200: { content: infer Content } } }
  ? Content[keyof Content] extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never
  : AnswerOf<Of> extends infer Body
    ? Body extends undefined
      ? unknown
      : Body
    : never;

/**
 * Handles the calls of one endpoint; throws errors that are mapped to responses. Without `response` it uses `reply`
 * itself.
 */
export type Handler<Of> = Of extends { response: object }
  ? (call: Call<Of>, reply: AnswerHead) => Promise<Returned<Of>> | Returned<Of>
  : (call: Call<Of>, reply: FastifyReply) => Promise<unknown>;
export type Handlers<Table> = { [Name in keyof Table]: Handler<Table[Name]> };

/** A handler without its types: it gets what the schemas of its endpoint have parsed from a request. */
type AnyHandler = (call: Omit<Call<Endpoint>, "params" | "query" | "body"> & Parts, reply: AnswerHead) => unknown;
type Parts = { params: unknown; query: unknown; body: unknown };
export type ServedEndpoint = { endpoint: Endpoint; handler: AnyHandler };

/** Method and path of an endpoint's name. */
export function partsOfName(name: EndpointName): { method: HTTPMethods; path: string } {
  const [method = "", path = ""] = name.split(" ");
  return { method: method as HTTPMethods, path };
}

/** The status of a success, and the schema of its body. */
export function successOf({ response = {} }: Endpoint) {
  const status = [200, 201, 202, 204].find((code) => code in response);
  return status === undefined ? undefined : { status, schema: response[status] };
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
    const keep = isForReaders(name, endpoint) ? keptAnswer(app.answers, name, { endpoint, handler }) : undefined;
    app.endpoints.set(name, { endpoint, handler });
    app.route({
      method,
      url,
      config: { endpoint, ...(cost && { cost }), ...(rateLimit && { rateLimit }) },
      schema: schemaOf(endpoint),
      ...(bodyLimit && { bodyLimit }),
      ...(compress === false && { compress }),
      handler: async (request, reply) => {
        if (status !== undefined) reply.status(status);
        const variant = keep ? cacheVariant(request.viewer) : null;
        if (keep && variant !== null) return keep(request, reply, variant);
        const answer = await handler(request, reply);
        return status === 204 ? null : answer;
      },
    });
  }
}

/** Whether a call has one JSON response for all readers. */
const isForReaders = (name: EndpointName, endpoint: Endpoint) =>
  name.startsWith("GET ") && isOpen(endpoint) && successOf(endpoint)?.schema instanceof z.ZodType;

/** The part of an endpoint that validates and describes its request and response. */
function schemaOf({ summary, description, tags, consumes, params, query, body, response }: Endpoint): FastifySchema {
  return {
    summary,
    tags,
    ...(description && { description }),
    ...(consumes && { consumes: [...consumes] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(response && { response }),
  };
}
