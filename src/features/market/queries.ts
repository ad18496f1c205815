import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ExchangeError, type KnownPrice, parseTicker, type Quote } from "./rules.ts";

/** More than twice the size of the exchange's full list. Bytes, after decompression. */
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

/** The last good prices that any process has stored, by symbol. */
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
 * Fetches the exchange's 24-hour ticker list. `timeout`, in milliseconds, covers the whole response; `signal` aborts
 * the call. Redirects are refused, as calls go to the configured host only. Throws `ExchangeError`.
 */
export async function askExchange(url: string, options: { timeout: number; signal: AbortSignal }): Promise<Quote[]> {
  const call = new AbortController();
  const giveUp = () => call.abort(new ExchangeError("the call was given up"));
  const tooLate = () => call.abort(new ExchangeError("no whole answer came in time"));
  const timer = setTimeout(tooLate, options.timeout);
  options.signal.addEventListener("abort", giveUp, { once: true, signal: call.signal });
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal: call.signal,
      headers: { accept: "application/json" },
    });
    if (response.status !== 200) throw new ExchangeError(`it answered ${response.status}`);
    return parseTicker(await readText(response));
  } catch (error) {
    throw error instanceof ExchangeError ? error : new ExchangeError(reasonOf(error));
  } finally {
    clearTimeout(timer);
    // Ends a body that was not fully read, and removes the listener.
    call.abort();
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) throw new ExchangeError("the answer is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The network's error code. Not the message of `fetch`, which may contain an address with credentials. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "the call failed";
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
