import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type ObjectStore, startObjectStore } from "#test/support/object-store.ts";
import { EnvError } from "../env.ts";
import { checkStore } from "./start-faults.ts";

/** The settings of a store that gives one response to all requests. */
async function storeThatSays(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bucket: "pictures",
    endpoint,
    region: "us-east-1",
    keys: { id: "id", secret: "secret", session: undefined },
  };
}

const fault = (code: string, message: string) => `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

/** What a check of these settings says; undefined if all is well. */
async function outcome(settings: ObjectStore["settings"]): Promise<{ error?: string; warning?: string } | undefined> {
  const warnings: string[] = [];
  const thrown = await checkStore(settings, (line) => warnings.push(line)).then(
    () => undefined,
    (error: Error) => error,
  );
  if (thrown) expect(thrown).toBeInstanceOf(EnvError);
  expect(warnings.length, "one line").toBeLessThanOrEqual(thrown ? 0 : 1);
  if (thrown) return { error: thrown.message };
  return warnings[0] === undefined ? undefined : { warning: warnings[0] };
}

test("a bucket that can be used is left as it was", async () => {
  const store = await startObjectStore();
  expect(await outcome(store.settings)).toBeUndefined();
  const wrongPlace = { ...store.settings, bucket: "another" };
  expect(await outcome(wrongPlace)).toEqual({
    error: `S3_BUCKET: the bucket another at ${store.settings.endpoint} cannot be used: The object store rejected the request: 404 NoSuchBucket, The specified bucket does not exist`,
  });
});

test.each<[string, string, number, string, string]>([
  ["Amazon's", "AWS_ACCESS_KEY_ID", 403, "InvalidAccessKeyId", "The key does not exist in our records"],
  ["Amazon's", "AWS_ACCESS_KEY_ID", 400, "AuthorizationHeaderMalformed", "the Credential is mal-formed"],
  ["Garage's", "AWS_ACCESS_KEY_ID", 403, "AccessDenied", "Forbidden: No such key: GK12"],
  ["Amazon's", "AWS_SECRET_ACCESS_KEY", 403, "SignatureDoesNotMatch", "Check your key and signing method"],
  ["Garage's", "AWS_SECRET_ACCESS_KEY", 403, "AccessDenied", "Forbidden: Invalid signature"],
  ["Amazon's", "AWS_SESSION_TOKEN", 400, "ExpiredToken", "The provided token has expired"],
  ["Amazon's", "S3_REGION", 400, "AuthorizationHeaderMalformed", "the region 'us-east-1' is wrong"],
  ["Garage's", "S3_REGION", 400, "AuthorizationHeaderMalformed", "unexpected scope: 20261129/us-east-1/s3"],
  ["Amazon's", "S3_REGION", 301, "PermanentRedirect", "Use another endpoint"],
  ["Amazon's", "S3_BUCKET", 403, "AccessDenied", "Access Denied"],
])("%s response about %s ends the start: %d %s, %s", async (_, setting, status, code, message) => {
  const settings = await storeThatSays(status, fault(code, message), { "content-type": "application/xml" });
  expect(await outcome(settings)).toEqual({
    error: `${setting}: the bucket pictures at ${settings.endpoint} cannot be used: The object store rejected the request: ${status} ${code}, ${message}`,
  });
});

test("a bucket that is read-only, or in which nothing can be read, listed or deleted, ends the start", async () => {
  const store = await startObjectStore();
  const denials: ObjectStore["isRejected"][] = [
    ({ method }) => method === "PUT",
    ({ method, url = "" }) => method === "GET" && !url.includes("list-type"),
    ({ url = "" }) => url.includes("list-type"),
    ({ method }) => method === "DELETE",
  ];
  for (const isRejected of denials) {
    store.isRejected = isRejected;
    expect((await outcome(store.settings))?.error).toMatch(/^S3_BUCKET: .+403 AccessDenied/);
  }
});

test("an address that only leads to another one ends the start", async () => {
  const settings = await storeThatSays(301, "<html>Moved</html>", { location: "https://store.example/" });
  expect((await outcome(settings))?.error).toMatch(/^S3_ENDPOINT: .+ 301/);
});

test("a store that is away, overloaded or full is a warning", async () => {
  const store = await startObjectStore();
  const { endpoint } = store.settings;
  const warning = (why: string) => ({
    warning: `S3_ENDPOINT: the bucket publication at ${endpoint} cannot be used: The object store ${why}. Pictures are missing until it can.`,
  });
  store.isOverloaded = true;
  expect(await outcome(store.settings)).toEqual(warning("rejected the request: 503 SlowDown, Refused"));
  [store.isOverloaded, store.isFull] = [false, true];
  expect(await outcome(store.settings)).toEqual(warning("rejected the request: 507 XMinioStorageFull, Refused"));
  const away = { ...store.settings, endpoint: "http://127.0.0.1:9" };
  expect((await outcome(away))?.warning).toMatch(
    /^S3_ENDPOINT: .+ at http:\/\/127\.0\.0\.1:9 cannot be used: The object store did not respond: connect ECONNREFUSED 127\.0\.0\.1:9\. /,
  );
});
