import type { ErrorBody } from "./schema.ts";

/** An answer of the API that is not a success. `detail` is the server's sentence, fit to be shown. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: Record<string, string>;
  constructor(status: number, body: Partial<ErrorBody>) {
    // The newsletter calls name their sentence `error` (spec section 7); ours have both.
    const detail = body.detail ?? body.error;
    super(detail ?? `The server answered ${status}.`);
    this.status = status;
    this.detail = detail;
    this.errors = body.errors ?? {};
  }
}

/** No answer at all: offline, refused, cut. Its message is the one the spec names (section 4). */
export class NetworkError extends Error {
  override name = "NetworkError";
  constructor(cause?: unknown) {
    super("Network Error", { cause });
  }
}

/** What a list call answers where the page needs the full count: `X-Total-Count` beside the items. */
export type Paged<T> = { items: T[]; total: number };

/** The two shapes a GET can be read as; see `api-query.ts`. */
export type ReadApi = (url: string, shape: "body" | "paged", signal?: AbortSignal) => Promise<unknown>;

async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  if (response.ok) return response;
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body);
}

/** Reads a call of the API in the browser. Throws `ApiError` or `NetworkError`. */
export const readApi: ReadApi = async (url, shape, signal) => {
  const response = await send(url, signal ? { signal } : {});
  const body: unknown = await response.json().catch((error: unknown) => {
    throw new NetworkError(error);
  });
  return shape === "body" ? body : { items: body, total: Number(response.headers.get("x-total-count")) };
};

/** Posts JSON to the API from the browser. Throws `ApiError` or `NetworkError`. */
export async function postApi<T>(url: string, body: unknown): Promise<T> {
  const response = await send(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}
