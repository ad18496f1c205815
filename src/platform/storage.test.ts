import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startObjectStore } from "#test/support/object-store.ts";
import { objectStorage } from "./object-storage.ts";
import { localStorage, type Storage } from "./storage.ts";

function openLocal(): Storage {
  const folder = mkdtempSync(join(tmpdir(), "jarida-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return localStorage(folder);
}

const openObjects = async (): Promise<Storage> => objectStorage((await startObjectStore()).settings);

const contents = async (storage: Storage, name: string) => {
  const file = await storage.read(name);
  return file && { size: file.size, text: Buffer.concat(await file.stream.toArray()).toString() };
};

describe.each([
  ["local disk", async () => openLocal()],
  ["object store", openObjects],
])("storage on %s", (_name, open) => {
  test("returns what was stored, and null for anything else", async () => {
    const storage = await open();
    await storage.put("key/a.jpg", Buffer.from("bytes"));
    expect(await contents(storage, "key/a.jpg")).toEqual({ size: 5, text: "bytes" });
    expect(await storage.read("key/b.jpg")).toBeNull();
    expect(await storage.read("key")).toBeNull();
  });

  test("replaces a file as a whole", async () => {
    const storage = await open();
    await storage.put("key/a.jpg", Buffer.from("a longer first one"));
    await storage.put("key/a.jpg", Buffer.from("second"));
    expect(await contents(storage, "key/a.jpg")).toEqual({ size: 6, text: "second" });
  });

  test("lists every file with the time of its last change, and removes one", async () => {
    const storage = await open();
    const names = ["key/a.jpg", "key/b.jpg", "key2/a.jpg"];
    const before = Date.now();
    for (const name of names) await storage.put(name, Buffer.from(name));
    const list = async () => {
      const found = [];
      for await (const file of storage.list()) found.push(file);
      return found.sort((left, right) => (left.name < right.name ? -1 : 1));
    };
    const listed = await list();
    expect(listed.map(({ name }) => name)).toEqual(names);
    for (const { changedAt } of listed) expect(Math.abs(changedAt - before)).toBeLessThan(60_000);
    await storage.remove("key/b.jpg");
    await storage.remove("key/never-there.jpg");
    expect((await list()).map(({ name }) => name)).toEqual(["key/a.jpg", "key2/a.jpg"]);
  });

  test("stores several megabytes and nothing at all", async () => {
    const storage = await open();
    const large = randomBytes(5_000_000);
    await storage.put("key/large.jpg", large);
    await storage.put("key/empty.jpg", new Uint8Array());
    const file = await storage.read("key/large.jpg");
    expect(file?.size).toBe(large.length);
    expect(Buffer.concat((await file?.stream.toArray()) ?? []).equals(large)).toBe(true);
    expect(await contents(storage, "key/empty.jpg")).toEqual({ size: 0, text: "" });
  });

  test("a reader may leave before the end, or before the beginning", async () => {
    const storage = await open();
    await storage.put("key/large.jpg", randomBytes(5_000_000));
    for (let i = 0; i < 3; i++) {
      const file = await storage.read("key/large.jpg");
      if (i > 0) for await (const _ of file?.stream ?? []) break;
      file?.stream.destroy();
    }
    await storage.put("key/a.jpg", Buffer.from("after"));
    expect(await contents(storage, "key/a.jpg")).toMatchObject({ text: "after" });
  });

  test("lists nothing if nothing was ever stored", async () => {
    const storage = await open();
    for await (const file of storage.list()) expect.unreachable(file.name);
  });

  test("removes one folder and nothing else", async () => {
    const storage = await open();
    for (const name of ["key/a.jpg", "key/b.jpg", "key/c.jpg", "key/d.jpg", "key2/a.jpg"])
      await storage.put(name, Buffer.from(name));
    await storage.removeFolder("key");
    await storage.removeFolder("never-there");
    for (const name of ["key/a.jpg", "key/d.jpg"]) expect(await storage.read(name)).toBeNull();
    expect(await contents(storage, "key2/a.jpg")).toMatchObject({ text: "key2/a.jpg" });
  });
});

test("a failed write to the local disk leaves no partial file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const storage = localStorage(folder);
  await storage.put("key/taken/file", Buffer.from("x"));
  await expect(storage.put("key/taken", Buffer.from("y"))).rejects.toThrow(/EISDIR/);
  expect(readdirSync(join(folder, "key"))).toEqual(["taken"]);
});

test("only the process's own user may read files and folders on the local disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await localStorage(join(folder, "media")).put("key/a.jpg", Buffer.from("x"));
  const mode = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777;
  expect([mode("media"), mode("media", "key"), mode("media", "key", "a.jpg")]).toEqual([0o700, 0o700, 0o600]);
});

/** Steps of a write to the disk, in order. */
const steps: string[] = [];
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    async open(path: string, ...rest: [string, number]) {
      const handle = await real.open(path, ...rest);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        steps.push(`sync ${path}`);
        await sync();
      };
      return handle;
    },
    async rename(from: string, to: string) {
      steps.push(`rename ${to}`);
      await real.rename(from, to);
    },
  };
});

test("a stored file survives a power cut: its bytes, its name and the names of new folders are flushed in that order", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const storage = localStorage(join(folder, "media"));
  const written = () =>
    steps.splice(0).map((step) => step.replace(folder, "").replace(/\.[0-9a-f]{12}\.part$/, ".part"));
  steps.length = 0;
  await storage.put("key/a.jpg", Buffer.from("x"));
  expect(written()).toEqual([
    "sync /media",
    "sync ",
    "sync /media/key/a.jpg.part",
    "rename /media/key/a.jpg",
    "sync /media/key",
  ]);
  await storage.put("key/b.jpg", Buffer.from("x"));
  expect(written()).toEqual(["sync /media/key/b.jpg.part", "rename /media/key/b.jpg", "sync /media/key"]);
});
