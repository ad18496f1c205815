import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startObjectStore } from "#test/support/object-store.ts";
import { bucketStorage } from "./object-storage.ts";
import { type Bucket, openBucket } from "./s3.ts";
import { ObjectStoreError } from "./s3-answer.ts";
import { putFile } from "./s3-file.ts";

const MEBIBYTE = 1024 * 1024;
/** The least that S3 takes. */
const PART = 5 * MEBIBYTE;

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  return path;
}

async function readBack(bucket: Bucket): Promise<Buffer | null> {
  const found = await bucketStorage(bucket, "").read("file");
  return found && Buffer.concat(await found.stream.toArray());
}

test.each([
  ["nothing", 0],
  ["as much as one part", PART],
  ["more than two parts", 2 * PART + 1],
])("a file of %s arrives whole", async (_, size) => {
  const bucket = openBucket((await startObjectStore()).settings);
  const bytes = randomBytes(size);
  await putFile(bucket, "file", fileOf(bytes), PART);
  expect((await readBack(bucket))?.equals(bytes)).toBe(true);
});

test("a file whose third part fails is not there, and its parts are thrown away", async () => {
  const real = openBucket((await startObjectStore()).settings);
  const thrownAway: string[] = [];
  const bucket: Bucket = {
    async call(call) {
      if (call.query?.partNumber === "3") throw new ObjectStoreError("away");
      if (call.method === "DELETE") thrownAway.push(call.query?.uploadId ?? "");
      return real.call(call);
    },
  };
  await expect(putFile(bucket, "file", fileOf(randomBytes(3 * PART)), PART)).rejects.toThrow("away");
  expect(await readBack(real)).toBeNull();
  expect(thrownAway).toEqual([expect.stringMatching(/./)]);
});
