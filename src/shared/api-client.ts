import { TOTAL_HEADER } from "./paging.ts";
import type { ErrorBody } from "./schema.ts";

/** An answer of the API that is not a success. `detail` is the server's sentence, fit to be shown. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: Record<string, string>;
  constructor(status: number, body: Partial<ErrorBody>) {
    // The newsletter calls name their sentence `error`; ours have both.
    const detail = body.detail ?? body.error;
    super(detail ?? `The server answered ${status}.`);
    this.status = status;
    this.detail = detail;
    this.errors = body.errors ?? {};
  }
}

/** No answer at all: offline, refused, cut. Its message is the one the spec names. */
export class NetworkError extends Error {
  override name = "NetworkError";
  constructor(cause?: unknown) {
    super("Network Error", { cause });
  }
}

/** The HTTP status of a page whose main call failed: what was refused is passed on, all else may pass (503). */
export function statusOf(error: Error): number {
  return error instanceof ApiError && error.status < 500 ? error.status : 503;
}

/**
 * What a list call answers where the page needs the full count: `X-Total-Count` beside the items. `location` is the
 * list's own address, where it was asked for by another one (`Content-Location`).
 */
export type Paged<T> = { items: T[]; total: number; location?: string };

/** The two shapes a GET can be read as; see `api-query.ts`. */
export type ReadApi = (url: string, shape: "body" | "paged", signal?: AbortSignal) => Promise<unknown>;

/** The answer itself where it is a success. Throws `ApiError`. */
export async function successOf(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  return successOf(response);
}

/** What a query makes of an answer. Throws `NetworkError` where it breaks off. */
export async function shapeOf(response: Response, shape: "body" | "paged"): Promise<unknown> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw new NetworkError(error);
  });
  return shape === "body" ? body : pagedAnswer(body, (name) => response.headers.get(name));
}

/** A list's body with what its headers say of it. */
export function pagedAnswer(items: unknown, header: (name: string) => unknown): unknown {
  const location = header("content-location");
  return { items, total: Number(header(TOTAL_HEADER)), ...(location ? { location } : {}) };
}

/** Reads a call of the API in the browser. Throws `ApiError` or `NetworkError`. */
export const readApi: ReadApi = async (url, shape, signal) => shapeOf(await send(url, signal ? { signal } : {}), shape);

/** Posts JSON to the API from the browser. Throws `ApiError` or `NetworkError`. */
export async function postApi<T>(url: string, body: unknown): Promise<T> {
  const response = await send(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}
