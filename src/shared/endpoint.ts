import type { z } from "zod";
import type { RequestHeader, ResponseHeader } from "./endpoint-facts.ts";
import type { ErrorCode } from "./error-codes.ts";
import type { Permission } from "./permissions.ts";

/**
 * Who may use an endpoint. `public`: anyone, credentials are ignored. A permission: users with it, for the subject of
 * the request. `either`: anyone, but staff see more; an invalid token is rejected rather than ignored, so that an
 * editor whose token expired does not get a reader's response.
 */
export type Access = "public" | "either" | Permission;

/** Whether readers can call an endpoint. */
export const isOpen = ({ access }: { access: Access }): boolean => access === "public" || access === "either";

/**
 * The cost of a read: an ordinary one, a rendered page, a search, a file as large as the archive, or a stored picture,
 * which is an ordinary read if missing. `nothing`: a cached response for everyone, or a limit of its own.
 */
export type ReadCost = "nothing" | "read" | "page" | "search" | "file" | "picture";

/** The body of a response by status: a schema, or one for each media type. */
type ResponseSchema = z.ZodType | { description: string; content: Record<string, { schema: z.ZodType }> };

/** Method and path below `/api`, without a trailing slash: `PUT /contact/:id`. */
export type EndpointName = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** The declaration of an endpoint, by its name in its feature's table. Routes, clients and docs derive from it. */
export type Endpoint = {
  access: Access;
  /** Not for API keys, even with the scope of its permission. */
  noKeys?: true;
  /** Offered to assistants as a tool, under its `operationId`. */
  isTool?: true;
  /** Whether it is available before the user has set up the second factor that the role needs. */
  beforeSecondFactor?: true;
  summary: string;
  description?: string;
  /** Names in `TAGS`. */
  tags: readonly string[];
  /** The cost per request. Default: an ordinary read for GET, and nothing for other methods. */
  cost?: ReadCost;
  /**
   * How responses of a public GET are cached: for how many milliseconds, if not 10 s; which query parameters matter to
   * readers, if not all, and `hasNoOthers` if readers' requests with others are rejected; and `isNamed` if the text in its path must name something that exists, so that clients cannot
   * create further responses.
   */
  cache?: { freshFor?: number; parameters?: readonly string[]; hasNoOthers?: true; isNamed?: true };
  /**
   * Requests of one client address in a window of milliseconds. Requests that write are counted exactly, with a write
   * each, unless `isApproximate`.
   */
  rateLimit?: { max: number; timeWindow: number; isApproximate?: boolean };
  /** The largest body in bytes, if not the default. */
  bodyLimit?: number;
  /** False: responses are not compressed. */
  compress?: false;
  /** Media types of the body, if not JSON alone. */
  consumes?: readonly string[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Fields that the body does not declare are left out instead of rejected: clients may send back what they got. */
  ignoresUnknownFields?: true;
  /** The headers of requests that the handler gets, besides those that describe the client. */
  headers?: readonly RequestHeader[];
  /** Headers of successful responses, besides those that follow from the rest of the declaration. */
  responseHeaders?: readonly ResponseHeader[];
  /** Codes of its errors, besides those that follow from the rest of the declaration. */
  errors?: readonly ErrorCode[];
  /** Responses by status; 204 has no body. If empty, the handler sends something other than JSON, as `sends` says. */
  response?: { readonly [status: number]: ResponseSchema };
  /** What a handler without `response` sends: a redirect, or a body of another media type. */
  sends?: { status: number; description: string; type?: string };
};
export type EndpointTable = { readonly [name: EndpointName]: Endpoint };

/** The names of the parameters in a path. */
export type ParamName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** An endpoint has a schema for each parameter of its path, and for no other. */
type WithParams<Name> = [ParamName<Name>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamName<Name>, z.ZodType>> };

/** A feature's endpoint table, checked and fully typed. */
export const endpoints = <const Table extends EndpointTable>(
  table: Table & { [Name in keyof Table]: WithParams<Name> },
): Table => table;

type Success = 200 | 201 | 202 | 204;
type ResponseOfSchema<Schema> = Schema extends z.ZodType
  ? z.output<Schema>
  : Schema extends { content: { "application/json": { schema: infer Json extends z.ZodType } } }
    ? z.output<Json>
    : never;

/** The JSON body of a success; undefined for 204. */
export type ResponseOf<Of> = Of extends { response: infer Response }
  ? {
      [Status in keyof Response & Success]: Status extends 204 ? undefined : ResponseOfSchema<Response[Status]>;
    }[keyof Response & Success]
  : never;
