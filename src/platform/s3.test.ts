import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, onTestFinished, test } from "vitest";
import { startObjectStore } from "#test/support/object-store.ts";
import { objectStorage } from "./object-storage.ts";
import type { BucketSettings } from "./object-store.ts";
import { openClient } from "./s3.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A store that answers as a test says; returns its settings and the calls so far. */
async function startStore(handler: Handler) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    handler(request, response, calls.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { id: "id", secret: "secret", session: undefined };
  const settings: BucketSettings = { bucket: "pictures", endpoint, region: "us-east-1", keys };
  return { settings, calls };
}

const xml = (response: ServerResponse, status: number, text: string) =>
  response.writeHead(status, { "content-type": "application/xml" }).end(text);

async function listed(settings: BucketSettings): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objectStorage(settings).list()) names.push(name);
  return names;
}

describe("temporary errors are retried", () => {
  test.each<[string, Handler]>([
    ["SlowDown", (_, response) => xml(response, 503, "<Error><Code>SlowDown</Code></Error>")],
    ["an internal error", (_, response) => response.writeHead(500).end()],
    ["a connection that breaks", (request) => request.socket.destroy()],
    ["a client that was too slow", (_, response) => xml(response, 400, "<Error><Code>RequestTimeout</Code></Error>")],
  ])("%s, twice", async (_, failing) => {
    const { settings, calls } = await startStore((request, response, count) =>
      count < 3 ? failing(request, response, count) : response.end("bytes"),
    );
    const file = await objectStorage(settings).read("key/a.jpg");
    expect(Buffer.concat((await file?.stream.toArray()) ?? []).toString()).toBe("bytes");
    expect(calls).toHaveLength(3);
  });

  test("at most three times in all", async () => {
    const { settings, calls } = await startStore((_, response) => response.writeHead(503).end());
    await expect(objectStorage(settings).put("key/a.jpg", Buffer.from("x"))).rejects.toThrow("503");
    expect(calls).toHaveLength(3);
  });

  test("and no others", async () => {
    const { settings, calls } = await startStore((_, response) =>
      xml(response, 403, "<Error><Code>InvalidAccessKeyId</Code><Message>Who is it?</Message></Error>"),
    );
    await expect(objectStorage(settings).read("key/a.jpg")).rejects.toThrow(
      "The object store rejected the request: 403 InvalidAccessKeyId, Who is it?",
    );
    expect(calls).toHaveLength(1);
  });
});

test("a wrong key is refused by the store, and said", async () => {
  const { settings } = await startObjectStore();
  const wrong = { ...settings, keys: { ...settings.keys, secret: "another" } };
  await expect(objectStorage(wrong).put("key/a.jpg", Buffer.from("x"))).rejects.toThrow("SignatureDoesNotMatch");
});

test("a redirect is not followed", async () => {
  const other = await startStore((_, response) => response.end("stolen"));
  const { settings } = await startStore((_, response) =>
    response.writeHead(307, { location: other.settings.endpoint }).end(),
  );
  await expect(objectStorage(settings).read("key/a.jpg")).rejects.toThrow("307");
  expect(other.calls).toEqual([]);
});

describe("a store that hangs is given up", () => {
  const patient = (settings: BucketSettings, timeoutMs = 150) => objectStorage(settings, { timeoutMs });

  test("before its answer", async () => {
    const { settings } = await startStore(() => undefined);
    await expect(patient(settings).read("key/a.jpg")).rejects.toThrow("The object store did not respond: it took");
  });

  test("within it", async () => {
    const { settings } = await startStore((_, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("half");
    });
    // Enough for the answer's head, also where the machine is busy.
    const file = await patient(settings, 1_000).read("key/a.jpg");
    await expect(file?.stream.toArray()).rejects.toThrow("The object store closed the connection: it took too long");
  });

  test("also by those who wait for their turn", async () => {
    const { settings, calls } = await startStore(() => undefined);
    const storage = patient(settings);
    const readings = await Promise.allSettled(Array.from({ length: 100 }, () => storage.read("key/a.jpg")));
    expect(readings.map(({ status }) => status)).toEqual(readings.map(() => "rejected"));
    expect(calls.length, "calls at the same time").toBeLessThan(readings.length);
  });
});

