import { Readable } from "node:stream";
import {
  type $Command,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from "@aws-sdk/client-s3";
import { ConfiguredRetryStrategy } from "@smithy/core/retry";
import { backoff, spread } from "#shared/retry.ts";
import { type BucketSettings, ObjectStoreError } from "./object-store.ts";
import { createSemaphore } from "./semaphore.ts";

/** Body sizes add to the time limit at this many bytes a second. */
const MIN_UPLOAD_SPEED = 100_000;
const MAX_ATTEMPTS = 3;
const RETRY_DELAYS = { first: 100 };
/** Requests that wait for a response at the same time; a response that streams is no longer one of them. */
const MAX_REQUESTS = 64;
/** A list of a thousand names has some 400 kB. */
const MAX_XML_BYTES = 4 * 1024 * 1024;

/** A client that gets everything from its settings, and nothing from files or variables of Amazon's tools. */
export function openClient({ endpoint, region, keys: { id, secret, session } }: BucketSettings): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ignoreConfiguredEndpointUrls: true,
    credentials: { accessKeyId: id, secretAccessKey: secret, ...(session && { sessionToken: session }) },
    retryStrategy: new ConfiguredRetryStrategy(MAX_ATTEMPTS, (failures) => spread(backoff(RETRY_DELAYS, failures))),
    // Many stores do not know the newer checksums. The SHA-256 of every body is signed.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    // A reader with a slow connection may leave a response unread for long, and occupies a socket.
    requestHandler: {
      socketTimeout: 0,
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { statusCode: number; body: Readable };
        const isObject = commandName === "GetObjectCommand" && response.statusCode < 300;
        if (!isObject) response.body = Readable.from(shortXml(response.body));
        return result;
      },
    { name: "limitXml", step: "deserialize", priority: "low" },
  );
  return client;
}

/** The library reads XML into memory, whatever its size. */
async function* shortXml(body: Readable): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_XML_BYTES) throw new ObjectStoreError("The object store's answer is too long.");
    yield chunk;
  }
}

/** Sends a command; `bytes` is the size of its body. Throws ObjectStoreError. */
export type SendCommand = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: $Command<Input, Output, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  bytes?: number,
) => Promise<Output>;

/**
 * Limits each request with all of its attempts and the time that it waits for others: until the head of an object, or the end of
 * any other response.
 */
export function limitRequests(client: S3Client, timeoutMs: number): SendCommand {
  const inTurn = createSemaphore(MAX_REQUESTS);
  return async (command, bytes = 0) => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), timeoutMs + (bytes / MIN_UPLOAD_SPEED) * 1000);
    const tooLate = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    const sent = inTurn.run(async () => {
      signal.throwIfAborted();
      return client.send(command, { abortSignal: signal });
    });
    try {
      return await Promise.race([sent, tooLate]);
    } catch (error) {
      sent.catch(() => undefined);
      throw asStoreError(error, signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

function asStoreError(error: unknown, { aborted }: AbortSignal): ObjectStoreError {
  const { $metadata, Code: code, message, code: reason } = error as Failure;
  // The library appends a hint for its own users in further lines.
  const [text = ""] = message.split("\n");
  if (error instanceof ObjectStoreError) return new ObjectStoreError(text, { cause: error });
  const status = $metadata?.httpStatusCode;
  if (aborted || status === undefined) {
    const why = aborted ? "it took too long" : text || reason;
    return new ObjectStoreError(`The object store did not answer: ${why}`, { cause: error });
  }
  if (status < 300) return new ObjectStoreError(`The object store's answer cannot be read: ${text}`, { cause: error });
  const said = code && text !== "UnknownError" ? `, ${text.slice(0, 300)}` : "";
  return new ObjectStoreError(`The object store refused: ${status}${code ? ` ${code}` : ""}${said}`, {
    status,
    ...(code && { code }),
    cause: error,
  });
}

/** What the library throws: `Code` is S3's name of an error, `code` the system's. */
type Failure = Error & { $metadata?: { httpStatusCode?: number }; Code?: string; code?: string };

/** The chunks of a body, each of which must arrive in time once it is asked for. */
export async function* readChunks(body: Readable, timeoutMs: number): AsyncGenerator<Uint8Array, void> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error("it took too long")), timeoutMs);
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new ObjectStoreError(`The object store broke off: ${(error as Error).message}`, { cause: error });
  } finally {
    body.destroy();
  }
}
