import type { components } from "./api.ts";

/** The schemas of the API by name, such as `Schemas["Article"]`. */
export type Schemas = components["schemas"];

type Operations = Schemas["Operations"];
/** An operation by method and path, such as `"GET /articles/{id}"`. */
export type OperationName = keyof Operations;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A part of an operation, or `Otherwise` if it has none. */
type Part<Name extends OperationName, Key extends string, Otherwise = never> = Operations[Name] extends {
  [key in Key]: infer Type;
}
  ? Type
  : Otherwise;
/** The same for a part that requests may omit. */
type Given<Name extends OperationName, Key extends string> = NonNullable<
  Operations[Name] extends { [key in Key]?: infer Type } ? Type : never
>;

/** All error codes. A newer server may send others. */
export type ErrorCode = Schemas["Error"]["code"];
/** The error codes of an operation. */
export type ErrorCodeOf<Name extends OperationName> =
  | Schemas["CommonErrorCode"]
  | Extract<Part<Name, "errors">, string>;
/** The query parameters of an operation. */
export type QueryOf<Name extends OperationName> = "query" extends keyof Operations[Name] ? Given<Name, "query"> : never;
/** The body that an operation takes. */
export type BodyOf<Name extends OperationName> = "body" extends keyof Operations[Name] ? Given<Name, "body"> : never;
/** A row of a list. */
export type RowOf<Name extends OperationName> = Part<Name, "row">;
/** The data of a response: rows for a list, `undefined` for a response without a body. */
export type ResultOf<Name extends OperationName> = Part<
  Name,
  "result",
  Operations[Name] extends { row: infer Row } ? Row[] : undefined
>;

/** The fields of an object, also those of some members of a union only. */
type FieldOf<Row> = Row extends unknown ? keyof Row & string : never;
/** A row with some of its fields; with all of them if none is named. */
export type Picked<Row, Field extends string> = [Field] extends [never]
  ? Row
  : Row extends unknown
    ? Pick<Row, Extract<keyof Row, Field>>
    : never;
/** The fields that a request for a list can name. */
export type ListField<Name extends OperationName> = Operations[Name] extends { result: unknown }
  ? never
  : FieldOf<RowOf<Name>>;

/** The operations whose response is JSON, or has no body. */
type JsonName = { [Name in OperationName]: Operations[Name] extends { other: true } ? never : Name }[OperationName];
type ListName = { [Name in OperationName]: Operations[Name] extends { row: unknown } ? Name : never }[OperationName];
/** Whether requests may omit everything. */
type BareName = {
  [Name in OperationName]: Record<never, never> extends Pick<Operations[Name], Input & keyof Operations[Name]>
    ? Operations[Name] extends { form: true }
      ? never
      : Name
    : never;
}[OperationName];
type Input = "path" | "query" | "body";
type PathIn<Name extends OperationName, M extends Method> = Name extends `${M} ${infer Path}` ? Path : never;

/** The paths of a method. */
export type Path<M extends Method> = PathIn<JsonName, M>;
/** The paths whose requests need no options. */
export type BarePath<M extends Method> = PathIn<JsonName & BareName, M>;
/** The paths of a method, also those whose response is a stream, a file or a redirect. */
export type AnyPath<M extends Method> = PathIn<OperationName, M>;
/** The paths of lists. */
export type ListPath = PathIn<ListName, "GET">;
export type BareListPath = PathIn<ListName & BareName, "GET">;
/** The operation of a method and a path. */
export type Named<M extends Method, P extends string> = Extract<`${M} ${P}`, OperationName>;

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** The time limit of each attempt, in milliseconds. */
  timeout?: number | undefined;
  headers?: Record<string, string> | undefined;
};
type PathPart<Name extends OperationName> = Operations[Name] extends { path: infer Type } ? { path: Type } : unknown;
type BodyPart<Name extends OperationName> =
  | (Operations[Name] extends { body: infer Type }
      ? { body: Type }
      : "body" extends keyof Operations[Name]
        ? { body?: BodyOf<Name> }
        : Operations[Name] extends { form: true }
          ? never
          : unknown)
  | (Operations[Name] extends { form: true } ? { body: FormData } : never);
type QueryPart<Name extends OperationName, Omitted extends string = never> = Operations[Name] extends {
  query: infer Type;
}
  ? { query: Omit<Type, Omitted> }
  : "query" extends keyof Operations[Name]
    ? { query?: Omit<QueryOf<Name>, Omitted> }
    : unknown;
type HeaderPart<Name extends OperationName> = (Operations[Name] extends { conditional: true }
  ? {
      /** The `etag` of the version that the change is based on: rejects with `stale_version` if it has changed since. */
      ifMatch?: string | undefined;
    }
  : unknown) &
  (Operations[Name] extends { keyed: true }
    ? {
        /** A new one for each change, by default; your own to repeat a change after a restart. */
        idempotencyKey?: string | undefined;
      }
    : unknown);

/** What selects a list's form: a request for one page of rows has none of these. */
type Form<Name extends OperationName> = Operations[Name] extends { result: unknown }
  ? never
  : "cursor" | "updated_since";

export type ReadOptions<Name extends OperationName, Field extends string> = RequestOptions &
  PathPart<Name> &
  QueryPart<Name, Form<Name>> & {
    /** Only these fields of each row. */
    fields?: readonly Field[];
  };
export type ChangeOptions<Name extends OperationName> = RequestOptions &
  PathPart<Name> &
  QueryPart<Name> &
  BodyPart<Name> &
  HeaderPart<Name>;
export type OpenOptions<Name extends OperationName> = RequestOptions &
  PathPart<Name> &
  QueryPart<Name> &
  BodyPart<Name>;
export type ListOptions<Name extends OperationName, Field extends string> = RequestOptions &
  PathPart<Name> &
  QueryPart<Name, "cursor" | "offset"> & {
    /** Only these fields of each row. */
    fields?: readonly Field[];
    /** Where to continue: the `next_cursor` of an earlier page. */
    cursor?: string | undefined;
  };

/** The data of a response, with what its headers say. */
export type Result<Data> = {
  data: Data;
  status: number;
  /** The version of the data, for `ifMatch`. */
  etag: string | undefined;
  /** The number of rows on all pages of a list. */
  total: number | undefined;
  headers: Headers;
};
/** A page of a list. */
export type Page<Row> = {
  results: Row[];
  /** The cursor of the next page; null at the end. Changes have no end, so theirs is for the next time. */
  next_cursor: string | null;
};
