import type { Storage } from "./storage.ts";

/**
 * Where a bucket is, and the keys to it. An `endpoint` means another S3-compatible store than Amazon's; the bucket is
 * then the first part of the path, as few of them have a host name for each bucket.
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
  /** The size of a part of a large file: S3 takes 10,000 parts of at least 5 MiB. One is in memory at a time. */
  partBytes?: number;
};

/** Files in an S3-compatible object store, for several nodes. The client is loaded with the first request. */
export function objectStorage(settings: BucketSettings, options: ObjectStorageOptions = {}): ObjectStorage {
  let opened: Promise<ObjectStorage> | undefined;
  const open = () => {
    opened ??= import("./s3.ts").then(({ openBucket }) => openBucket(settings, options));
    return opened;
  };
  return {
    put: async (name, bytes) => (await open()).put(name, bytes),
    putFile: async (name, path) => (await open()).putFile(name, path),
    read: async (name) => (await open()).read(name),
    removeFolder: async (name) => (await open()).removeFolder(name),
    async *list() {
      yield* (await open()).list();
    },
    remove: async (name) => (await open()).remove(name),
  };
}
