import { ApiError } from "#shared/api-client.ts";
import { ERROR_CODES } from "#shared/error-codes.ts";

type Code = keyof typeof ERROR_CODES;

/**
 * The error that a client gets for a response of this server: with the status of its code. A test about a backend of the
 * specification, which need not send codes, makes its `ApiError` itself.
 *
 * @example apiError("stale_version", "Another user changed it.")
 */
export function apiError(code: Code, detail?: string): ApiError {
  return new ApiError(ERROR_CODES[code].status, { code, detail });
}
