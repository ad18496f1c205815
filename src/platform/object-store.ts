import type { Storage } from "./storage.ts";

/**
 * A bucket and its keys. An `endpoint` means an S3-compatible store other than Amazon's; the bucket is then the first
 * part of the path, as few of them have a host name for each bucket.
 */
export type BucketSettings = {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  keys: { id: string; secret: string; session: string | undefined };
};

/** The same interface as the local disk's, and files of any size. */
export type ObjectStorage = Storage & { putFile: (name: string, path: string) => Promise<void> };

export type ObjectStorageOptions = {
  /** Everything is stored below this prefix, which ends in a slash, so that a bucket may be shared. */
  prefix?: string;
  /** The limit for a request with its retries, and for each chunk of a body, in milliseconds. */
  timeoutMs?: number;
  /** The size of a part of a large file: S3 allows 10,000 parts of at least 5 MiB. One is in memory at a time. */
  partBytes?: number;
};

/**
 * The object store is unavailable, too slow, rejects a request, or sends nonsense. `code` is S3's name of the error,
 * `status` its HTTP status, if there was a response.
 */
export class ObjectStoreError extends Error {
  override name = "ObjectStoreError";
  readonly code: string | undefined;
  readonly status: number | undefined;
  constructor(message: string, { code, status, cause }: { code?: string; status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}
