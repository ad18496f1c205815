import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import multipart from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import yazl from "yazl";
import { createOnce } from "#platform/private-files.ts";
import { renewReceiving } from "#platform/receiving.ts";
import { InvalidError, TooLargeError } from "#shared/errors.ts";
import { HOUR } from "#shared/time.ts";
import { openFiles } from "../sources/files.ts";
import { UploadedFile } from "./endpoints.ts";
import { MAX_FILE_BYTES } from "./rules.ts";

/**
 * The folder for the files of imports. `node` identifies it: only processes that share it work on its files.
 */
export type ImportFolder = { path: string; node: string };

/** Bytes of random names. */
const NAME_BYTES = 12;
const NAME = /^[a-f0-9]{24}$/;
/** Everything in a form but its file. */
const MAX_FIELD_BYTES = 1_000;
const MAX_FRAME_BYTES = 1024 * 1024;
const NODE_LETTERS = 12;

/** Creates the folder on first use: a publication that imports nothing has none. */
export async function openImportFolder(dataDir: string): Promise<ImportFolder> {
  const path = join(dataDir, "imports");
  await mkdir(path, { recursive: true });
  return { path, node: createOnce(join(path, "node"), newNode) };
}

/** Letters alone, as kinds of tasks have. */
const newNode = () => [...randomBytes(NODE_LETTERS)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");

/** Deletes the files of an import. */
export const removeFile = (folder: ImportFolder, file: string): Promise<void> =>
  rm(join(folder.path, file), { recursive: true, force: true });

export const newName = () => randomBytes(NAME_BYTES).toString("hex");

/** The files in the folder. */
export const filesIn = async (folder: ImportFolder): Promise<string[]> =>
  (await readdir(folder.path)).filter((name) => NAME.test(name));

/** An upload may still be running for so long. */
const UPLOAD_MS = 24 * HOUR;

/** Whether a file was stored so long ago that no request still receives it. */
export async function isOld(folder: ImportFolder, file: string, now: number): Promise<boolean> {
  const info = await stat(join(folder.path, file)).catch(() => undefined);
  return info !== undefined && info.mtimeMs < now - UPLOAD_MS;
}

/** A name as a person gave it, without folders, for the report. */
const shownName = (name: string) =>
  name.split(/[/\\]/).at(-1)?.slice(0, 200).toWellFormed().replaceAll("\0", "") || "file";

/** A name on the disk: sources recognise files by their names too. */
const diskName = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}._-]/gu, "_")
    .replace(/^\.+/, "")
    .slice(-MAX_DISK_NAME) || "file";
const MAX_DISK_NAME = 80;

/** The path of an import's file, which is in a folder of its own; a fetched feed is the folder. */
export const pathOf = (folder: ImportFolder, { file, name, url = "" }: { file: string; name: string; url?: string }) =>
  url === "" ? join(folder.path, file, diskName(name)) : join(folder.path, file);

/** Copies a file of this machine, or a folder as a zip, for an import. Throws SourceError, and the file system's errors. */
export async function storeLocalFile(folder: ImportFolder, path: string): Promise<UploadedFile> {
  const isFolder = (await stat(path)).isDirectory();
  const name = isFolder ? `${basename(path)}.zip` : basename(path);
  const file = newName();
  const target = pathOf(folder, { file, name });
  await mkdir(join(folder.path, file), { recursive: true });
  try {
    if (isFolder) await zipFolder(path, target);
    else await copyFile(path, target);
    return new UploadedFile(file, name, (await stat(target)).size);
  } catch (error) {
    await removeFile(folder, file);
    throw error;
  }
}

async function zipFolder(path: string, target: string): Promise<void> {
  await using files = await openFiles([path], basename(path));
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(target));
  for (const { path: name, open } of files.entries)
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      open().then(
        (stream) => give(null, stream),
        (error: Error) => give(error, Readable.from([])),
      );
    });
  zip.end();
  await written;
}

/**
 * Lets the routes of `scope` accept a form whose file is streamed to the folder: the body then names the stored file. It is
 * deleted again unless the request succeeds.
 */
export async function acceptLargeFile(scope: FastifyInstance, folder: () => Promise<ImportFolder>): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 5, parts: 6, fieldSize: MAX_FIELD_BYTES, headerPairs: 20 },
  });
  const stored = new WeakMap<FastifyRequest, string>();
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, formLimit: MAX_FILE_BYTES + MAX_FRAME_BYTES };
  });
  scope.addHook("preValidation", async (request) => {
    if (!request.isMultipart()) return;
    const opened = await folder();
    const name = newName();
    stored.set(request, name);
    request.body = await readForm(request, join(opened.path, name)).catch((error: unknown) => {
      throw toFormError(error as FastifyError);
    });
  });
  scope.addHook("onResponse", async (request, reply) => {
    const name = stored.get(request);
    if (name && reply.statusCode >= 400) await removeFile(await folder(), name);
  });
  scope.addHook("onRequestAbort", async (request) => {
    const name = stored.get(request);
    if (name) await removeFile(await folder(), name);
  });
}

async function readForm(request: FastifyRequest, path: string): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === "field") {
      if (typeof part.value === "string") body[part.fieldname] = part.value;
      continue;
    }
    await mkdir(path, { recursive: true });
    const name = shownName(part.filename);
    let size = 0;
    part.file.on("data", (chunk: Buffer) => {
      size += chunk.length;
      renewReceiving(request.raw);
    });
    await pipeline(part.file, createWriteStream(join(path, diskName(name))));
    if (part.file.truncated) throw tooLarge();
    body[part.fieldname] = new UploadedFile(basename(path), name, size);
  }
  return body;
}

const tooLarge = () => new TooLargeError("file_too_large", "The file is too large: at most 2 GiB.");

/** Errors of the disk are passed on; the parser's own are the client's fault. */
function toFormError(error: FastifyError): Error {
  if (error instanceof TooLargeError || (error.code && !error.code.startsWith("FST_"))) return error;
  if (error.code === "FST_REQ_FILE_TOO_LARGE") return tooLarge();
  return new InvalidError("invalid_form", "The form could not be read.");
}
