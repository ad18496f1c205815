import multipart from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { InvalidError, TooLargeError, UnsupportedMediaError } from "#shared/errors.ts";

const MEBIBYTE = 1024 * 1024;
/** One file of a form (contract section 2, Upload), and everything else in it, in bytes. */
const LARGEST_FILE = 10 * MEBIBYTE;
export const LARGEST_FORM_TEXT = 16 * MEBIBYTE;
const LIMITS = {
  fileSize: LARGEST_FILE,
  fieldSize: LARGEST_FORM_TEXT,
  files: 1,
  fields: 60,
  parts: 61,
  fieldNameSize: 100,
  headerPairs: 20,
};

/**
 * Lets the routes of `scope` that are registered after this take forms with a file. A form becomes the body that
 * JSON would be: texts by name, lists where a name is repeated, the file as a `File`; so that one schema judges both.
 * Reads nothing before the caller is known: hooks that refuse come first.
 */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
  scope.addHook("preValidation", async (request) => {
    if (request.isMultipart()) request.body = await readForm(request);
  });
}

/** For a route that takes nothing but a form. Throws UnsupportedMediaError. */
export async function requireForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) throw new UnsupportedMediaError("This call takes a form (multipart/form-data) only.");
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body = new Map<string, unknown>();
  let length = 0;
  try {
    for await (const part of request.parts()) {
      const value = part.type === "file" ? new File([new Uint8Array(await part.toBuffer())], "upload") : part.value;
      if (part.type === "field") {
        length += String(value).length;
        if (part.valueTruncated || part.fieldnameTruncated || length > LARGEST_FORM_TEXT)
          throw new TooLargeError("The form is too large.");
      }
      // An empty file is what browsers send for a file field in which nothing was chosen.
      if (value instanceof File && value.size === 0) continue;
      const before = body.get(part.fieldname);
      body.set(part.fieldname, before === undefined ? value : [before, value].flat());
    }
  } catch (error) {
    throw toFormError(error as FastifyError);
  }
  return Object.fromEntries(body);
}

/** The parser's own errors, most of which carry no status, are the client's faults. */
function toFormError(error: FastifyError): Error {
  if (error instanceof TooLargeError) return error;
  if (error.code === "FST_REQ_FILE_TOO_LARGE") return new TooLargeError("The file is too large: at most 10 MiB.");
  if (error.statusCode === 413) return new TooLargeError("The form has too many parts.");
  return new InvalidError("The form could not be read.");
}
