import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ExchangeError, type KnownPrice, parseTicker, type Quote } from "./rules.ts";

const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

export async function storedPrices(db: Kysely<Tables>): Promise<Map<string, KnownPrice>> {
  const rows = await db.selectFrom("market_price").selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.symbol,
      {
        symbol: row.symbol,
        lastPrice: row.last_price,
        priceChangePercent: row.price_change_percent,
        source: row.source,
        updatedAt: row.updated_at,
      },
    ]),
  );
}

/**
 * Fetches the exchange's 24-hour ticker list. `timeout`, in milliseconds, covers the full response; `signal` aborts the
 * request. Redirects are not followed, so that only the configured host is contacted. Throws `ExchangeError`. Not
 * `fetch`, which would hold 14 MB of memory for this one request.
 */
export async function askExchange(url: string, options: { timeout: number; signal: AbortSignal }): Promise<Quote[]> {
  const call = new AbortController();
  const giveUp = () => call.abort(new ExchangeError("the request was aborted"));
  const tooLate = () => call.abort(new ExchangeError("no complete response in time"));
  const timer = setTimeout(tooLate, options.timeout);
  options.signal.addEventListener("abort", giveUp, { once: true, signal: call.signal });
  if (options.signal.aborted) giveUp();
  try {
    const response = await open(url, call.signal);
    if (response.statusCode !== 200) throw new ExchangeError(`it responded with ${response.statusCode}`);
    return parseTicker(await readText(decoded(response)));
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    throw error instanceof ExchangeError ? error : new ExchangeError(reasonOf(error));
  } finally {
    clearTimeout(timer);
    // Discards a partly read body, and removes the listener.
    call.abort();
  }
}

function open(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.startsWith("https:") ? https : http;
  const headers = { accept: "application/json", "accept-encoding": "gzip" };
  return new Promise((resolve, reject) => {
    // A new connection: by the next request, seconds later, an idle one would have been closed.
    const call = request(url, { signal, headers, agent: false }, (response) => {
      // The request is always aborted at the end, when a listener may be missing.
      response.on("error", () => undefined);
      resolve(response);
    });
    call.on("error", reject);
    call.end();
  });
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return response;
  if (encoding !== "gzip") throw new ExchangeError("the response has an unrequested encoding");
  // Errors are thrown to the reader of the result.
  return pipeline(response, createGunzip(), () => undefined);
}

async function readText(body: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) throw new ExchangeError("the response is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The network's error code. Not the message, which may contain an address with credentials. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
