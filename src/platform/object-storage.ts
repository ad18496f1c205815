import type { BucketSettings, ObjectStorage, ObjectStorageOptions } from "./object-store.ts";

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
