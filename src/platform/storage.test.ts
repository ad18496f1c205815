import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { objectStorage } from "./object-storage.ts";
import { localStorage, type Storage } from "./storage.ts";

function openLocal(): Storage {
  const folder = mkdtempSync(join(tmpdir(), "jarida-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return localStorage(folder);
}

/** Objects per page of a list: fewer than any of these tests stores. */
const PAGE_SIZE = 2;

/** A store that implements the part of S3 that the adapter uses: put, get, list by prefix, delete one and many. */
async function openObjects(): Promise<Storage> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://store");
    const key = decodeURIComponent(url.pathname.replace("/bucket/", ""));
    const body = Buffer.concat(await request.toArray());
    const xml = (text: string) => response.setHeader("content-type", "application/xml").end(text);
    if (request.method === "PUT") {
      objects.set(key, body);
      response.end();
    } else if (url.searchParams.has("list-type")) {
      const prefix = url.searchParams.get("prefix") ?? "";
      const keys = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
      const from = url.searchParams.get("continuation-token") ?? "";
      const page = keys.filter((name) => name > from).slice(0, PAGE_SIZE);
      const more = page.at(-1) === keys.at(-1) ? "" : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`;
      const contents = page.map(
        (name) => `<Contents><Key>${name}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
      );
      xml(`<ListBucketResult>${contents.join("")}${more}</ListBucketResult>`);
    } else if (url.searchParams.has("delete")) {
      for (const match of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(match[1] ?? "");
      xml("<DeleteResult></DeleteResult>");
    } else if (request.method === "DELETE") {
      objects.delete(key);
      response.end();
    } else {
      const found = objects.get(key);
      if (found) response.setHeader("content-length", found.length).end(found);
      else {
        response.statusCode = 404;
        xml("<Error><Code>NoSuchKey</Code></Error>");
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return objectStorage({ bucket: "bucket", endpoint: `http://127.0.0.1:${port}`, region: "us-east-1" });
}

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
  await expect(storage.put("key/taken", Buffer.from("y"))).rejects.toThrow();
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
