import { describe, expect, test } from "vitest";
import { z } from "zod";
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
import { invalidInput, toHttpError } from "./errors.ts";

/** An error as drivers and the framework throw it. */
const coded = (code: string, statusCode?: number, message = "for developers") =>
  Object.assign(new Error(message), { code, ...(statusCode && { statusCode }) });

describe("an error of the domain", () => {
  test.each([
    [new InvalidError("time_in_past", "A sentence."), 400],
    [new UnauthenticatedError("not_logged_in", "A sentence."), 401],
    [new ForbiddenError("own_text", "A sentence."), 403],
    [new NotFoundError("page_not_found", "A sentence."), 404],
    [new RemovedError("article_removed", "A sentence."), 404],
    [new ConflictError("slug_taken", "A sentence."), 409],
    [new GoneError("picture_removed", "A sentence."), 410],
    [new TooLargeError("file_too_large", "A sentence."), 413],
    [new UnsupportedMediaError("unsupported_media_type", "A sentence."), 415],
  ])("%o is %i, with its code and sentence", (error, status) => {
    expect(toHttpError(error)).toMatchObject({ status, body: { code: error.code, detail: "A sentence." } });
  });

  test("has a code of its status", () => {
    // @ts-expect-error A code of another status does not compile.
    expect(new NotFoundError("slug_taken", "No.")).toBeInstanceOf(DomainError);
    // @ts-expect-error Neither does an error without a code.
    expect(new InvalidError("No.")).toBeInstanceOf(DomainError);
  });

  test("names the fields at fault only if there are any", () => {
    expect(toHttpError(new InvalidError("invalid_input", "No.", { title: "No." })).body).toEqual({
      code: "invalid_input",
      detail: "No.",
      errors: { title: "No." },
    });
    expect(toHttpError(new InvalidError("invalid_input", "No.")).body).toEqual({
      code: "invalid_input",
      detail: "No.",
    });
  });

  test("says when to retry, how to log in, or what is in the way", () => {
    expect(toHttpError(new TooManyRequestsError("too_many_logins", "Later.", 7))).toMatchObject({
      status: 429,
      headers: { "retry-after": "7" },
    });
    expect(toHttpError(new UnauthenticatedError("not_logged_in", "Log in."))).toMatchObject({
      headers: { "www-authenticate": "Bearer" },
    });
    const uses = [{ type: "article", id: 1, title: "A" }];
    expect(toHttpError(new InUseError("picture_in_use", "Used.", uses))).toMatchObject({
      status: 409,
      body: { used_in: uses },
    });
  });
});

describe("an error of the stores", () => {
  test.each(["SQLITE_FULL", "SQLITE_IOERR_WRITE", "53100", "ENOSPC", "EDQUOT"])("%s is a lack of space", (code) => {
    expect(toHttpError(coded(code)).status).toBe(507);
  });

  test.each([{ status: 507 }, { status: 507, code: "XMinioStorageFull" }, { status: 403, code: "QuotaExceeded" }])(
    "an object store that refuses with %o has no space left",
    (refusal) => {
      expect(toHttpError(new ObjectStoreError("It refused.", refusal))).toMatchObject({ status: 507 });
      expect(toHttpError(new ObjectStoreError("It refused.", { status: 503, code: "SlowDown" })).status).toBe(503);
    },
  );

  test.each([
    ["SQLITE_BUSY", "another process writes for too long"],
    ["SQLITE_BUSY_SNAPSHOT", "so in its longer form"],
    ["SQLITE_IOERR_READ", "the disk fails"],
    ["SQLITE_CANTOPEN", "the folder is away"],
    ["ECONNREFUSED", "the server is away"],
    ["08006", "the connection broke"],
    ["57P01", "the server is being stopped"],
    ["57014", "the statement took too long"],
    ["40001", "another writer was preferred"],
    ["40P01", "two writers waited for each other"],
  ])("%s is a 503 with Retry-After: %s", (code) => {
    expect(toHttpError(coded(code))).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  });

  test.each([
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "Query read timeout",
    "Client has encountered a connection error and is not queryable",
    "The database connection is not open",
  ])("is a 503 with Retry-After where a driver only reports %j", (message) => {
    expect(toHttpError(new Error(message)).status).toBe(503);
  });

  test.each([
    coded("23505"),
    coded("SQLITE_CONSTRAINT_UNIQUE"),
    coded("42601"),
    coded("X57014"),
    new Error("a timeout exceeded"),
  ])("that is an internal error is a 500 without details: %o", (error) => {
    expect(toHttpError(error)).toEqual({
      status: 500,
      body: { code: "internal_error", detail: "Something went wrong on the server." },
    });
  });
});

test.each([
  ["FST_ERR_CTP_INVALID_JSON_BODY", 400, "invalid_json"],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", 415, "unsupported_media_type"],
  ["FST_ERR_CTP_BODY_TOO_LARGE", 413, "request_too_large"],
  ["FST_ERR_BAD_URL", 404, "unknown_address"],
  ["FST_ERR_OF_A_NEW_VERSION", 418, "invalid_request"],
])("the framework's %s keeps its status %i and becomes %s", (code, status, ours) => {
  expect(toHttpError(coded(code, status))).toEqual({ status, body: { code: ours, detail: expect.any(String) } });
});

test("an unreadable picture is a client error, one that cannot be processed now is not", () => {
  for (const fault of ["unreadable", "memory", "time"] as const) {
    const { status, body } = toHttpError(new ImageError(fault, "VipsJpeg: premature end"));
    expect([status, body.code]).toEqual([400, fault === "unreadable" ? "picture_unreadable" : "picture_too_complex"]);
  }
  const unavailable = toHttpError(new ImagesUnavailableError("The image worker has stopped.", 2));
  expect(unavailable).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
});

describe("input that its schema rejects", () => {
  const faultOf = (schema: z.ZodType, input: unknown) => invalidInput(schema.safeParse(input).error?.issues ?? []);
  const schema = z.object({
    title: z.string({ error: "Title must be text." }).min(3, { error: "Title is too short." }),
    tags: z.array(z.string()),
  });

  test("is reported by field, each with its first message, and the first of all as the detail", () => {
    const { message, errors } = faultOf(schema, { title: 7, tags: ["a", 8] });
    expect(message).toBe("Title must be text.");
    expect(errors).toEqual({ title: "Title must be text.", "tags.1": "The value of tags.1 is not valid." });
  });

  test("reports a field's first message if several rules are broken", () => {
    const polite = z.object({
      slug: z
        .string()
        .min(3, { error: "Slug is too short." })
        .regex(/^[a-z]+$/, { error: "Letters only." }),
    });
    expect(faultOf(polite, { slug: "1" }).errors).toEqual({ slug: "Slug is too short." });
  });

  test("never shows the validator's own messages", () => {
    expect(faultOf(z.object({ title: z.string().min(3) }), { title: "" }).message).toBe(
      "The value of title is not valid.",
    );
    expect(faultOf(schema, null).errors).toEqual({ body: "The body does not match the schema of this endpoint." });
    expect(faultOf(z.strictObject({}), { x: 1 }).message).toBe("The body does not match the schema of this endpoint.");
    expect(invalidInput([]).message).toBe("The request is not valid.");
  });
});
