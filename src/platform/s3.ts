import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  type $Command,
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2Output,
  PutObjectCommand,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { ConfiguredRetryStrategy } from "@smithy/core/retry";
import { backoff, spread } from "#shared/retry.ts";
import { createSemaphore } from "./concurrency.ts";
import {
  type BucketSettings,
  type ObjectStorage,
  type ObjectStorageOptions,
  ObjectStoreError,
} from "./object-store.ts";
import type { Storage, StoredFile } from "./storage.ts";

/** Body sizes add to the time limit at this many bytes a second. */
const MIN_UPLOAD_SPEED = 100_000;
const MAX_ATTEMPTS = 3;
const RETRY_DELAYS = { first: 100 };
/** Requests waiting for a response; one whose response streams no longer counts. */
const MAX_REQUESTS = 64;
/** A list of a thousand names has some 400 kB. */
const MAX_XML_BYTES = 4 * 1024 * 1024;

/** A client configured only by its settings, ignoring files and variables of Amazon's tools. */
export function openClient({ endpoint, region, keys: { id, secret, session } }: BucketSettings): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ignoreConfiguredEndpointUrls: true,
    credentials: { accessKeyId: id, secretAccessKey: secret, ...(session && { sessionToken: session }) },
    retryStrategy: new ConfiguredRetryStrategy(MAX_ATTEMPTS, (failures) => spread(backoff(RETRY_DELAYS, failures))),
    // Many stores do not know the newer checksums. The SHA-256 of every body is signed.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    // A reader with a slow connection may leave a response unread for long, and occupies a socket.
    requestHandler: {
      socketTimeout: 0,
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { statusCode: number; body: Readable };
        const isObject = commandName === "GetObjectCommand" && response.statusCode < 300;
        if (!isObject) response.body = Readable.from(shortXml(response.body));
        return result;
      },
    { name: "limitXml", step: "deserialize", priority: "low" },
  );
  return client;
}

/** The library reads XML into memory, whatever its size. */
async function* shortXml(body: Readable): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_XML_BYTES) throw new ObjectStoreError("The response of the object store is too long.");
    yield chunk;
  }
}

/** Sends a command; `bytes` is the size of its body. Throws ObjectStoreError. */
export type SendCommand = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: $Command<Input, Output, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  bytes?: number,
) => Promise<Output>;

/**
 * Limits each request with all of its attempts and its time in the queue: until the head of an object, or the end of
 * any other response.
 */
export function limitRequests(client: S3Client, timeoutMs: number): SendCommand {
  const inTurn = createSemaphore(MAX_REQUESTS);
  return async (command, bytes = 0) => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), timeoutMs + (bytes / MIN_UPLOAD_SPEED) * 1000);
    const tooLate = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    const sent = inTurn.run(async () => {
      signal.throwIfAborted();
      return client.send(command, { abortSignal: signal });
    });
    try {
      return await Promise.race([sent, tooLate]);
    } catch (error) {
      sent.catch(() => undefined);
      throw asStoreError(error, signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

function asStoreError(error: unknown, { aborted }: AbortSignal): ObjectStoreError {
  const { $metadata, Code: code, message, code: reason } = error as Failure;
  // The library appends a hint for its own users in further lines.
  const [text = ""] = message.split("\n");
  if (error instanceof ObjectStoreError) return new ObjectStoreError(text, { cause: error });
  const status = $metadata?.httpStatusCode;
  if (aborted || status === undefined) {
    const why = aborted ? "it took too long" : text || reason;
    return new ObjectStoreError(`The object store did not respond: ${why}`, { cause: error });
  }
  if (status < 300)
    return new ObjectStoreError(`The response of the object store cannot be read: ${text}`, { cause: error });
  const said = code && text !== "UnknownError" ? `, ${text.slice(0, 300)}` : "";
  return new ObjectStoreError(`The object store rejected the request: ${status}${code ? ` ${code}` : ""}${said}`, {
    status,
    ...(code && { code }),
    cause: error,
  });
}

/** What the library throws: `Code` is S3's name of an error, `code` the system's. */
type Failure = Error & { $metadata?: { httpStatusCode?: number }; Code?: string; code?: string };

/** The chunks of a body, each of which must arrive in time once it is requested. */
export async function* readChunks(body: Readable, timeoutMs: number): AsyncGenerator<Uint8Array, void> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error("it took too long")), timeoutMs);
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new ObjectStoreError(`The object store closed the connection: ${(error as Error).message}`, { cause: error });
  } finally {
    body.destroy();
  }
}

