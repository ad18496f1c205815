import { Readable } from "node:stream";
import { type Bucket, type BucketSettings, openBucket } from "./s3.ts";
import { elementsOf, ObjectStoreError, readToEnd, readXml, textOf } from "./s3-answer.ts";
import type { Storage, StoredFile } from "./storage.ts";

/** Everything of the publication is stored below this prefix, so that a bucket may be shared. */
const PREFIX = "media/";

/** Files in an S3-compatible object store, for several nodes: the same interface as the local disk's. */
export const objectStorage = (settings: BucketSettings): Storage => bucketStorage(openBucket(settings), PREFIX);

/** Files below a prefix of a bucket; it ends in a slash. */
export function bucketStorage(bucket: Bucket, prefix: string): Storage {
  const remove = async (name: string) => readToEnd(await bucket.call({ method: "DELETE", key: prefix + name }));
  return {
    async put(name, bytes) {
      // A view of shared memory cannot be sent.
      const body = new Uint8Array(bytes);
      await readToEnd(await bucket.call({ method: "PUT", key: prefix + name, body }));
    },
    read: (name) => readObject(bucket, prefix + name),
    async removeFolder(name) {
      for await (const file of filesBelow(bucket, `${prefix}${name}/`)) await remove(`${name}/${file.name}`);
    },
    list: () => filesBelow(bucket, prefix),
    remove,
  };
}

/** An object as a stream; null if there is none. `size` in bytes. */
async function readObject(bucket: Bucket, key: string): ReturnType<Storage["read"]> {
  try {
    const { headers, chunks, close } = await bucket.call({ method: "GET", key });
    const size = Number(headers.get("content-length") ?? Number.NaN);
    if (!Number.isSafeInteger(size)) {
      close();
      throw new ObjectStoreError("The object store does not say how long an object is.");
    }
    const stream = Readable.from(chunks, { objectMode: false });
    // Also where nothing of it is ever read.
    return { size, stream: stream.once("close", close) };
  } catch (error) {
    if (error instanceof ObjectStoreError && (error.code === "NoSuchKey" || error.code === "NotFound")) return null;
    throw error;
  }
}

/** The objects below a prefix, with what follows it as their names; asked for a thousand at a time. */
async function* filesBelow(bucket: Bucket, prefix: string): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const query = { "list-type": "2", prefix, ...(token ? { "continuation-token": token } : {}) };
    const document = await readXml(await bucket.call({ method: "GET", query }));
    const [list] = elementsOf(document, "ListBucketResult");
    if (!list) throw new ObjectStoreError("The object store's list cannot be read.");
    for (const object of elementsOf(list, "Contents")) {
      const key = textOf(object, "Key");
      const changedAt = Date.parse(textOf(object, "LastModified") ?? "");
      if (!key?.startsWith(prefix) || Number.isNaN(changedAt))
        throw new ObjectStoreError("The object store's list cannot be read.");
      yield { name: key.slice(prefix.length), changedAt };
    }
    const next = textOf(list, "IsTruncated") === "true" ? textOf(list, "NextContinuationToken") : undefined;
    if (textOf(list, "IsTruncated") === "true" && (!next || next === token))
      throw new ObjectStoreError("The object store's list does not end.");
    token = next;
  } while (token);
}
