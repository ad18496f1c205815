import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

const MIB = 1024 * 1024;

/** A fake exchange on this machine, with the requests it received; it ends with the test. */
export async function startExchange(answer: RequestListener) {
  const exchange = { answer, calls: [] as string[], url: "", stop: async () => {} };
  const server = createServer((request, response) => {
    exchange.calls.push(request.url ?? "");
    exchange.answer(request, response);
  });
  exchange.stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  exchange.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ticker`;
  onTestFinished(exchange.stop);
  return exchange;
}

/** The exchange's list, with this price of Bitcoin. */
export const tickerOf = (bitcoin: string) =>
  JSON.stringify([
    { symbol: "BTCUSDT", lastPrice: bitcoin, priceChangePercent: "1.5" },
    { symbol: "POLUSDT", lastPrice: "0.41", priceChangePercent: "-0.5" },
  ]);
/** Answers as the exchange should. */
export const good =
  (bitcoin = "70000.00000000"): RequestListener =>
  (_request, response) =>
    response.end(tickerOf(bitcoin));
export const status =
  (code: number): RequestListener =>
  (_request, response) =>
    response.writeHead(code, { "retry-after": "1" }).end("no");

/** Ways in which an exchange fails, by name. */
export const EXCHANGE_FAULTS: [name: string, answer: RequestListener][] = [
  ["429", status(429)],
  ["418", status(418)],
  ["500", status(500)],
  ["204", (_request, response) => response.writeHead(204).end()],
  ["a web page", (_request, response) => response.end("<!doctype html><title>Blocked</title>")],
  ["nothing", (_request, response) => response.end()],
  ["an empty list", (_request, response) => response.end("[]")],
  ["NaN", (_request, response) => response.end(tickerOf("NaN").replace("0.41", "NaN"))],
  ["a cut answer", (_request, response) => response.end(tickerOf("1").slice(0, -9))],
  [
    "a dropped connection",
    (_request, response) => {
      response.writeHead(200, { "content-length": "9999" }).write(tickerOf("1"), () => response.destroy());
    },
  ],
  ["no answer", () => undefined],
  ["half an answer and then silence", (_request, response) => void response.write(tickerOf("1").slice(0, 20))],
  [
    "50 MB from 100 kB of gzip",
    (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(tickerOf("1").padStart(50 * MIB))),
  ],
];
