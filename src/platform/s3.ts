import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { type BucketAnswer, ObjectStoreError, readable, readXml, reasonOf, textOf } from "./s3-answer.ts";

/**
 * Where a bucket is, and the keys to it. An `endpoint` means another S3-compatible store than Amazon's; the bucket is
 * then the first part of the path, as few of them have a host name for each bucket.
 */
export type BucketSettings = {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  keys: { id: string; secret: string; session: string | undefined };
};

/** `key` is what follows the bucket. */
export type BucketCall = {
  method: "GET" | "PUT" | "POST" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
};

/** Answers of the bucket. */
export type Bucket = {
  /** The answer to a call once its head has arrived, if it is a success. Throws ObjectStoreError. */
  call: (call: BucketCall) => Promise<BucketAnswer>;
};

/** No call to the store may delay a reader longer, all attempts together, in milliseconds; nor may any part of a body. */
const CALL_TIMEOUT_MS = 10_000;
/** What is sent gets more time, at this many bytes a second. */
const MIN_UPLOAD_SPEED = 100_000;
const MAX_ATTEMPTS = 3;
/** Before the second attempt, at most; twice as long before the third, in milliseconds. */
const RETRY_DELAY_MS = 100;
/** Calls whose head is awaited at the same time; others wait for their turn, within their own time. */
const MAX_CALLS = 64;
const TEMPORARY = new Set([429, 500, 502, 503, 504]);
/** Errors that are temporary, whatever their status. */
const TEMPORARY_CODES = new Set(["RequestTimeout", "RequestTimeTooSkewed", "SlowDown", "OperationAborted"]);

/** A bucket of an S3-compatible store, whose calls are signed, limited in time, and repeated after temporary errors. */
export function openBucket(settings: BucketSettings, timeoutMs = CALL_TIMEOUT_MS): Bucket {
  const inLine = waitingLine(MAX_CALLS);
  return {
    call: (call) => {
      const size = call.body?.length ?? 0;
      const deadline = performance.now() + timeoutMs + (size / MIN_UPLOAD_SPEED) * 1000;
      return inLine(deadline, () => repeat({ ...settings, timeoutMs }, call, deadline));
    },
  };
}

type Limited = BucketSettings & { timeoutMs: number };

async function repeat(settings: Limited, call: BucketCall, deadline: number): Promise<BucketAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(settings, call, deadline);
    } catch (error) {
      const wait = Math.random() * RETRY_DELAY_MS * 2 ** (attempt - 1);
      if (attempt === MAX_ATTEMPTS || !isTemporary(error) || performance.now() + wait > deadline) throw error;
      await sleep(wait);
    }
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ObjectStoreError &&
  (error.status === undefined || TEMPORARY.has(error.status) || TEMPORARY_CODES.has(error.code ?? ""));

async function attemptOnce(settings: Limited, call: BucketCall, deadline: number): Promise<BucketAnswer> {
  const { url, method, headers } = await sign(settings, call);
  // Not part of what is signed, as some stores change it on its way. Pictures do not get smaller.
  headers.set("accept-encoding", "identity");
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(0, deadline - performance.now()));
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: call.body ?? null,
      redirect: "manual",
      signal: controller.signal,
    });
    const answer = { headers: response.headers, ...readable(response, controller, settings.timeoutMs) };
    if (!response.ok) throw await refusal(response.status, answer);
    return answer;
  } catch (error) {
    if (error instanceof ObjectStoreError) throw error;
    throw new ObjectStoreError(`The object store did not answer: ${reasonOf(error, controller)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function sign({ bucket, endpoint, region, keys }: BucketSettings, { method, key = "", query, body }: BucketCall) {
  const path = key.split("/").map((part) => `/${encodeURIComponent(part)}`);
  const url = new URL(addressOf(bucket, endpoint, region) + (key ? path.join("") : ""));
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return new AwsV4Signer({
    method,
    url: url.href,
    // The body is signed along, so that the store refuses what arrives damaged.
    headers: { "x-amz-content-sha256": await sha256(body ?? new Uint8Array()) },
    service: "s3",
    region,
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
    ...(keys.session ? { sessionToken: keys.session } : {}),
  }).sign();
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");

/** The address of a bucket, without a slash at its end. */
export function addressOf(bucket: string, endpoint: string | undefined, region: string): string {
  if (endpoint) return `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  // A certificate covers one label: a bucket with a dot in its name has no host of its own.
  return bucket.includes(".") ? `https://s3.${region}.${domain}/${bucket}` : `https://${bucket}.s3.${region}.${domain}`;
}

async function refusal(status: number, answer: BucketAnswer): Promise<ObjectStoreError> {
  const document = await readXml(answer).catch(() => undefined);
  const code = document && textOf(document, "Code");
  const said = document && textOf(document, "Message");
  return new ObjectStoreError(
    `The object store refused: ${status}${code ? ` ${code}` : ""}${said ? `, ${said.slice(0, 300)}` : ""}`,
    { status, ...(code ? { code } : {}) },
  );
}

/** Lets `max` pieces of work run at once; the others wait in order of arrival, until their deadline. */
function waitingLine(max: number) {
  const waiting = new Set<() => void>();
  let running = 0;
  const tooMany = () => new ObjectStoreError("The object store did not answer: too many calls wait for it.");
  const turn = (deadline: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(tooMany());
      }, deadline - performance.now());
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(begin);
    });
  return async <T>(deadline: number, work: () => Promise<T>): Promise<T> => {
    if (running < max) running++;
    else await turn(deadline);
    try {
      if (performance.now() >= deadline) throw tooMany();
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}
