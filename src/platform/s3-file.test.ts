import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startObjectStore } from "#test/support/object-store.ts";
import { objectStorage } from "./object-storage.ts";
import type { Storage } from "./storage.ts";

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

async function readBack(storage: Storage): Promise<Buffer | null> {
  const found = await storage.read("file");
  return found && Buffer.concat(await found.stream.toArray());
}

test.each([
  ["nothing", 0],
  ["as much as one part", PART],
  ["more than two parts", 2 * PART + 1],
])("a file of %s arrives whole", async (_, size) => {
  const storage = objectStorage((await startObjectStore()).settings, { partBytes: PART });
  const bytes = randomBytes(size);
  await storage.putFile("file", fileOf(bytes));
  expect((await readBack(storage))?.equals(bytes)).toBe(true);
});

test("a file whose third part fails is not there, and its parts are thrown away", async () => {
  const store = await startObjectStore();
  const thrownAway: (string | null)[] = [];
  store.isRejected = ({ method, url }) => {
    const query = new URL(url ?? "", "http://store").searchParams;
    if (method === "DELETE") thrownAway.push(query.get("uploadId"));
    return query.get("partNumber") === "3";
  };
  const storage = objectStorage(store.settings, { partBytes: PART });
  await expect(storage.putFile("file", fileOf(randomBytes(3 * PART)))).rejects.toThrow("403 AccessDenied");
  expect(await readBack(storage)).toBeNull();
  expect(thrownAway).toEqual([expect.stringMatching(/./)]);
});
