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
    [InvalidError, 400],
    [UnauthenticatedError, 401],
    [ForbiddenError, 403],
    [NotFoundError, 404],
    [ConflictError, 409],
    [GoneError, 410],
    [TooLargeError, 413],
    [UnsupportedMediaError, 415],
  ])("%o is %i, with its sentence", (Kind, status) => {
    expect(toHttpError(new Kind("A sentence."))).toMatchObject({ status, body: { detail: "A sentence." } });
  });

  test("names the fields at fault only if there are any", () => {
    expect(toHttpError(new InvalidError("No.", { title: "No." })).body).toEqual({
      detail: "No.",
      errors: { title: "No." },
    });
    expect(toHttpError(new InvalidError("No.")).body).toEqual({ detail: "No." });
  });

  test("says when to retry, how to log in, or what is in the way", () => {
    expect(toHttpError(new TooManyRequestsError("Later.", 7))).toMatchObject({
      status: 429,
      headers: { "retry-after": "7" },
    });
    expect(toHttpError(new UnauthenticatedError("Log in."))).toMatchObject({
      headers: { "www-authenticate": "Bearer" },
    });
    const uses = [{ type: "article", id: 1, title: "A" }];
    expect(toHttpError(new InUseError("Used.", uses))).toMatchObject({ status: 409, body: { used_in: uses } });
  });

  test("of a kind without a status is a 500", () => {
    class NewError extends DomainError {}
    expect(toHttpError(new NewError("x")).status).toBe(500);
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
    expect(toHttpError(error)).toEqual({ status: 500, body: { detail: "Something went wrong on the server." } });
  });
});

test.each([
  ["FST_ERR_CTP_INVALID_JSON_BODY", 400, "The body is not valid JSON."],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", 415, "This media type is not accepted here."],
  ["FST_ERR_CTP_BODY_TOO_LARGE", 413, "The request is too large."],
  ["FST_ERR_OF_A_NEW_VERSION", 418, "The request is not valid."],
])("the framework's %s keeps its status %i and says %j", (code, status, detail) => {
  expect(toHttpError(coded(code, status))).toEqual({ status, body: { detail } });
});

test("an unreadable picture is a client error, one that cannot be processed now is not", () => {
  for (const fault of ["unreadable", "memory", "time"] as const) {
    const { status, body } = toHttpError(new ImageError(fault, "VipsJpeg: premature end"));
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/^A picture .+\.$/)]);
  }
  const unavailable = toHttpError(new ImagesUnavailableError("The image worker is gone.", 2));
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
    expect(faultOf(schema, null).errors).toEqual({ body: "The body is not what this call takes." });
    expect(faultOf(z.strictObject({}), { x: 1 }).message).toBe("The body is not what this call takes.");
    expect(invalidInput([]).message).toBe("The request is not valid.");
  });
});
