import { open } from "node:fs/promises";
import type { Bucket } from "./s3.ts";
import { ObjectStoreError, readToEnd, readXml, textOf } from "./s3-answer.ts";

/** In memory at once; S3 takes 10,000 parts of at least 5 MiB. */
const PART_BYTES = 16 * 1024 * 1024;

/** Stores a file of any size as one object: in parts, if it is large, which become an object in the last step. */
export async function putFile(bucket: Bucket, key: string, path: string, partBytes = PART_BYTES): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = async (from: number) => {
      const bytes = new Uint8Array(Math.min(partBytes, size - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      if (bytesRead !== bytes.length) throw new Error(`${path} changes while it is read.`);
      return bytes;
    };
    if (size <= partBytes) await readToEnd(await bucket.call({ method: "PUT", key, body: await part(0) }));
    else await putParts(bucket, key, Math.ceil(size / partBytes), (index) => part(index * partBytes));
  } finally {
    await file.close();
  }
}

async function putParts(
  bucket: Bucket,
  key: string,
  count: number,
  part: (index: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const begun = await readXml(await bucket.call({ method: "POST", key, query: { uploads: "" } }));
  const uploadId = textOf(begun, "UploadId");
  if (!uploadId) throw new ObjectStoreError("The object store does not take files in parts.");
  try {
    const tags: string[] = [];
    for (let index = 0; index < count; index++) {
      const query = { partNumber: String(index + 1), uploadId };
      const answer = await bucket.call({ method: "PUT", key, query, body: await part(index) });
      tags.push(answer.headers.get("etag") ?? "");
      await readToEnd(answer);
    }
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    // A failure may come with status 200: the store answers before it knows.
    const end = await readXml(await bucket.call({ method: "POST", key, query: { uploadId }, body }));
    if (textOf(end, "ETag") === undefined)
      throw new ObjectStoreError(`The object store could not join the parts: ${textOf(end, "Code") ?? "no answer"}`);
  } catch (error) {
    // Parts cost money until they are thrown away; the first error is the one to report.
    await bucket.call({ method: "DELETE", key, query: { uploadId } }).then(readToEnd, () => undefined);
    throw error;
  }
}
