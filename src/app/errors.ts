import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isAway, isOutOfSpace } from "#db/failures.ts";
import type { ImageFault } from "#platform/image-limits.ts";
import { ImageError, ImagesUnavailableError } from "#platform/images.ts";
import { ObjectStoreError } from "#platform/object-store.ts";
import { type CodeOf, ERROR_CODES } from "#shared/error-codes.ts";
import {
  DomainError,
  InUseError,
  InvalidError,
  MissingScopeError,
  TooManyRequestsError,
  UnauthenticatedError,
} from "#shared/errors.ts";
import { ANIMATED } from "#shared/pictures.ts";
import type { ErrorBody } from "#shared/schema.ts";

/** An error's public form: a status and the common error body. */
export type HttpError = { status: number; body: ErrorBody & { used_in?: object[] }; headers?: Record<string, string> };

/** Errors that Fastify finds before a handler runs. */
const FRAMEWORK_ERRORS: Record<string, ErrorBody> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "unsupported_media_type",
    detail: "This media type is not supported.",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "request_too_large", detail: "The request is too large." },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: "invalid_json", detail: "The body is not valid JSON." },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: "invalid_json", detail: "The body is empty." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "invalid_request",
    detail: "The body does not match its Content-Length.",
  },
};
const UNKNOWN_ADDRESS: ErrorBody = { code: "unknown_address", detail: "Unknown API address." };
const INVALID_REQUEST: ErrorBody = { code: "invalid_request", detail: "The request is not valid." };

/** For rejected pictures and typefaces; the decoder's own message is for developers. */
const PICTURE_ERRORS: Record<ImageFault, ErrorBody> = {
  unreadable: {
    code: "picture_unreadable",
    detail:
      "The picture could not be read. It must be a JPEG, PNG, GIF, WebP or AVIF with at most 50 megapixels and 200 frames.",
  },
  memory: {
    code: "picture_too_complex",
    detail:
      "Reading the picture would take too much memory. Make it smaller, or save it as a JPEG that is not progressive.",
  },
  animated: { code: "picture_animated", detail: ANIMATED },
  font: {
    code: "typeface_unreadable",
    detail: "The typeface could not be read. It must be a TTF, OTF, WOFF or WOFF2 file with one font.",
  },
  embedding: {
    code: "typeface_restricted",
    detail: "The file itself forbids its use in web pages. Ask its maker for a file with a web licence.",
  },
  letters: {
    code: "typeface_incomplete",
    detail: "The typeface has neither all Latin letters and figures nor all Arabic letters.",
  },
  time: {
    code: "picture_too_complex",
    detail: "Reading the picture took too long. Make it smaller, or save it as a JPEG that is not progressive.",
  },
};

/** Names that MinIO and Ceph give to a full disk and a quota; other object stores respond with 507. */
const NO_SPACE = new Set(["XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "QuotaExceeded"]);
const isNoSpace = (error: Error): boolean =>
  isOutOfSpace(error) ||
  (error instanceof ObjectStoreError && (error.status === 507 || NO_SPACE.has(error.code ?? "")));

/** Messages of our schemas are full sentences; the validator's own messages are for developers. */
function toSentence(field: string, message: string | undefined): string {
  if (message && !/^(Invalid|Too|Unrecognized|Expected)\b/.test(message)) return message;
  return field === "body"
    ? "The body does not match the schema of this endpoint."
    : `The value of ${field} is not valid.`;
}

/** The error for input that its schema rejects: the first sentence for each field. */
export function invalidInput(issues: readonly { path: readonly PropertyKey[]; message?: string }[]): InvalidError {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join(".") || "body";
    errors[field] ??= toSentence(field, message);
  }
  return new InvalidError("invalid_input", Object.values(errors)[0] ?? "The request is not valid.", errors);
}

/** What the framework's validator found, in the form of a schema's issues. */
const issuesOf = ({ validation = [] }: FastifyError) =>
  validation.map(({ instancePath, message = "" }) => ({ path: instancePath.split("/").filter(Boolean), message }));

const unavailable = (code: CodeOf<503>, reason: string, retryAfter = 5): HttpError => ({
  status: 503,
  body: { code, detail: `${reason} Please try again later.` },
  headers: { "retry-after": String(retryAfter) },
});

/** Maps any error to its response. An unknown one is a 500 that reveals nothing about the internals. */
export function toHttpError(error: FastifyError | Error): HttpError {
  if (error instanceof DomainError) {
    const body: ErrorBody = {
      code: error.code,
      detail: error.message,
      ...(error.errors && { errors: error.errors }),
    };
    if (error instanceof TooManyRequestsError)
      return { status: 429, body, headers: { "retry-after": String(error.retryAfter) } };
    if (error instanceof UnauthenticatedError) {
      const { scope } = error;
      return { status: 401, body: { ...body, ...(scope && { scope }) }, headers: { "www-authenticate": "Bearer" } };
    }
    if (error instanceof MissingScopeError) {
      const { scope } = error;
      const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
      return { status: 403, body: { ...body, scope }, headers: { "www-authenticate": challenge } };
    }
    if (error instanceof InUseError) return { status: 409, body: { ...body, used_in: error.usedIn } };
    return { status: ERROR_CODES[error.code].status, body };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return toHttpError(invalidInput(issuesOf(error as FastifyError)));
  if (error instanceof ImageError) return { status: 400, body: PICTURE_ERRORS[error.fault] };
  if (error instanceof ImagesUnavailableError)
    return unavailable("pictures_unavailable", "Pictures cannot be processed right now.", error.retryAfter);
  if (isNoSpace(error)) return { status: 507, body: { code: "storage_full", detail: "The storage is full." } };
  if (error instanceof ObjectStoreError)
    return unavailable("pictures_unavailable", "The picture storage is unavailable.");
  if (isAway(error)) return unavailable("database_unavailable", "The database is unavailable.");
  const { code = "", statusCode = 500 } = error as FastifyError;
  // An address that the framework cannot read.
  if (statusCode === 404) return { status: 404, body: UNKNOWN_ADDRESS };
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, body: FRAMEWORK_ERRORS[code] ?? INVALID_REQUEST };
  return { status: 500, body: { code: "internal_error", detail: "Something went wrong on the server." } };
}

/** Sends an error as JSON and logs what an operator must know. Newsletter endpoints repeat the sentence as `error`. */
export function replyWithError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, headers } = toHttpError(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  const sent = request.url.startsWith("/api/newsletter/") ? { ...body, error: body.detail } : body;
  return reply
    .status(status)
    .headers({ "cache-control": "no-store", ...headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(sent));
}