const PREFIX = "media/";
const TIMEOUT_MS = 10_000;
const PART_BYTES = 16 * 1024 * 1024;

type Bucket = { Bucket: string; send: SendCommand };

/** A bucket of an S3-compatible store; see `ObjectStorageOptions`. */
export function openBucket(settings: BucketSettings, options: ObjectStorageOptions): ObjectStorage {
  const { prefix = PREFIX, timeoutMs = TIMEOUT_MS, partBytes = PART_BYTES } = options;
  const bucket = { Bucket: settings.bucket, send: limitRequests(openClient(settings), timeoutMs) };
  const remove = async (name: string) => {
    await bucket.send(new DeleteObjectCommand({ Bucket: bucket.Bucket, Key: prefix + name }));
  };
  return {
    put: (name, bytes) => putObject(bucket, prefix + name, new Uint8Array(bytes)),
    putFile: (name, path) => putFile(bucket, prefix + name, path, partBytes),
    read: (name) => readObject(bucket, prefix + name, timeoutMs),
    async removeFolder(name) {
      for await (const file of filesBelow(bucket, `${prefix}${name}/`)) await remove(`${name}/${file.name}`);
    },
    list: () => filesBelow(bucket, prefix),
    remove,
  };
}

async function putObject({ Bucket, send }: Bucket, Key: string, Body: Uint8Array): Promise<void> {
  await send(new PutObjectCommand({ Bucket, Key, Body }), Body.length);
}

/** Stores a file of any size as one object: a large one in parts, which become an object in the last step. */
async function putFile(bucket: Bucket, Key: string, path: string, partBytes: number): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = async (from: number) => {
      const bytes = new Uint8Array(Math.min(partBytes, size - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      if (bytesRead !== bytes.length) throw new Error(`${path} changed while it was read.`);
      return bytes;
    };
    if (size <= partBytes) await putObject(bucket, Key, await part(0));
    else await putParts(bucket, Key, Math.ceil(size / partBytes), (index) => part(index * partBytes));
  } finally {
    await file.close();
  }
}

async function putParts(
  { Bucket, send }: Bucket,
  Key: string,
  count: number,
  part: (index: number) => Promise<Uint8Array>,
): Promise<void> {
  const { UploadId } = await send(new CreateMultipartUploadCommand({ Bucket, Key }));
  if (!UploadId) throw new ObjectStoreError("The object store does not support multipart uploads.");
  const upload = { Bucket, Key, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let PartNumber = 1; PartNumber <= count; PartNumber++) {
      const Body = await part(PartNumber - 1);
      const { ETag } = await send(new UploadPartCommand({ ...upload, PartNumber, Body }), Body.length);
      Parts.push({ PartNumber, ETag });
    }
    const { ETag } = await send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    if (ETag === undefined) throw new ObjectStoreError("The object store could not complete the multipart upload.");
  } catch (error) {
    // Parts cost money until they are removed; the first error is the one to report.
    await send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** An object as a stream; null if there is none. `size` in bytes. */
async function readObject({ Bucket, send }: Bucket, Key: string, timeoutMs: number): ReturnType<Storage["read"]> {
  const found = await send(new GetObjectCommand({ Bucket, Key })).catch((error: unknown) => {
    if (error instanceof ObjectStoreError && (error.code === "NoSuchKey" || error.code === "NotFound")) return null;
    throw error;
  });
  if (!found) return null;
  const body = found.Body as Readable;
  if (found.ContentLength === undefined) {
    body.destroy();
    throw new ObjectStoreError("The object store does not report the size of an object.");
  }
  const stream = Readable.from(readChunks(body, timeoutMs), { objectMode: false });
  // Also if none of it is ever read.
  return { size: found.ContentLength, stream: stream.once("close", () => body.destroy()) };
}

const UNREADABLE = "The object store's list cannot be read.";

/** The objects below a prefix, with the rest as their names; fetched a thousand at a time. */
async function* filesBelow({ Bucket, send }: Bucket, Prefix: string): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page: ListObjectsV2Output = await send(
      new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }),
    );
    // The library reads any XML as an empty list; every list says whether it is complete.
    if (page.IsTruncated === undefined) throw new ObjectStoreError(UNREADABLE);
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (!Key?.startsWith(Prefix) || !LastModified) throw new ObjectStoreError(UNREADABLE);
      yield { name: Key.slice(Prefix.length), changedAt: LastModified.getTime() };
    }
    const next = page.IsTruncated ? page.NextContinuationToken : undefined;
    if (page.IsTruncated && (!next || next === token))
      throw new ObjectStoreError("The object store's list never ends.");
    token = next;
  } while (token);
}
