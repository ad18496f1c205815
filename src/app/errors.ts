import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isAway, isOutOfSpace } from "#db/failures.ts";
import type { ImageFault } from "#platform/image-limits.ts";
import { ImageError, ImagesUnavailableError } from "#platform/images.ts";
import { ObjectStoreError } from "#platform/object-store.ts";
import {
  ConflictError,
  DomainError,
  ForbiddenError,
  GoneError,
  InUseError,
  InvalidError,
  NotFoundError,
  RemovedError,
  TooLargeError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnsupportedMediaError,
} from "#shared/errors.ts";
import type { ErrorBody } from "#shared/schema.ts";

/** An error's public form: a status and the common error body. */
export type HttpError = { status: number; body: ErrorBody & { used_in?: object[] }; headers?: Record<string, string> };

const STATUS_OF = new Map<unknown, number>([
  [NotFoundError, 404],
  [RemovedError, 404],
  [InvalidError, 400],
  [UnauthenticatedError, 401],
  [ForbiddenError, 403],
  [ConflictError, 409],
  [GoneError, 410],
  [TooLargeError, 413],
  [UnsupportedMediaError, 415],
  [TooManyRequestsError, 429],
]);

/** Sentences for the errors that Fastify finds before a handler runs. */
const FRAMEWORK_SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "This media type is not accepted here.",
  FST_ERR_CTP_BODY_TOO_LARGE: "The request is too large.",
  FST_ERR_CTP_INVALID_JSON_BODY: "The body is not valid JSON.",
  FST_ERR_CTP_EMPTY_JSON_BODY: "The body is empty.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body does not have the announced length.",
};

/** For pictures that are refused; the decoder's own message is for developers. */
const PICTURE_SENTENCES: Record<ImageFault, string> = {
  unreadable:
    "A picture could not be read: it must be JPEG, PNG, GIF, WebP or AVIF, with at most 50 megapixels and 200 frames.",
  memory: "A picture would take too much memory to read: save it smaller, or as JPEG, not interlaced or progressive.",
  time: "A picture took too long to read: save it smaller, or as JPEG, not interlaced or progressive.",
};

/** Names that MinIO and Ceph give to a full disk and a quota; other object stores answer 507. */
const NO_SPACE = new Set(["XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "QuotaExceeded"]);
const isNoSpace = (error: Error): boolean =>
  isOutOfSpace(error) ||
  (error instanceof ObjectStoreError && (error.status === 507 || NO_SPACE.has(error.code ?? "")));

/** Messages of our schemas are full sentences; the validator's own messages are for developers. */
function toSentence(field: string, message: string | undefined): string {
  if (message && !/^(Invalid|Too|Unrecognized|Expected)\b/.test(message)) return message;
  return field === "body" ? "The body is not what this call takes." : `The value of ${field} is not valid.`;
}

/** The error for input that its schema refuses: the first sentence for each field. */
export function invalidInput(issues: readonly { path: readonly PropertyKey[]; message?: string }[]): InvalidError {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join(".") || "body";
    errors[field] ??= toSentence(field, message);
  }
  return new InvalidError(Object.values(errors)[0] ?? "The request is not valid.", errors);
}

/** What the framework's validator found, in the form of a schema's issues. */
const issuesOf = ({ validation = [] }: FastifyError) =>
  validation.map(({ instancePath, message = "" }) => ({ path: instancePath.split("/").filter(Boolean), message }));

/** Maps any error to its response. An unknown one is a 500 that reveals nothing about the internals. */
export function toHttpError(error: FastifyError | Error): HttpError {
  if (error instanceof DomainError) {
    const body: ErrorBody = error.errors ? { detail: error.message, errors: error.errors } : { detail: error.message };
    if (error instanceof TooManyRequestsError)
      return { status: 429, body, headers: { "retry-after": String(error.retryAfter) } };
    if (error instanceof UnauthenticatedError) return { status: 401, body, headers: { "www-authenticate": "Bearer" } };
    if (error instanceof InUseError) return { status: 409, body: { ...body, used_in: error.usedIn } };
    return { status: STATUS_OF.get(error.constructor) ?? 500, body };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return toHttpError(invalidInput(issuesOf(error as FastifyError)));
  if (error instanceof ImageError) return { status: 400, body: { detail: PICTURE_SENTENCES[error.fault] } };
  if (error instanceof ImagesUnavailableError)
    return {
      status: 503,
      body: { detail: "Pictures cannot be processed at the moment. Please try again in a moment." },
      headers: { "retry-after": String(error.retryAfter) },
    };
  if (isNoSpace(error)) return { status: 507, body: { detail: "There is no space left to store this." } };
  if (error instanceof ObjectStoreError)
    return {
      status: 503,
      body: { detail: "Pictures cannot be reached at the moment. Please try again later." },
      headers: { "retry-after": "5" },
    };
  const { code = "", statusCode = 500 } = error as FastifyError;
  if (isAway(error))
    return {
      status: 503,
      body: { detail: "The database cannot be reached. Please try again later." },
      headers: { "retry-after": "5" },
    };
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, body: { detail: FRAMEWORK_SENTENCES[code] ?? "The request is not valid." } };
  return { status: 500, body: { detail: "Something went wrong on the server." } };
}

/** Sends an error as JSON and logs what an operator must know. Newsletter calls repeat the sentence as `error`. */
export function replyWithError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, headers } = toHttpError(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  const answer = request.url.startsWith("/api/newsletter/") ? { ...body, error: body.detail } : body;
  return reply
    .status(status)
    .headers({ "cache-control": "no-store", ...headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(answer));
}
