import type { z } from "zod";

/**
 * Who may call an endpoint. `public`: anyone, and no credential is looked at. `editor`: whoever has an access token
 * that holds. `either`: anyone, but an editor sees more; a token that does not hold is refused rather than passed over,
 * so that an editor whose token ran out is not shown a reader's answer.
 */
export type Access = "public" | "editor" | "either";

/** What a read costs: an ordinary one, a rendered page, a search, or a file that is as large as the archive. */
export type ReadCost = "nothing" | "read" | "page" | "search" | "file";

/** The body of an answer of one status: a schema, or one for each media type. */
type AnswerSchema = z.ZodType | { description: string; content: Record<string, { schema: z.ZodType }> };

/** Method and path below `/api`, the path without a slash at its end: `PUT /contact/:id`. */
export type EndpointName = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;

/** What is declared of a call, by its name in the table of its feature. Everything that knows of calls derives from it. */
export type Endpoint = {
  access: Access;
  summary: string;
  description?: string;
  tags: readonly string[];
  /** What is counted for each client, where that is not an ordinary read for GET and nothing for all else. */
  cost?: ReadCost;
  /** How many calls one client address may make in a window of milliseconds. */
  rateLimit?: { max: number; timeWindow: number };
  /** The largest body in bytes, where that is not the usual. */
  bodyLimit?: number;
  /** False: answers are not compressed. */
  compress?: false;
  /** Media types of the body, where that is not JSON alone. */
  consumes?: readonly string[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Answers by status; 204 has no body. Without any, the handler answers with something else than JSON. */
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

/** What a successful call is answered with as JSON; undefined for 204. */
export type AnswerOf<Of> = Of extends { response: infer Response }
  ? {
      [Status in keyof Response & Success]: Status extends 204 ? undefined : AnswerOfSchema<Response[Status]>;
    }[keyof Response & Success]
  : never;
