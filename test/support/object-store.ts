import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { onTestFinished } from "vitest";
import type { BucketSettings } from "#platform/object-store.ts";

/** The one account of the server, by its name. */
const KEY = "S3RVER";

/** An S3-compatible store with an empty bucket. */
export type ObjectStore = {
  /** How a program reaches the bucket: its settings, and the same as variables of the server. */
  settings: BucketSettings & { endpoint: string };
  env: Record<"S3_BUCKET" | "S3_ENDPOINT" | "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY", string>;
  /** Another bucket in the same store, empty. */
  addBucket: (name: string) => Promise<void>;
  /** Where set, it answers every call with 503 `SlowDown`. */
  isOverloaded: boolean;
  /** Where set, it stores nothing more: 507, as MinIO does on a full disk. */
  isFull: boolean;
  /** Requests that it answers with 403 `AccessDenied`. */
  isRejected: (request: IncomingMessage) => boolean;
};

/**
 * The server forgets the slash after a bucket's name when it checks signatures, which clients sign; as a host's name, a bucket is
 * followed by `mountPath`.
 */
const signBucketsSlash: S3rver["middleware"][number] = (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path)) Object.assign(context, { mountPath: "/" }).state.vhost = true;
  return next();
};

/**
 * Starts an S3-compatible server on a free port of this machine, with one empty bucket. It checks the signature of
 * every call, and ends with the test.
 */
export async function startObjectStore(bucket = "publication"): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), "jarida-s3-"));
  const open = (name: string) =>
    new S3rver({ silent: true, directory, vhostBuckets: false, configureBuckets: [{ name }] });
  const store = open(bucket);
  await store.configureBuckets();
  store.middleware.splice(-1, 0, signBucketsSlash);
  const handle = store.callback();
  const server = createServer((request, response) => {
    // Reading needs no signature there, as if the bucket were public.
    if (!request.headers.authorization || started.isRejected(request)) refuse(403, "AccessDenied");
    else if (started.isOverloaded) refuse(503, "SlowDown");
    else if (started.isFull && request.method === "PUT") refuse(507, "XMinioStorageFull");
    else handle(request, response);
    function refuse(status: number, code: string) {
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    store.logger.exceptions.unhandle();
    store.logger.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: ObjectStore = {
    settings: { bucket, endpoint, region: "us-east-1", keys: { id: KEY, secret: KEY, session: undefined } },
    env: { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY },
    addBucket: async (name) => {
      const another = open(name);
      await another.configureBuckets();
      another.logger.exceptions.unhandle();
      another.logger.close();
    },
    isOverloaded: false,
    isFull: false,
    isRejected: () => false,
  };
  return started;
}