test("an object that ends early is an error, not a short picture", async () => {
  const { settings } = await startStore((request, response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("half", () => request.socket.destroy());
  });
  const file = await objectStorage(settings).read("key/a.jpg");
  await expect(file?.stream.toArray()).rejects.toThrow("The object store closed the connection");
});

describe("a list", () => {
  const object = (name: string) =>
    `<Contents><Key>${name}</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified></Contents>`;
  const page = (inner: string) => `<?xml version="1.0"?><ListBucketResult>${inner}</ListBucketResult>`;

  test("is read to its end, page by page", async () => {
    const { settings, calls } = await startStore((_, response, count) =>
      xml(
        response,
        200,
        count === 1
          ? page(
              `${object("media/a&amp;b")}<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=</NextContinuationToken>`,
            )
          : page(`${object("media/c")}<IsTruncated>false</IsTruncated>`),
      ),
    );
    expect(await listed(settings)).toEqual(["a&b", "c"]);
    const queryOf = (call: string) => new URL(call.split(" ")[1] ?? "", "http://store").searchParams;
    expect(calls.map((call) => Object.fromEntries(queryOf(call)))).toEqual([
      { "list-type": "2", prefix: "media/" },
      { "list-type": "2", prefix: "media/", "continuation-token": "a+/=" },
    ]);
  });

  test.each([
    ["a page of HTML", "<html><body>Welcome to nginx!</body></html>"],
    ["nothing", ""],
    ["another prefix than asked for", page(object("secrets/a"))],
    ["an object without a time", page("<Contents><Key>media/a</Key></Contents>")],
    ["an unfinished list without a continuation", page("<IsTruncated>true</IsTruncated>")],
    ["the same page for ever", page("<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>")],
    ["more than a list can have", page(object("media/a").repeat(60_000))],
  ])("that is %s is an error, not an empty store", async (_, answer) => {
    const { settings } = await startStore((_request, response) => xml(response, 200, answer));
    await expect(listed(settings)).rejects.toThrow(/^The (response of the object store|object store's list) /);
  });
});

test("what is missing is not there; a bucket that is missing is an error", async () => {
  const { settings } = await startObjectStore();
  expect(await objectStorage(settings).read("key/a.jpg")).toBeNull();
  await expect(objectStorage({ ...settings, bucket: "another" }).read("key/a.jpg")).rejects.toThrow("NoSuchBucket");
  const { settings: wrong } = await startStore((_, response) => response.writeHead(404).end("<h1>Not found</h1>"));
  await expect(objectStorage(wrong).read("key/a.jpg")).rejects.toThrow("404");
});

test("calls carry the token of temporary keys, signed along", async () => {
  let headers: IncomingMessage["headers"] = {};
  const { settings } = await startStore((request, response) => {
    headers = request.headers;
    response.end();
  });
  await objectStorage({ ...settings, keys: { ...settings.keys, session: "token" } }).put("a", Buffer.from("x"));
  expect(headers).toMatchObject({ "x-amz-security-token": "token", "content-length": "1" });
  expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
});

test.each([
  ["pictures", undefined, "eu-west-1", "https://pictures.s3.eu-west-1.amazonaws.com"],
  ["news.pictures", undefined, "eu-west-1", "https://s3.eu-west-1.amazonaws.com/news.pictures"],
  ["pictures", undefined, "cn-north-1", "https://pictures.s3.cn-north-1.amazonaws.com.cn"],
  ["pictures", "https://store.example/", "us-east-1", "https://store.example/pictures"],
])("bucket %s at %s in %s has the address %s", async (bucket, endpoint, region, address) => {
  const keys = { id: "id", secret: "secret", session: undefined };
  const client = openClient({ bucket, endpoint, region, keys });
  let asked = "";
  client.middlewareStack.add(
    () => async (args) => {
      const { protocol, hostname, path } = args.request as { protocol: string; hostname: string; path: string };
      asked = `${protocol}//${hostname}${path}`;
      throw new Error("not sent");
    },
    { step: "finalizeRequest", priority: "low" },
  );
  await expect(client.send(new GetObjectCommand({ Bucket: bucket, Key: "a" }))).rejects.toThrow("not sent");
  expect(asked).toBe(`${address}/a`);
});
