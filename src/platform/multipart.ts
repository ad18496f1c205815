import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { InvalidError, TooLargeError, UnsupportedMediaError } from "#shared/errors.ts";

const MEBIBYTE = 1024 * 1024;
/** Maximum size of a form's one file, and of everything else in the form, in bytes. */
const MAX_FILE_BYTES = 10 * MEBIBYTE;
export const MAX_FORM_TEXT_BYTES = 16 * MEBIBYTE;
/** Allowance for boundaries and part headers. */
const MAX_FRAME_BYTES = MEBIBYTE;
/** The largest accepted body: the proxies in deploy/ let it pass. */
export const MAX_FORM_BYTES = MAX_FILE_BYTES + MAX_FORM_TEXT_BYTES + MAX_FRAME_BYTES;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The longest form with a file that the route accepts, in bytes. */
    formLimit?: number;
  }
}
const LIMITS = {
  fileSize: MAX_FILE_BYTES,
  fieldSize: MAX_FORM_TEXT_BYTES,
  files: 1,
  fields: 60,
  parts: 61,
  headerPairs: 20,
};

/**
 * Lets the routes of `scope` that are registered after this accept forms with a file. A form is parsed into the body
 * that JSON would be: texts by name, lists where a name is repeated, the file as a `File`; so that one schema validates
 * both. Reads nothing before the hooks that may reject the request have run.
 */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, formLimit: MAX_FORM_BYTES };
  });
  scope.addHook("preValidation", async (request) => {
    if (request.isMultipart()) request.body = await readForm(request);
  });
}

/** For a route that accepts only a form. Throws UnsupportedMediaError. */
export async function requireForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart())
    throw new UnsupportedMediaError(
      "unsupported_media_type",
      "This endpoint accepts only a form (multipart/form-data).",
    );
}

/**
 * Enforces the limit even where the parser would not: it reads everything around the parts to the end, and the rest of
 * a truncated text.
 */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const taken = { received: 0, ofFile: 0 };
  const count = (chunk: Buffer) => {
    taken.received += chunk.length;
    if (taken.received - taken.ofFile > MAX_FORM_TEXT_BYTES + MAX_FRAME_BYTES)
      reject(new TooLargeError("request_too_large", "The form is too large."));
  };
  request.raw.on("data", count);
  const parts = readParts(request, (bytes) => {
    taken.ofFile += bytes;
  });
  // If the limit comes first, the parser fails later, as its connection closes: the response has been sent by then.
  parts.catch(() => undefined);
  try {
    return await Promise.race([parts, tooLong]);
  } catch (error) {
    throw toFormError(error as FastifyError);
  } finally {
    request.raw.off("data", count);
  }
}

async function readParts(request: FastifyRequest, onFileBytes: (bytes: number) => void) {
  const body = new Map<string, unknown>();
  let length = 0;
  for await (const part of request.parts()) {
    const value = part.type === "file" ? await readFile(part, onFileBytes) : part.value;
    if (part.type === "field") {
      length += String(value).length;
      if (part.valueTruncated || length > MAX_FORM_TEXT_BYTES)
        throw new TooLargeError("request_too_large", "The form is too large.");
    }
    // Browsers send an empty file for a file field in which nothing was chosen.
    if (value instanceof File && value.size === 0) continue;
    const before = body.get(part.fieldname);
    body.set(part.fieldname, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(body);
}

/** The parser's own function continues reading after the file has become too large. */
async function readFile({ file, filename }: MultipartFile, onBytes: (bytes: number) => void): Promise<File> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of file) {
    onBytes(chunk.length);
    chunks.push(new Uint8Array(chunk));
    if (file.truncated) throw new TooLargeError("file_too_large", "The file is too large: at most 10 MiB.");
  }
  return new File(chunks, filename || "upload");
}

/** The parser's own errors, most of which have no status, are the client's fault. */
function toFormError(error: FastifyError): Error {
  if (error instanceof TooLargeError) return error;
  if (error.code === "FST_REQ_FILE_TOO_LARGE")
    return new TooLargeError("file_too_large", "The file is too large: at most 10 MiB.");
  if (error.statusCode === 413) return new TooLargeError("request_too_large", "The form has too many parts.");
  return new InvalidError("invalid_form", "The form could not be read.");
}
