import type { ErrorCode } from "./error-codes.ts";
import { TOTAL_HEADER } from "./page.ts";
import type { ErrorBody } from "./schema.ts";

/**
 * Ad blockers stop `/api/ads/` before anything is sent; the server has the same endpoints under another name
 * (`app/path-aliases.ts`). Remembered after the first read, so that a write is never sent under both names.
 */
let isBlocked = false;
const SPECIFIED = /^(\/api\/(?:settings\/)?)ads(?=\/)/;
const otherName = (url: string) => url.replace(SPECIFIED, "$1spaces");

/** `fetch` for the API: an address that an ad blocker stops is read by its other name. */
export async function fetchApi(url: string, init: RequestInit = {}): Promise<Response> {
  const other = otherName(url);
  if (isBlocked) return fetch(other, init);
  try {
    return await fetch(url, init);
  } catch (error) {
    if (other === url || (init.method ?? "GET") !== "GET" || init.signal?.aborted) throw error;
    const response = await fetch(other, init).catch(() => undefined);
    // A backend without that name: report the first failure.
    if (!response || response.status === 404) throw error;
    isBlocked = true;
    return response;
  }
}

/**
 * An error response of the API. `detail` is the server's sentence, suitable for display; programs decide by `code`, which
 * a backend of the specification may lack.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly errors: Record<string, string>;
  constructor(status: number, body: { [Field in keyof ErrorBody]?: ErrorBody[Field] | undefined }) {
    // Newsletter endpoints name their sentence `error`; ours have both.
    const detail = body.detail ?? body.error;
    super(detail ?? `The server responded with ${status}.`);
    this.status = status;
    this.code = body.code;
    this.detail = detail;
    this.errors = body.errors ?? {};
  }
}

/** The backend in use does not have this endpoint: nothing was sent. */
export class NotOfferedError extends ApiError {
  constructor() {
    super(404, {});
  }
}

/** No response at all: offline, rejected or disconnected. The message is shown unchanged. */
export class NetworkError extends Error {
  override name = "NetworkError";
  constructor(cause?: unknown) {
    super("Network Error", { cause });
  }
}

/** The HTTP status of a page whose main request failed: client errors keep theirs, others may be temporary (503). */
export function statusOf(error: Error): number {
  return error instanceof ApiError && error.status < 500 ? error.status : 503;
}

/**
 * A list with its full count, from `X-Total-Count`. `location` is the list's canonical address if it was requested by
 * another one (`Content-Location`).
 */
export type Paged<T> = { items: T[]; total: number; location?: string };

/** The two result types of a GET; see `api-query.ts`. */
export type ReadApi = (url: string, shape: "body" | "paged", signal?: AbortSignal) => Promise<unknown>;

/** Returns the response if it is a success. Throws `ApiError`. */
export async function successOf(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetchApi(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  return successOf(response);
}

/** Parses a response for a query. Throws `NetworkError` if the connection breaks while reading. */
export async function shapeOf(response: Response, shape: "body" | "paged"): Promise<unknown> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw new NetworkError(error);
  });
  return shape === "body" ? body : pagedResponse(body, (name) => response.headers.get(name));
}

/** A list's body with the values from its headers. */
export function pagedResponse(items: unknown, header: (name: string) => unknown): unknown {
  const location = header("content-location");
  // A backend need not count: its list is then complete.
  const total = header(TOTAL_HEADER) ?? (items as unknown[]).length;
  return { items, total: Number(total), ...(location ? { location } : {}) };
}

/** Reads an endpoint in the browser. Throws `ApiError` or `NetworkError`. */
export const readApi: ReadApi = async (url, shape, signal) => shapeOf(await send(url, signal ? { signal } : {}), shape);

/**
 * Posts JSON to the API from the browser. Returns undefined for a response without JSON. Throws `ApiError`, also for a
 * success other than `status`, or `NetworkError`.
 */
export async function postApi<T>(url: string, body: unknown, status?: number): Promise<T> {
  const response = await send(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (status !== undefined && response.status !== status) throw new ApiError(response.status, {});
  return response.json().catch(() => undefined) as Promise<T>;
}
