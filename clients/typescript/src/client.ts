import { KEYED } from "./api.ts";
import { isErrorOf, JaridaError } from "./error.ts";
import { bodyOf, type Sent, type Settings, send } from "./send.ts";
import type {
  AnyPath,
  BareListPath,
  BarePath,
  ChangeOptions,
  ListField,
  ListOptions,
  ListPath,
  Method,
  Named,
  OpenOptions,
  Page,
  Path,
  Picked,
  ReadOptions,
  RequestOptions,
  Result,
  ResultOf,
  RowOf,
  Schemas,
} from "./types.ts";

export type * from "./types.ts";
export { isErrorOf, JaridaError };

export type ClientOptions = {
  /** An API key; or a function that returns one, or an access token, for each request. Without one: what everyone can read. */
  key?: Settings["key"];
  /** The time limit of each attempt, in milliseconds; 30,000 by default. */
  timeout?: number | undefined;
  /** How often a request is repeated after 429, 503 or a lost connection; 2 by default. */
  retries?: number | undefined;
  /** The longest wait for a repetition, in milliseconds; 60,000 by default. If `Retry-After` is longer, the request fails. */
  maxRetryDelay?: number | undefined;
  /** Sends the requests; by default, that of the platform. */
  fetch?: typeof globalThis.fetch | undefined;
};

type Read<P extends Path<"GET">, Field extends string> = Promise<
  Result<
    Named<"GET", P> extends infer Name extends Named<"GET", P>
      ? [RowOf<Name>] extends [never]
        ? ResultOf<Name>
        : [Field] extends [never]
          ? ResultOf<Name>
          : Picked<RowOf<Name>, Field>[]
      : never
  >
>;
type Changed<M extends Method, P extends string> = Promise<Result<ResultOf<Named<M, P>>>>;
/** Options that a request may omit if none of them is required. */
type Given<P, Bare, Options> = P extends Bare ? [options?: Options] : [options: Options];
type Change<M extends Method> = <P extends Path<M>>(
  path: P,
  ...options: Given<P, BarePath<M>, ChangeOptions<Named<M, P>>>
) => Changed<M, P>;
type GetField<P extends string> = ListField<Named<"GET", P>>;
type Rows<P extends string, Field extends string> = AsyncGenerator<
  Picked<RowOf<Named<"GET", P>>, Field>,
  void,
  undefined
>;
type Pages<P extends string, Field extends string> = AsyncGenerator<
  Page<Picked<RowOf<Named<"GET", P>>, Field>>,
  void,
  undefined
>;

type Picture = Blob | Uint8Array | ArrayBuffer;
/** `name`: the name of the file; by default its own. */
type UploadOptions = RequestOptions & { name?: string };

export type JaridaClient = {
  /** Reads. For a list: a page of it, by `limit` and `offset`. */
  get: <P extends Path<"GET">, Field extends GetField<P> = never>(
    path: P,
    ...options: Given<P, BarePath<"GET">, ReadOptions<Named<"GET", P>, Field>>
  ) => Read<P, Field>;
  post: Change<"POST">;
  put: Change<"PUT">;
  patch: Change<"PATCH">;
  delete: Change<"DELETE">;
  /** All rows of a list. For `/changes`: those until now. */
  list: <P extends ListPath, Field extends GetField<P> = never>(
    path: P,
    ...options: Given<P, BareListPath, ListOptions<Named<"GET", P>, Field>>
  ) => Rows<P, Field>;
  /** The same by page, with the cursor from which to continue later. */
  pages: <P extends ListPath, Field extends GetField<P> = never>(
    path: P,
    ...options: Given<P, BareListPath, ListOptions<Named<"GET", P>, Field>>
  ) => Pages<P, Field>;
  /** Uploads a picture. It is not repeated by itself. */
  upload: (picture: Picture, options?: UploadOptions) => Promise<Result<Schemas["Upload"]>>;
  /** Returns the response as it is, for streams and files; an error rejects. */
  open: <M extends Method, P extends AnyPath<M>>(
    method: M,
    path: P,
    options: OpenOptions<Named<M, P>>,
  ) => Promise<Response>;
};

/** A client of the publication at an address. */
export function createClient(address: string | URL, options: ClientOptions = {}): JaridaClient {
  const settings: Settings = {
    address: new URL(address).href.replace(/\/$/, ""),
    key: options.key,
    timeout: options.timeout ?? 30_000,
    retries: options.retries ?? 2,
    maxRetryDelay: options.maxRetryDelay ?? 60_000,
    // Browsers require it to be called on its own.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
  };
  const request = (operation: string, given: Sent = {}) => {
    const key = KEYED.includes(operation) ? (given.idempotencyKey ?? randomKey()) : given.idempotencyKey;
    return send(settings, operation, { ...given, idempotencyKey: key }, (response) => resultOf(operation, response));
  };
  const read = (path: string, { fields, query, ...given }: Listed = {}) =>
    request(`GET ${path}`, { ...given, query: { ...query, fields: fields?.join() } });
  async function* pages(path: string, { cursor = "", query, ...given }: Listed = {}): AsyncGenerator<Page<unknown>> {
    // Changes never end: what there is for now does.
    const isStream = path === "/changes";
    for (let next: string | null = cursor; next !== null; ) {
      const from: string | undefined = isStream && next === "" ? undefined : next;
      const page = (await read(path, { ...given, query: { ...query, cursor: from } })).data as Page<unknown>;
      yield page;
      next = isStream && page.results.length === 0 ? null : page.next_cursor;
    }
  }
  async function* list(path: string, given?: Listed) {
    for await (const { results } of pages(path, given)) yield* results;
  }
  const change = (method: Method) => (path: string, given?: Sent) => request(`${method} ${path}`, given);
  return {
    get: read,
    post: change("POST"),
    put: change("PUT"),
    patch: change("PATCH"),
    delete: change("DELETE"),
    list,
    pages,
    upload(
      picture: Picture,
      { name = picture instanceof File ? picture.name : "picture", ...given }: UploadOptions = {},
    ) {
      const body = new FormData();
      body.append("file", picture instanceof Blob ? picture : new Blob([new Uint8Array(picture)]), name);
      return request("POST /upload", { ...given, body });
    },
    open: (method: Method, path: string, given: Sent) =>
      send(settings, `${method} ${path}`, given, async (response) => response),
  } as JaridaClient;
}

type Listed = Sent & { fields?: readonly string[]; cursor?: string };

/** Not `crypto.randomUUID`, which pages without TLS lack. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function resultOf(operation: string, response: Response): Promise<Result<unknown>> {
  const { status, headers } = response;
  const body = status === 204 ? undefined : await bodyOf(response);
  // A proxy's page: no response of the API is a text.
  if (typeof body === "string") throw new JaridaError(operation, response, body);
  const total = headers.get("x-total-count");
  return {
    data: body,
    status,
    etag: headers.get("etag") ?? undefined,
    total: total === null ? undefined : Number(total),
    headers,
  };
}
