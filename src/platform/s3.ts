import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2Output,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import {
  type BucketSettings,
  type ObjectStorage,
  type ObjectStorageOptions,
  ObjectStoreError,
} from "./object-store.ts";
import { limitRequests, openClient, readChunks, type SendCommand } from "./s3-client.ts";
import type { Storage, StoredFile } from "./storage.ts";

const PREFIX = "media/";
const TIMEOUT_MS = 10_000;
const PART_BYTES = 16 * 1024 * 1024;

type Bucket = { Bucket: string; send: SendCommand };

/** A bucket of an S3-compatible store; `ObjectStorageOptions` says what the options mean. */
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

/** Stores a file of any size as one object: in parts, if it is large, which become an object in the last step. */
async function putFile(bucket: Bucket, Key: string, path: string, partBytes: number): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = async (from: number) => {
      const bytes = new Uint8Array(Math.min(partBytes, size - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      if (bytesRead !== bytes.length) throw new Error(`${path} changes while it is read.`);
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
  if (!UploadId) throw new ObjectStoreError("The object store does not take files in parts.");
  const upload = { Bucket, Key, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let PartNumber = 1; PartNumber <= count; PartNumber++) {
      const Body = await part(PartNumber - 1);
      const { ETag } = await send(new UploadPartCommand({ ...upload, PartNumber, Body }), Body.length);
      Parts.push({ PartNumber, ETag });
    }
    const { ETag } = await send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    if (ETag === undefined) throw new ObjectStoreError("The object store could not join the parts.");
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
    throw new ObjectStoreError("The object store does not say how long an object is.");
  }
  const stream = Readable.from(readChunks(body, timeoutMs), { objectMode: false });
  // Also where nothing of it is ever read.
  return { size: found.ContentLength, stream: stream.once("close", () => body.destroy()) };
}

const UNREADABLE = "The object store's list cannot be read.";

/** The objects below a prefix, with what follows it as their names; asked for a thousand at a time. */
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
      throw new ObjectStoreError("The object store's list does not end.");
    token = next;
  } while (token);
}
