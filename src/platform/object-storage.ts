import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Storage } from "./storage.ts";

/**
 * The location of the bucket. Keys come from the usual AWS variables. An `endpoint` means another S3-compatible store.
 */
export type ObjectStoreSettings = { bucket: string; endpoint: string | undefined; region: string };

/** Everything of the publication is stored below this prefix, so that a bucket may be shared. */
const PREFIX = "media/";
/** No call to the store may delay a reader longer, in milliseconds. */
const CALL_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;

/** Files in an S3-compatible object store, for several nodes: the same interface as the local disk's. */
export function objectStorage({ bucket, endpoint, region }: ObjectStoreSettings): Storage {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts: 3,
    requestHandler: { requestTimeout: CALL_TIMEOUT_MS, connectionTimeout: CONNECT_TIMEOUT_MS },
    // Stores other than Amazon's refuse the checksums that its client now sends by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (name: string) => ({ Bucket: bucket, Key: `${PREFIX}${name}` });

  /** The objects below a prefix, at most a thousand at a time. */
  async function* pages(prefix: string) {
    let token: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
      );
      if (Contents.length > 0) yield Contents;
      token = NextContinuationToken;
    } while (token);
  }

  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentLength: bytes.length }));
    },
    async read(name) {
      try {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(name)));
        return Body ? { size: ContentLength, stream: Body as Readable } : null;
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return null;
        throw error;
      }
    },
    async removeFolder(name) {
      for await (const page of pages(`${PREFIX}${name}/`)) {
        const Objects = page.flatMap(({ Key }) => (Key ? [{ Key }] : []));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors[0]) throw new Error(`The object store kept ${Errors[0].Key}: ${Errors[0].Message}`);
      }
    },
    async *list() {
      for await (const page of pages(PREFIX))
        for (const { Key, LastModified } of page)
          if (Key && LastModified) yield { name: Key.slice(PREFIX.length), changedAt: LastModified.getTime() };
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
  };
}
