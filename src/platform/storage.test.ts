import { mkdtempSync, readdirSync, rmSync } from "node:fs";
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

/** A store that speaks as much of S3 as the adapter asks for: put, get, list by prefix, delete many. */
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
      const keys = [...objects.keys()].filter((name) => name.startsWith(prefix));
      xml(
        `<ListBucketResult>${keys.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("")}</ListBucketResult>`,
      );
    } else if (url.searchParams.has("delete")) {
      for (const match of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(match[1] ?? "");
      xml("<DeleteResult></DeleteResult>");
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
  test("gives back what was put, and null for what was not", async () => {
    const storage = await open();
    await storage.put("key/a.jpg", Buffer.from("bytes"));
    expect(await contents(storage, "key/a.jpg")).toEqual({ size: 5, text: "bytes" });
    expect(await storage.read("key/b.jpg")).toBeNull();
    expect(await storage.read("key")).toBeNull();
  });

  test("replaces a file whole", async () => {
    const storage = await open();
    await storage.put("key/a.jpg", Buffer.from("a longer first one"));
    await storage.put("key/a.jpg", Buffer.from("second"));
    expect(await contents(storage, "key/a.jpg")).toEqual({ size: 6, text: "second" });
  });

  test("removes one folder and nothing beside it", async () => {
    const storage = await open();
    for (const name of ["key/a.jpg", "key/b.jpg", "key2/a.jpg"]) await storage.put(name, Buffer.from(name));
    await storage.removeFolder("key");
    await storage.removeFolder("never-there");
    expect(await storage.read("key/a.jpg")).toBeNull();
    expect(await contents(storage, "key2/a.jpg")).toMatchObject({ text: "key2/a.jpg" });
  });
});

test("a write to the local disk that fails leaves no part behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const storage = localStorage(folder);
  await storage.put("key/taken/file", Buffer.from("x"));
  await expect(storage.put("key/taken", Buffer.from("y"))).rejects.toThrow();
  expect(readdirSync(join(folder, "key"))).toEqual(["taken"]);
});
