import type { z } from "zod";
import { type Paged, postApi } from "./api-client.ts";
import type { ApiQuery } from "./api-query.ts";
import type { EndpointTable, ParamName, ResponseOf } from "./endpoint.ts";
import { API_BASE } from "./urls.ts";

type Value = string | number | boolean | undefined;

/** A query as a client writes it: numbers and booleans become text, undefined values are omitted. */
type Written<Query> = { [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? Value : undefined) };

type ParamsOf<Name> = [ParamName<Name>] extends [never]
  ? unknown
  : { params: { [Param in ParamName<Name>]: string | number } };
type QueryOf<Of> = Of extends { query: infer Schema extends z.ZodType }
  ? Partial<z.input<Schema>> extends z.input<Schema>
    ? { query?: Written<z.input<Schema>> }
    : { query: Written<z.input<Schema>> }
  : unknown;
type BodyOf<Of> = Of extends { body: infer Schema extends z.ZodType }
  ? { body: z.input<Schema> | FormOf<Of> }
  : unknown;
type FormOf<Of> = Of extends { consumes: readonly (infer Type)[] }
  ? "multipart/form-data" extends Type
    ? FormData
    : never
  : never;

/** The parts of a request in its address: parameters and query. */
export type Address<Table, Name extends keyof Table> = ParamsOf<Name> & QueryOf<Table[Name]>;
/** All parts of a request. */
export type Request<Table, Name extends keyof Table> = Address<Table, Name> & BodyOf<Table[Name]>;
/** An argument that is optional if none of its fields is required. */
export type Optional<Given> = Record<never, never> extends Given ? [given?: Given] : [given: Given];

export type Reads<Table> = Extract<keyof Table, `GET ${string}`>;
type Posts<Table> = Extract<keyof Table, `POST ${string}`>;
export type RowOf<Of> = ResponseOf<Of> extends (infer Row)[] ? Row : never;

/** A feature's endpoints by name, for readers' pages. */
export type EndpointClient<Table extends EndpointTable> = {
  url: <Name extends keyof Table>(name: Name, ...given: Optional<Address<Table, Name>>) => string;
  /** Query options for an endpoint, for its body alone. */
  query: <Name extends Reads<Table>>(
    name: Name,
    ...given: Optional<Address<Table, Name>>
  ) => ApiQuery<ResponseOf<Table[Name]>>;
  /** Query options for a list whose full count is needed too. */
  paged: <Name extends Reads<Table>>(
    name: Name,
    ...given: Optional<Address<Table, Name>>
  ) => ApiQuery<Paged<RowOf<Table[Name]>>>;
  /** Sends JSON. Throws `ApiError`, also for a success other than `status`, or `NetworkError`. */
  post: <Name extends Posts<Table>>(
    name: Name,
    given: Request<Table, Name> & { status?: number },
  ) => Promise<ResponseOf<Table[Name]>>;
};

export type AnyAddress = { params?: Record<string, string | number>; query?: Record<string, Value> };

/** The path of an endpoint with its parameters and query filled in. */
export function urlOf(name: string, { params = {}, query = {} }: AnyAddress = {}): string {
  const path = name
    .slice(name.indexOf("/"))
    .replace(/:(\w+)/g, (_whole, param: string) => encodeURIComponent(params[param] ?? ""));
  const search = Object.entries(query)
    .flatMap(([key, value]) => (value === undefined ? [] : `${key}=${encodeURIComponent(value)}`))
    .join("&");
  return `${API_BASE}${path}/${search && `?${search}`}`;
}

export const client = {
  url: urlOf,
  query: (name: string, given?: AnyAddress) => ({ queryKey: [urlOf(name, given), "body"] }),
  paged: (name: string, given?: AnyAddress) => ({ queryKey: [urlOf(name, given), "paged"] }),
  post: (name: string, given: AnyAddress & { body?: unknown; status?: number }) =>
    postApi(urlOf(name, given), given.body, given.status),
};

/**
 * A feature's endpoints, typed by its table. Only the type is imported: the compiler checks names, and browsers
 * download no schema.
 */
export const clientOf = <Table extends EndpointTable>() => client as unknown as EndpointClient<Table>;
