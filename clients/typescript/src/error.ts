import type { ErrorCode, ErrorCodeOf, OperationName } from "./types.ts";

/** The code of a response that is not from the API, such as a proxy's page. */
type Unexpected = "unexpected_response";

type Body = { code?: unknown; detail?: unknown; errors?: unknown; scope?: unknown };

/**
 * A response that is an error. Its message is the server's sentence for people. Requests without a response reject with what
 * `fetch` rejects with: a `TypeError`, or a `DOMException` named `AbortError` or `TimeoutError`.
 */
export class JaridaError extends Error {
  override readonly name = "JaridaError";
  /** Such as `"GET /articles/{id}"`. */
  readonly operation: string;
  readonly status: number;
  /** The reason for programs. */
  readonly code: ErrorCode | Unexpected;
  /** The reason for people. */
  readonly detail: string;
  /** The sentences of a validation error, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** The scope that the API key lacks. */
  readonly scope: string | undefined;
  /** In how many seconds to try again. */
  readonly retryAfter: number | undefined;
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;
  /** The body of the response: parsed if it is JSON, or else text. */
  readonly body: unknown;

  constructor(operation: string, { status, headers }: Response, body: unknown) {
    const { code, detail, errors, scope } = Object(body) as Body;
    const isOurs = typeof code === "string" && typeof detail === "string";
    const sentence = isOurs ? detail : `The server responded with ${status}, without an error of the API.`;
    super(sentence);
    this.operation = operation;
    this.status = status;
    this.code = isOurs ? (code as ErrorCode) : "unexpected_response";
    this.detail = sentence;
    this.errors = isOurs && errors instanceof Object ? (errors as Record<string, string>) : {};
    this.scope = typeof scope === "string" ? scope : undefined;
    this.retryAfter = secondsIn(headers.get("retry-after"));
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.body = body;
  }
}

/** Whether an error is a response to an operation: its code is then one of this operation's. */
export function isErrorOf<Name extends OperationName>(
  error: unknown,
  operation: Name,
): error is JaridaError & { readonly code: ErrorCodeOf<Name> | Unexpected } {
  return error instanceof JaridaError && error.operation === operation;
}

/** A `Retry-After`, which is a number of seconds or a date. */
function secondsIn(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
