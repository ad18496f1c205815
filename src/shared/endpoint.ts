import type { z } from "zod";
import type { Permission } from "./permissions.ts";

/**
 * Who may call an endpoint. `public`: anyone, and credentials are ignored. A permission: whoever has it, for the thing
 * that the call is about. `either`: anyone, but the newsroom sees more; an invalid token is refused rather than ignored,
 * so that an editor whose token expired is not shown a reader's response.
 */
export type Access = "public" | "either" | Permission;

/** Whether readers can call an endpoint. */
export const isOpen = ({ access }: { access: Access }): boolean => access === "public" || access === "either";

/**
 * The cost of a read: an ordinary one, a rendered page, a search, a file that is as large as the archive, or a stored
 * picture, which is a read too where it is missing. `nothing`: the same cached response for everybody, or a limit of its
 * own.
 */
export type ReadCost = "nothing" | "read" | "page" | "search" | "file" | "picture";

/** The body of a response by status: a schema, or one for each media type. */
type AnswerSchema = z.ZodType | { description: string; content: Record<string, { schema: z.ZodType }> };

/** Method and path below `/api`, without a trailing slash: `PUT /contact/:id`. */
export type EndpointName = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/**
 * The declaration of a call, by its name in the table of its feature. Everything that deals with calls derives from it.
 */
export type Endpoint = {
  access: Access;
  /** Whether it can be called before a second factor is set up that the caller's role needs. */
  beforeSecondFactor?: true;
  summary: string;
  description?: string;
  tags: readonly string[];
  /** The cost per call, where that is not an ordinary read for GET and nothing for other methods. */
  cost?: ReadCost;
  /**
   * How responses to readers are cached, which those of every public GET are: how long, in milliseconds, where that is
   * not 10 s; which parameters of the query matter to readers, where not all do; and `isNamed` if the text in its path
   * must be the name of something, so that clients cannot make up further addresses with a response of their own.
   */
  cache?: { freshFor?: number; parameters?: readonly string[]; isNamed?: true };
  /**
   * How many calls one client address may make in a window of milliseconds. Calls that write are counted exactly, at the
   * cost of a write each, unless `isApproximate`.
   */
  rateLimit?: { max: number; timeWindow: number; isApproximate?: boolean };
  /** The largest body in bytes, where that is not the default. */
  bodyLimit?: number;
  /** False: responses are not compressed. */
  compress?: false;
  /** Media types of the body, where that is not JSON alone. */
  consumes?: readonly string[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Responses by status; 204 has no body. If empty, the handler sends something other than JSON. */
  response?: { readonly [status: number]: AnswerSchema };
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

/** The table of a feature's endpoints, checked and with the types of all its parts. */
export const endpoints = <const Table extends EndpointTable>(
  table: Table & { [Name in keyof Table]: WithParams<Name> },
): Table => table;

type Success = 200 | 201 | 202 | 204;
type AnswerOfSchema<Schema> = Schema extends z.ZodType
  ? z.output<Schema>
  : Schema extends { content: { "application/json": { schema: infer Json extends z.ZodType } } }
    ? z.output<Json>
    : never;

/** The JSON body of a success; undefined for 204. */
export type AnswerOf<Of> = Of extends { response: infer Response }
  ? {
      [Status in keyof Response & Success]: Status extends 204 ? undefined : AnswerOfSchema<Response[Status]>;
    }[keyof Response & Success]
  : never;
