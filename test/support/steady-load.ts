import { Agent, request } from "node:http";

/** What a load has got: statuses by kind of request, and failures by their code. */
export type LoadResult = { sent: number; statuses: Record<string, number>; failures: string[]; slowest: number };

type Call = { method: string; path: string; body?: string };

const READS = ["/", "/about", "/api/articles/", "/api/categories/", "/healthz", "/readyz"];
let reader = 0;

/** Every tenth request is a write. */
function callNumber(number: number): Call {
  if (number % 10 !== 0) return { method: "GET", path: READS[number % READS.length] ?? "/" };
  reader += 1;
  const email = `reader-${process.pid}-${reader}@example.com`;
  return { method: "POST", path: "/api/newsletter/subscribe/", body: JSON.stringify({ email }) };
}

/**
 * Sends a fixed number of requests a second, half of them on kept connections, half on new ones, until it is stopped. A
 * request that gets no complete response is a failure; nothing is repeated.
 */
export function startLoad(port: number, rate: number): { stop: () => Promise<LoadResult> } {
  const kept = new Agent({ keepAlive: true, maxSockets: 20 });
  const result: LoadResult = { sent: 0, statuses: {}, failures: [], slowest: 0 };
  const open = new Set<Promise<void>>();
  const send = ({ method, path, body }: Call, agent: Agent | false) =>
    new Promise<void>((resolve) => {
      const began = performance.now();
      const done = (outcome: { status?: number | undefined; failure?: string }) => {
        if (outcome.failure) result.failures.push(`${method} ${path}: ${outcome.failure}`);
        else result.statuses[`${method} ${outcome.status}`] = (result.statuses[`${method} ${outcome.status}`] ?? 0) + 1;
        result.slowest = Math.max(result.slowest, performance.now() - began);
        resolve();
      };
      const headers = body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {};
      const sending = request({ host: "127.0.0.1", port, method, path, agent, headers }, (response) => {
        response.resume();
        response.once("error", (error) => done({ failure: error.message }));
        response.once("end", () => done({ status: response.statusCode }));
      });
      sending.once("error", (error: NodeJS.ErrnoException) => done({ failure: error.code ?? error.message }));
      sending.end(body);
    });
  const timer = setInterval(() => {
    const call = callNumber(result.sent);
    const own: Promise<void> = send(call, result.sent % 2 === 0 ? kept : false).finally(() => open.delete(own));
    result.sent += 1;
    open.add(own);
  }, 1000 / rate);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      kept.destroy();
      return result;
    },
  };
}
